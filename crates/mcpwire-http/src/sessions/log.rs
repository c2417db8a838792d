use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// What one request of a session has said so far, so that a client whose connection broke can go
/// on where it was.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    kept: VecDeque<Item>,
    /// The number of the first that is kept.
    first: u64,
    bytes: usize,
    has_ended: bool,
    /// The number before which a reader is sent away, and for how long.
    pause: Option<(u64, Duration)>,
    waker: Option<Waker>,
}

/// One thing that was said.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Message(Vec<u8>),
    Answer(Vec<u8>),
}

/// What a reader finds.
#[derive(Debug)]
pub(super) enum Next {
    Item(Item),
    /// The reader is to come again after this time.
    Pause(Duration),
    /// There is nothing more.
    End,
}

impl Log {
    /// How many bytes are kept; older ones are forgotten.
    const KEEP: usize = 4 << 20;

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, item: Item) {
        let mut state = self.state();
        state.bytes += item.bytes().len();
        state.has_ended |= matches!(item, Item::Answer(_));
        state.kept.push_back(item);
        while state.bytes > Self::KEEP && state.kept.len() > 1 {
            if let Some(old) = state.kept.pop_front() {
                state.bytes -= old.bytes().len();
                state.first += 1;
            }
        }
        wake(&mut state);
    }

    /// Sends the reader away, to come again for what is said from here on.
    pub(super) fn pause(&self, retry: Duration) {
        let mut state = self.state();
        state.pause = Some((state.first + state.kept.len() as u64, retry));
        wake(&mut state);
    }

    /// Nothing more is said.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.has_ended = true;
        wake(&mut state);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.state().has_ended
    }

    /// What stands at a number. A reader that has been sent away once is not again, if it `returns`.
    pub(super) fn poll(&self, number: u64, returns: bool, cx: &mut Context<'_>) -> Poll<Next> {
        let mut state = self.state();
        match state.pause {
            Some((before, retry)) if before == number && !returns => {
                return Poll::Ready(Next::Pause(retry));
            }
            _ => {}
        }
        let place = number.saturating_sub(state.first) as usize;
        if let Some(item) = state.kept.get(place) {
            return Poll::Ready(Next::Item(item.clone()));
        }
        if state.has_ended {
            return Poll::Ready(Next::End);
        }
        state.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Item {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Item::Message(bytes) | Item::Answer(bytes) => bytes,
        }
    }
}

fn wake(state: &mut State) {
    if let Some(waker) = state.waker.take() {
        waker.wake();
    }
}
