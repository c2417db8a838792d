use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::reader::Reader;

/// What one request of a session has said so far, so that a client whose connection broke can go
/// on where it was. One reader at a time has it, the newest.
#[derive(Debug)]
pub(super) struct Log {
    /// How many bytes all logs of the session keep.
    total: Arc<AtomicUsize>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    kept: VecDeque<Item>,
    /// The number of the first that is kept.
    first: u64,
    bytes: usize,
    has_ended: bool,
    /// The number before which a reader is sent away, and for how long.
    pause: Option<(u64, Duration)>,
    /// The newest reader.
    turn: u64,
    /// What it takes next; nothing while nobody reads.
    place: Option<u64>,
    reader: Option<Waker>,
    /// Those who wait for room.
    speakers: Vec<Waker>,
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
    /// So many that the reader has not seen are not kept any more.
    Forgotten(u64),
    /// The reader is to come again after this time.
    Pause(Duration),
    /// There is nothing more, or a newer reader has taken over.
    End,
}

impl Log {
    /// How many bytes are kept for readers that come back.
    const KEEP: usize = 1 << 20;
    /// How many all logs of a session keep.
    pub(super) const KEEP_TOGETHER: usize = 16 << 20;

    pub(super) fn new(total: Arc<AtomicUsize>) -> Self {
        Log { total, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, item: Item) {
        let mut state = self.state();
        state.bytes += item.bytes().len();
        self.total.fetch_add(item.bytes().len(), Ordering::Relaxed);
        state.has_ended |= matches!(item, Item::Answer(_));
        state.kept.push_back(item);
        self.forget(&mut state);
        wake(&mut state.reader);
    }

    fn is_full(&self, state: &State) -> bool {
        state.bytes > Self::KEEP || self.total.load(Ordering::Relaxed) > Self::KEEP_TOGETHER
    }

    /// Makes room, but not of what a reader has still to take, and never of the last: that is the
    /// answer, once there is one.
    fn forget(&self, state: &mut State) {
        while self.is_full(state)
            && state.kept.len() > 1
            && state.place.is_none_or(|place| state.first < place)
        {
            let Some(old) = state.kept.pop_front() else { return };
            state.bytes -= old.bytes().len();
            self.total.fetch_sub(old.bytes().len(), Ordering::Relaxed);
            state.first += 1;
        }
    }

    /// Whether more may be said: not while there is a reader that has much to take. Without a
    /// reader nothing is waited for.
    pub(super) fn poll_room(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.state();
        let is_behind = state.place.is_some_and(|place| place < state.end());
        if is_behind && self.is_full(&state) {
            if !state.speakers.iter().any(|known| known.will_wake(cx.waker())) {
                state.speakers.push(cx.waker().clone());
            }
            return Poll::Pending;
        }
        Poll::Ready(())
    }

    /// Whether there is much that its reader has still to take.
    pub(super) fn is_behind(&self) -> bool {
        let state = self.state();
        state.place.is_some_and(|place| place < state.end()) && self.is_full(&state)
    }

    /// Sends the reader away, to come again for what is said from here on.
    pub(super) fn pause(&self, retry: Duration) {
        let mut state = self.state();
        state.pause = Some((state.end(), retry));
        wake(&mut state.reader);
    }

    /// Nothing more is said.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.has_ended = true;
        wake(&mut state.reader);
        wake_all(&mut state);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.state().has_ended
    }

    /// Reads from a number on; an older reader ends. `None` if nothing of that number was said yet.
    pub(super) fn read(self: &Arc<Self>, from: u64, returns: bool) -> Option<Reader> {
        let mut state = self.state();
        if from > state.end() {
            return None;
        }
        state.turn += 1;
        state.place = Some(from);
        wake(&mut state.reader);
        wake_all(&mut state);
        let turn = state.turn;
        drop(state);
        Some(Reader { log: self.clone(), turn, next: from, returns })
    }

    /// What stands at the place of this reader.
    pub(super) fn poll(&self, reader: &Reader, cx: &mut Context<'_>) -> Poll<Next> {
        let mut state = self.state();
        if state.turn != reader.turn {
            return Poll::Ready(Next::End);
        }
        if let Some((before, retry)) = state.pause
            && before == reader.next
            && !reader.returns
        {
            return Poll::Ready(Next::Pause(retry));
        }
        let Some(place) = reader.next.checked_sub(state.first) else {
            return Poll::Ready(Next::Forgotten(state.first - reader.next));
        };
        if let Some(item) = state.kept.get(place as usize) {
            return Poll::Ready(Next::Item(item.clone()));
        }
        if state.has_ended {
            return Poll::Ready(Next::End);
        }
        state.reader = Some(cx.waker().clone());
        Poll::Pending
    }

    /// A reader has gone on.
    pub(super) fn took(&self, reader: &Reader) {
        let mut state = self.state();
        if state.turn == reader.turn {
            state.place = Some(reader.next);
            self.forget(&mut state);
            wake_all(&mut state);
        }
    }

    /// A reader has gone; what it has not taken is kept as far as there is room.
    pub(super) fn left(&self, reader: &Reader) {
        let mut state = self.state();
        if state.turn == reader.turn {
            state.place = None;
            self.forget(&mut state);
            wake_all(&mut state);
        }
    }
}

impl State {
    /// The number of what is said next.
    fn end(&self) -> u64 {
        self.first + self.kept.len() as u64
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.total.fetch_sub(self.state().bytes, Ordering::Relaxed);
    }
}

impl Item {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Item::Message(bytes) | Item::Answer(bytes) => bytes,
        }
    }
}

fn wake_all(state: &mut State) {
    for waker in state.speakers.drain(..) {
        waker.wake();
    }
}

fn wake(waker: &mut Option<Waker>) {
    if let Some(waker) = waker.take() {
        waker.wake();
    }
}
