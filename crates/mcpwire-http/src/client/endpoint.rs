use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use http::{HeaderMap, HeaderName, Method, Request, Uri};
use mcpwire_protocol::http::{HeaderParam, mirror};
use mcpwire_protocol::jsonrpc::{Id, Incoming};

use super::authorize::{Authorize, Denied, Next};
use super::error::Place;
use super::exchange::{Exchange, ExchangeError};
use super::{Answer, HttpClient, HttpError, HttpErrorKind};

/// A server at a URL, spoken to in the modern lifecycle: each message is a POST of its own.
///
/// Specification: `basic/transports/streamable-http`.
#[derive(Clone)]
pub struct Endpoint {
    client: HttpClient,
    url: Uri,
    authorize: Option<Arc<dyn Authorize>>,
}

impl Endpoint {
    /// The server at a URL.
    ///
    /// # Errors
    ///
    /// This is no URL of a server.
    pub fn new(client: HttpClient, url: &str) -> Result<Self, HttpError> {
        let url: Uri = url.parse().map_err(|error| {
            let text = format!("This is no URL of a server: {error}.");
            HttpError::new(HttpErrorKind::Url, text)
        })?;
        Place::of(&url)?;
        Ok(Endpoint { client, url, authorize: None })
    }

    /// Sends credentials along.
    #[must_use]
    pub fn authorize(mut self, authorize: impl Authorize + 'static) -> Self {
        self.authorize = Some(Arc::new(authorize));
        self
    }

    /// Sends a message, with the headers that mirror it: `params` are the arguments that the tool
    /// that it calls wants in headers. Returns once an answer has begun. Dropping this future, or
    /// the exchange, cancels the request and no other.
    ///
    /// # Errors
    ///
    /// No answer has begun, or the caller is not let in.
    pub async fn post(
        &self,
        message: Bytes,
        params: &[HeaderParam],
    ) -> Result<Exchange, ExchangeError> {
        let incoming = Incoming::parse(&message);
        let awaited = match &incoming {
            Incoming::Request(request) => Some(request.id),
            _ => None,
        };
        let headers = headers(&incoming, params);
        let answer = self.send(&message, headers).await?;
        let place = Place::of(&self.url).map_err(ExchangeError::Http)?;
        Ok(Exchange::new(answer, awaited.map(Id::key), place))
    }

    async fn send(&self, message: &Bytes, headers: HeaderMap) -> Result<Answer, ExchangeError> {
        let mut authorization = self.authorize.as_ref().map(|authorize| authorize.begin());
        for _ in 0..SENDINGS {
            let mut request = Request::new(message.clone());
            *request.method_mut() = Method::POST;
            *request.uri_mut() = self.url.clone();
            *request.headers_mut() = headers.clone();
            if let Some(it) = &mut authorization {
                let more = it.headers(&Method::POST, &self.url).await;
                request.headers_mut().extend(more.map_err(ExchangeError::Denied)?);
            }
            let answer = self.client.send(request).await.map_err(ExchangeError::Http)?;
            let Some(it) = &mut authorization else { return Ok(answer) };
            let judged = it.judge(&self.url, answer.head.status, &answer.head.headers).await;
            if judged.map_err(ExchangeError::Denied)? == Next::Stand {
                return Ok(answer);
            }
        }
        let text = format!("{SENDINGS} sets of new credentials were refused for one request.");
        Err(ExchangeError::Denied(Denied(text)))
    }
}

/// How often a request is sent at most, however often there are new credentials for it.
const SENDINGS: usize = 10;

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("url", &self.url).finish_non_exhaustive()
    }
}

/// The headers of a message. Names and values are such as a header can carry: methods and versions
/// that are not break the message itself, and the server says so.
fn headers(incoming: &Incoming<'_>, params: &[HeaderParam]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
    for (name, value) in mirror(incoming, params) {
        let name = HeaderName::from_bytes(name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(&value)) {
            headers.insert(name, value);
        }
    }
    headers
}
