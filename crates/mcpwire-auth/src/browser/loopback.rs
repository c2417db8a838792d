use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{Browser, Visit, state_of};
use crate::error::{AuthError, AuthErrorKind};

/// The way for a machine with a browser: a listener on this machine takes the answer.
///
/// It listens at 127.0.0.1 on a port that was free, takes the first answer to the request that was
/// made, and shows a page that says that the window can be closed. How the browser is opened is the
/// program's own: it gives a function that is called with the address.
pub struct Loopback {
    listener: TcpListener,
    address: SocketAddr,
    open: Box<dyn Fn(&str) + Send + Sync>,
    patience: Duration,
}

const PATH: &str = "/callback";

impl Loopback {
    /// How many bytes of a request are read.
    const HEAD: usize = 16 << 10;
    /// How long a connection may take for its request.
    const SLOW: Duration = Duration::from_secs(10);
    /// How many connections are read at once.
    const MOST: usize = 16;

    /// Begins to listen. `open` shows an address to the person: it opens their browser, or prints
    /// it.
    ///
    /// # Errors
    ///
    /// No port is free.
    pub async fn bind(open: impl Fn(&str) + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let patience = Duration::from_secs(600);
        Ok(Loopback { listener, address, open: Box::new(open), patience })
    }

    /// Sets how long a person may take: ten minutes by default.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Takes connections until one brings the answer to the request with this `state`.
    async fn wait(&self, state: Option<String>) -> Result<String, AuthError> {
        let mut connections = JoinSet::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if connections.len() < Self::MOST => {
                    if let Ok((stream, _)) = accepted {
                        connections.spawn(timeout(Self::SLOW, taken(stream, state.clone())));
                    }
                }
                Some(taken) = connections.join_next(), if !connections.is_empty() => {
                    if let Ok(Ok(Some(target))) = taken {
                        return Ok(format!("http://{}{target}", self.address));
                    }
                }
            }
        }
    }
}

impl Browser for Loopback {
    fn redirect_uri(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    fn visit(&self, url: &str) -> Visit<'_> {
        (self.open)(url);
        let waiting = timeout(self.patience, self.wait(state_of(url)));
        Box::pin(async move {
            waiting.await.unwrap_or_else(|_| {
                let text = format!(
                    "Nobody came back from the browser within {} seconds. Try again.",
                    self.patience.as_secs()
                );
                Err(AuthError::new(AuthErrorKind::Denied, text))
            })
        })
    }
}

/// The target of a request, if it is the answer; whoever sent it gets a page that says so.
async fn taken(mut stream: TcpStream, state: Option<String>) -> Option<String> {
    let head = head(&mut stream).await?;
    let target = head.strip_prefix("GET ")?.split(' ').next()?.to_owned();
    let is_callback = target.split('?').next() == Some(PATH);
    // Another page may send a browser here with anything; only the right answer ends the waiting.
    let fits = is_callback && state_of(&target) == state;
    let (status, words) = match (is_callback, fits) {
        (true, true) => ("200 OK", "The answer has arrived. This window can be closed."),
        (true, false) => ("400 Bad Request", "This answer belongs to another request."),
        _ => ("404 Not Found", "There is nothing here."),
    };
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Authorization</title>\
         <body><p>{words}</p></body></html>"
    );
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nreferrer-policy: no-referrer\r\nconnection: close\r\n\r\n{page}",
        page.len()
    );
    let _ = stream.write_all(answer.as_bytes()).await;
    let _ = stream.shutdown().await;
    fits.then_some(target)
}

/// The head of a request, or as much of it as may be read.
async fn head(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    let mut piece = [0; 2048];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut piece).await.ok()?;
        if read == 0 || head.len() + read > Loopback::HEAD {
            return None;
        }
        head.extend_from_slice(&piece[..read]);
    }
    String::from_utf8(head).ok()
}

impl fmt::Debug for Loopback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loopback").field("address", &self.address).finish_non_exhaustive()
    }
}
