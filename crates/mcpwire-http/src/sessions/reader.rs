use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::log::{Item, Log, Next};

/// One who reads a log, each thing once and in order.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) log: Arc<Log>,
    /// Which of the readers of this log it is.
    pub(super) turn: u64,
    /// The number of what it takes next.
    pub(super) next: u64,
    /// Whether it has been here before, and so is not sent away again.
    pub(super) returns: bool,
}

impl Reader {
    /// What comes next, without taking it.
    pub(super) fn peek(&self, cx: &mut Context<'_>) -> Poll<Next> {
        self.log.poll(self, cx)
    }

    /// Takes what comes next.
    pub(super) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Next> {
        let next = self.log.poll(self, cx);
        let steps = match &next {
            Poll::Ready(Next::Item(_)) => 1,
            Poll::Ready(Next::Forgotten(number)) => *number,
            _ => return next,
        };
        self.next += steps;
        self.log.took(self);
        next
    }

    /// Waits for the answer, without what is said before it; `None` if none comes.
    pub(super) async fn answer(mut self) -> Option<Vec<u8>> {
        self.returns = true;
        loop {
            match poll_fn(|cx| self.poll_next(cx)).await {
                Next::Item(Item::Answer(answer)) => return Some(answer),
                Next::Item(Item::Message(_)) | Next::Forgotten(_) => {}
                Next::Pause(_) | Next::End => return None,
            }
        }
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.log.left(self);
    }
}
