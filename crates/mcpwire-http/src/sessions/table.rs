use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use mcpwire::{Caller, Peer};
use mcpwire_protocol::http::SESSION_ID;

use super::session::Session;

/// The sessions of an endpoint.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    table: Mutex<HashMap<String, Arc<Session>>>,
}

impl Sessions {
    fn table(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a session for whoever made a handshake. Where there are too many, those that nobody
    /// has used for a while end, and if there is none, the one that was used the longest ago.
    pub(super) fn open(
        &self,
        peer: Arc<Peer>,
        caller: &Caller,
        most: usize,
        idle: Duration,
    ) -> Arc<Session> {
        let session = Arc::new(Session::new(mcpwire::random_name(), peer, caller));
        let mut table = self.table();
        if table.len() >= most {
            table.retain(|_, session| session.last_use().elapsed() < idle);
        }
        if table.len() >= most {
            let oldest = table.values().min_by_key(|session| session.last_use());
            if let Some(oldest) = oldest.map(|session| session.id.clone()) {
                table.remove(&oldest);
            }
        }
        table.insert(session.id.clone(), session.clone());
        session
    }

    /// The session that the headers name, if it is alive and the caller's own.
    pub(super) fn of(
        &self,
        headers: &HeaderMap,
        caller: &Caller,
        idle: Duration,
    ) -> Option<Arc<Session>> {
        let id = headers.get(SESSION_ID)?.to_str().ok()?;
        let mut table = self.table();
        let session = table.get(id).filter(|session| session.belongs_to(caller))?.clone();
        if session.last_use().elapsed() >= idle {
            table.remove(id);
            return None;
        }
        session.is_used();
        Some(session)
    }

    /// Ends a session.
    pub(super) fn end(&self, session: &Session) {
        self.table().remove(&session.id);
    }
}
