use std::error::Error;
use std::fmt;

use bytes::Bytes;
use http::StatusCode;
use http::response::Parts;
use mcpwire_protocol::jsonrpc::{Id, IdKey, Incoming};

use super::authorize::Denied;
use super::error::Place;
use super::{Answer, AnswerBody, Event, HttpError, SentEvent};

/// What comes back for one message, in the order in which it comes: what the server says on the
/// way, and the answer last. Dropping it cancels the request and no other.
#[derive(Debug)]
pub struct Exchange {
    head: Parts,
    body: AnswerBody,
    /// The id whose answer is due.
    awaited: Option<IdKey>,
    place: Place,
    /// Whether something was handed on.
    has_come: bool,
    is_over: bool,
}

impl Exchange {
    pub(super) fn new(answer: Answer, awaited: Option<IdKey>, place: Place) -> Self {
        let Answer { head, body } = answer;
        Exchange { head, body, awaited, place, has_come: false, is_over: false }
    }

    /// The status and the headers of the answer. What a message says counts before its status.
    pub fn head(&self) -> &Parts {
        &self.head
    }

    /// The next message, as it came; after the answer, or where none is due, `None`. Waiting can
    /// be given up and begun anew.
    ///
    /// In an event stream it may be anything, also no valid message.
    ///
    /// # Errors
    ///
    /// It ended without the answer that is due. Nothing comes afterwards.
    pub async fn next(&mut self) -> Result<Option<Bytes>, ExchangeError> {
        if self.is_over {
            return Ok(None);
        }
        let next = self.read().await;
        self.is_over |= !matches!(next, Ok(Some(_)));
        next
    }

    async fn read(&mut self) -> Result<Option<Bytes>, ExchangeError> {
        let text = match &mut self.body {
            AnswerBody::Whole(_) if self.has_come => None,
            AnswerBody::Whole(whole) => {
                let whole = std::mem::take(whole);
                let is_valid = !matches!(Incoming::parse(&whole), Incoming::Malformed(_));
                if !is_valid && (self.awaited.is_some() || !self.head.status.is_success()) {
                    return Err(self.no_message(&whole));
                }
                Some(whole).filter(|_| is_valid)
            }
            AnswerBody::Events(events) => loop {
                match events.next().await.map_err(ExchangeError::Http)? {
                    None => break None,
                    Some(Event::Sent(it)) if is_message(&it) => {
                        // An event without text only gives an id to resume from.
                        match it.data.filter(|data| !data.is_empty()) {
                            Some(data) => break Some(Bytes::from(data)),
                            None => continue,
                        }
                    }
                    Some(_) => {}
                }
            },
        };
        match text {
            Some(text) => {
                self.has_come = true;
                self.is_over = self.is_answer(&text);
                Ok(Some(text))
            }
            None if self.awaited.is_some() => {
                Err(ExchangeError::Unanswered(self.place.unanswered()))
            }
            None => Ok(None),
        }
    }

    /// Whether this is what is waited for. An error without an id is as well where it is the whole
    /// answer: its sender could not read the request.
    fn is_answer(&self, text: &[u8]) -> bool {
        let Incoming::Response(response) = Incoming::parse(text) else { return false };
        match response.id.map(Id::key) {
            None => matches!(self.body, AnswerBody::Whole(_)),
            id => id == self.awaited,
        }
    }

    fn no_message(&self, body: &[u8]) -> ExchangeError {
        let start = &body[..body.len().min(SHOWN)];
        let start = String::from_utf8_lossy(start).trim().escape_debug().to_string();
        ExchangeError::NoMessage {
            status: self.head.status,
            text: self.place.no_message(self.head.status, &start),
        }
    }
}

/// Other types of events are not of the protocol.
fn is_message(event: &SentEvent) -> bool {
    event.event.as_ref().is_none_or(|kind| kind.is_empty() || kind == b"message")
}

/// How many bytes of a strange answer an error shows.
const SHOWN: usize = 200;

/// Why a message has no answer.
#[derive(Clone, Debug)]
pub enum ExchangeError {
    /// HTTP itself failed.
    Http(HttpError),
    /// The caller has no credentials, or they do not suffice.
    Denied(Denied),
    /// What came is no message of the protocol: a page of something on the way, or nothing.
    NoMessage {
        /// The status, which is all that it says.
        status: StatusCode,
        /// The whole sentence.
        text: String,
    },
    /// The answer ended in good order, and what was due was not in it.
    Unanswered(String),
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExchangeError::Http(error) => error.fmt(f),
            ExchangeError::Denied(Denied(text))
            | ExchangeError::NoMessage { text, .. }
            | ExchangeError::Unanswered(text) => f.write_str(text),
        }
    }
}

impl Error for ExchangeError {}
