//! One connection, of HTTP/1.1 or HTTP/2.

use std::convert::Infallible;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;

use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use mcpwire_protocol::jsonrpc::{ErrorCode, RpcError};
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::body::Body;
use crate::limits::Limits;
use crate::refusal::refuse;
use crate::service::Service;
use crate::traffic::{Open, Traffic};

/// Serves one connection to its end.
pub(crate) async fn connection(
    stream: TcpStream,
    service: Service,
    path: Arc<str>,
    ended: watch::Receiver<()>,
) {
    let _ = stream.set_nodelay(true);
    let Limits { head, idle, .. } = service.shared.limits;
    let traffic = Arc::new(Traffic::of(service, path));
    let seen = traffic.clone();
    let answer = service_fn(move |request: Request<Incoming>| answer(seen.begin(), request));
    if is_http2(&stream).await {
        let mut builder = http2::Builder::new(TokioExecutor::new());
        builder.timer(TokioTimer::new()).max_header_list_size(head as u32);
        let connection = builder.serve_connection(TokioIo::new(stream), answer);
        let end = |it: Pin<&mut http2::Connection<_, _, _>>| it.graceful_shutdown();
        drive(connection, end, &traffic, idle, ended).await;
    } else {
        let mut builder = http1::Builder::new();
        // Hyper's own time limit sets up a timer for each request; ours looks now and then.
        builder.header_read_timeout(None).max_buf_size(head.max(8 << 10));
        let connection = builder.serve_connection(TokioIo::new(stream), answer);
        let end = |it: Pin<&mut http1::Connection<_, _>>| it.graceful_shutdown();
        drive(connection, end, &traffic, idle, ended).await;
    }
}

/// Whether the first bytes are those that open HTTP/2. They are only looked at: a reader that gave
/// them back would cost every connection a buffer of twice the size.
async fn is_http2(stream: &TcpStream) -> bool {
    let mut first = [0; 3];
    matches!(stream.peek(&mut first).await, Ok(3)) && &first == b"PRI"
}

async fn answer(open: Open, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let Traffic { service, path, .. } = open.traffic();
    let mut response = if request.uri().path() == &**path {
        service.shared.answer(request).await
    } else {
        let text = format!("Nothing is served here; the endpoint is {path}.");
        let error = RpcError::new(ErrorCode::INVALID_REQUEST, text);
        refuse(StatusCode::NOT_FOUND, None, &error)
    };
    response.body_mut().hold(open);
    Ok(response)
}

/// Drives a connection until it ends, nobody uses it any more, or the server is told to end: then
/// what is open is finished, and nothing new is taken.
async fn drive<C: Future>(
    connection: C,
    end: impl FnOnce(Pin<&mut C>),
    traffic: &Traffic,
    idle: std::time::Duration,
    mut ended: watch::Receiver<()>,
) {
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = ended.changed() => {}
        () = traffic.stops(idle) => {}
    }
    end(connection.as_mut());
    // A head that comes too slowly ends nothing by itself.
    tokio::select! {
        _ = connection => {}
        () = traffic.stops(idle) => {}
    }
}
