//! The heads of HTTP messages in examples.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::recording::{Content, EventKind, HttpField, RequestHead, ResponseHead};

/// The heads of an exchange, line by line.
#[derive(Debug, Default)]
pub(crate) struct Heads {
    request: Vec<String>,
    response: Vec<String>,
    is_event_stream: bool,
}

impl Heads {
    /// Whether the head of a request has begun and not ended.
    pub(crate) fn is_requesting(&self) -> bool {
        !self.request.is_empty()
    }

    /// Whether the last response was an event stream.
    pub(crate) fn is_event_stream(&self) -> bool {
        self.is_event_stream
    }

    pub(crate) fn take(&mut self, direction: Direction, line: &str) {
        match direction {
            Direction::ClientToServer => self.request.push(line.to_owned()),
            Direction::ServerToClient => self.response.push(line.to_owned()),
        }
    }

    /// The head of which the last line has come, if there is one.
    pub(crate) fn finish(&mut self, direction: Direction) -> Option<EventKind<'static>> {
        match direction {
            Direction::ClientToServer => {
                let lines = std::mem::take(&mut self.request);
                let (method, target) = lines.first()?.split_once(' ')?;
                Some(EventKind::RequestHead(RequestHead {
                    method: method.to_owned(),
                    target: target.to_owned(),
                    version: None,
                    headers: fields(&lines),
                }))
            }
            Direction::ServerToClient => {
                let lines = std::mem::take(&mut self.response);
                let status = lines.first()?.split(' ').next()?.parse().ok()?;
                let headers = fields(&lines);
                self.is_event_stream = headers.iter().any(|field| {
                    field.name.eq_ignore_ascii_case("content-type")
                        && field.value.bytes().starts_with(b"text/event-stream")
                });
                Some(EventKind::ResponseHead(ResponseHead { status, version: None, headers }))
            }
        }
    }
}

fn fields(lines: &[String]) -> Vec<HttpField<'static>> {
    let fields = lines.iter().skip(1).filter_map(|line| line.split_once(':'));
    fields
        .map(|(name, value)| HttpField {
            name: name.to_owned(),
            value: Content::from(value.trim()).into_owned(),
        })
        .collect()
}
