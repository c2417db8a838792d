//! The other methods of a session: GET for its streams, DELETE for its end.

use http::request::Parts;
use http::{Response, StatusCode};
use mcpwire::Caller;
use mcpwire_protocol::http::{LAST_EVENT_ID, SESSION_ID};
use mcpwire_protocol::reason;

use super::resumed::Resumed;
use super::unasked::Unasked;
use crate::body::Body;
use crate::exchange::streamed;
use crate::headers::Given;
use crate::refusal::{bare, early, method_not_allowed};
use crate::service::Shared;

impl Shared {
    /// Opens the stream of a session, or one of its requests' again.
    pub(crate) fn get(&self, parts: &Parts, caller: &Caller) -> Response<Body> {
        if !parts.headers.contains_key(SESSION_ID) {
            return method_not_allowed();
        }
        let idle = self.limits.session_idle;
        let Some(session) = self.sessions.of(&parts.headers, caller, idle) else {
            return method_not_allowed();
        };
        if !Given::of(&parts.headers).accept().stream {
            let text = "Header `Accept` must list `text/event-stream`; nothing else is here.";
            return early(reason!("not-acceptable"), text);
        }
        let keep_alive = self.limits.keep_alive;
        let last = parts.headers.get(LAST_EVENT_ID).and_then(|id| id.to_str().ok());
        let place = last.and_then(|id| id.split_once('-'));
        let place = place.and_then(|(stream, event)| {
            Some((stream.parse::<u64>().ok()?, event.parse::<u64>().ok()?))
        });
        let known = place.and_then(|(stream, next)| Some((stream, session.stream(stream)?, next)));
        match known {
            Some((stream, log, next)) => {
                let resumed = Resumed::from(session, (stream, log), next, keep_alive);
                streamed(Body::resumed(resumed))
            }
            None => {
                let unasked = Unasked::of(session, keep_alive, self.ending.begun.wait());
                streamed(Body::unasked(unasked))
            }
        }
    }

    /// Ends a session.
    pub(crate) fn delete(&self, parts: &Parts, caller: &Caller) -> Response<Body> {
        if !parts.headers.contains_key(SESSION_ID) {
            return method_not_allowed();
        }
        match self.sessions.of(&parts.headers, caller, self.limits.session_idle) {
            Some(session) => {
                self.sessions.end(&session);
                bare(StatusCode::NO_CONTENT)
            }
            // A session that nobody knows is no reason to tell more than that nothing is here.
            None => method_not_allowed(),
        }
    }
}
