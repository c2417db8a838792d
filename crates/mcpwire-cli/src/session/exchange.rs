//! What crosses the wire in one exchange over HTTP.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::framing::SseItem;
use mcpwire_protocol::recording::{
    Body, Close, CloseReason, Content, EventKind, HttpField, Open, OpenKind, RequestHead,
    ResponseHead, SseComment, SseEvent, SseIncomplete,
};

use super::http::Request;
use super::tape::Raw;

/// One thing that crossed.
#[derive(Clone, Debug)]
pub enum Crossed {
    /// The request, which opens the exchange.
    Request {
        /// Its method.
        method: String,
        /// Its target, the whole URL.
        target: String,
        /// Its headers.
        headers: Headers,
        /// Its body.
        body: String,
    },
    /// The head of the response.
    Response {
        /// Its status.
        status: u16,
        /// Its headers.
        headers: Headers,
    },
    /// The body of the response, whole.
    Body(Raw),
    /// An event of the response, which is a stream.
    Event(Sse),
    /// The end of the exchange, with what is wrong if it broke.
    End(Option<String>),
}

/// The lines of a head.
pub(super) type Headers = Vec<(String, Vec<u8>)>;

/// What an event stream brought.
#[derive(Clone, Debug, Default)]
pub struct Sse {
    /// The data of an event.
    pub data: Option<Vec<u8>>,
    /// The type of an event.
    event: Option<Vec<u8>>,
    /// The id of an event.
    id: Option<Vec<u8>>,
    retry: Option<u64>,
    /// A comment, if it is one.
    comment: Option<Vec<u8>>,
    /// The start of an event that has no end.
    incomplete: Option<Vec<u8>>,
}

impl Crossed {
    pub(super) fn request(request: &Request) -> Self {
        Crossed::Request {
            method: request.method().to_string(),
            target: request.uri().to_string(),
            headers: lines(request.headers()),
            body: request.body().clone(),
        }
    }

    pub(super) fn response(head: &http::response::Parts) -> Self {
        Crossed::Response { status: head.status.as_u16(), headers: lines(&head.headers) }
    }

    /// How many bytes of the server it holds.
    pub fn size(&self) -> usize {
        match self {
            Crossed::Body(raw) => raw.bytes.len(),
            Crossed::Event(sse) => {
                let parts = [&sse.data, &sse.comment, &sse.incomplete];
                parts.into_iter().flatten().map(Vec::len).sum()
            }
            Crossed::Request { .. } | Crossed::Response { .. } | Crossed::End(_) => 0,
        }
    }

    /// A message of the server.
    pub fn message(&self) -> Option<&[u8]> {
        match self {
            Crossed::Body(raw) => Some(&raw.bytes),
            Crossed::Event(sse) => sse.data.as_deref(),
            Crossed::Request { .. } | Crossed::Response { .. } | Crossed::End(_) => None,
        }
    }

    /// The events of a recording that it is; the last one is the message, if there is one.
    pub(super) fn events(&self) -> Vec<EventKind<'_>> {
        match self {
            Crossed::Request { method, target, headers, body } => {
                let open = Open { what: OpenKind::Exchange, within: None, peer: None };
                let head = RequestHead {
                    method: method.clone(),
                    target: target.clone(),
                    version: Some("HTTP/1.1".to_owned()),
                    headers: fields(headers),
                };
                let mut events = vec![EventKind::Open(open), EventKind::RequestHead(head)];
                if !body.is_empty() {
                    events.push(whole(Direction::ClientToServer, body.as_bytes()));
                }
                events
            }
            Crossed::Response { status, headers } => {
                let version = Some("HTTP/1.1".to_owned());
                let head = ResponseHead { status: *status, version, headers: fields(headers) };
                vec![EventKind::ResponseHead(head)]
            }
            Crossed::Body(raw) => vec![whole(Direction::ServerToClient, &raw.bytes)],
            Crossed::Event(sse) => vec![sse.event()],
            Crossed::End(trouble) => {
                let reason = trouble.as_ref().map_or(CloseReason::End, |_| CloseReason::Broken);
                let close = Close { direction: None, reason, detail: trouble.clone() };
                vec![EventKind::Close(close)]
            }
        }
    }
}

impl Sse {
    pub(super) fn of(item: &SseItem<'_>) -> Self {
        let owned = |bytes: &[u8]| Some(bytes.to_vec());
        let (data, fields) = match *item {
            SseItem::Event { data, fields } => (owned(data), fields),
            SseItem::NoData { fields } => (None, fields),
            SseItem::Comment { text } => return Sse { comment: owned(text), ..Sse::default() },
            SseItem::Incomplete { raw } | SseItem::TooLong { head: raw, .. } => {
                return Sse { incomplete: owned(raw), ..Sse::default() };
            }
        };
        let (event, id) = (fields.event.and_then(owned), fields.id.and_then(owned));
        Sse { data, event, id, retry: fields.retry, ..Sse::default() }
    }

    fn event(&self) -> EventKind<'_> {
        if let Some(comment) = &self.comment {
            return EventKind::SseComment(SseComment { content: Content::of(comment) });
        }
        if let Some(raw) = &self.incomplete {
            return EventKind::SseIncomplete(SseIncomplete { content: Content::of(raw) });
        }
        EventKind::SseEvent(SseEvent {
            data: self.data.as_deref().map(Content::of),
            event: self.event.as_deref().map(Content::of),
            id: self.id.as_deref().map(Content::of),
            retry: self.retry,
        })
    }
}

fn whole(direction: Direction, bytes: &[u8]) -> EventKind<'_> {
    EventKind::Body(Body { direction, content: Content::of(bytes), more: false })
}

fn lines(headers: &http::HeaderMap) -> Headers {
    headers.iter().map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).collect()
}

fn fields(headers: &Headers) -> Vec<HttpField<'_>> {
    let field = |(name, value): &'_ (String, Vec<u8>)| HttpField {
        name: name.clone(),
        value: Content::of(value).into_owned(),
    };
    headers.iter().map(field).collect()
}
