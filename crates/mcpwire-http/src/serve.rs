use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use mcpwire::{Misuse, Server};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::connection::Accepted;
use crate::connections::Hold;
use crate::ending::Ending;
use crate::guard::Hosts;
use crate::service::{Service, service};
use crate::traffic::{Stage, Traffic};

/// Serves over HTTP at an address, under the path `/mcp`, until the process is told to end
/// (SIGTERM, or Ctrl-C).
///
/// # Errors
///
/// Mistakes in what was registered; an address that cannot be listened at; an address beyond this
/// machine, for which [`Service::hosts`] must say how the server is reached.
pub async fn serve(address: impl ToSocketAddrs, server: Server) -> Result<(), ServeError> {
    Serve::new(service(server)?).bind(address).await?.run().await;
    Ok(())
}

/// A service that is to be served by itself.
#[derive(Clone, Debug)]
pub struct Serve {
    service: Service,
    path: String,
}

impl Serve {
    /// Serves this under the path `/mcp`.
    pub fn new(service: Service) -> Self {
        Serve { service, path: "/mcp".to_owned() }
    }

    /// Sets the path, such as `/mcp`.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Begins to listen at an address; port 0 takes any that is free.
    ///
    /// # Errors
    ///
    /// The address cannot be listened at, or it is beyond this machine and the service does not
    /// know its hosts.
    pub async fn bind(self, address: impl ToSocketAddrs) -> Result<Bound, ServeError> {
        let listener = TcpListener::bind(address).await.map_err(ServeError::Io)?;
        let address = listener.local_addr().map_err(ServeError::Io)?;
        if !address.ip().is_loopback() && self.service.shared.hosts == Hosts::Loopback {
            return Err(ServeError::Hosts(address));
        }
        Ok(Bound { serve: self, listener, address })
    }
}

/// Why nothing is served.
#[derive(Debug)]
pub enum ServeError {
    /// Mistakes in what was registered.
    Misuse(Misuse),
    /// The address cannot be listened at.
    Io(io::Error),
    /// The address is beyond this machine, and nothing was said of how it is reached.
    Hosts(SocketAddr),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Misuse(misuse) => misuse.fmt(f),
            ServeError::Io(error) => write!(f, "The address cannot be listened at: {error}."),
            ServeError::Hosts(address) => write!(
                f,
                "{address} is reached from other machines: name the hosts under which it is \
                 reached by `hosts` (`Hosts::Named`, or `Hosts::Any` behind something that checks \
                 them)."
            ),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<Misuse> for ServeError {
    fn from(misuse: Misuse) -> Self {
        ServeError::Misuse(misuse)
    }
}

/// A service that listens.
#[derive(Debug)]
pub struct Bound {
    serve: Serve,
    listener: TcpListener,
    address: SocketAddr,
}

/// How long answers may take to be written once nothing else is waited for.
const HURRY: Duration = Duration::from_secs(1);

impl Bound {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process is told to end (SIGTERM, or Ctrl-C).
    pub async fn run(self) {
        self.run_until(stop_signal()).await;
    }

    /// Serves until `stop` resolves. Then no connection is taken any more, and streams of
    /// notifications end with their result; requests that still run get the time of
    /// [`Limits::grace`](crate::Limits::grace), and are answered with an error after it.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        self.accept(|stream, accepted| accepted.plain(stream), stop).await;
    }

    /// The same over connections that begin with a handshake of their own, such as TLS:
    ///
    /// ```no_run
    /// # async fn run(bound: mcpwire_http::Bound, config: tokio_rustls::rustls::ServerConfig) {
    /// // `config.alpn_protocols` says whether HTTP/2 is offered (`h2`, `http/1.1`).
    /// let acceptor = tokio_rustls::TlsAcceptor::from(std::sync::Arc::new(config));
    /// let stop = async { drop(tokio::signal::ctrl_c().await) };
    /// bound.run_secured(move |stream| acceptor.accept(stream), stop).await;
    /// # }
    /// ```
    ///
    /// A handshake may take as long as a connection may be idle, and stands in the way of no other
    /// one; a handshake that fails ends its connection.
    pub async fn run_secured<S, F>(
        self,
        handshake: impl Fn(TcpStream) -> F + Send + Sync + 'static,
        stop: impl Future<Output = ()>,
    ) where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        F: Future<Output = io::Result<S>> + Send + 'static,
    {
        let handshake = Arc::new(handshake);
        let connection = move |stream, accepted: Accepted| {
            let handshake = handshake.clone();
            async move { accepted.secured(handshake(stream)).await }
        };
        self.accept(connection, stop).await;
    }

    /// Takes connections until `stop` resolves, and brings them to their end.
    async fn accept<F>(
        self,
        connection: impl Fn(TcpStream, Accepted) -> F,
        stop: impl Future<Output = ()>,
    ) where
        F: Future<Output = ()> + Send + 'static,
    {
        let endpoint = self.serve.service.endpoint();
        if let Err(error) = endpoint.resume_tasks().await {
            endpoint.note(&error.to_string());
        }
        let ending = Ending::default();
        let service = self.serve.service.with(|shared| shared.ending = ending.clone());
        let limits = service.shared.limits.clone();
        let path: Arc<str> = self.serve.path.into();
        let places = Arc::new(Semaphore::new(limits.connections.min(Semaphore::MAX_PERMITS)));
        let hold = Hold::default();
        let connections = &hold.0;
        let listener = self.listener;
        let accept = async {
            loop {
                let Ok(place) = places.clone().acquire_owned().await else { return };
                let stream = match listener.accept().await {
                    Ok((stream, _)) => stream,
                    Err(_) => {
                        // Out of file descriptors, say: others must end first.
                        sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                };
                let _ = stream.set_nodelay(true);
                let entry = connections.enter(Traffic::of(service.clone(), path.clone()));
                tokio::spawn(connection(stream, Accepted { entry, _place: place }));
            }
        };
        tokio::select! {
            () = accept => {}
            () = connections.look_after(limits.idle) => {}
            () = stop => {}
        }
        drop(listener);
        ending.begun.come();
        connections.tell_all(Stage::Ending);
        if timeout(limits.grace, connections.all_ended()).await.is_err() {
            ending.due.come();
            let _ = timeout(HURRY, connections.all_ended()).await;
        }
    }
}

/// Resolves when the process is told to end.
async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
