//! The other methods of a session: GET for its streams, DELETE for its end.

use std::sync::Arc;

use http::request::Parts;
use http::{Response, StatusCode};
use mcpwire::Caller;
use mcpwire_protocol::http::{LAST_EVENT_ID, PROTOCOL_VERSION, SESSION_ID};
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;

use super::reader::Reader;
use super::resumed::{Held, Resumed};
use super::session::Session;
use super::unasked::Unasked;
use crate::body::Body;
use crate::exchange::streamed;
use crate::headers::Given;
use crate::limits::Slot;
use crate::refusal::{bare, early, method_not_allowed, no_room_for_stream};
use crate::service::Shared;

impl Shared {
    /// Opens the stream of a session, or one of its requests' again.
    pub(crate) fn get(&self, parts: &Parts, caller: &Caller) -> Response<Body> {
        let session = match self.named_session(parts, caller) {
            Ok(session) => session,
            Err(refused) => return *refused,
        };
        if !Given::of(&parts.headers).accept().stream {
            let text = "Header `Accept` must list `text/event-stream`; nothing else is here.";
            return early(reason!("not-acceptable"), text);
        }
        let Some(slot) = self.streams.take(self.limits.streams) else {
            return no_room_for_stream();
        };
        let Some(last) = parts.headers.get(LAST_EVENT_ID) else {
            let held = self.held(session, slot);
            return streamed(Body::unasked(Unasked::of(held, self.ending.begun.wait())));
        };
        let Some((stream, reader)) = last.to_str().ok().and_then(|id| behind(&session, id)) else {
            let text = "Header `Last-Event-ID` names no event of this session that is kept; what \
                        came behind it cannot be had again.";
            return early(reason!("event-unknown"), text);
        };
        let held = self.held(session, slot);
        streamed(Body::resumed(Resumed::of(held, stream, reader, false)))
    }

    /// Ends a session.
    pub(crate) fn delete(&self, parts: &Parts, caller: &Caller) -> Response<Body> {
        match self.named_session(parts, caller) {
            Ok(session) => {
                self.sessions.end(&session);
                bare(StatusCode::NO_CONTENT)
            }
            Err(refused) => *refused,
        }
    }

    /// The session that a request names.
    fn named_session(
        &self,
        parts: &Parts,
        caller: &Caller,
    ) -> Result<Arc<Session>, Box<Response<Body>>> {
        if !parts.headers.contains_key(SESSION_ID) {
            return Err(Box::new(method_not_allowed()));
        }
        let idle = self.limits.session_idle;
        let Some(session) = self.sessions.of(&parts.headers, caller, idle) else {
            // A session that nobody knows is no reason to tell more than that nothing is here.
            return Err(Box::new(method_not_allowed()));
        };
        let version = parts.headers.get(PROTOCOL_VERSION);
        let is_known = |text: &str| Revision::named(text.trim()).is_some();
        if version.is_some_and(|version| !version.to_str().is_ok_and(is_known)) {
            return Err(Box::new(bad_version()));
        }
        Ok(session)
    }

    /// What a stream of a session holds.
    pub(super) fn held(&self, session: Arc<Session>, slot: Slot) -> Held {
        let (sessions, keep_alive) = (self.sessions.clone(), self.limits.keep_alive);
        Held { session, sessions, keep_alive, _slot: slot }
    }
}

/// The reader of what came behind an event, and the number of its stream.
fn behind(session: &Session, event: &str) -> Option<(u64, Reader)> {
    let (stream, next) = event.split_once('-')?;
    let (stream, next) = (stream.parse().ok()?, next.parse().ok()?);
    Some((stream, session.stream(stream)?.read(next, true)?))
}

pub(super) fn bad_version() -> Response<Body> {
    let text = "Header `MCP-Protocol-Version` names no revision that is spoken here.";
    early(reason!("session-revision"), text)
}
