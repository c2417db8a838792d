use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Frame, SizeHint};

use crate::events::Events;
use crate::sessions::{Resumed, SseStream, Unasked};
use crate::traffic::Open;

/// The body of an answer: one JSON object, an event stream, or nothing.
#[derive(Debug)]
pub struct Body {
    inside: Inside,
    /// For as long as this is being sent, its request is open.
    _open: Option<Open>,
}

#[derive(Debug)]
enum Inside {
    Whole(Bytes),
    Stream(Box<Events>),
    Resumed(Box<Resumed>),
    Unasked(Box<Unasked>),
    Sse(Box<SseStream>),
}

impl Body {
    pub(crate) const fn empty() -> Self {
        Body { inside: Inside::Whole(Bytes::new()), _open: None }
    }

    pub(crate) fn whole(bytes: impl Into<Bytes>) -> Self {
        Body { inside: Inside::Whole(bytes.into()), _open: None }
    }

    pub(crate) fn resumed(events: Resumed) -> Self {
        Body { inside: Inside::Resumed(Box::new(events)), _open: None }
    }

    pub(crate) fn unasked(events: Unasked) -> Self {
        Body { inside: Inside::Unasked(Box::new(events)), _open: None }
    }

    pub(crate) fn sse(events: SseStream) -> Self {
        Body { inside: Inside::Sse(Box::new(events)), _open: None }
    }

    pub(crate) fn stream(events: Events) -> Self {
        Body { inside: Inside::Stream(Box::new(events)), _open: None }
    }

    pub(crate) fn hold(&mut self, open: Open) {
        self._open = Some(open);
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.inside {
            Inside::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Inside::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Inside::Stream(events) => framed(events.poll_next(cx)),
            Inside::Resumed(events) => framed(events.poll_next(cx)),
            Inside::Unasked(events) => framed(events.poll_next(cx)),
            Inside::Sse(events) => framed(events.poll_next(cx)),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.inside, Inside::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match &self.inside {
            Inside::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            _ => SizeHint::default(),
        }
    }
}

/// A piece of a stream as a frame.
fn framed(piece: Poll<Option<Bytes>>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
    piece.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
}
