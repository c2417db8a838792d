use std::fmt;
use std::future::Future;
use std::pin::Pin;

use bytes::Bytes;
use http::{Request, Response};

/// What sends a request that is no message of the protocol, and gives the answer whole: to
/// metadata documents, and to the endpoints of authorization servers.
///
/// It follows no redirect, and bounds the time and the size of an answer. Any function from a
/// request to a future of an answer is one.
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
