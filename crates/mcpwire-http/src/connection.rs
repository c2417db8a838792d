//! One connection, of HTTP/1.1 or HTTP/2.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;

use http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use mcpwire_protocol::reason;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::body::Body;
use crate::refusal;
use crate::service::Service;
use crate::traffic::{Open, Traffic};

/// What all connections have in common.
#[derive(Clone)]
pub(crate) struct Served {
    pub service: Service,
    /// The path of the endpoint.
    pub path: Arc<str>,
    /// Told when the server begins to end; its sender is gone when it has.
    pub ended: watch::Receiver<()>,
}

impl Served {
    /// Serves a connection that speaks HTTP at once.
    pub(crate) async fn plain(mut self, stream: TcpStream) {
        let Some(is_http2) = self.before_all(is_http2(&stream)).await else { return };
        let (traffic, head) = self.begin();
        let seen = traffic.clone();
        let answer = service_fn(move |request| answer(seen.begin(), request));
        if is_http2 {
            let mut builder = http2::Builder::new(TokioExecutor::new());
            builder.timer(TokioTimer::new()).max_header_list_size(head as u32);
            let connection = builder.serve_connection(TokioIo::new(stream), answer);
            let end = |it: Pin<&mut http2::Connection<_, _, _>>| it.graceful_shutdown();
            self.drive(connection, end, &traffic).await;
        } else {
            let mut builder = http1::Builder::new();
            // Hyper's own time limit sets up a timer for each request; ours looks now and then.
            builder.header_read_timeout(None).max_buf_size(head);
            let connection = builder.serve_connection(TokioIo::new(stream), answer);
            let end = |it: Pin<&mut http1::Connection<_, _>>| it.graceful_shutdown();
            self.drive(connection, end, &traffic).await;
        }
    }

    /// Serves a connection that begins with a handshake of its own.
    pub(crate) async fn secured<S>(mut self, handshake: impl Future<Output = io::Result<S>>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Some(Ok(stream)) = self.before_all(handshake).await else { return };
        let (traffic, head) = self.begin();
        let seen = traffic.clone();
        let answer = service_fn(move |request| answer(seen.begin(), request));
        // What has been deciphered cannot be looked at twice, so this reader gives it back.
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder.http1().header_read_timeout(None).max_buf_size(head);
        builder.http2().timer(TokioTimer::new()).max_header_list_size(head as u32);
        let connection = builder.serve_connection(TokioIo::new(stream), answer);
        let end = |it: Pin<&mut auto::Connection<_, _, _>>| it.graceful_shutdown();
        self.drive(connection, end, &traffic).await;
    }

    fn begin(&self) -> (Arc<Traffic>, usize) {
        let traffic = Traffic::of(self.service.clone(), self.path.clone());
        // Hyper takes no less than this.
        let head = self.service.shared.limits.head.clamp(8 << 10, u32::MAX as usize);
        (Arc::new(traffic), head)
    }

    /// What comes before any request: bounded in time, and given up when the server ends.
    async fn before_all<T>(&mut self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = timeout(self.service.shared.limits.idle, work) => done.ok(),
            _ = self.ended.changed() => None,
        }
    }

    /// Drives a connection until it ends, nobody uses it any more, or the server is told to end:
    /// then what is open is finished, and nothing new is taken.
    async fn drive<C: Future>(
        mut self,
        connection: C,
        end: impl FnOnce(Pin<&mut C>),
        traffic: &Traffic,
    ) {
        let idle = self.service.shared.limits.idle;
        let mut connection = pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => return,
            _ = self.ended.changed() => {}
            () = traffic.stops(idle) => {}
        }
        end(connection.as_mut());
        // A head that comes too slowly ends nothing by itself.
        tokio::select! {
            _ = connection => {}
            () = traffic.stops(idle) => {}
            // Whatever is still open is cut.
            () = gone(&mut self.ended) => {}
        }
    }
}

/// Resolves when nobody can tell anything any more.
async fn gone(ended: &mut watch::Receiver<()>) {
    while ended.changed().await.is_ok() {}
}

/// Whether the first bytes are those that open HTTP/2. They are only looked at: a reader that gave
/// them back would cost every connection a buffer of twice the size.
async fn is_http2(stream: &TcpStream) -> bool {
    let mut first = [0; 3];
    matches!(stream.peek(&mut first).await, Ok(3)) && &first == b"PRI"
}

async fn answer(open: Open, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let Traffic { service, path, .. } = open.traffic();
    let asked = request.uri().path();
    let mut response = if asked == &**path || service.shared.document(asked).is_some() {
        service.shared.answer(request).await
    } else {
        let text = format!("Nothing is served here; the endpoint is {path}.");
        refusal::early(reason!("endpoint-unknown"), text)
    };
    response.body_mut().hold(open);
    Ok(response)
}
