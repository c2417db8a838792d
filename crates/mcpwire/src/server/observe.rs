//! Who watches requests from their first byte to their answer, such as a tracer.

use std::borrow::Cow;
use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{ErrorCode, Request, RpcError};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::rules::RuleId;

use super::arrival::Arrival;
use super::logs::Logs;
use super::registry::Endpoint;
use super::reply::{Refused, Reply};
use super::route::{self, Routed, Step};
use super::speaker::Voice;
use super::work::{self, Panicked, Work};

/// Watches the requests of a server ([`Server::observe`](super::Server::observe)): one that is
/// kept, such as a counter, or a span of a trace. The crate `mcpwire-tracing` has one.
///
/// Everything here is called where the request is served, so it must not block.
pub trait Observe: Send + Sync + 'static {
    /// A request has come. `None` if nothing is to be known of this one, which then costs nothing
    /// further.
    ///
    /// It was not looked at yet: whatever it says of itself is the sender's word, and its names may
    /// be made up ([`Endpoint::knows`]).
    fn begin(
        &self,
        endpoint: &Endpoint,
        request: &Request<'_>,
        arrival: &Arrival<'_>,
    ) -> Option<Arc<dyn Observed>>;
}

/// One request under observation.
pub trait Observed: Send + Sync + 'static {
    /// Runs a piece of the work, exactly once, and on this thread. A handler that waits is run in
    /// many pieces, on any thread; one that blocks, in a single piece on a thread of its own,
    /// which may end after the request did.
    fn enter(&self, piece: &mut dyn FnMut());

    /// The request is done; this is called once.
    fn end(&self, outcome: &Outcome<'_>);

    /// Whether to be given the request's [`Logs`], where its client asked for some.
    fn wants_logs(&self) -> bool {
        false
    }

    /// The way by which log messages reach the client of this request.
    fn take_logs(&self, logs: Logs) {
        drop(logs);
    }
}

/// What came of a request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// A result; the whole response as JSON.
    Result(&'a [u8]),
    /// A result that tells the model of a failure (`isError`); the whole response as JSON.
    ToolError(&'a [u8]),
    /// An error response.
    Error {
        /// Its code.
        code: ErrorCode,
        /// The rule that it names, if this project knows it.
        rule: Option<RuleId>,
        /// Its message.
        text: Cow<'a, str>,
    },
    /// A stream of notifications is open, which is as far as it is followed.
    Listening,
    /// It was stopped before its answer: by its client, or by the end of the connection or of the
    /// server.
    Cancelled,
}

impl Outcome<'_> {
    fn of_error(error: &RpcError) -> Outcome<'_> {
        let Refused { code, rule } = Refused::of(error);
        Outcome::Error { code, rule, text: Cow::Borrowed(&error.message) }
    }

    fn of_reply(reply: &Reply) -> Outcome<'_> {
        match &reply.refused {
            None if reply.is_tool_error => Outcome::ToolError(&reply.message),
            None => Outcome::Result(&reply.message),
            Some(Refused { code, rule }) => {
                Outcome::Error { code: *code, rule: *rule, text: error_text(&reply.message) }
            }
        }
    }
}

/// The sentence in an error response of ours.
fn error_text(message: &[u8]) -> Cow<'_, str> {
    let text = std::str::from_utf8(message).ok().and_then(|text| Text::parse(text).ok());
    let error = text.and_then(|text| text.get("error")?.get("message"));
    error.and_then(Text::as_string).unwrap_or_default()
}

/// Who watches, if anybody does.
#[derive(Clone, Default)]
pub(crate) struct Observer(pub Option<Arc<dyn Observe>>);

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Observer").field(&self.0.is_some()).finish()
    }
}

/// Answers a request as [`route::answer`] does, under the eyes of whoever watches.
pub(crate) fn answer(
    endpoint: &Endpoint,
    request: &Request<'_>,
    arrival: &Arrival<'_>,
    voice: Voice<'_>,
    out: &mut Vec<u8>,
) -> Result<Routed, Panicked> {
    // A handler's function runs here up to its first await, and may panic before.
    let Some(observe) = &endpoint.registry.observer.0 else {
        return work::catch(|| route::answer(endpoint, request, arrival, voice, None, out));
    };
    // The observer is the application's as well, and no reason to end a connection.
    work::catch(|| {
        let observed = observe.begin(endpoint, request, arrival);
        let Some(observed) = observed else {
            return work::catch(|| route::answer(endpoint, request, arrival, voice, None, out));
        };
        let before = out.len();
        let routed = within(&*observed, || {
            let watched = Some(&observed);
            work::catch(|| route::answer(endpoint, request, arrival, voice, watched, out))
        });
        let Ok(routed) = routed else {
            observed.end(&Outcome::of_error(&work::panicked()));
            return Err(Panicked);
        };
        Ok(match routed {
            Ok(Step::Started(work)) => {
                Ok(Step::Started(Box::pin(Watched { work, observed: Some(observed) })))
            }
            routed => {
                match &routed {
                    Ok(Step::ToolError(_)) => observed.end(&Outcome::ToolError(&out[before..])),
                    Ok(Step::Listening(_)) => observed.end(&Outcome::Listening),
                    Ok(_) => observed.end(&Outcome::Result(&out[before..])),
                    Err(error) => observed.end(&Outcome::of_error(error)),
                }
                routed
            }
        })
    })?
}

impl Endpoint {
    /// Whether a request names a method of the protocol or of a registered extension, and a tool
    /// or prompt, if that is what its method is about, that is registered here at the moment.
    /// Everything else was made up by its sender, who has no end of names.
    pub fn knows(&self, request: &Request<'_>) -> bool {
        let registry = &*self.registry;
        let name = request.params.name.and_then(Text::as_string);
        let has = |is_there: &dyn Fn(&str) -> bool| name.as_deref().is_some_and(is_there);
        match Method::named(&request.method()) {
            Some(Method::ToolsCall) => has(&|name| registry.tool(name).is_some()),
            Some(Method::PromptsGet) => has(&|name| registry.prompt(name).is_some()),
            Some(_) => true,
            None => registry.extensions.has_method(&request.method()),
        }
    }
}

/// Runs a piece of the work of a request where its observer sees it.
pub(crate) fn within<T>(observed: &dyn Observed, piece: impl FnOnce() -> T) -> T {
    let mut piece = Some(piece);
    let mut done = None;
    observed.enter(&mut || {
        if let Some(piece) = piece.take() {
            done = Some(piece());
        }
    });
    match (done, piece) {
        (Some(done), _) => done,
        // An observer that does not run the work is no reason not to do it.
        (None, Some(piece)) => piece(),
        (None, None) => resume_unwind(Box::new("an observer held back a panic")),
    }
}

/// The work of a handler that is watched.
struct Watched {
    work: Work,
    /// `None` once it has ended.
    observed: Option<Arc<dyn Observed>>,
}

impl Future for Watched {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Reply> {
        let Watched { work, observed } = &mut *self;
        let Some(watching) = observed else { return Poll::Pending };
        let polled = within(&**watching, || work::catch(|| work.as_mut().poll(cx)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(reply)) => {
                watching.end(&Outcome::of_reply(&reply));
                *observed = None;
                Poll::Ready(reply)
            }
            Err(Panicked) => {
                watching.end(&Outcome::of_error(&work::panicked()));
                *observed = None;
                // On to whoever drives the work; the hook has told of it already.
                resume_unwind(Box::new("a handler panicked"))
            }
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(observed) = self.observed.take() {
            observed.end(&Outcome::Cancelled);
        }
    }
}
