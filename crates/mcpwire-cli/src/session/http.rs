//! A server that is reached over HTTP: each message is an exchange on a connection of its own.

use std::future::Future;
use std::net::{TcpStream as Std, ToSocketAddrs as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use mcpwire_protocol::framing::{SseLimits, SseReader};
use mcpwire_protocol::http::SESSION_ID;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::exchange::{Crossed, Sse};
use super::headers::{self, Facts};
use super::secure;
use super::tape::{Raw, Tape, What};
use crate::failure::Failure;
use crate::screen::escape;

/// How long a connection may take to open.
const CONNECT: Duration = Duration::from_secs(5);
/// The most bytes that are read of one answer.
const MOST: usize = 64 << 20;

/// The numbers of exchanges, which are used once in a recording.
static NEXT: AtomicU64 = AtomicU64::new(1_000);

/// Where a server is, and how it is spoken to.
#[derive(Clone, Debug)]
pub struct Endpoint {
    url: http::Uri,
    tape: Arc<Tape>,
    limit: Duration,
    facts: Arc<Mutex<Facts>>,
}

/// A request, head and body.
pub type Request = http::Request<String>;

impl Endpoint {
    /// The endpoint at a URL, of which everything goes to the tape. An exchange takes `limit` at
    /// most.
    ///
    /// # Errors
    /// [`Failure::Usage`] if this is no URL of HTTP, [`Failure::Target`] if nobody is there.
    pub fn open(url: &str, tape: &Arc<Tape>, limit: Duration) -> Result<Self, Failure> {
        let shown = escape(url);
        let wrong = |why: &str| Failure::Usage(format!("`{shown}` is no URL of a server: {why}."));
        let uri: http::Uri = url.parse().map_err(|error| wrong(&format!("{error}")))?;
        let (host, port) = address(&uri).ok_or_else(|| wrong("it names no host"))?;
        let unreached = |why: &dyn std::fmt::Display| {
            Failure::Target(format!("The server {shown} cannot be reached: {why}."))
        };
        let bare = host.trim_matches(['[', ']']);
        let mut addresses = (bare, port).to_socket_addrs().map_err(|error| unreached(&error))?;
        let reach = |it| Std::connect_timeout(&it, CONNECT);
        let first = addresses.next().ok_or_else(|| unreached(&"its name has no address"))?;
        if let Err(error) = reach(first)
            && !addresses.any(|other| reach(other).is_ok())
        {
            return Err(unreached(&error));
        }
        let facts = Arc::default();
        Ok(Endpoint { url: uri, tape: Arc::clone(tape), limit, facts })
    }

    /// Begins an exchange with a message, and returns its number; what comes goes to the tape.
    pub fn send(&self, body: &str, alter: impl FnOnce(&mut Request)) -> u64 {
        let exchange = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut request = self.facts().request(&self.url, body);
        alter(&mut request);
        // On the tape first: the answer must not come before the question.
        self.add(exchange, Crossed::request(&request));
        let this = self.clone();
        thread::spawn(move || this.run(exchange, request));
        exchange
    }

    /// Ends the session that a handshake has opened, if there is one.
    pub fn end(&self) {
        let has_session = self.facts().session.is_some();
        if has_session {
            let exchange = self.send("", |request| *request.method_mut() = http::Method::DELETE);
            let over = |seen: &[super::Seen]| seen.iter().any(|one| one.ends(exchange));
            self.tape.wait(0, Duration::from_secs(1), over);
        }
    }

    /// Where it is.
    pub fn url(&self) -> &http::Uri {
        &self.url
    }

    fn facts(&self) -> std::sync::MutexGuard<'_, Facts> {
        self.facts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, exchange: u64, crossed: Crossed) {
        self.tape.add(What::Http(exchange, crossed));
    }

    /// One exchange, on the thread that it has for itself.
    fn run(&self, exchange: u64, request: Request) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let end = match runtime {
            Ok(runtime) => runtime.block_on(async {
                let exchanged = timeout(self.limit, self.exchange(exchange, request));
                exchanged.await.unwrap_or_else(|_| Err("no end came in time".to_owned()))
            }),
            Err(error) => Err(error.to_string()),
        };
        self.add(exchange, Crossed::End(end.err()));
    }

    async fn exchange(&self, exchange: u64, request: Request) -> Result<(), String> {
        let (host, port) = address(&self.url).ok_or("no host")?;
        let stream = TcpStream::connect((host.trim_matches(['[', ']']), port)).await;
        let stream = stream.map_err(in_words)?;
        let _ = stream.set_nodelay(true);
        if self.url.scheme_str() == Some("https") {
            let stream = secure::handshake(host, stream).await?;
            self.over(exchange, request, stream).await
        } else {
            self.over(exchange, request, stream).await
        }
    }

    async fn over<S>(&self, exchange: u64, request: Request, stream: S) -> Result<(), String>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (mut sender, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(in_words)?;
        let mut request = request.map(|body| Full::new(Bytes::from(body)));
        // Only the path goes to a server itself; the whole URL is for proxies.
        if let Some(path) = request.uri().path_and_query() {
            *request.uri_mut() = path.clone().into();
        }
        let work = async {
            let response = sender.send_request(request).await.map_err(in_words)?;
            self.response(exchange, response).await
        };
        // The connection is driven here, and goes with the exchange.
        let mut connection = std::pin::pin!(connection);
        let mut work = std::pin::pin!(work);
        let mut is_open = true;
        std::future::poll_fn(|cx| {
            if is_open && connection.as_mut().poll(cx).is_ready() {
                is_open = false;
            }
            work.as_mut().poll(cx)
        })
        .await
    }

    async fn response(
        &self,
        exchange: u64,
        response: http::Response<Incoming>,
    ) -> Result<(), String> {
        let (head, mut body) = response.into_parts();
        self.add(exchange, Crossed::response(&head));
        if let Some(session) = head.headers.get(SESSION_ID) {
            self.facts().session = Some(session.clone());
        }
        let mut events =
            headers::is_event_stream(&head.headers).then(|| SseReader::new(SseLimits::default()));
        let mut whole = Vec::new();
        let mut length = 0;
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(in_words)?;
            let Ok(data) = frame.into_data() else { continue };
            length += data.len();
            if length > MOST {
                return Err(format!("the answer is longer than {MOST} bytes"));
            }
            match &mut events {
                Some(events) => {
                    events.push(&data);
                    while let Some(item) = events.next_item() {
                        self.item(exchange, Sse::of(&item));
                    }
                }
                None => whole.extend_from_slice(&data),
            }
        }
        match events {
            Some(mut events) => {
                if let Some(item) = events.finish() {
                    self.item(exchange, Sse::of(&item));
                }
            }
            None if whole.is_empty() => {}
            None => {
                self.facts().learn(&whole);
                self.add(exchange, Crossed::Body(Raw { bytes: whole, cut_from: None }));
            }
        }
        Ok(())
    }

    fn item(&self, exchange: u64, item: Sse) {
        if let Some(data) = &item.data {
            self.facts().learn(data);
        }
        self.add(exchange, Crossed::Event(item));
    }
}

/// The host and the port of a URL of HTTP.
fn address(url: &http::Uri) -> Option<(&str, u16)> {
    let usual = match url.scheme_str()? {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    Some((url.host()?, url.port_u16().unwrap_or(usual)))
}

fn in_words(error: impl std::error::Error) -> String {
    let mut text = error.to_string();
    let mut inner = error.source();
    while let Some(error) = inner {
        text = format!("{text}: {error}");
        inner = error.source();
    }
    text
}
