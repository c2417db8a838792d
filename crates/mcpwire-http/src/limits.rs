use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The bounds of an HTTP endpoint. Passing one gives an answer that says so.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest body of a request in bytes: 16 MiB by default; then 413.
    pub body: usize,
    /// How long the body of a request may take to come: 30 seconds by default; then 408.
    pub body_time: Duration,
    /// How many bytes the bodies that are being read may take together: 1 GiB by default; then
    /// 503. Those that come in one piece do not count.
    pub bodies: usize,
    /// Requests that are served at once, streams included: 100,000 by default; then 503.
    pub requests: usize,
    /// Event streams at once: 100,000 by default. Beyond, `subscriptions/listen` and GET are answered
    /// with 503, and other requests as if their sender took JSON only.
    pub streams: usize,
    /// How long a request is silent before its answer becomes an event stream with a comment now
    /// and then, so that nothing on the way gives it up: 15 seconds by default.
    pub keep_alive: Duration,
    /// Sessions of clients of the older revisions at once: 10,000 by default; then the one that was
    /// used the longest ago ends.
    pub sessions: usize,
    /// How long such a session may be unused: one hour by default; then it ends.
    pub session_idle: Duration,
    /// Connections at once, in [`serve`](crate::serve()): 50,000 by default; more wait to be
    /// accepted.
    pub connections: usize,
    /// The longest head of a request in bytes, in [`serve`](crate::serve()): 64 KiB by default;
    /// then 431.
    pub head: usize,
    /// How long a connection may be without a request, or take for the head of one, in
    /// [`serve`](crate::serve()): 60 seconds by default, and at most twice that; then it is closed.
    pub idle: Duration,
    /// How long open requests may take to end in [`serve`](crate::serve()) once the server is told
    /// to: 5 seconds by default; then they are answered with an error.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 16 << 20,
            body_time: Duration::from_secs(30),
            bodies: 1 << 30,
            requests: 100_000,
            streams: 100_000,
            keep_alive: Duration::from_secs(15),
            sessions: 10_000,
            session_idle: Duration::from_secs(3_600),
            connections: 50_000,
            head: 64 << 10,
            idle: Duration::from_secs(60),
            grace: Duration::from_secs(5),
        }
    }
}

/// How many requests are served, or streams are open, at once.
#[derive(Debug, Default)]
pub(crate) struct Slots(AtomicUsize);

/// The place of one among them, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot(Arc<Slots>);

impl Slots {
    /// A place, if there is one.
    pub(crate) fn take(self: &Arc<Self>, most: usize) -> Option<Slot> {
        // Taken first, so that as many as there are places get one, however they race.
        let slot = Slot(self.clone());
        (self.0.fetch_add(1, Ordering::Relaxed) < most).then_some(slot)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How many bytes of bodies are held.
#[derive(Debug, Default)]
pub(crate) struct Room(AtomicUsize);

/// What one body takes of it, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Held<'a> {
    room: &'a Room,
    bytes: usize,
}

impl Room {
    pub(crate) fn enter(&self) -> Held<'_> {
        Held { room: self, bytes: 0 }
    }
}

impl Held<'_> {
    /// Takes some more; `false` if there is no room for it.
    pub(crate) fn take(&mut self, bytes: usize, most: usize) -> bool {
        self.bytes += bytes;
        self.room.0.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes) <= most
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if self.bytes > 0 {
            self.room.0.fetch_sub(self.bytes, Ordering::Relaxed);
        }
    }
}
