//! The transport of revision 2024-11-05, HTTP with SSE: a stream by GET whose first event says
//! where to POST, and on which all answers come.
//!
//! Specification: `basic/transports#http-with-sse` of 2024-11-05.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::request::Parts;
use http::{Method, Response, StatusCode};
use mcpwire::{Answer, Arrival, Caller, Peer};
use mcpwire_protocol::jsonrpc::{Incoming, Request, RpcError};
use mcpwire_protocol::lifecycle::Batch;
use mcpwire_protocol::reason;
use tokio::time::{Instant, Sleep, sleep};

use super::log::{Item, Log, Next};
use super::post::{no_session, notified, run, too_many};
use super::reader::Reader;
use super::resumed::Held;
use super::session::Session;
use super::table::Sessions;
use crate::body::Body;
use crate::ending::Awaited;
use crate::exchange::streamed;
use crate::headers::Given;
use crate::read;
use crate::refusal::{bare, early, method_not_allowed, no_room_for_stream, not_json, refuse};
use crate::refusal::{busy, unread};
use crate::service::Shared;

/// Where this transport is served, and its sessions: each is as old as its stream.
#[derive(Debug)]
pub(crate) struct HttpSse {
    pub path: String,
    sessions: Arc<Sessions>,
}

impl HttpSse {
    /// The parameter of the target that names a session.
    const SESSION: &str = "sessionId";

    pub(crate) fn at(path: String) -> Self {
        HttpSse { path, sessions: Arc::default() }
    }
}

impl Shared {
    /// Answers a request to this transport.
    pub(crate) async fn http_sse<B: http_body::Body>(
        &self,
        sse: &HttpSse,
        parts: &Parts,
        given: &Given<'_>,
        body: B,
    ) -> Response<Body> {
        let caller = match self.caller(parts).await {
            Ok(caller) => caller,
            Err(denied) => return denied.into_response(),
        };
        match parts.method {
            Method::GET => self.open_sse(sse, given, &caller),
            Method::POST => self.post_sse(sse, parts, given, &caller, body).await,
            _ => method_not_allowed(),
        }
    }

    fn open_sse(&self, sse: &HttpSse, given: &Given<'_>, caller: &Caller) -> Response<Body> {
        if !given.accept().stream {
            let text = "Header `Accept` must list `text/event-stream`; nothing else is here.";
            return early(reason!("not-acceptable"), text);
        }
        let Some(slot) = self.streams.take(self.limits.streams) else {
            return no_room_for_stream();
        };
        let limits = &self.limits;
        let peer = Arc::new(Peer::default());
        let session = sse.sessions.open(peer, caller, limits.sessions, limits.session_idle);
        let Some(reader) = session.open_own().read(0, false) else {
            return no_room_for_stream();
        };
        let endpoint =
            format!("event: endpoint\ndata: {}?{}={}\n\n", sse.path, HttpSse::SESSION, session.id);
        let (sessions, keep_alive) = (sse.sessions.clone(), limits.keep_alive);
        let silence = Box::pin(sleep(keep_alive));
        let held = Held { session, sessions, keep_alive, _slot: slot };
        let (endpoint, end) = (Some(endpoint.into()), self.ending.begun.wait());
        streamed(Body::sse(SseStream { held, reader, endpoint, end, is_ending: false, silence }))
    }

    async fn post_sse<B: http_body::Body>(
        &self,
        sse: &HttpSse,
        parts: &Parts,
        given: &Given<'_>,
        caller: &Caller,
        body: B,
    ) -> Response<Body> {
        if !given.has_json() {
            return not_json();
        }
        let Some(_slot) = self.requests.take(self.limits.requests) else { return busy() };
        let mut held = self.bodies.enter();
        let body = match read::read(body, &self.limits, &mut held).await {
            Ok(body) => body,
            Err(why) => return unread(why, &self.limits),
        };
        let mut query = parts.uri.query().unwrap_or_default().split('&');
        let id = query.find_map(|it| it.strip_prefix(HttpSse::SESSION)?.strip_prefix('='));
        let idle = self.limits.session_idle;
        let session = id.and_then(|id| sse.sessions.named(id, caller, idle));
        let own = session.and_then(|session| Some((session.stream(0)?, session)));
        let Some((log, session)) = own else { return no_session(&body) };
        if log.is_behind() {
            return refuse(Incoming::parse(&body).id(), &too_many());
        }
        if let Some(mut batch) = Batch::of(&body, session.peer.revision()) {
            while let Some(message) = batch.next_message().map(str::to_owned) {
                if let Err(refused) = self.hear(message.as_bytes(), &session, &log, caller) {
                    return *refused;
                }
            }
            return bare(StatusCode::ACCEPTED);
        }
        match self.hear(&body, &session, &log, caller) {
            Ok(()) => bare(StatusCode::ACCEPTED),
            Err(refused) => *refused,
        }
    }

    /// Takes a message; what is answered comes on the stream.
    fn hear(
        &self,
        message: &[u8],
        session: &Arc<Session>,
        log: &Arc<Log>,
        caller: &Caller,
    ) -> Result<(), Box<Response<Body>>> {
        match Incoming::parse_with(message, &self.endpoint.parse_limits()) {
            Incoming::Request(request) => return self.asked_by_sse(&request, session, log, caller),
            Incoming::Notification(notification) => notified(&notification, session),
            Incoming::Response(response) => {
                session.peer.answered(&response);
            }
            Incoming::Malformed(malformed) => {
                let error = RpcError::from(&malformed.fault);
                return Err(Box::new(refuse(malformed.id, &error)));
            }
        }
        Ok(())
    }

    fn asked_by_sse(
        &self,
        request: &Request<'_>,
        session: &Arc<Session>,
        log: &Arc<Log>,
        caller: &Caller,
    ) -> Result<(), Box<Response<Body>>> {
        let arrival = Arrival { caller, peer: Some(&session.peer), http: None };
        let running = match self.endpoint.answer(request, &arrival) {
            Answer::Ready(reply) => {
                log.push(Item::Message(reply.message));
                return Ok(());
            }
            Answer::Running(running) => running,
        };
        // A request counts for as long as it runs, though its POST is answered at once.
        let slot = self.requests.take(self.limits.requests);
        let slot = slot.ok_or_else(|| Box::new(busy()))?;
        let Some(run_number) = session.begins(request.id.as_str()) else {
            return Err(Box::new(refuse(Some(request.id), &too_many())));
        };
        let (owner, log, end) = (Arc::downgrade(session), log.clone(), self.ending.due.wait());
        let task = tokio::spawn(async move {
            let _slot = slot;
            let answer = run(running, &log, end).await;
            if let Some(session) = owner.upgrade() {
                session.is_done(run_number);
            }
            log.push(Item::Message(answer));
        });
        session.runs(run_number, task.abort_handle());
        Ok(())
    }
}

/// The stream of a session. The session ends with it.
#[derive(Debug)]
pub(crate) struct SseStream {
    held: Held,
    reader: Reader,
    /// The first event, until it is sent.
    endpoint: Option<Bytes>,
    end: Awaited,
    /// The server ends: the stream does too once nothing runs.
    is_ending: bool,
    silence: Pin<Box<Sleep>>,
}

impl SseStream {
    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if let Some(endpoint) = self.endpoint.take() {
            return Poll::Ready(Some(endpoint));
        }
        // Before the log is looked at: what runs is done just before its answer is there.
        let is_quiet = self.held.session.is_quiet();
        match self.reader.poll_next(cx) {
            Poll::Ready(Next::Item(item)) => return Poll::Ready(Some(event(item.bytes()))),
            Poll::Ready(_) => return Poll::Ready(None),
            Poll::Pending => {}
        }
        if let Poll::Ready(message) = self.held.session.peer.poll_unasked(cx) {
            return Poll::Ready(Some(event(&message)));
        }
        self.is_ending |= self.end.has_come(cx);
        if self.is_ending && is_quiet {
            return Poll::Ready(None);
        }
        if self.silence.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        self.silence.as_mut().reset(Instant::now() + self.held.keep_alive);
        cx.waker().wake_by_ref();
        self.held.sessions.is_used(&self.held.session);
        Poll::Ready(Some(Bytes::from_static(b":\n\n")))
    }
}

impl Drop for SseStream {
    fn drop(&mut self) {
        self.held.sessions.end(&self.held.session);
    }
}

fn event(message: &[u8]) -> Bytes {
    [b"event: message\ndata: ", message, b"\n\n"].concat().into()
}
