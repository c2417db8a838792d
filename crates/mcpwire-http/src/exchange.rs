//! One request and its answer.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use http::request::Parts;
use http::{HeaderMap, Method, Request, Response, StatusCode};
use mcpwire::{Answer, Arrival, Caller, HttpFacts, Reply, Running, Spoken};
use mcpwire_protocol::http::{Accept, PROTOCOL_VERSION, SESSION_ID, is_json, status};
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, Malformed, RpcError};
use tokio::time::sleep;

use crate::body::Body;
use crate::events::Events;
use crate::headers::Given;
use crate::limits::Slot;
use crate::service::Shared;
use crate::{cors, guard, read, refusal};

impl Shared {
    /// Answers one request.
    pub(crate) async fn answer<B: http_body::Body>(&self, request: Request<B>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        if let Err(refused) = guard::check(&parts, &self.hosts, &self.origins) {
            return *refused;
        }
        let mut response = match parts.method {
            Method::POST => self.post(&parts, body).await,
            Method::OPTIONS if self.cors => cors::preflight(&parts.headers),
            Method::GET | Method::DELETE => match self.caller(&parts) {
                Ok(caller) if parts.method == Method::GET => self.get(&parts, &caller),
                Ok(caller) => self.delete(&parts, &caller),
                Err(refused) => *refused,
            },
            _ => refusal::method_not_allowed(),
        };
        if self.cors {
            cors::open(&mut response, &parts.headers);
        }
        response
    }

    /// Who sends a request, or the answer that refuses it.
    fn caller(&self, parts: &Parts) -> Result<Caller, Box<Response<Body>>> {
        match &self.authorize {
            None => Ok(Caller::default()),
            Some(authorize) => authorize(parts).map_err(|it| Box::new(it.map(Body::whole))),
        }
    }

    async fn post<B: http_body::Body>(&self, parts: &Parts, body: B) -> Response<Body> {
        let caller = match self.caller(parts) {
            Ok(caller) => caller,
            Err(refused) => return *refused,
        };
        if !parts.headers.get(CONTENT_TYPE).is_some_and(|it| is_json(it.as_bytes())) {
            return refusal::not_json();
        }
        let Some(slot) = self.slots.take(self.limits.requests) else { return refusal::busy() };
        let body = match read::read(body, &self.limits).await {
            Ok(body) => body,
            Err(why) => return refusal::unread(why, self.limits.body),
        };
        let accept = Accept::of(&Given(&parts.headers));
        let mut slot = Some(slot);
        if may_be_legacy(parts, &body) {
            let legacy = self.legacy(&body, parts, &caller, accept, &mut slot);
            if let Some(response) = Box::pin(legacy).await {
                return response;
            }
        }
        let step = self.message(&body, &parts.headers, &caller, accept);
        // A large body is forgotten before its answer is made.
        drop(body);
        match step {
            Step::Done(response) => response,
            // In a box, as it is large and most requests do not come here.
            Step::Running(running) => Box::pin(self.drive(running, accept, slot)).await,
        }
    }

    /// What a message leads to.
    fn message(&self, body: &Bytes, headers: &HeaderMap, caller: &Caller, accept: Accept) -> Step {
        let bytes = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        match Incoming::parse_with(bytes, &self.endpoint.parse_limits()) {
            Incoming::Request(request) => {
                let http = Some(HttpFacts { headers: &Given(headers), accept });
                match self.endpoint.answer(&request, &Arrival { caller, peer: None, http }) {
                    Answer::Ready(reply) => Step::Done(answered(reply, accept)),
                    Answer::Running(running) => Step::Running(running),
                }
            }
            // A bare id names no request of another POST, so a cancellation has no effect here.
            Incoming::Notification(_) => Step::Done(refusal::bare(StatusCode::ACCEPTED)),
            Incoming::Response(_) => {
                let text = "A response came, but nothing was asked; send requests only.";
                let error = RpcError::new(ErrorCode::INVALID_REQUEST, text);
                Step::Done(refusal::refuse(StatusCode::BAD_REQUEST, None, &error))
            }
            Incoming::Malformed(malformed) => Step::Done(malformed_answer(&malformed)),
        }
    }

    /// Waits for the first words of a handler: the answer alone is one JSON object, anything
    /// else opens an event stream, and so does a long silence.
    async fn drive(
        &self,
        mut running: Running,
        accept: Accept,
        slot: Option<Slot>,
    ) -> Response<Body> {
        let keep_alive = self.limits.keep_alive;
        let mut silence = pin!(sleep(keep_alive));
        let first = poll_fn(|cx| {
            if !accept.stream {
                return running.poll_answer(cx).map(|reply| Some(Spoken::Answer(reply)));
            }
            match running.poll_next(cx) {
                // Only streams that can be read again can be left.
                Poll::Ready(Spoken::Pause(_)) => {
                    cx.waker().wake_by_ref();
                    Poll::Pending
                }
                Poll::Ready(spoken) => Poll::Ready(Some(spoken)),
                Poll::Pending => silence.as_mut().poll(cx).map(|()| None),
            }
        });
        match first.await {
            Some(Spoken::Answer(reply)) => answered(reply, accept),
            Some(Spoken::Message(message)) => {
                streamed(Body::stream(Events::of(Some(&message), Some(running), keep_alive, slot)))
            }
            Some(Spoken::Pause(_)) | None => {
                streamed(Body::stream(Events::of(None, Some(running), keep_alive, slot)))
            }
        }
    }
}

/// What a message has led to.
enum Step {
    Done(Response<Body>),
    Running(Running),
}

/// The whole answer at once: as JSON, or as the only event of a stream for a sender that takes
/// nothing else.
fn answered(reply: Reply, accept: Accept) -> Response<Body> {
    let status = reply.refused.map_or(200, |refused| status(refused.code, refused.rule));
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    if status == StatusCode::OK && !accept.json {
        let only = Events::of(Some(&reply.message), None, Default::default(), None);
        return streamed(Body::stream(only));
    }
    refusal::with_json(status, reply.message)
}

const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// Tells proxies to pass each event on as it comes.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

pub(crate) fn streamed(body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, EVENT_STREAM);
    headers.insert(CACHE_CONTROL, NO_STORE);
    headers.insert(ACCEL_BUFFERING, HeaderValue::from_static("no"));
    response
}

fn malformed_answer(malformed: &Malformed<'_>) -> Response<Body> {
    let error = RpcError::from(&malformed.fault);
    refusal::refuse(StatusCode::BAD_REQUEST, malformed.id, &error)
}

/// Whether a message can belong to the handshake lifecycle: it names a session, or may open one. A
/// look at the bytes spares all others the question.
fn may_be_legacy(parts: &Parts, body: &Bytes) -> bool {
    parts.headers.contains_key(SESSION_ID)
        || !parts.headers.contains_key(PROTOCOL_VERSION)
        || memchr::memmem::find(body, b"initialize").is_some()
}
