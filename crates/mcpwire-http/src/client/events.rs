use http_body_util::BodyExt;
use hyper::body::Incoming;
use mcpwire_protocol::framing::{SseFields, SseItem, SseLimits, SseReader};

use super::error::{HttpError, Place, in_words};

/// An answer that is an event stream. Dropping it ends the exchange: the stream of HTTP/2 is
/// reset, the connection of HTTP/1.1 closed.
///
/// Specification: `basic/transports/streamable-http`.
#[derive(Debug)]
pub struct Events {
    body: Incoming,
    reader: SseReader,
    place: Place,
    limit: usize,
    is_over: bool,
}

/// What a stream brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// An event, or the id and the retry time of one without data.
    Sent(SentEvent),
    /// A comment, which keeps the connection alive and says nothing.
    Comment(Vec<u8>),
}

/// An event of a stream, as it came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentEvent {
    /// The `data` lines, joined; absent if there is none.
    pub data: Option<Vec<u8>>,
    /// The type; absent means `message`.
    pub event: Option<Vec<u8>>,
    /// The id to resume from.
    pub id: Option<Vec<u8>>,
    /// After how many milliseconds a reader may come back.
    pub retry: Option<u64>,
}

impl Events {
    pub(super) fn new(body: Incoming, place: Place, limit: usize) -> Self {
        let reader = SseReader::new(SseLimits { event: limit, ..SseLimits::default() });
        Events { body, reader, place, limit, is_over: false }
    }

    /// The next one, or `None` once the stream has ended as it should. Waiting can be given up and
    /// begun anew; nothing is lost by it.
    ///
    /// # Errors
    ///
    /// The connection broke, the stream ended inside an event, or an event is too long. Afterwards
    /// nothing comes any more.
    pub async fn next(&mut self) -> Result<Option<Event>, HttpError> {
        let next = self.read().await;
        self.is_over |= !matches!(next, Ok(Some(_)));
        next
    }

    async fn read(&mut self) -> Result<Option<Event>, HttpError> {
        while !self.is_over {
            if let Some(item) = self.reader.next_item() {
                return owned(item).ok_or_else(|| self.place.event_too_long(self.limit)).map(Some);
            }
            match self.body.frame().await {
                None if self.reader.finish().is_none() => return Ok(None),
                None => return Err(self.place.broken("the stream ended inside an event")),
                Some(Err(error)) => return Err(self.place.broken(&in_words(&error))),
                Some(Ok(frame)) => {
                    if let Some(data) = frame.data_ref() {
                        self.reader.push(data);
                    }
                }
            }
        }
        Ok(None)
    }
}

/// A copy that outlives the reader's buffer; `None` for an event that is not whole.
fn owned(item: SseItem<'_>) -> Option<Event> {
    match item {
        SseItem::Event { data, fields } => Some(sent(Some(data), fields)),
        SseItem::NoData { fields } => Some(sent(None, fields)),
        SseItem::Comment { text } => Some(Event::Comment(text.to_vec())),
        SseItem::Incomplete { .. } | SseItem::TooLong { .. } => None,
    }
}

fn sent(data: Option<&[u8]>, fields: SseFields<'_>) -> Event {
    let copy = |bytes: Option<&[u8]>| bytes.map(<[u8]>::to_vec);
    let (event, id) = (copy(fields.event), copy(fields.id));
    Event::Sent(SentEvent { data: copy(data), event, id, retry: fields.retry })
}
