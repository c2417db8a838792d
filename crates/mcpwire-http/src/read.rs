use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes, BytesMut};
use http_body::Body;
use tokio::time::{Sleep, sleep};

use crate::limits::{Held, Limits};

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    TooLong,
    TooSlow,
    /// There are too many others.
    NoRoom,
    /// The connection broke; nobody hears the answer.
    Broken,
}

/// Reads a body. One that comes in one piece is not copied.
pub(crate) async fn read<B: Body>(
    body: B,
    limits: &Limits,
    held: &mut Held<'_>,
) -> Result<Bytes, Unread> {
    let announced = body.size_hint().exact();
    if announced.is_some_and(|length| length > limits.body as u64) {
        return Err(Unread::TooLong);
    }
    let mut body = pin!(body);
    let mut pieces = Pieces::default();
    // Most bodies have come with their head, and need no timer.
    let mut patience: Option<Pin<Box<Sleep>>> = None;
    poll_fn(|cx| {
        if let Poll::Ready(read) = pieces.poll(body.as_mut(), limits, held, cx) {
            return Poll::Ready(read);
        }
        let patience = patience.get_or_insert_with(|| Box::pin(sleep(limits.body_time)));
        patience.as_mut().poll(cx).map(|()| Err(Unread::TooSlow))
    })
    .await
}

/// What has come of a body.
#[derive(Default)]
struct Pieces {
    /// The first piece, as long as there is no other.
    first: Bytes,
    all: BytesMut,
}

impl Pieces {
    fn poll<B: Body>(
        &mut self,
        mut body: Pin<&mut B>,
        limits: &Limits,
        held: &mut Held<'_>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Bytes, Unread>> {
        loop {
            let left = body.size_hint().exact().unwrap_or_default();
            let Some(frame) = ready!(body.as_mut().poll_frame(cx)) else {
                let whole = std::mem::take(&mut self.all);
                let first = std::mem::take(&mut self.first);
                return Poll::Ready(Ok(if whole.is_empty() { first } else { whole.freeze() }));
            };
            let Ok(frame) = frame else { return Poll::Ready(Err(Unread::Broken)) };
            let Ok(piece) = frame.into_data() else { continue };
            if let Err(why) = self.add(piece, left, limits, held) {
                return Poll::Ready(Err(why));
            }
        }
    }

    /// Adds a piece; `left` is what was still to come before it, as far as that was announced.
    fn add(
        &mut self,
        mut piece: impl Buf,
        left: u64,
        limits: &Limits,
        held: &mut Held<'_>,
    ) -> Result<(), Unread> {
        let length = self.first.len() + self.all.len() + piece.remaining();
        if length > limits.body {
            return Err(Unread::TooLong);
        }
        if self.first.is_empty() && self.all.is_empty() {
            self.first = piece.copy_to_bytes(piece.remaining());
            return Ok(());
        }
        if !held.take(self.first.len() + piece.remaining(), limits.bodies) {
            return Err(Unread::NoRoom);
        }
        if self.all.is_empty() {
            // Memory that is not written to costs nothing, so the announcement is believed.
            let announced = (self.first.len() as u64).saturating_add(left).min(limits.body as u64);
            self.all.reserve(length.max(announced as usize));
            self.all.extend_from_slice(&std::mem::take(&mut self.first));
        }
        self.all.reserve(piece.remaining());
        while piece.has_remaining() {
            let chunk = piece.chunk();
            self.all.extend_from_slice(chunk);
            let length = chunk.len();
            piece.advance(length);
        }
        Ok(())
    }
}
