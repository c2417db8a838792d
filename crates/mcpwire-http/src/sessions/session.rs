use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use mcpwire::{Caller, Peer};
use tokio::task::AbortHandle;

use super::log::Log;

/// A session: what a handshake over HTTP has opened.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) peer: Arc<Peer>,
    /// Who opened it; for anyone else it does not exist.
    principal: Option<String>,
    /// How often its own stream was opened: the newest reader has it.
    pub(super) readers: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    last_use: Instant,
    streams: VecDeque<(u64, Arc<Log>)>,
    last_stream: u64,
    running: Vec<(String, u64, AbortHandle)>,
}

impl Session {
    /// How many streams are kept for clients that come back.
    const STREAMS: usize = 64;

    pub(super) fn new(id: String, peer: Arc<Peer>, caller: &Caller) -> Self {
        let state = State {
            last_use: Instant::now(),
            streams: VecDeque::new(),
            last_stream: 0,
            running: Vec::new(),
        };
        let principal = caller.principal().map(str::to_owned);
        peer.has_session(&id);
        let readers = AtomicU64::new(0);
        Session { id, peer, principal, readers, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn belongs_to(&self, caller: &Caller) -> bool {
        self.principal.as_deref() == caller.principal()
    }

    pub(super) fn is_used(&self) {
        self.state().last_use = Instant::now();
    }

    pub(super) fn last_use(&self) -> Instant {
        self.state().last_use
    }

    /// A stream for a request, and its number. The oldest that has ended makes room.
    pub(super) fn open_stream(&self) -> (u64, Arc<Log>) {
        let mut state = self.state();
        state.last_stream += 1;
        let (number, log) = (state.last_stream, Arc::new(Log::default()));
        if state.streams.len() >= Self::STREAMS {
            let ended = state.streams.iter().position(|(_, log)| log.has_ended());
            state.streams.remove(ended.unwrap_or(0));
        }
        state.streams.push_back((number, log.clone()));
        (number, log)
    }

    pub(super) fn stream(&self, number: u64) -> Option<Arc<Log>> {
        let state = self.state();
        state.streams.iter().find(|(known, _)| *known == number).map(|(_, log)| log.clone())
    }

    /// Remembers what runs for a request, by its id as it is spelled.
    pub(super) fn runs(&self, id: String, stream: u64, task: AbortHandle) {
        self.state().running.push((id, stream, task));
    }

    pub(super) fn has_ended(&self, stream: u64) {
        self.state().running.retain(|(_, known, _)| *known != stream);
    }

    /// Stops the request of this id; its stream ends without an answer.
    pub(super) fn cancel(&self, id: &str) {
        let mut state = self.state();
        let Some(at) = state.running.iter().position(|(known, _, _)| known == id) else { return };
        let (_, stream, task) = state.running.swap_remove(at);
        task.abort();
        if let Some((_, log)) = state.streams.iter().find(|(known, _)| *known == stream) {
            log.end();
        }
    }

    /// The number of a new reader of the session's own stream.
    pub(super) fn new_reader(&self) -> u64 {
        self.readers.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// What runs for a session ends with it.
impl Drop for Session {
    fn drop(&mut self) {
        for (_, _, task) in &self.state().running {
            task.abort();
        }
    }
}
