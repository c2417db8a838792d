use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcpwire::{Caller, Peer};
use tokio::task::AbortHandle;

use super::log::Log;
use crate::ending::Moment;

/// A session: what a handshake over HTTP has opened.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) peer: Arc<Peer>,
    /// Who opened it; for anyone else it does not exist.
    principal: Option<String>,
    /// How often its own stream was opened: the newest reader has it.
    pub(super) readers: AtomicU64,
    /// It is over, whoever still holds it.
    pub(super) ended: Moment,
    /// How many bytes its logs keep.
    bytes: Arc<AtomicUsize>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    has_ended: bool,
    streams: VecDeque<(u64, Arc<Log>)>,
    last_stream: u64,
    running: Vec<Run>,
}

/// A request under way.
#[derive(Debug)]
struct Run {
    /// Its id, as it is spelled.
    id: String,
    stream: u64,
    /// Missing until its task has begun.
    task: Option<AbortHandle>,
}

impl Session {
    /// How many streams that have ended are kept for clients that come back.
    const STREAMS: usize = 64;
    /// How many requests run at once.
    const RUNNING: usize = 1_000;

    pub(super) fn new(id: String, peer: Arc<Peer>, caller: &Caller) -> Self {
        peer.has_session(&id);
        Session {
            id,
            peer,
            principal: caller.principal().map(str::to_owned),
            readers: AtomicU64::new(0),
            ended: Moment::default(),
            bytes: Arc::default(),
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn belongs_to(&self, caller: &Caller) -> bool {
        self.principal.as_deref() == caller.principal()
    }

    /// A stream for the request of this id, and its number; `None` if as many run as may.
    pub(super) fn open_stream(&self, id: String) -> Option<(u64, Arc<Log>)> {
        let mut state = self.state();
        if state.running.len() >= Self::RUNNING {
            return None;
        }
        self.forget(&mut state);
        state.last_stream += 1;
        let (stream, log) = (state.last_stream, Arc::new(Log::new(self.bytes.clone())));
        state.streams.push_back((stream, log.clone()));
        state.running.push(Run { id, stream, task: None });
        Some((stream, log))
    }

    /// The one stream, of number 0, that all answers come on.
    pub(super) fn open_own(&self) -> Arc<Log> {
        let log = Arc::new(Log::new(self.bytes.clone()));
        self.state().streams.push_back((0, log.clone()));
        log
    }

    /// The number of a request that answers on that stream; `None` if as many run as may.
    pub(super) fn begins(&self, id: &str) -> Option<u64> {
        let mut state = self.state();
        if state.running.len() >= Self::RUNNING {
            return None;
        }
        state.last_stream += 1;
        let stream = state.last_stream;
        state.running.push(Run { id: id.to_owned(), stream, task: None });
        Some(stream)
    }

    /// Whether no request runs.
    pub(super) fn is_quiet(&self) -> bool {
        self.state().running.is_empty()
    }

    /// Forgets the oldest streams that have ended, if there are many or if they are long.
    fn forget(&self, state: &mut State) {
        let mut ended = state.streams.iter().filter(|(_, log)| log.has_ended()).count();
        while ended > 0
            && (ended >= Self::STREAMS || self.bytes.load(Ordering::Relaxed) > Log::KEEP_TOGETHER)
        {
            let Some(oldest) = state.streams.iter().position(|(_, log)| log.has_ended()) else {
                return;
            };
            state.streams.remove(oldest);
            ended -= 1;
        }
    }

    pub(super) fn stream(&self, number: u64) -> Option<Arc<Log>> {
        let state = self.state();
        state.streams.iter().find(|(known, _)| *known == number).map(|(_, log)| log.clone())
    }

    /// Remembers the task of a stream. It is stopped at once if its request was cancelled, or its
    /// session has ended, just before.
    pub(super) fn runs(&self, stream: u64, task: AbortHandle) {
        let mut state = self.state();
        match state.running.iter_mut().find(|run| run.stream == stream) {
            Some(run) => run.task = Some(task),
            None => task.abort(),
        }
        if state.has_ended {
            stop_all(&mut state);
        }
    }

    /// A request was answered.
    pub(super) fn is_done(&self, stream: u64) {
        self.state().running.retain(|run| run.stream != stream);
    }

    /// Stops the request of this id; its stream ends without an answer.
    pub(super) fn cancel(&self, id: &str) {
        let mut state = self.state();
        let Some(at) = state.running.iter().position(|run| run.id == id) else { return };
        let run = state.running.swap_remove(at);
        if let Some(task) = run.task {
            task.abort();
        }
        if let Some((_, log)) = state.streams.iter().find(|(known, _)| *known == run.stream) {
            log.end();
        }
    }

    /// Ends the session: its requests stop, and all its streams end.
    pub(super) fn end(&self) {
        let mut state = self.state();
        state.has_ended = true;
        stop_all(&mut state);
        drop(state);
        self.ended.come();
    }

    /// The number of a new reader of the session's own stream.
    pub(super) fn new_reader(&self) -> u64 {
        self.readers.fetch_add(1, Ordering::Relaxed) + 1
    }
}

fn stop_all(state: &mut State) {
    for task in state.running.drain(..).filter_map(|run| run.task) {
        task.abort();
    }
    for (_, log) in &state.streams {
        log.end();
    }
}

/// What runs for a session ends with it.
impl Drop for Session {
    fn drop(&mut self) {
        stop_all(&mut self.state());
    }
}
