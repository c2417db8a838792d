use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use bytes::{Buf, Bytes, BytesMut};
use http_body::Body;
use tokio::time::timeout;

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
    let length = body.size_hint().exact();
    if length.is_some_and(|length| length > limits.body as u64) {
        return Err(Unread::TooLong);
    }
    let mut pieces = pin!(pieces(body, limits, held));
    // Most bodies have come with their head, and need no timer.
    if let Poll::Ready(read) = poll_fn(|cx| Poll::Ready(pieces.as_mut().poll(cx))).await {
        return read;
    }
    Box::pin(timeout(limits.body_time, pieces)).await.unwrap_or(Err(Unread::TooSlow))
}

async fn pieces<B: Body>(body: B, limits: &Limits, held: &mut Held<'_>) -> Result<Bytes, Unread> {
    let most = limits.body;
    let mut body = pin!(body);
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    let announced = body.size_hint().exact().unwrap_or_default().min(most as u64) as usize;
    while let Some(frame) = poll_fn(|cx| body.as_mut().poll_frame(cx)).await {
        let Ok(mut piece) = frame.map_err(|_| Unread::Broken)?.into_data() else { continue };
        if first.len() + all.len() + piece.remaining() > most {
            return Err(Unread::TooLong);
        }
        if first.is_empty() && all.is_empty() {
            first = piece.copy_to_bytes(piece.remaining());
            continue;
        }
        if !held.take(first.len() + piece.remaining(), limits.bodies) {
            return Err(Unread::NoRoom);
        }
        if all.is_empty() {
            // Memory that is not written to costs nothing, so the announcement is believed.
            all.reserve(announced.max(first.len() + piece.remaining()));
            all.extend_from_slice(&std::mem::take(&mut first));
        }
        all.reserve(piece.remaining());
        while piece.has_remaining() {
            let chunk = piece.chunk();
            all.extend_from_slice(chunk);
            let length = chunk.len();
            piece.advance(length);
        }
    }
    Ok(if all.is_empty() { first } else { all.freeze() })
}
