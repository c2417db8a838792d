use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use mcpwire::{Caller, Peer};
use mcpwire_protocol::http::SESSION_ID;
use tokio::time::Instant;

use super::session::Session;

/// The sessions of an endpoint.
#[derive(Debug, Default)]
pub(crate) struct Sessions(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    known: HashMap<String, Entry>,
    /// The ids of all, the one that was used the longest ago first.
    by_use: BTreeMap<u64, String>,
    last_use: u64,
}

#[derive(Debug)]
struct Entry {
    session: Arc<Session>,
    /// Its key in `by_use`.
    used: u64,
    at: Instant,
}

impl Sessions {
    /// How many sessions that nobody used for long end with one look at the table.
    const AT_ONCE: usize = 16;

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a session for whoever made a handshake. Those that nobody has used for a while end,
    /// and where there are still too many, the one that was used the longest ago.
    pub(super) fn open(
        &self,
        peer: Arc<Peer>,
        caller: &Caller,
        most: usize,
        idle: Duration,
    ) -> Arc<Session> {
        let session = Arc::new(Session::new(mcpwire::random_name(), peer, caller));
        let mut table = self.table();
        let mut over = table.expired(idle, Self::AT_ONCE);
        while table.known.len() >= most.max(1) {
            over.extend(table.oldest().and_then(|id| table.remove(&id)));
        }
        table.insert(session.clone());
        drop(table);
        end(&over);
        session
    }

    /// The session that the headers name, if it is alive and the caller's own.
    pub(super) fn of(
        &self,
        headers: &HeaderMap,
        caller: &Caller,
        idle: Duration,
    ) -> Option<Arc<Session>> {
        self.named(headers.get(SESSION_ID)?.to_str().ok()?, caller, idle)
    }

    /// The session of this id.
    pub(super) fn named(&self, id: &str, caller: &Caller, idle: Duration) -> Option<Arc<Session>> {
        let mut table = self.table();
        let mut over = table.expired(idle, Self::AT_ONCE);
        let entry = table.known.get(id).filter(|entry| entry.session.belongs_to(caller));
        let found = match entry.map(|entry| entry.at.elapsed() >= idle) {
            // Behind more that are over than end at once.
            Some(true) => {
                over.extend(table.remove(id));
                None
            }
            Some(false) => table.is_used(id),
            None => None,
        };
        drop(table);
        end(&over);
        found
    }

    /// Somebody reads a stream of this session.
    pub(super) fn is_used(&self, session: &Session) {
        self.table().is_used(&session.id);
    }

    /// Ends a session.
    pub(super) fn end(&self, session: &Session) {
        self.table().remove(&session.id);
        session.end();
    }
}

impl Table {
    fn insert(&mut self, session: Arc<Session>) {
        self.last_use += 1;
        let (id, used) = (session.id.clone(), self.last_use);
        self.by_use.insert(used, id.clone());
        self.known.insert(id, Entry { session, used, at: Instant::now() });
    }

    fn is_used(&mut self, id: &str) -> Option<Arc<Session>> {
        let entry = self.known.get_mut(id)?;
        let key = self.by_use.remove(&entry.used)?;
        self.last_use += 1;
        entry.used = self.last_use;
        entry.at = Instant::now();
        self.by_use.insert(entry.used, key);
        Some(entry.session.clone())
    }

    fn remove(&mut self, id: &str) -> Option<Arc<Session>> {
        let entry = self.known.remove(id)?;
        self.by_use.remove(&entry.used);
        Some(entry.session)
    }

    fn oldest(&self) -> Option<String> {
        self.by_use.first_key_value().map(|(_, id)| id.clone())
    }

    /// Takes out those that nobody has used for this long, up to so many.
    fn expired(&mut self, idle: Duration, most: usize) -> Vec<Arc<Session>> {
        let mut over = Vec::new();
        while over.len() < most
            && let Some(id) = self.oldest()
            && self.known.get(&id).is_some_and(|entry| entry.at.elapsed() >= idle)
        {
            over.extend(self.remove(&id));
        }
        over
    }
}

/// Ends sessions, after the table is free again.
fn end(over: &[Arc<Session>]) {
    for session in over {
        session.end();
    }
}
