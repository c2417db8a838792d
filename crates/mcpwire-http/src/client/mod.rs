//! HTTP as a client speaks it: requests out, answers back, each bounded.
//!
//! Redirects are not followed and nothing is sent twice: what an answer means is for the protocol
//! above to say.

mod answer;
mod connector;
mod error;
mod events;
mod limits;
mod proxy;
mod tls;

use std::sync::Arc;

use bytes::Bytes;
use http::Request;
use http_body_util::Full;
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use tokio::time::timeout;

pub use answer::{Answer, AnswerBody};
pub use error::{HttpError, HttpErrorKind};
pub use events::{Event, Events, SentEvent};
pub use limits::HttpLimits;

use connector::Connector;
use error::Place;
use proxy::Proxies;
use tls::{Roots, Tls};

/// A client of HTTP/1.1 and HTTP/2, plain and over TLS, that uses connections again. Clones share
/// them.
///
/// It works inside a runtime of tokio.
///
/// ```no_run
/// use mcpwire_http::client::{AnswerBody, HttpClient};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let request = http::Request::get("https://example.com/mcp").body(bytes::Bytes::new())?;
/// let answer = HttpClient::new().send(request).await?;
/// if let AnswerBody::Events(mut events) = answer.body {
///     while let Some(event) = events.next().await? {
///         println!("{event:?}");
///     }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct HttpClient {
    client: Client<Connector, Full<Bytes>>,
    proxies: Arc<Proxies>,
    limits: HttpLimits,
}

impl HttpClient {
    /// A client with the usual limits, which trusts whom this machine trusts and uses the proxies
    /// that the environment names (`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`).
    pub fn new() -> Self {
        HttpClientBuilder::default().build()
    }

    /// A client to be set up.
    pub fn builder() -> HttpClientBuilder {
        HttpClientBuilder::default()
    }

    /// Sends a request to its URL, and reads the answer, whatever its status: whole, or as a
    /// stream of events that is yet to be read. Dropping this future, or the stream, ends the
    /// exchange and no other.
    ///
    /// # Errors
    ///
    /// There is no answer, or it broke off, or it passes a limit.
    pub async fn send(&self, mut request: Request<Bytes>) -> Result<Answer, HttpError> {
        let place = Place::of(request.uri())?;
        self.proxies.authorize(&mut request);
        let sent = self.client.request(request.map(Full::new));
        let answer = timeout(self.limits.head, sent).await;
        let answer = answer.map_err(|_| place.head_time(self.limits.head))?;
        let (head, body) = answer.map_err(|error| place.unsent(&error))?.into_parts();
        Answer::read(head, body, place, &self.limits).await
    }
}

impl Default for HttpClient {
    fn default() -> Self {
        Self::new()
    }
}

/// How an [`HttpClient`] is to be.
#[derive(Debug, Default)]
pub struct HttpClientBuilder {
    limits: HttpLimits,
    roots: Roots,
    proxies: Option<Proxies>,
}

impl HttpClientBuilder {
    /// Sets the bounds.
    #[must_use]
    pub fn limits(mut self, limits: HttpLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Trusts the certificates in this PEM text, and no others.
    ///
    /// # Errors
    ///
    /// There is none in it, or one cannot be read.
    pub fn certificates(mut self, pem: &[u8]) -> Result<Self, HttpError> {
        self.roots = Roots::given(pem).map_err(|why| {
            let text = format!("The certificates to be trusted cannot be read: {why}.");
            HttpError::new(HttpErrorKind::Tls, text)
        })?;
        Ok(self)
    }

    /// Goes through this proxy, such as `http://user:password@proxy:3128`, whatever the
    /// environment says. Only this machine itself is reached directly.
    #[must_use]
    pub fn proxy(mut self, url: &str) -> Self {
        self.proxies = Some(Proxies::one(url));
        self
    }

    /// Goes through no proxy, whatever the environment says.
    #[must_use]
    pub fn direct(mut self) -> Self {
        self.proxies = Some(Proxies::none());
        self
    }

    /// The client.
    pub fn build(self) -> HttpClient {
        let proxies = Arc::new(self.proxies.unwrap_or_else(Proxies::of_environment));
        let tls = Tls::new(self.roots);
        let connector = Connector::new(tls, proxies.clone(), self.limits.connect);
        let client = Client::builder(TokioExecutor::new())
            .timer(TokioTimer::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(self.limits.idle)
            .build(connector);
        HttpClient { client, proxies, limits: self.limits }
    }
}
