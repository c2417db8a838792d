use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use http::Uri;
use http::uri::Scheme;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;
use tower_service::Service;

use super::error::{ConnectError, HttpErrorKind, in_words};
use super::proxy::Proxies;
use super::tls::Tls;

/// Opens connections: directly or by a proxy, plain or secret.
#[derive(Clone, Debug)]
pub(super) struct Connector {
    tcp: HttpConnector,
    tls: Tls,
    proxies: Arc<Proxies>,
    limit: Duration,
}

impl Connector {
    pub(super) fn new(tls: Tls, proxies: Arc<Proxies>, limit: Duration) -> Self {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        // Messages are small and waited for.
        tcp.set_nodelay(true);
        Connector { tcp, tls, proxies, limit }
    }

    async fn connect(mut self, to: Uri) -> Result<Link, ConnectError> {
        let failed =
            |kind| move |error: &dyn std::error::Error| ConnectError::new(kind, in_words(error));
        let (direct, by_proxy) = (failed(HttpErrorKind::Connect), failed(HttpErrorKind::Proxy));
        let is_secure = to.scheme() == Some(&Scheme::HTTPS);
        let (stream, is_proxy) = match self.proxies.towards(&to)? {
            None => (self.tcp.call(to.clone()).await.map_err(|error| direct(&error))?, false),
            Some(proxy) if is_secure => {
                let mut tunnel = Tunnel::new(proxy.uri().clone(), self.tcp.clone());
                if let Some(credentials) = proxy.basic_auth() {
                    tunnel = tunnel.with_auth(credentials.clone());
                }
                (tunnel.call(to.clone()).await.map_err(|error| by_proxy(&error))?, false)
            }
            Some(proxy) => {
                let stream = self.tcp.call(proxy.uri().clone()).await;
                (stream.map_err(|error| by_proxy(&error))?, true)
            }
        };
        if !is_secure {
            return Ok(Link::Plain { stream, is_proxy });
        }
        let stream = self.tls.secure(&to, stream.into_inner()).await?;
        Ok(Link::Secret(Box::new(TokioIo::new(stream))))
    }
}

impl Service<Uri> for Connector {
    type Response = Link;
    type Error = ConnectError;
    type Future = Pin<Box<dyn Future<Output = Result<Link, ConnectError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ConnectError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, to: Uri) -> Self::Future {
        let this = self.clone();
        Box::pin(async move {
            let limit = this.limit;
            timeout(limit, this.connect(to)).await.unwrap_or_else(|_| {
                let why = format!("no connection was made within {limit:?}");
                Err(ConnectError::new(HttpErrorKind::ConnectTime, why))
            })
        })
    }
}

/// An open connection.
#[derive(Debug)]
pub(super) enum Link {
    /// One that can be read on the way.
    Plain {
        stream: TokioIo<TcpStream>,
        /// Whether it goes to a proxy, which wants to see whole URLs.
        is_proxy: bool,
    },
    /// One over TLS.
    Secret(Box<TokioIo<TlsStream<TcpStream>>>),
}

impl Connection for Link {
    fn connected(&self) -> Connected {
        match self {
            Link::Plain { is_proxy, .. } => Connected::new().proxy(*is_proxy),
            Link::Secret(stream) => {
                let (_, session) = stream.inner().get_ref();
                match session.alpn_protocol() {
                    Some(b"h2") => Connected::new().negotiated_h2(),
                    _ => Connected::new(),
                }
            }
        }
    }
}

/// Does something with whichever stream it is.
macro_rules! with {
    ($link:expr, $stream:ident => $do:expr) => {
        match $link.get_mut() {
            Link::Plain { stream, .. } => {
                let $stream = Pin::new(stream);
                $do
            }
            Link::Secret(stream) => {
                let $stream = Pin::new(stream.as_mut());
                $do
            }
        }
    };
}

impl Read for Link {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        with!(self, stream => stream.poll_read(cx, buffer))
    }
}

impl Write for Link {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        with!(self, stream => stream.poll_write(cx, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        with!(self, stream => stream.poll_flush(cx))
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        with!(self, stream => stream.poll_shutdown(cx))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Link::Plain { stream, .. } => stream.is_write_vectored(),
            Link::Secret(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        with!(self, stream => stream.poll_write_vectored(cx, pieces))
    }
}
