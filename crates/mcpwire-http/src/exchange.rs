//! One request and its answer.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::task::Poll;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use http::request::Parts;
use http::{Method, Response, StatusCode};
use mcpwire::{Answer, Arrival, Caller, HttpFacts, Reply, Running, Spoken};
use mcpwire_protocol::http::{Accept, Values};
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, Malformed, RpcError};
use tokio::time::sleep;

use crate::body::Body;
use crate::denial::Denial;
use crate::events::{Events, Open};
use crate::headers::Given;
use crate::limits::Slot;
use crate::service::{Authorize, Shared};
use crate::{cors, guard, read, refusal};

/// How many refusals by host and origin are told to whoever runs this server.
const MOST_TOLD: usize = 20;

impl Shared {
    /// Answers one request.
    pub(crate) async fn answer<B: http_body::Body>(
        &self,
        parts: &Parts,
        body: B,
    ) -> Response<Body> {
        let given = Given::of(&parts.headers);
        if let Err(wrong) = guard::check(&given, parts.uri.authority(), &self.hosts, &self.origins)
        {
            return self.turned_away(&wrong);
        }
        let sse = self.http_sse.as_deref().filter(|sse| sse.path == parts.uri.path());
        let mut response = match (&parts.method, sse) {
            _ if self.document(parts.uri.path()).is_some() => self.documented(parts),
            (&Method::OPTIONS, _) if self.cors => cors::preflight(&parts.headers),
            // In a box, as few requests come here.
            (_, Some(sse)) => Box::pin(self.http_sse(sse, parts, &given, body)).await,
            (&Method::POST, None) => self.post(parts, &given, body).await,
            (&Method::GET | &Method::DELETE, None) => match self.caller(parts).await {
                Ok(caller) if parts.method == Method::GET => self.get(parts, &caller),
                Ok(caller) => self.delete(parts, &caller),
                Err(denied) => denied.into_response(),
            },
            _ => refusal::method_not_allowed(),
        };
        if self.cors {
            cors::open(&mut response, &parts.headers);
        }
        response
    }

    /// The answer to a request that comes from or goes to the wrong place. Whoever set up this
    /// server is told too, as it is often a setting that is wrong.
    #[cold]
    fn turned_away(&self, wrong: &guard::Wrong) -> Response<Body> {
        if self.told.fetch_add(1, Ordering::Relaxed) < MOST_TOLD {
            self.endpoint.note(&format!("A request over HTTP was refused. {}", wrong.text));
        }
        refusal::early(wrong.reason, &*wrong.text)
    }

    /// Who sends a request, or why it is refused.
    pub(crate) async fn caller(&self, parts: &Parts) -> Result<Caller, Denial> {
        match &self.authorize {
            None => Ok(Caller::default()),
            Some(Authorize::Now(authorize)) => authorize(parts),
            Some(Authorize::Later(authorize)) => authorize(parts).await,
        }
    }

    /// The document at a path, if there is one.
    pub(crate) fn document(&self, path: &str) -> Option<&Bytes> {
        self.documents.iter().find(|(at, _)| at == path).map(|(_, json)| json)
    }

    /// The answer to a request for a document.
    #[cold]
    fn documented(&self, parts: &Parts) -> Response<Body> {
        let json = self.document(parts.uri.path()).cloned().unwrap_or_default();
        match parts.method {
            Method::GET | Method::HEAD => refusal::with_json(StatusCode::OK, json.to_vec()),
            Method::OPTIONS if self.cors => cors::preflight(&parts.headers),
            _ => refusal::only_get(),
        }
    }

    async fn post<B: http_body::Body>(
        &self,
        parts: &Parts,
        given: &Given<'_>,
        body: B,
    ) -> Response<Body> {
        // Taken first, so that those whose authorization takes long are bounded, too.
        let Some(slot) = self.requests.take(self.limits.requests) else { return refusal::busy() };
        let caller = match self.caller(parts).await {
            Ok(caller) => caller,
            Err(denied) => return denied.into_response(),
        };
        if !given.has_json() {
            return refusal::not_json();
        }
        let mut held = self.bodies.enter();
        let body = match read::read(body, &self.limits, &mut held).await {
            Ok(body) => body,
            Err(why) => return refusal::unread(why, &self.limits),
        };
        let accept = given.accept();
        let mut slot = Some(slot);
        if may_be_legacy(given, &body) {
            let legacy = self.legacy(&body, parts, &caller, accept, &mut slot);
            if let Some(response) = Box::pin(legacy).await {
                return response;
            }
        }
        let step = self.message(&body, given, &caller, accept);
        // A large body is forgotten before its answer is made.
        drop((body, held));
        match step {
            Step::Done(response) => response,
            // In a box, as it is large and most requests do not come here.
            Step::Running(running, stream) => {
                Box::pin(self.drive(running, accept, slot, stream)).await
            }
        }
    }

    /// What a message leads to.
    fn message(&self, body: &Bytes, given: &Given<'_>, caller: &Caller, accept: Accept) -> Step {
        let bytes = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        match Incoming::parse_with(bytes, &self.endpoint.parse_limits()) {
            Incoming::Request(request) => {
                let http = Some(HttpFacts { headers: given, accept });
                match self.endpoint.answer(&request, &Arrival { caller, peer: None, http }) {
                    Answer::Ready(reply) => Step::Done(answered(reply, accept)),
                    Answer::Running(running) if running.is_listening() => {
                        match self.streams.take(self.limits.streams) {
                            Some(stream) => Step::Running(running, Some(stream)),
                            None => Step::Done(refusal::no_stream(request.id)),
                        }
                    }
                    Answer::Running(running) => Step::Running(running, None),
                }
            }
            // A bare id names no request of another POST, so a cancellation has no effect here.
            Incoming::Notification(_) => Step::Done(refusal::bare(StatusCode::ACCEPTED)),
            Incoming::Response(_) => {
                let text = "A response came, but nothing was asked; send requests only.";
                let error = RpcError::new(ErrorCode::INVALID_REQUEST, text);
                Step::Done(refusal::refuse(None, &error))
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
        mut slot: Option<Slot>,
        mut stream: Option<Slot>,
    ) -> Response<Body> {
        let keep_alive = self.limits.keep_alive;
        let mut may_stream = accept.stream;
        let mut end = self.ending.of(&running);
        let mut silence = pin!(sleep(keep_alive));
        loop {
            let first = poll_fn(|cx| {
                loop {
                    let spoken = match may_stream {
                        true => running.poll_next(cx),
                        false => running.poll_answer(cx).map(Spoken::Answer),
                    };
                    match spoken {
                        // Only streams that can be read again can be left.
                        Poll::Ready(Spoken::Pause(_)) => {}
                        Poll::Ready(spoken) => return Poll::Ready(Some(spoken)),
                        Poll::Pending if end.has_come(cx) => running.end(),
                        Poll::Pending if !may_stream => return Poll::Pending,
                        Poll::Pending => return silence.as_mut().poll(cx).map(|()| None),
                    }
                }
            });
            let first = match first.await {
                Some(Spoken::Answer(reply)) => return answered(reply, accept),
                Some(Spoken::Message(message)) => Some(message),
                Some(Spoken::Pause(_)) | None => None,
            };
            let place = stream.take().or_else(|| self.streams.take(self.limits.streams));
            let Some(place) = place else {
                // As for a sender that takes JSON only: what is said on the way is dropped.
                may_stream = false;
                continue;
            };
            let (ending, _slots) = (self.ending.clone(), (slot.take(), place));
            let open = Open { running, keep_alive, ending, _slots, waiting: None };
            return streamed(Body::stream(Events::of(first.as_deref(), open)));
        }
    }
}

/// What a message has led to.
enum Step {
    Done(Response<Body>),
    /// A handler under way, and the place of its stream if it is sure to open one.
    Running(Running, Option<Slot>),
}

/// The whole answer at once: as JSON, or as the only event of a stream for a sender that takes
/// nothing else.
fn answered(reply: Reply, accept: Accept) -> Response<Body> {
    let status = reply.refused.as_ref().map_or(StatusCode::OK, refusal::status_of);
    let mut response = match status == StatusCode::OK && !accept.json {
        true => streamed(Body::stream(Events::only(&reply.message))),
        false => refusal::with_json(status, reply.message),
    };
    refusal::say_when(&mut response, reply.retry_after);
    response
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
    refusal::refuse(malformed.id, &error)
}

/// Whether a message can belong to the handshake lifecycle: it names a session, or may open one. A
/// look at the bytes spares all others the question.
fn may_be_legacy(given: &Given<'_>, body: &Bytes) -> bool {
    given.session != Values::Absent
        || given.version == Values::Absent
        || memchr::memmem::find(body, b"initialize").is_some()
}
