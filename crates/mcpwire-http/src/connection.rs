//! One connection, of HTTP/1.1 or HTTP/2.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::task::Poll;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use mcpwire_protocol::reason;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::body::Body;
use crate::connections::Entry;
use crate::limits::Limits;
use crate::refusal;
use crate::traffic::{Open, Stage, Traffic};

/// An accepted connection: its entry among all that are open, and its place among those that may
/// be.
pub(crate) struct Accepted {
    pub entry: Entry,
    pub _place: OwnedSemaphorePermit,
}

impl Accepted {
    /// Serves a connection that speaks HTTP at once.
    pub(crate) async fn plain(self, stream: TcpStream) {
        // In boxes of their own, so that no connection keeps the room of what it is not, or not any
        // more.
        match Box::pin(self.before_all(is_http2(&stream))).await {
            Some(false) => Box::pin(self.http1(stream)).await,
            Some(true) => Box::pin(self.http2(stream)).await,
            None => {}
        }
    }

    async fn http1(&self, stream: TcpStream) {
        let answer = service_fn(|request| answer(self.entry.traffic.begin(), request));
        // Hyper's own time limit sets up a timer for each request; ours looks now and then.
        let connection = http1::Builder::new()
            .header_read_timeout(None)
            .max_buf_size(self.head())
            .serve_connection(TokioIo::new(stream), answer);
        self.drive(pin!(connection), |it| it.graceful_shutdown()).await;
    }

    async fn http2(&self, stream: TcpStream) {
        let traffic = self.entry.traffic.clone();
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder.timer(TokioTimer::new()).max_header_list_size(self.head() as u32);
        let answer = service_fn(move |request| answer(traffic.begin(), request));
        let connection = pin!(builder.serve_connection(TokioIo::new(stream), answer));
        self.drive(connection, |it| it.graceful_shutdown()).await;
    }

    /// Serves a connection that begins with a handshake of its own.
    pub(crate) async fn secured<S>(self, handshake: impl Future<Output = io::Result<S>>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        if let Some(Ok(stream)) = Box::pin(self.before_all(handshake)).await {
            Box::pin(self.either(stream)).await;
        }
    }

    async fn either<S>(&self, stream: S)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let traffic = self.entry.traffic.clone();
        // What has been deciphered cannot be looked at twice, so this reader gives it back.
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder.http1().header_read_timeout(None).max_buf_size(self.head());
        builder.http2().timer(TokioTimer::new()).max_header_list_size(self.head() as u32);
        let answer = service_fn(move |request| answer(traffic.begin(), request));
        let connection = pin!(builder.serve_connection(TokioIo::new(stream), answer));
        self.drive(connection, |it| it.graceful_shutdown()).await;
    }

    fn limits(&self) -> &Limits {
        &self.entry.traffic.service.shared.limits
    }

    /// The longest head of a request.
    fn head(&self) -> usize {
        // Hyper takes no less than this.
        self.limits().head.clamp(8 << 10, u32::MAX as usize)
    }

    /// What comes before any request: bounded in time, and given up when the server ends.
    async fn before_all<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = timeout(self.limits().idle, work) => done.ok(),
            () = self.entry.traffic.ends() => None,
        }
    }

    /// Drives a connection until it ends, nobody uses it any more, or the server is told to end:
    /// then what is open is finished, and nothing new is taken.
    async fn drive<C: Future>(&self, mut connection: Pin<&mut C>, end: impl FnOnce(Pin<&mut C>)) {
        let traffic = &self.entry.traffic;
        let mut end = Some(end);
        poll_fn(|cx| {
            if connection.as_mut().poll(cx).is_ready() {
                return Poll::Ready(());
            }
            let stage = traffic.told(cx);
            if stage >= Stage::Ending
                && let Some(end) = end.take()
            {
                end(connection.as_mut());
                if connection.as_mut().poll(cx).is_ready() {
                    return Poll::Ready(());
                }
            }
            if stage == Stage::Cut { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

/// Whether the first bytes are those that open HTTP/2. They are only looked at: a reader that gave
/// them back would cost every connection a buffer of twice the size.
async fn is_http2(stream: &TcpStream) -> bool {
    let mut first = [0; 3];
    matches!(stream.peek(&mut first).await, Ok(3)) && &first == b"PRI"
}

/// Answers one request. The future holds its head once: what an `async fn` is given would be there
/// twice, and hyper keeps room for it as long as the connection is open.
fn answer(
    open: Open,
    request: Request<Incoming>,
) -> impl Future<Output = Result<Response<Body>, Infallible>> {
    let (parts, body) = request.into_parts();
    async move {
        let Traffic { service, path, .. } = open.traffic();
        let mut response =
            if parts.uri.path() == &**path || service.shared.has_beside(parts.uri.path()) {
                service.shared.answer(&parts, body).await
            } else {
                let text = format!("Nothing is served here; the endpoint is {path}.");
                refusal::early(reason!("endpoint-unknown"), text)
            };
        response.body_mut().hold(open);
        Ok(response)
    }
}
