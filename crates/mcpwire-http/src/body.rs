use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};

use crate::events::Events;

/// The body of an answer: one JSON object, an event stream, or nothing.
#[derive(Debug)]
pub struct Body(Inside);

#[derive(Debug)]
enum Inside {
    Whole(Bytes),
    Stream(Box<Events>),
}

impl Body {
    pub(crate) const fn empty() -> Self {
        Body(Inside::Whole(Bytes::new()))
    }

    pub(crate) fn whole(bytes: impl Into<Bytes>) -> Self {
        Body(Inside::Whole(bytes.into()))
    }

    pub(crate) fn stream(events: Events) -> Self {
        Body(Inside::Stream(Box::new(events)))
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.0 {
            Inside::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Inside::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Inside::Stream(events) => {
                events.poll_next(cx).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.0, Inside::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Inside::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Inside::Stream(_) => SizeHint::default(),
        }
    }
}
