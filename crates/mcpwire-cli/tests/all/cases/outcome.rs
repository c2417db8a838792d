//! What happened in one case.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::message::Message;

/// Ids that begin so belong to requests that the runner adds to a case.
pub(crate) const OWN_ID: &str = "\"runner-";
/// The id of the request that shows that the server still answers.
pub(crate) const ALIVE_ID: &str = "\"runner-alive\"";

/// Everything that went over the pipes, and how the process ended.
pub(crate) struct Outcome {
    /// The lines of the case that were sent.
    pub(crate) sent: Vec<Message>,
    sent_bytes: Vec<u8>,
    /// When the last byte of the case was written.
    pub(crate) written: Instant,
    /// All that the server wrote, in order, but the answers to `OWN_ID`s.
    pub(crate) received: Vec<Message>,
    /// The answers to the runner's own requests.
    pub(crate) own: Vec<Message>,
    /// What went wrong on the way.
    pub(crate) troubles: Vec<String>,
    pub(crate) exit: Option<Exit>,
    pub(crate) stderr: String,
}

/// How the process ended.
pub(crate) struct Exit {
    pub(crate) status: ExitStatus,
    /// Since the step that should end it.
    pub(crate) took: Duration,
    /// CPU time since then, where the system tells.
    pub(crate) cpu_ms: Option<u64>,
}

impl Outcome {
    pub(crate) fn new() -> Self {
        Self {
            sent: Vec::new(),
            sent_bytes: Vec::new(),
            written: Instant::now(),
            received: Vec::new(),
            own: Vec::new(),
            troubles: Vec::new(),
            exit: None,
            stderr: String::new(),
        }
    }

    /// One write may end within a line, so the lines are read anew from all bytes.
    pub(crate) fn note_written(&mut self, bytes: &[u8]) {
        self.sent_bytes.extend_from_slice(bytes);
        let now = Instant::now();
        let lines = self.sent_bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        self.sent = lines.map(|line| Message::read(line, now)).collect();
    }

    pub(crate) fn note_received(&mut self, message: Message) {
        if message.id().is_some_and(|id| id.starts_with(OWN_ID)) && message.is_response() {
            self.own.push(message);
        } else {
            self.received.push(message);
        }
    }

    /// The responses of the case, in order of arrival.
    pub(crate) fn replies(&self) -> Vec<&Message> {
        self.received.iter().filter(|message| message.is_response()).collect()
    }

    /// The streams of notifications that were opened, in order.
    pub(crate) fn acknowledgements(&self) -> Vec<&Message> {
        let opens = |message: &&Message| {
            message.method().as_deref() == Some("notifications/subscriptions/acknowledged")
        };
        self.received.iter().filter(opens).collect()
    }

    /// The first response with this id, spelled exactly so.
    pub(crate) fn reply(&self, id: &str) -> Option<&Message> {
        self.replies().into_iter().find(|reply| reply.id() == Some(id))
    }

    pub(crate) fn replies_without_id(&self) -> Vec<&Message> {
        self.replies().into_iter().filter(|reply| reply.id().is_none()).collect()
    }

    /// Requests that were sent in a form that leaves no doubt.
    pub(crate) fn requests(&self) -> Vec<&Message> {
        self.sent.iter().filter(|sent| sent.method().is_some() && sent.id().is_some()).collect()
    }

    /// The progress that carries this token, its type included.
    pub(crate) fn progress(&self, token: &Value) -> Vec<&Message> {
        let is_progress = |message: &&Message| {
            message.method().as_deref() == Some("notifications/progress")
                && message.at("/params/progressToken").is_some_and(|found| found == *token)
        };
        self.received.iter().filter(is_progress).collect()
    }

    /// Whether the case itself asks for discovery with id 2, as a sign of life.
    pub(crate) fn asks_sign_of_life(&self) -> bool {
        self.sent.iter().any(|sent| {
            sent.id() == Some("2") && sent.method().as_deref() == Some("server/discover")
        })
    }
}
