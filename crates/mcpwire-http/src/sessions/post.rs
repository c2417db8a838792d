//! Messages of a session, each the body of a POST.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use http::header::HeaderValue;
use http::request::Parts;
use http::{Response, StatusCode};
use mcpwire::{Answer, Arrival, Caller, Peer, Running, Spoken};
use mcpwire_protocol::http::{Accept, PROTOCOL_VERSION, SESSION_ID};
use mcpwire_protocol::jsonrpc::{Id, Incoming, Notification, Request, RpcError};
use mcpwire_protocol::lifecycle::Batch;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use tokio::time::sleep;

use super::get::bad_version;
use super::log::{Item, Log, Next};
use super::reader::Reader;
use super::resumed::Resumed;
use super::session::Session;
use crate::body::Body;
use crate::ending::Awaited;
use crate::exchange::streamed;
use crate::limits::Slot;
use crate::refusal::{bare, refuse, say_when, with_json};
use crate::service::Shared;

/// The name of the header in an answer.
const SESSION_HEADER: http::HeaderName = http::HeaderName::from_static(SESSION_ID);

impl Shared {
    /// Answers a message that belongs to the handshake lifecycle; `None` if it does not.
    pub(crate) async fn legacy(
        &self,
        body: &Bytes,
        parts: &Parts,
        caller: &Caller,
        accept: Accept,
        slot: &mut Option<Slot>,
    ) -> Option<Response<Body>> {
        let headers = &parts.headers;
        let version = headers.get(PROTOCOL_VERSION).and_then(|value| value.to_str().ok());
        let named = version.and_then(|version| Revision::named(version.trim()));
        if !headers.contains_key(SESSION_ID) {
            return self.handshake(body, caller);
        }
        let session = self.sessions.of(headers, caller, self.limits.session_idle);
        if is_modern(body, named) {
            return None;
        }
        let Some(session) = session else {
            // With a handshake a client begins anew, whatever it still says of an old session.
            return self.handshake(body, caller).or_else(|| Some(no_session(body)));
        };
        if version.is_some() && named.is_none() {
            return Some(bad_version());
        }
        Some(self.in_session(body, &session, caller, accept, slot).await)
    }

    /// Opens a session, if this is a handshake.
    fn handshake(&self, body: &Bytes, caller: &Caller) -> Option<Response<Body>> {
        let Incoming::Request(request) = Incoming::parse_with(body, &self.endpoint.parse_limits())
        else {
            return None;
        };
        if !request.is("initialize") || request.params.meta.protocol_version.is_some() {
            return None;
        }
        let peer = Arc::new(Peer::default());
        // The headers of later requests mean nothing yet, so none are held against the body.
        let arrival = Arrival { caller, peer: Some(&peer), http: None };
        let Answer::Ready(reply) = self.endpoint.answer(&request, &arrival) else { return None };
        if let Some(refused) = &reply.refused {
            let status = mcpwire_protocol::http::status(refused.code, refused.rule);
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
            return Some(with_json(status, reply.message));
        }
        let limits = &self.limits;
        let session = self.sessions.open(peer, caller, limits.sessions, limits.session_idle);
        let mut response = with_json(StatusCode::OK, reply.message);
        if let Ok(id) = HeaderValue::from_str(&session.id) {
            response.headers_mut().insert(SESSION_HEADER, id);
        }
        Some(response)
    }

    async fn in_session(
        &self,
        body: &Bytes,
        session: &Arc<Session>,
        caller: &Caller,
        accept: Accept,
        slot: &mut Option<Slot>,
    ) -> Response<Body> {
        if let Some(batch) = Batch::of(body, session.peer.revision()) {
            return self.batch(batch, session, caller).await;
        }
        let step = match Incoming::parse_with(body, &self.endpoint.parse_limits()) {
            Incoming::Request(request) => self.asked(&request, session, caller, slot),
            Incoming::Notification(notification) => {
                notified(&notification, session);
                Err(Box::new(bare(StatusCode::ACCEPTED)))
            }
            Incoming::Response(response) => {
                session.peer.answered(&response);
                Err(Box::new(bare(StatusCode::ACCEPTED)))
            }
            Incoming::Malformed(malformed) => {
                let error = RpcError::from(&malformed.fault);
                Err(Box::new(refuse(malformed.id, &error)))
            }
        };
        match step {
            Err(response) => *response,
            Ok((stream, reader)) => self.stream(stream, reader, session, accept).await,
        }
    }

    /// A request: its answer, or a handler under way.
    fn asked(
        &self,
        request: &Request<'_>,
        session: &Arc<Session>,
        caller: &Caller,
        slot: &mut Option<Slot>,
    ) -> Result<(u64, Reader), Box<Response<Body>>> {
        let arrival = Arrival { caller, peer: Some(&session.peer), http: None };
        match self.endpoint.answer(request, &arrival) {
            // The older revisions say nothing of a status for errors.
            Answer::Ready(reply) => {
                let mut response = with_json(StatusCode::OK, reply.message);
                say_when(&mut response, reply.retry_after);
                Err(Box::new(response))
            }
            Answer::Running(running) => self
                .begin(request.id.as_str(), running, session, slot.take())
                .ok_or_else(|| Box::new(refuse(Some(request.id), &too_many()))),
        }
    }

    /// Lets a handler run by itself, as a broken connection is no cancellation here, and gives a
    /// reader of what it says; `None` if as many run as may.
    pub(super) fn begin(
        &self,
        id: &str,
        running: Running,
        session: &Arc<Session>,
        slot: Option<Slot>,
    ) -> Option<(u64, Reader)> {
        let (stream, log) = session.open_stream(id.to_owned())?;
        let reader = log.read(0, false)?;
        let owner = Arc::downgrade(session);
        let end = self.ending.due.wait();
        let task = tokio::spawn(async move {
            let _slot = slot;
            let answer = run(running, &log, end).await;
            log.push(Item::Answer(answer));
            if let Some(session) = owner.upgrade() {
                session.is_done(stream);
            }
        });
        session.runs(stream, task.abort_handle());
        Some((stream, reader))
    }

    /// Answers with what a handler says: with its answer alone if nothing comes before that, and
    /// it comes soon.
    async fn stream(
        &self,
        stream: u64,
        reader: Reader,
        session: &Arc<Session>,
        accept: Accept,
    ) -> Response<Body> {
        let mut silence = pin!(sleep(self.limits.keep_alive));
        let first = poll_fn(|cx| match reader.peek(cx) {
            Poll::Pending if accept.stream => silence.as_mut().poll(cx).map(|()| None),
            next => next.map(Some),
        });
        match first.await {
            Some(Next::Item(Item::Answer(answer))) if accept.json => {
                return with_json(StatusCode::OK, answer);
            }
            // Stopped by a cancellation: no answer is due.
            Some(Next::End) => return bare(StatusCode::ACCEPTED),
            _ => {}
        }
        let place = accept.stream.then(|| self.streams.take(self.limits.streams)).flatten();
        let Some(place) = place else {
            let answer = reader.answer().await;
            return answer.map_or_else(
                || bare(StatusCode::ACCEPTED),
                |answer| with_json(StatusCode::OK, answer),
            );
        };
        // Events without data came with this revision.
        let primes = session.peer.revision() >= Some(Revision::V2025_11_25);
        let held = self.held(session.clone(), place);
        streamed(Body::resumed(Resumed::of(held, stream, reader, primes)))
    }
}

/// Drives a handler to its end, or to that of the server, whoever listens, and gives its answer.
pub(super) async fn run(mut running: Running, log: &Log, mut end: Awaited) -> Vec<u8> {
    let mut is_ending = false;
    loop {
        let spoken = poll_fn(|cx| {
            loop {
                // A reader that is slow slows the handler down, but not the end of the server.
                if !is_ending && log.poll_room(cx).is_pending() {
                    if !end.has_come(cx) {
                        return Poll::Pending;
                    }
                    is_ending = true;
                    running.end();
                }
                match running.poll_next(cx) {
                    Poll::Pending if end.has_come(cx) => running.end(),
                    spoken => return spoken,
                }
            }
        });
        match spoken.await {
            Spoken::Message(message) => log.push(Item::Message(message)),
            Spoken::Pause(retry) => log.pause(retry),
            Spoken::Answer(reply) => return reply.message,
        }
    }
}

pub(super) fn notified(notification: &Notification<'_>, session: &Session) {
    match &*notification.method() {
        "notifications/initialized" => session.peer.initialized(),
        "notifications/cancelled" => {
            if let Some(id) = notification.params.get("requestId").and_then(Id::new) {
                session.cancel(id.as_str());
            }
        }
        _ => {}
    }
}

/// Whether a message speaks for itself, so that no session matters.
fn is_modern(body: &Bytes, named: Option<Revision>) -> bool {
    let has_fields = match Incoming::parse(body) {
        Incoming::Request(request) => request.params.meta.protocol_version.is_some(),
        _ => false,
    };
    has_fields || named.is_some_and(Revision::is_modern)
}

/// 404, which tells a client to make a new handshake.
pub(super) fn no_session(body: &Bytes) -> Response<Body> {
    let text = "There is no such session (any more); make a new handshake.";
    refuse(Incoming::parse(body).id(), &RpcError::refusal(reason!("session-unknown"), text))
}

pub(super) fn too_many() -> RpcError {
    let text = "As many requests of this session are open as may be; try again in a moment.";
    RpcError::refusal(reason!("limit-in-flight"), text)
}
