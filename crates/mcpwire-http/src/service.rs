use std::convert::Infallible;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::request::Parts;
use http::{Request, Response};
use mcpwire::{Caller, Endpoint, Misuse, Server};

use crate::body::Body;
use crate::denial::Denial;
use crate::ending::Ending;
use crate::guard::Hosts;
use crate::limits::{Limits, Room, Slots};
use crate::sessions::{HttpSse, Sessions};

/// An MCP endpoint as a `tower` service, which mounts in hyper and in axum. Cheap to clone.
///
/// ```
/// use mcpwire::Server;
/// use mcpwire_http::Hosts;
///
/// # fn make() -> Result<mcpwire_http::Service, mcpwire::Misuse> {
/// let service = mcpwire_http::service(Server::new("clock", "1.0.0"))?
///     .hosts(Hosts::Named(vec!["mcp.example.com".to_owned()]))
///     .origins(["https://app.example.com"]);
/// # Ok(service)
/// # }
/// # make().unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Service {
    pub(crate) shared: Arc<Shared>,
}

/// What all requests of an endpoint have in common.
#[derive(Clone)]
pub(crate) struct Shared {
    pub endpoint: Endpoint,
    pub hosts: Hosts,
    pub origins: Vec<String>,
    pub cors: bool,
    pub authorize: Option<Authorize>,
    /// Documents beside the endpoint: paths and JSON texts.
    pub documents: Vec<(String, Bytes)>,
    pub limits: Limits,
    pub requests: Arc<Slots>,
    pub streams: Arc<Slots>,
    pub bodies: Arc<Room>,
    pub ending: Ending,
    pub sessions: Arc<Sessions>,
    pub http_sse: Option<Arc<HttpSse>>,
    /// How many requests were turned away by host or origin.
    pub told: Arc<AtomicUsize>,
}

/// Finds out who sends a request, or refuses it with an answer of its own.
#[derive(Clone)]
pub(crate) enum Authorize {
    /// At once.
    Now(Arc<Deciding>),
    /// By asking somebody.
    Later(Arc<dyn Fn(&Parts) -> Authorizing + Send + Sync>),
}

type Deciding = dyn Fn(&Parts) -> Result<Caller, Denial> + Send + Sync;
pub(crate) type Authorizing = Pin<Box<dyn Future<Output = Result<Caller, Denial>> + Send>>;

/// The endpoint of a server, reached on this machine only until something else is said.
///
/// # Errors
///
/// Mistakes in what was registered.
pub fn service(server: Server) -> Result<Service, Misuse> {
    Ok(Service::of(server.build()?))
}

impl Service {
    /// The same for a server that was built already, and may be served elsewhere too.
    pub fn of(endpoint: Endpoint) -> Self {
        let shared = Shared {
            endpoint,
            hosts: Hosts::Loopback,
            origins: Vec::new(),
            cors: false,
            authorize: None,
            documents: Vec::new(),
            limits: Limits::default(),
            requests: Arc::default(),
            streams: Arc::default(),
            bodies: Arc::default(),
            ending: Ending::default(),
            sessions: Arc::default(),
            http_sse: None,
            told: Arc::default(),
        };
        Service { shared: Arc::new(shared) }
    }

    pub(crate) fn with(mut self, set: impl FnOnce(&mut Shared)) -> Self {
        set(Arc::make_mut(&mut self.shared));
        self
    }

    /// Sets the names under which the endpoint is reached; another is answered with 403.
    #[must_use]
    pub fn hosts(self, hosts: Hosts) -> Self {
        self.with(|shared| shared.hosts = hosts)
    }

    /// Sets the pages that may call it from browsers, beside those of its own hosts, such as
    /// `https://app.example.com`; another is answered with 403. Programs send no origin and are
    /// not asked for one.
    #[must_use]
    pub fn origins(self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let origins = origins.into_iter().map(Into::into).collect();
        self.with(|shared| shared.origins = origins)
    }

    /// Lets those pages read the answers (CORS).
    #[must_use]
    pub fn cors(self) -> Self {
        self.with(|shared| shared.cors = true)
    }

    /// Sets who may call: a function that finds out from the head of a request who sends it, or
    /// gives the answer that refuses it (401 or 403). It is asked before anything of the body is
    /// read, and must not block.
    ///
    /// ```
    /// use mcpwire::{Caller, Server};
    /// use mcpwire_http::Denial;
    ///
    /// # fn make() -> Result<mcpwire_http::Service, mcpwire::Misuse> {
    /// let service = mcpwire_http::service(Server::new("clock", "1.0.0"))?.authorize(|head| {
    ///     match head.headers.get("authorization").map(|value| value.as_bytes()) {
    ///         Some(b"Bearer sesame") => Ok(Caller::named("ali")),
    ///         Some(_) => Err(Denial::forbidden("This token opens nothing here.")),
    ///         None => Err(Denial::unauthorized("Bearer")),
    ///     }
    /// });
    /// # Ok(service)
    /// # }
    /// # make().unwrap();
    /// ```
    #[must_use]
    pub fn authorize(
        self,
        authorize: impl Fn(&Parts) -> Result<Caller, Denial> + Send + Sync + 'static,
    ) -> Self {
        self.with(|shared| shared.authorize = Some(Authorize::Now(Arc::new(authorize))))
    }

    /// The same for a function that has to wait for something, such as the keys of an authorization
    /// server. It takes what it needs from the head of the request before it waits.
    #[must_use]
    pub fn authorize_later<F>(self, authorize: impl Fn(&Parts) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Caller, Denial>> + Send + 'static,
    {
        let authorize = move |parts: &Parts| -> Authorizing { Box::pin(authorize(parts)) };
        self.with(|shared| shared.authorize = Some(Authorize::Later(Arc::new(authorize))))
    }

    /// Serves a JSON document beside the endpoint, to anybody who asks for its path by GET: such as
    /// `/.well-known/oauth-protected-resource/mcp`. Inside another program, its routes must lead
    /// that path here, too.
    #[must_use]
    pub fn document(self, path: impl Into<String>, json: impl Into<String>) -> Self {
        let document = (path.into(), Bytes::from(json.into()));
        self.with(|shared| shared.documents.push(document))
    }

    /// Serves clients of revision 2024-11-05 too, by its transport, HTTP with SSE: under this path,
    /// such as `/sse`, a GET opens an event stream whose first event says where to POST (the same
    /// path, with the session in its query), and on which all answers come. The session ends with
    /// the stream, and so does what runs for it. Inside another program, this path has to lead to
    /// this service as well, unchanged.
    ///
    /// Specification: `basic/transports#http-with-sse` of 2024-11-05.
    #[must_use]
    pub fn http_sse(self, path: impl Into<String>) -> Self {
        let sse = HttpSse::at(path.into());
        self.with(|shared| shared.http_sse = Some(Arc::new(sse)))
    }

    /// Sets the bounds.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        self.with(|shared| shared.limits = limits)
    }

    /// The endpoint behind it.
    pub fn endpoint(&self) -> &Endpoint {
        &self.shared.endpoint
    }
}

impl Shared {
    /// Whether a document, or the transport of revision 2024-11-05, is served under this path.
    pub(crate) fn has_beside(&self, path: &str) -> bool {
        self.http_sse.as_ref().is_some_and(|sse| sse.path == path) || self.document(path).is_some()
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared")
            .field("endpoint", &self.endpoint)
            .field("hosts", &self.hosts)
            .field("origins", &self.origins)
            .finish_non_exhaustive()
    }
}

impl<B> tower_service::Service<Request<B>> for Service
where
    B: http_body::Body + Send + 'static,
    B::Data: Send,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let shared = self.shared.clone();
        let (parts, body) = request.into_parts();
        Box::pin(async move { Ok(shared.answer(&parts, body).await) })
    }
}
