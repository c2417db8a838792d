//! The other side: what its handshake said, and what it was asked.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll};

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{ErrorCode, Id, Outcome, Response, RpcError};
use mcpwire_protocol::meta::LogLevel;
use mcpwire_protocol::revision::Revision;
use tokio::sync::oneshot;

use crate::server::{Full, Heard, Hub, Kinds, Seat, Subject};

/// The other side of a wire, or of a legacy HTTP session.
///
/// A handshake opens the legacy lifecycle for it, beside the modern one: then it can also be asked
/// for something by a request of our own, and its answers come back by [`Peer::answered`].
#[derive(Debug, Default)]
pub struct Peer {
    /// The place of the revision in [`Revision::ALL`], and one; 0 before a handshake.
    revision: AtomicU8,
    /// The place of the level in [`LogLevel::ALL`], and one; 0 before `logging/setLevel`.
    log_level: AtomicU8,
    /// The capabilities that the client declared in its handshake, as JSON text.
    capabilities: Mutex<Option<String>>,
    /// What was asked and is not answered, by the number that is the id.
    asked: Mutex<HashMap<u64, oneshot::Sender<Answered>>>,
    last: AtomicU64,
    /// What is to be told of changes, since its handshake.
    seat: OnceLock<Seat>,
    /// The id of its session, over HTTP.
    session: OnceLock<String>,
    /// Whether it may be told, which it is once it says so.
    is_initialized: AtomicBool,
}

/// What came of a question: the result as JSON text, or the error.
pub(crate) type Answered = Result<String, RpcError>;

impl Peer {
    /// The revision of the handshake, if one was made.
    pub fn revision(&self) -> Option<Revision> {
        let place = usize::from(self.revision.load(Ordering::Relaxed)).checked_sub(1)?;
        Revision::ALL.get(place).copied()
    }

    /// The id of the legacy HTTP session that it is the other side of, if it is one.
    pub fn session(&self) -> Option<&str> {
        self.session.get().map(String::as_str)
    }

    /// It has a session of this id from here on; for transports. A second id is ignored.
    pub fn has_session(&self, id: &str) {
        let _ = self.session.set(id.to_owned());
    }

    /// A handshake was made; it takes the place of an earlier one.
    pub(crate) fn open(&self, revision: Revision, capabilities: Option<Text<'_>>) {
        let capabilities = capabilities.map(|text| text.as_str().to_owned());
        *held(&self.capabilities) = capabilities;
        self.log_level.store(0, Ordering::Relaxed);
        let place = Revision::ALL.iter().position(|known| *known == revision);
        self.revision.store(place.map_or(0, |place| place as u8 + 1), Ordering::Relaxed);
    }

    /// From here on it is told of changes of these lists. An earlier handshake's subscriptions end.
    pub(crate) fn hear(&self, hub: &Arc<Hub>, kinds: Kinds) {
        self.is_initialized.store(false, Ordering::Release);
        match self.seat.get() {
            Some(seat) => seat.clear(),
            None => drop(self.seat.set(Seat::of_peer(hub, kinds))),
        }
    }

    /// `notifications/initialized` came: the handshake is over, and what belongs to no request may
    /// be sent.
    ///
    /// Specification: `basic/lifecycle#initialization` of the older revisions.
    pub fn initialized(&self) {
        self.is_initialized.store(true, Ordering::Release);
        if let Some(seat) = self.seat.get() {
            seat.listener.wake();
        }
    }

    /// The next message that belongs to no request: that a list or a resource changed, which the
    /// clients of the older revisions are told without having asked for each. Nothing comes before
    /// [`Peer::initialized`]. What changes while nobody takes is told once.
    ///
    /// One place should poll this: the writer of the wire, or the GET stream of the session.
    pub fn poll_unasked(&self, cx: &mut Context<'_>) -> Poll<Vec<u8>> {
        let Some(seat) = self.seat.get() else { return Poll::Pending };
        if !self.is_initialized.load(Ordering::Acquire) {
            seat.listener.wait(cx);
            // It may have come to be just now.
            if !self.is_initialized.load(Ordering::Acquire) {
                return Poll::Pending;
            }
        }
        match seat.listener.poll_next(cx, None) {
            Poll::Ready(Heard::Message(message)) => Poll::Ready(message),
            Poll::Ready(Heard::End(_)) | Poll::Pending => Poll::Pending,
        }
    }

    pub(crate) fn subscribe(&self, subject: Subject, most: usize) -> Result<(), Full> {
        self.seat.get().map_or(Ok(()), |seat| seat.subscribe(subject, most))
    }

    pub(crate) fn unsubscribe(&self, subject: &Subject) {
        if let Some(seat) = self.seat.get() {
            seat.unsubscribe(subject);
        }
    }

    /// The capabilities of the handshake, as JSON text.
    pub(crate) fn capabilities(&self) -> Option<String> {
        held(&self.capabilities).clone()
    }

    /// The least level that `logging/setLevel` asked for.
    pub(crate) fn log_level(&self) -> Option<LogLevel> {
        let place = usize::from(self.log_level.load(Ordering::Relaxed)).checked_sub(1)?;
        LogLevel::ALL.get(place).copied()
    }

    pub(crate) fn set_log_level(&self, level: LogLevel) {
        let place = LogLevel::ALL.iter().position(|known| *known == level);
        self.log_level.store(place.map_or(0, |place| place as u8 + 1), Ordering::Relaxed);
    }

    /// Begins a question: its id, and where its answer will be. Dropping that gives it up.
    pub(crate) fn ask(&self) -> Question<'_> {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (answer, answered) = oneshot::channel();
        held(&self.asked).insert(id, answer);
        Question { peer: self, id, answered }
    }

    /// Takes a response of the client's; `false` if nothing was asked under its id (any more).
    pub fn answered(&self, response: &Response<'_>) -> bool {
        let id = response.id.map(Id::as_str).and_then(|id| id.parse::<u64>().ok());
        let Some(answer) = id.and_then(|id| held(&self.asked).remove(&id)) else { return false };
        let outcome = match &response.outcome {
            Outcome::Result(result) => Ok(result.as_str().to_owned()),
            Outcome::Error(error) => Err(RpcError::new(error.code, error.message.clone())),
        };
        // Whoever asked may have gone.
        answer.send(outcome).is_ok()
    }
}

/// A request of ours that waits for its answer.
#[derive(Debug)]
pub(crate) struct Question<'a> {
    peer: &'a Peer,
    pub id: u64,
    answered: oneshot::Receiver<Answered>,
}

impl Question<'_> {
    /// Waits for the answer.
    pub(crate) async fn answer(mut self) -> Answered {
        let gone =
            || RpcError::new(ErrorCode::INTERNAL_ERROR, "The client went away before its answer.");
        (&mut self.answered).await.unwrap_or_else(|_| Err(gone()))
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        held(&self.peer.asked).remove(&self.id);
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
