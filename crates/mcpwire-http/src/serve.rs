use std::fmt;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use mcpwire::{Misuse, Server};
use tokio::net::{TcpListener, ToSocketAddrs};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::connection::connection;
use crate::guard::Hosts;
use crate::service::{Service, service};

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
                 reached by `hosts` (`Hosts::Only`, or `Hosts::Any` behind something that checks \
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

/// How long open exchanges may take to end once the server is told to.
const GRACE: Duration = Duration::from_secs(5);

impl Bound {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the process is told to end (SIGTERM, or Ctrl-C).
    pub async fn run(self) {
        self.run_until(stop_signal()).await;
    }

    /// Serves until `stop` resolves; then no connection is taken any more, streams get their last
    /// words, and what is still open after five seconds is cut.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let (ending, ended) = watch::channel(());
        let limits = &self.serve.service.shared.limits;
        let places = Arc::new(Semaphore::new(limits.connections.min(Semaphore::MAX_PERMITS)));
        let path: Arc<str> = self.serve.path.into();
        let service = self.serve.service;
        let accept = async {
            loop {
                let Ok(place) = places.clone().acquire_owned().await else { return };
                let stream = match self.listener.accept().await {
                    Ok((stream, _)) => stream,
                    Err(_) => {
                        // Out of file descriptors, say: others must end first.
                        sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                };
                let connection = connection(stream, service.clone(), path.clone(), ended.clone());
                tokio::spawn(async move {
                    connection.await;
                    drop(place);
                });
            }
        };
        tokio::select! {
            () = accept => {}
            () = stop => {}
        }
        // Streams of changes get their last words.
        service.shared.endpoint.close();
        drop(ended);
        let _ = ending.send(());
        let _ = timeout(GRACE, ending.closed()).await;
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
