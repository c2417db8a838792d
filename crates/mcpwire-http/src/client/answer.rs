use bytes::{Bytes, BytesMut};
use http::header::CONTENT_TYPE;
use http::response::Parts;
use http_body_util::BodyExt;
use hyper::body::{Body, Incoming};
use tokio::time::timeout;

use super::error::{HttpError, Place, in_words};
use super::events::Events;
use super::limits::HttpLimits;

/// What came back for a request, whatever its status.
#[derive(Debug)]
pub struct Answer {
    /// Status, version and headers.
    pub head: Parts,
    /// What follows them.
    pub body: AnswerBody,
}

/// The body of an answer.
#[derive(Debug)]
pub enum AnswerBody {
    /// All of it.
    Whole(Bytes),
    /// An event stream, of which nothing was read yet. Dropping it ends the exchange.
    Events(Box<Events>),
}

impl Answer {
    pub(super) async fn read(
        head: Parts,
        body: Incoming,
        place: Place,
        limits: &HttpLimits,
    ) -> Result<Answer, HttpError> {
        let body = if is_event_stream(&head) {
            AnswerBody::Events(Box::new(Events::new(body, place, limits.event)))
        } else {
            AnswerBody::Whole(whole(body, &place, limits).await?)
        };
        Ok(Answer { head, body })
    }
}

fn is_event_stream(head: &Parts) -> bool {
    let value = head.headers.get(CONTENT_TYPE).map(|value| value.as_bytes()).unwrap_or_default();
    let media = value.split(|byte| *byte == b';').next().unwrap_or_default();
    media.trim_ascii().eq_ignore_ascii_case(b"text/event-stream")
}

async fn whole(mut body: Incoming, place: &Place, limits: &HttpLimits) -> Result<Bytes, HttpError> {
    // What says beforehand that it is too long is not waited for.
    if body.size_hint().lower() > limits.body as u64 {
        return Err(place.body_too_long(limits.body));
    }
    let (mut first, mut more) = (Bytes::new(), BytesMut::new());
    loop {
        let frame = timeout(limits.pause, body.frame()).await;
        let Some(frame) = frame.map_err(|_| place.pause(limits.pause))? else { break };
        let frame = frame.map_err(|error| place.broken(&in_words(&error)))?;
        let Ok(data) = frame.into_data() else { continue };
        if first.len() + more.len() + data.len() > limits.body {
            return Err(place.body_too_long(limits.body));
        }
        // One piece, which is the usual case, is not copied.
        if first.is_empty() && more.is_empty() {
            first = data;
            continue;
        }
        if more.is_empty() {
            more.extend_from_slice(&std::mem::take(&mut first));
        }
        more.extend_from_slice(&data);
    }
    Ok(if more.is_empty() { first } else { more.freeze() })
}
