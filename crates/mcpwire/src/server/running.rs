//! A request that somebody else drives: what a transport without a wire of its own works with.

use std::cell::RefCell;
use std::fmt;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Id, ParseLimits, Request, RpcError, write_error};
use mcpwire_protocol::reason;
use tokio::sync::mpsc;

use super::arrival::Arrival;
use super::listening::Listening;
use super::observe;
use super::registry::Endpoint;
use super::reply::{Refused, Reply};
use super::route::Step;
use super::speaker::{Said, Voice, Words};
use super::work::{self, Panicked, Work};

/// From how many bytes on a request is forgotten before it is answered.
const LARGE: usize = 64 << 10;

/// What came of a request at once.
#[derive(Debug)]
pub enum Answer {
    /// Its answer.
    Ready(Reply),
    /// A handler that has spoken or is pending.
    Running(Running),
}

/// What a running request says.
#[derive(Debug)]
pub enum Spoken {
    /// A message on the way: a notification, or a request to a legacy client.
    Message(Vec<u8>),
    /// The stream of this request may be left now, and read again after this time. Only a session
    /// of a legacy client can do that; elsewhere it means nothing.
    Pause(Duration),
    /// The answer; nothing comes after it.
    Answer(Reply),
}

/// A handler under way, driven by whoever polls it. Dropping it stops the handler, which is how a
/// request is cancelled.
pub struct Running {
    source: Source,
}

/// Who speaks.
enum Source {
    Handler(Handling),
    Listener(Listening),
}

/// A handler under way.
struct Handling {
    /// `None` once it has ended.
    work: Option<Work>,
    /// The answer, while words that stand before it are still waiting.
    answer: Option<Reply>,
    said: Option<mpsc::Receiver<Said>>,
    panic: Panic,
}

/// What is to be said should the handler panic.
pub(crate) struct Panic {
    endpoint: Endpoint,
    note: String,
    id: String,
}

impl Handling {
    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Spoken> {
        if let Some(work) = &mut self.work
            && let Poll::Ready(ended) = work::poll_caught(work, cx)
        {
            self.work = None;
            self.answer = Some(ended.unwrap_or_else(|Panicked| self.panic.reply()));
        }
        if let Some(said) = &mut self.said {
            if self.answer.is_some() {
                // Nobody speaks any more; what waits is all there will be.
                said.close();
            }
            if let Poll::Ready(Some(said)) = said.poll_recv(cx) {
                return Poll::Ready(match said.words {
                    Words::Message(message) => Spoken::Message(message),
                    Words::Pause(retry) => Spoken::Pause(retry),
                    Words::Answer(reply) => Spoken::Answer(reply),
                });
            }
        }
        match self.answer.take() {
            Some(reply) => Poll::Ready(Spoken::Answer(reply)),
            None => Poll::Pending,
        }
    }

    fn end(&mut self) {
        if self.work.take().is_some() {
            let text = "The server ends before this request was done; send it again later.";
            let error = RpcError::refusal(reason!("server-ending"), text);
            let id = Text::parse(&self.panic.id).ok().and_then(Id::new);
            self.answer = Some(refusal(id, &error));
        }
    }
}

impl Running {
    fn of(handling: Handling) -> Answer {
        Answer::Running(Running { source: Source::Handler(handling) })
    }

    /// What is said next.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Spoken> {
        match &mut self.source {
            Source::Handler(handling) => handling.poll_next(cx),
            Source::Listener(listening) => listening.poll_next(cx),
        }
    }

    /// Whether it is a stream of notifications (`subscriptions/listen`), which stays open until
    /// somebody ends it, and which only an event stream can carry.
    pub fn is_listening(&self) -> bool {
        matches!(self.source, Source::Listener(_))
    }

    /// Brings it to its end, for a server that goes: a handler is stopped and answered with an
    /// error, a stream of notifications gets its result. What was said before still comes, and
    /// then the answer, at once.
    pub fn end(&mut self) {
        match &mut self.source {
            Source::Handler(handling) => handling.end(),
            Source::Listener(listening) => listening.end(),
        }
    }

    /// The answer alone; what is said on the way is dropped.
    pub fn poll_answer(&mut self, cx: &mut Context<'_>) -> Poll<Reply> {
        loop {
            if let Spoken::Answer(reply) = ready!(self.poll_next(cx)) {
                return Poll::Ready(reply);
            }
        }
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = match &self.source {
            Source::Handler(handling) => &handling.panic.id,
            Source::Listener(listening) => listening.id(),
        };
        f.debug_struct("Running").field("id", &id).finish_non_exhaustive()
    }
}

impl Panic {
    pub(crate) fn of(endpoint: &Endpoint, request: &Request<'_>) -> Self {
        let (note, id) = (work::panic_note(request), request.id.as_str().to_owned());
        Panic { endpoint: endpoint.clone(), note, id }
    }

    pub(crate) fn reply(&self) -> Reply {
        self.endpoint.registry.note(&self.note);
        refusal(Text::parse(&self.id).ok().and_then(Id::new), &work::panicked())
    }
}

impl Endpoint {
    /// Passes on a line to whoever runs this server, as [`Server::on_notice`] says; for transports.
    ///
    /// [`Server::on_notice`]: crate::Server::on_notice
    pub fn note(&self, line: &str) {
        self.registry.note(line);
    }

    /// How messages to this endpoint are to be parsed.
    pub fn parse_limits(&self) -> ParseLimits {
        ParseLimits { depth: self.registry.limits.depth }
    }

    /// Answers one request, or starts the handler that will, which the caller then drives.
    ///
    /// This is for transports that have no wire, such as HTTP, where each request comes for
    /// itself: nothing is remembered of it here, and the same id may be in flight many times.
    /// Everything is admitted, routed and answered as on a wire.
    pub fn answer(&self, request: &Request<'_>, arrival: &Arrival<'_>) -> Answer {
        let channel = RefCell::new(None);
        let mut message = Vec::new();
        let voice = Voice::Alone(&channel);
        let routed = observe::answer(self, request, arrival, voice, &mut message);
        let mut work = match routed {
            Ok(Ok(Step::Answered)) => return Answer::Ready(Reply::result(message)),
            Ok(Ok(Step::ToolError(retry_after))) => {
                return Answer::Ready(Reply::tool_error(message, retry_after));
            }
            Ok(Ok(Step::Started(work))) => work,
            Ok(Ok(Step::Listening(listening))) => {
                return Answer::Running(Running { source: Source::Listener(listening) });
            }
            Ok(Err(error)) => return Answer::Ready(refusal(Some(request.id), &error)),
            Err(Panicked) => {
                self.registry.note(&work::panic_note(request));
                return Answer::Ready(refusal(Some(request.id), &work::panicked()));
            }
        };
        let said = channel.into_inner().map(|(_, said)| said);
        if said.is_some() || request.text.len() > LARGE {
            // Polled in the first place by whoever drives it, so that its waker is the right one,
            // and a large request may be forgotten before its answer is made.
            let panic = Panic::of(self, request);
            return Running::of(Handling { work: Some(work), answer: None, said, panic });
        }
        match work::poll_in_place(&mut work) {
            Poll::Ready(Ok(reply)) => Answer::Ready(reply),
            Poll::Ready(Err(Panicked)) => Answer::Ready(Panic::of(self, request).reply()),
            Poll::Pending => {
                let panic = Panic::of(self, request);
                Running::of(Handling { work: Some(work), answer: None, said: None, panic })
            }
        }
    }
}

/// An error response.
pub(crate) fn refusal(id: Option<Id<'_>>, error: &RpcError) -> Reply {
    let mut message = Vec::new();
    write_error(&mut message, id, error);
    Reply { refused: Some(Refused::of(error)), ..Reply::result(message) }
}
