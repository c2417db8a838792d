use std::error::Error;
use std::fmt;
use std::time::Duration;

use http::Uri;

/// Why there is no answer, or only a part of one.
#[derive(Clone, Debug)]
pub struct HttpError {
    kind: HttpErrorKind,
    text: String,
}

/// What kind of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpErrorKind {
    /// The URL cannot be asked: the caller's mistake.
    Url,
    /// Nobody could be reached there.
    Connect,
    /// The proxy could not be used.
    Proxy,
    /// No secure connection: an unknown certificate, for example.
    Tls,
    /// [`HttpLimits::connect`](super::HttpLimits::connect) has passed.
    ConnectTime,
    /// [`HttpLimits::head`](super::HttpLimits::head) has passed without an answer.
    HeadTime,
    /// [`HttpLimits::pause`](super::HttpLimits::pause) has passed in the middle of an answer.
    Pause,
    /// The connection ended, or what came is no HTTP, before the answer was complete.
    Broken,
    /// The answer is longer than [`HttpLimits::body`](super::HttpLimits::body).
    BodyTooLong,
    /// An event is longer than [`HttpLimits::event`](super::HttpLimits::event).
    EventTooLong,
}

impl HttpError {
    pub(super) fn new(kind: HttpErrorKind, text: String) -> Self {
        HttpError { kind, text }
    }

    /// What kind of trouble it is.
    pub fn kind(&self) -> HttpErrorKind {
        self.kind
    }

    /// Whether the request has certainly not reached the server, so that sending it again repeats
    /// nothing.
    pub fn is_unsent(&self) -> bool {
        use HttpErrorKind::{Connect, ConnectTime, Proxy, Tls, Url};
        matches!(self.kind, Url | Connect | Proxy | Tls | ConnectTime)
    }
}

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for HttpError {}

/// Whom a request goes to, as errors name it: without the query, which may hold secrets.
#[derive(Clone, Debug)]
pub(super) struct Place(String);

impl Place {
    /// The place that a URL names.
    pub(super) fn of(url: &Uri) -> Result<Place, HttpError> {
        let wrong = |why: &str| {
            let text = format!(
                "This is no URL of a server: {why}. It begins with `http://` or `https://` and names a host."
            );
            Err(HttpError::new(HttpErrorKind::Url, text))
        };
        let Some(authority) = url.authority() else { return wrong("it names no host") };
        // A path may be a secret as well, but it tells endpoints of one host apart.
        match url.scheme_str() {
            Some("http" | "https") if authority.as_str().contains('@') => {
                wrong("it holds credentials, which no URL may show to those who read it")
            }
            Some(scheme @ ("http" | "https")) => {
                Ok(Place(format!("{scheme}://{authority}{}", url.path())))
            }
            _ => wrong("it is none of HTTP"),
        }
    }

    pub(super) fn head_time(&self, limit: Duration) -> HttpError {
        let text = format!("{} has not begun to answer within {limit:?}.", self.0);
        HttpError::new(HttpErrorKind::HeadTime, text)
    }

    pub(super) fn pause(&self, limit: Duration) -> HttpError {
        let text = format!("{} stopped in the middle of its answer for {limit:?}.", self.0);
        HttpError::new(HttpErrorKind::Pause, text)
    }

    pub(super) fn broken(&self, why: &str) -> HttpError {
        let text = format!("The answer of {} broke off: {why}.", self.0);
        HttpError::new(HttpErrorKind::Broken, text)
    }

    pub(super) fn body_too_long(&self, most: usize) -> HttpError {
        let text = format!("The answer of {} is longer than the {most} bytes allowed.", self.0);
        HttpError::new(HttpErrorKind::BodyTooLong, text)
    }

    pub(super) fn event_too_long(&self, most: usize) -> HttpError {
        let text = format!("{} sent an event longer than the {most} bytes allowed.", self.0);
        HttpError::new(HttpErrorKind::EventTooLong, text)
    }

    /// An error of sending.
    pub(super) fn unsent(&self, error: &hyper_util::client::legacy::Error) -> HttpError {
        let mut inner: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(it) = inner {
            if let Some(error) = it.downcast_ref::<ConnectError>() {
                let text = format!("{} cannot be reached: {}.", self.0, error.why);
                return HttpError::new(error.kind, text);
            }
            inner = it.source();
        }
        self.broken(&in_words(error))
    }
}

/// Why no connection was made.
#[derive(Clone, Debug)]
pub(super) struct ConnectError {
    pub(super) kind: HttpErrorKind,
    /// Words that fit behind a colon.
    pub(super) why: String,
}

impl ConnectError {
    pub(super) fn new(kind: HttpErrorKind, why: impl Into<String>) -> Self {
        ConnectError { kind, why: why.into() }
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl Error for ConnectError {}

/// An error with what lies below it.
pub(super) fn in_words(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut inner = error.source();
    while let Some(error) = inner {
        text = format!("{text}: {error}");
        inner = error.source();
    }
    text
}
