//! The client's side: credentials for every request to one server, and what to do when it wants
//! others.

mod attempts;
mod client;
mod find;
mod grants;
mod kept;
mod nonces;
mod renew;
mod tokens;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use http::header::{AUTHORIZATION, HeaderName, HeaderValue};
use http::{HeaderMap, Method};

pub use attempts::{Attempts, Next};
pub use grants::{Assertion, Enterprise, Grant};

use crate::address::Address;
use crate::error::{AuthError, AuthErrorKind};
use crate::fetch::Fetch;
use crate::grant::TokenKind;
use crate::registration::Identity;
use crate::store::{MemoryStore, Store};
use kept::State;

const DPOP: HeaderName = HeaderName::from_static("dpop");

/// Gets and keeps the tokens for one server, and never sends one anywhere else.
///
/// Before each request to the server, [`credentials`](Authorizer::credentials) gives the headers
/// that go with it. When the answer has come, [`judge`](Authorizer::judge) says whether it stands
/// or the request is to be sent once more: then new credentials were obtained in between.
///
/// Requests may run at once: one of them obtains new credentials, the others wait for it.
pub struct Authorizer {
    server: String,
    identity: Identity,
    grant: Grant,
    fetch: Arc<dyn Fetch>,
    store: Arc<dyn Store>,
    offline: bool,
    older: bool,
    state: Mutex<State>,
    /// Held by whoever obtains new credentials.
    turn: tokio::sync::Mutex<()>,
}

/// What goes with one request.
#[derive(Clone, Debug, Default)]
pub struct Credentials {
    /// The headers: `Authorization`, and `DPoP` where tokens are bound to a key. None where there
    /// is no token yet.
    pub headers: HeaderMap,
    generation: u64,
}

impl Authorizer {
    /// Gets tokens for a server in one way, as somebody, by whatever sends requests.
    ///
    /// # Errors
    ///
    /// The server's address is none, or tokens must not be sent there: it is neither `https` nor
    /// on this machine.
    pub fn new(
        server: impl Into<String>,
        identity: Identity,
        grant: Grant,
        fetch: impl Fetch + 'static,
    ) -> Result<Self, AuthError> {
        let server = server.into();
        if !Address::parse(&server)?.is_confidential() {
            let text = format!("No token is sent to `{server}`: it is not `https`.");
            return Err(AuthError::new(AuthErrorKind::Address, text));
        }
        Ok(Authorizer {
            server,
            identity,
            grant,
            fetch: Arc::new(fetch),
            store: Arc::new(MemoryStore::default()),
            offline: true,
            older: true,
            state: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        })
    }

    /// Keeps tokens and registrations there; by default they are gone with the program.
    #[must_use]
    pub fn store(mut self, store: impl Store + 'static) -> Self {
        self.store = Arc::new(store);
        self
    }

    /// Asks for no refresh token where that takes a scope of its own (`offline_access`).
    #[must_use]
    pub fn without_refresh(mut self) -> Self {
        self.offline = false;
        self
    }

    /// Does not fall back to what revision 2025-03-26 knew: an authorization server on the server's
    /// own origin, for servers that publish no metadata.
    #[must_use]
    pub fn without_older_servers(mut self) -> Self {
        self.older = false;
        self
    }

    /// The headers for a request to the server; none for an address on another origin.
    ///
    /// A token that is about to end is renewed first, where that takes no person.
    ///
    /// # Errors
    ///
    /// What was kept cannot be read.
    pub async fn credentials(&self, method: &Method, url: &str) -> Result<Credentials, AuthError> {
        if Address::parse(url)?.origin() != Address::parse(&self.server)?.origin() {
            return Ok(Credentials::default());
        }
        self.load()?;
        self.renew_early().await;
        let state = self.state();
        let mut credentials =
            Credentials { headers: HeaderMap::new(), generation: state.generation };
        let Some(session) = &state.session else { return Ok(credentials) };
        let scheme = match session.tokens.kind {
            TokenKind::Bearer => "Bearer",
            TokenKind::Dpop => "DPoP",
            TokenKind::Grant => return Ok(credentials),
        };
        let access = &session.tokens.access;
        let value = header(&format!("{scheme} {}", access.expose()))?;
        credentials.headers.insert(AUTHORIZATION, value);
        if let Some(key) = session.key.as_ref().filter(|_| scheme == "DPoP") {
            let nonce = state.nonces.of(url);
            let proof = key.proof(method.as_str(), url, Some(access), nonce, now())?;
            credentials.headers.insert(DPOP, header(&proof)?);
        }
        Ok(credentials)
    }

    /// Forgets the tokens, so that the next request begins anew. What was registered stays.
    ///
    /// # Errors
    ///
    /// The store cannot forget them.
    pub fn forget(&self) -> Result<(), AuthError> {
        let mut state = self.state();
        state.replace(None);
        self.store.remove(&kept::tokens_name(&self.server))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn header(text: &str) -> Result<HeaderValue, AuthError> {
    let mut value = HeaderValue::from_str(text).map_err(|_| {
        let text = "The token that was given out holds what no header can carry.";
        AuthError::new(AuthErrorKind::Token, text)
    })?;
    value.set_sensitive(true);
    Ok(value)
}

/// The time in seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
}

impl fmt::Debug for Authorizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorizer").field("server", &self.server).finish_non_exhaustive()
    }
}
