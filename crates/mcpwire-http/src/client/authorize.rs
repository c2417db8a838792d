use std::future::Future;
use std::pin::Pin;

use http::{HeaderMap, Method, StatusCode, Uri};

/// What gives requests their credentials, and reads what servers say of them.
pub trait Authorize: Send + Sync {
    /// Begins with one request, which may be sent several times.
    fn begin(&self) -> Box<dyn Authorization + '_>;
}

/// The authorization of one request.
pub trait Authorization: Send {
    /// The headers to send along, such as `Authorization`; none where the URL is not of the server
    /// that they are for. Asked before each sending.
    fn headers<'a>(&'a mut self, method: &'a Method, url: &'a Uri) -> Asked<'a, HeaderMap>;

    /// What to do about an answer, by its status and its headers (`WWW-Authenticate` among them).
    /// Asked for each, whatever its status. A request is sent ten times at most.
    fn judge<'a>(
        &'a mut self,
        url: &'a Uri,
        status: StatusCode,
        headers: &'a HeaderMap,
    ) -> Asked<'a, Next>;
}

/// What is to come of a question.
pub type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, Denied>> + Send + 'a>>;

/// What comes after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It stands.
    Stand,
    /// There are new credentials, with which the request is sent once more.
    Again,
}

/// Why there are no credentials, as a whole sentence.
#[derive(Clone, Debug)]
pub struct Denied(pub String);
