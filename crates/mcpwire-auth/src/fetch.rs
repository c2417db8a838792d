use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use mcpwire_http::client::{AnswerBody, HttpClient, HttpLimits};

/// What sends a request that is no message of the protocol, and gives the answer whole: to
/// metadata documents, and to the endpoints of authorization servers.
///
/// It follows no redirect, and bounds the time and the size of an answer. [`http_client`] makes
/// one; any function from a request to a future of an answer is one, too.
pub trait Fetch: Send + Sync {
    /// Sends a request.
    fn fetch(&self, request: Request<Bytes>) -> Fetching<'_>;
}

/// The answer to come.
pub type Fetching<'a> =
    Pin<Box<dyn Future<Output = Result<Response<Bytes>, FetchError>> + Send + 'a>>;

impl<F, A> Fetch for F
where
    F: Fn(Request<Bytes>) -> A + Send + Sync,
    A: Future<Output = Result<Response<Bytes>, FetchError>> + Send + 'static,
{
    fn fetch(&self, request: Request<Bytes>) -> Fetching<'_> {
        Box::pin(self(request))
    }
}

/// Why there is no answer, in a sentence without its full stop.
#[derive(Clone, Debug)]
pub struct FetchError(pub String);

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FetchError {}

impl Fetch for HttpClient {
    fn fetch(&self, request: Request<Bytes>) -> Fetching<'_> {
        Box::pin(async move {
            let answer = self.send(request).await;
            let answer = answer.map_err(|error| FetchError(without_stop(&error.to_string())))?;
            match answer.body {
                AnswerBody::Whole(body) => Ok(Response::from_parts(answer.head, body)),
                AnswerBody::Events(_) => {
                    Err(FetchError("an event stream came instead of a document".to_owned()))
                }
            }
        })
    }
}

/// A client of HTTP with bounds that fit documents and tokens: an answer begins within 30 seconds
/// and has at most 1 MiB.
///
/// ```
/// let client = mcpwire_auth::http_client();
/// ```
pub fn http_client() -> HttpClient {
    let (head, pause) = (Duration::from_secs(30), Duration::from_secs(30));
    let limits = HttpLimits { head, pause, body: 1 << 20, ..HttpLimits::default() };
    HttpClient::builder().limits(limits).build()
}

/// The sentence of another error, to be a part of one.
fn without_stop(sentence: &str) -> String {
    sentence.trim_end_matches('.').to_owned()
}
