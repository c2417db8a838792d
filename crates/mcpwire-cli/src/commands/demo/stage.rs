//! Where events become rows, counts and answers.

use mcpwire_protocol::conversation::{Answer, Audience, Conversation, Link};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::jsonrpc::{Incoming, Outcome};
use mcpwire_protocol::recording::Exit;

use super::announced::Came;
use super::show::{Look, Row, describe};
use crate::message::Shape;
use crate::screen::{escape_bytes, style};
use crate::session::{Raw, Seen, What};

/// What was counted in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) shapes: [u64; 5],
    pub(super) bytes: u64,
    pub(super) envelopes: u64,
}

/// The state of the show.
#[derive(Debug)]
pub(super) struct Stage {
    pub(super) look: Look,
    pub(super) conversation: Conversation,
    pub(super) sent: Counts,
    pub(super) received: Counts,
    pub(super) logs: u64,
    pub(super) last: std::time::Duration,
    pub(super) number: usize,
    /// Whether nothing was shown before this stage.
    is_first: bool,
}

impl Stage {
    /// A stage whose rows go on after `number`.
    pub(super) fn after(look: Look, number: usize) -> Self {
        Stage {
            look,
            conversation: Conversation::new(),
            sent: Counts::default(),
            received: Counts::default(),
            logs: 0,
            last: std::time::Duration::ZERO,
            number,
            is_first: number == 0,
        }
    }

    /// Shows an event in `out`; returns the answer, if it is one.
    pub(super) fn event(&mut self, seen: &Seen, out: &mut String) -> Option<Came> {
        self.last = seen.at;
        match &seen.what {
            // The demo speaks to processes only.
            What::Started { .. } | What::Http(..) => None,
            What::Sent(raw) => self.message(seen, raw, Direction::ClientToServer, out),
            What::Received(raw) => self.message(seen, raw, Direction::ServerToClient, out),
            What::Log(raw) => {
                self.logs += 1;
                let text = escape_bytes(raw.text());
                let row =
                    Row { bytes: Some(raw.length()), ..self.plain(seen, "stderr", "log", "") };
                out.push_str(&self.look.log(&row, &text));
                None
            }
            What::InputEnded => self.silent(seen, "stdin →", "end", "end of input", out),
            What::OutputEnded => self.silent(seen, "stdout ←", "end", "end of output", out),
            What::Exited(exit) => self.silent(seen, "process", "exit", &say_exit(*exit), out),
            What::Gap(dropped) => {
                let said = format!("not kept: {} lines", dropped.lines);
                let row = self.plain(seen, "server", "gap", &said);
                out.push_str(&self.look.row(&Row { bytes: Some(dropped.bytes), ..row }));
                None
            }
        }
    }

    fn silent(
        &mut self,
        seen: &Seen,
        stream: &str,
        kind: &str,
        what: &str,
        out: &mut String,
    ) -> Option<Came> {
        let row = self.plain(seen, stream, kind, what);
        out.push_str(&self.look.row(&row));
        None
    }

    fn plain<'a>(
        &mut self,
        seen: &Seen,
        stream: &'a str,
        kind: &'a str,
        summary: &'a str,
    ) -> Row<'a> {
        self.number += 1;
        Row {
            number: self.number,
            at: seen.at,
            stream,
            kind,
            id: "",
            bytes: None,
            envelope: None,
            summary,
            shade: style::QUIET,
            kind_shade: style::QUIET,
        }
    }

    fn message(
        &mut self,
        seen: &Seen,
        raw: &Raw,
        direction: Direction,
        out: &mut String,
    ) -> Option<Came> {
        if raw.text().trim_ascii().is_empty() {
            // Blank lines say nothing, whoever writes them.
            let row = self.plain(seen, "stdout ←", "blank", "");
            out.push_str(&self.look.row(&row));
            return None;
        }
        let message = Incoming::parse(raw.text());
        let link = self.conversation.observe(direction, seen.at, &message);
        let (shape, id, summary, envelope) = describe(&message);
        let is_sent = direction == Direction::ClientToServer;
        let counts = if is_sent { &mut self.sent } else { &mut self.received };
        // The envelope is shown whole the first time, and not again with each process.
        let first = counts.bytes == 0 && self.is_first;
        counts.shapes[shape as usize] += 1;
        counts.bytes += raw.length();
        counts.envelopes += envelope.unwrap_or_default() as u64;
        let (stream, shade) =
            if is_sent { ("stdin →", style::SENT) } else { ("stdout ←", style::RECEIVED) };
        let row = Row {
            id: &id,
            bytes: Some(raw.length()),
            envelope,
            shade,
            kind_shade: shape.style(),
            ..self.plain(seen, stream, shape.word(), &summary)
        };
        out.push_str(&self.look.row(&row));
        out.push_str(&self.look.message(raw.text(), &message, !first, shade));
        if is_sent { None } else { self.came(&message, &link, id) }
    }

    fn came(&self, message: &Incoming<'_>, link: &Link, id: String) -> Option<Came> {
        let (answer, audience) = match (link, message) {
            (Link::Answer { exchange, answer, .. }, _) => {
                let method = self.conversation.exchange(*exchange).and_then(|asked| asked.known);
                (*answer, answer.audience(method))
            }
            (_, Incoming::Response(response)) => match &response.outcome {
                Outcome::Error(error) => (Answer::ProtocolError(error.code), Audience::Client),
                Outcome::Result(_) => (Answer::OtherResult, Audience::Client),
            },
            (_, Incoming::Malformed(malformed)) if malformed.is_json => {
                (Answer::Malformed, Audience::Client)
            }
            _ => return None,
        };
        let text = match message {
            Incoming::Response(response) => response.text.to_owned(),
            _ => String::new(),
        };
        Some(Came { answer, id: Some(id).filter(|id| !id.is_empty()), audience, text })
    }
}

impl Counts {
    /// How many messages of a shape.
    pub(super) fn of(&self, shape: Shape) -> u64 {
        self.shapes[shape as usize]
    }
}

fn say_exit(exit: Exit) -> String {
    match exit {
        Exit::Status(status) => format!("the server ended with status {status}"),
        Exit::Signal(signal) => format!("the server was ended by signal {signal}"),
        Exit::Unknown => "the server ended".to_owned(),
    }
}
