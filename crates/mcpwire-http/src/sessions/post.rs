//! Messages of a session, each the body of a POST.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use http::header::HeaderValue;
use http::request::Parts;
use http::{Response, StatusCode};
use mcpwire::{Answer, Arrival, Caller, Peer, Running, Spoken};
use mcpwire_protocol::http::{Accept, PROTOCOL_VERSION, SESSION_ID};
use mcpwire_protocol::jsonrpc::{ErrorCode, Id, Incoming, Notification, Request, RpcError};
use mcpwire_protocol::lifecycle::Batch;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;

use super::log::{Item, Next};
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
            Incoming::Request(request) => self.asked(&request, session, caller),
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
            Ok((id, running)) => self.stream(id, running, session, accept, slot.take()).await,
        }
    }

    /// A request: its answer, or a handler under way.
    fn asked(
        &self,
        request: &Request<'_>,
        session: &Arc<Session>,
        caller: &Caller,
    ) -> Result<(String, Running), Box<Response<Body>>> {
        let arrival = Arrival { caller, peer: Some(&session.peer), http: None };
        match self.endpoint.answer(request, &arrival) {
            // The older revisions say nothing of a status for errors.
            Answer::Ready(reply) => {
                let mut response = with_json(StatusCode::OK, reply.message);
                say_when(&mut response, reply.retry_after);
                Err(Box::new(response))
            }
            Answer::Running(running) => Ok((request.id.as_str().to_owned(), running)),
        }
    }

    /// Lets a handler run by itself, as a broken connection is no cancellation here, and answers
    /// with what it says.
    async fn stream(
        &self,
        id: String,
        running: Running,
        session: &Arc<Session>,
        accept: Accept,
        slot: Option<Slot>,
    ) -> Response<Body> {
        let (stream, log) = session.open_stream();
        let (owner, kept) = (Arc::downgrade(session), log.clone());
        let end = self.ending.due.wait();
        let task = tokio::spawn(async move {
            let _slot = slot;
            run(running, &kept, end).await;
            if let Some(session) = owner.upgrade() {
                session.has_ended(stream);
            }
        });
        session.runs(id, stream, task.abort_handle());
        let first = poll_fn(|cx| log.poll(0, false, cx));
        match first.await {
            Next::Item(Item::Answer(answer)) if accept.json => with_json(StatusCode::OK, answer),
            // Stopped by a cancellation: no answer is due.
            Next::End => bare(StatusCode::ACCEPTED),
            _ if !accept.stream => {
                let answer = poll_fn(|cx| {
                    let mut number = 0;
                    loop {
                        match log.poll(number, true, cx) {
                            Poll::Ready(Next::Item(Item::Answer(answer))) => {
                                return Poll::Ready(Some(answer));
                            }
                            Poll::Ready(Next::Item(_)) => number += 1,
                            Poll::Ready(_) => return Poll::Ready(None),
                            Poll::Pending => return Poll::Pending,
                        }
                    }
                });
                match answer.await {
                    Some(answer) => with_json(StatusCode::OK, answer),
                    None => bare(StatusCode::ACCEPTED),
                }
            }
            _ => {
                // Events without data came with this revision.
                let primes = session.peer.revision() >= Some(Revision::V2025_11_25);
                let stream = (stream, log);
                let keep_alive = self.limits.keep_alive;
                let resumed = Resumed::whole(session.clone(), stream, primes, keep_alive);
                streamed(Body::resumed(resumed))
            }
        }
    }

    /// The messages of a batch one after another, and all answers together.
    async fn batch(
        &self,
        mut batch: Batch,
        session: &Arc<Session>,
        caller: &Caller,
    ) -> Response<Body> {
        let mut answers: Vec<Vec<u8>> = Vec::new();
        while let Some(message) = batch.next_message().map(str::to_owned) {
            let running = {
                match Incoming::parse_with(message.as_bytes(), &self.endpoint.parse_limits()) {
                    Incoming::Request(request) => {
                        let arrival = Arrival { caller, peer: Some(&session.peer), http: None };
                        match self.endpoint.answer(&request, &arrival) {
                            Answer::Ready(reply) => {
                                answers.push(reply.message);
                                None
                            }
                            Answer::Running(running) => Some(running),
                        }
                    }
                    Incoming::Notification(notification) => {
                        notified(&notification, session);
                        None
                    }
                    Incoming::Response(response) => {
                        session.peer.answered(&response);
                        None
                    }
                    Incoming::Malformed(malformed) => {
                        let mut answer = Vec::new();
                        let error = RpcError::from(&malformed.fault);
                        mcpwire_protocol::jsonrpc::write_error(&mut answer, malformed.id, &error);
                        answers.push(answer);
                        None
                    }
                }
            };
            if let Some(mut running) = running {
                answers.push(poll_fn(|cx| running.poll_answer(cx)).await.message);
            }
        }
        if answers.is_empty() {
            return bare(StatusCode::ACCEPTED);
        }
        let mut all = b"[".to_vec();
        all.extend_from_slice(&answers.join(&b','));
        all.push(b']');
        with_json(StatusCode::OK, all)
    }
}

/// Drives a handler to its end, or to that of the server, whoever listens.
async fn run(mut running: Running, log: &super::log::Log, mut end: Awaited) {
    loop {
        let spoken = poll_fn(|cx| {
            loop {
                match running.poll_next(cx) {
                    Poll::Pending if end.has_come(cx) => running.end(),
                    spoken => return spoken,
                }
            }
        });
        match spoken.await {
            Spoken::Message(message) => log.push(Item::Message(message)),
            Spoken::Pause(retry) => log.pause(retry),
            Spoken::Answer(reply) => return log.push(Item::Answer(reply.message)),
        }
    }
}

fn notified(notification: &Notification<'_>, session: &Session) {
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
fn no_session(body: &Bytes) -> Response<Body> {
    let text = "There is no such session (any more); make a new handshake.";
    refuse(Incoming::parse(body).id(), &RpcError::refusal(reason!("session-unknown"), text))
}

fn bad_version() -> Response<Body> {
    let text = "Header `MCP-Protocol-Version` names no revision that is spoken here.";
    refuse(None, &RpcError::new(ErrorCode::INVALID_REQUEST, text))
}
