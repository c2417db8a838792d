//! The ways to a token.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::browser::Browser;
use crate::error::AuthError;
use crate::registration::Client;
use crate::secret::Secret;

/// The way to a token: who lets this program in.
#[non_exhaustive]
pub enum Grant {
    /// A person, in their browser.
    Person(Box<dyn Browser>),
    /// Nobody: the program acts for itself, as a client with a secret or a key.
    ///
    /// Specification: the extension `io.modelcontextprotocol/oauth-client-credentials`.
    ClientCredentials,
    /// The identity provider of an organisation.
    ///
    /// Specification: the extension `io.modelcontextprotocol/enterprise-managed-authorization`.
    Enterprise(Enterprise),
    /// The platform on which the program runs: it vouches for it with a signed statement
    /// (RFC 7523), for the issuer that the function is given.
    Workload(Assertion),
}

/// A function that gives a signed statement for an audience: a new one each time, or one from a
/// file that the platform keeps fresh.
pub struct Assertion(Box<Asking>);

type Asking = dyn Fn(String) -> Asked + Send + Sync;
type Asked = Pin<Box<dyn Future<Output = Result<Secret, AuthError>> + Send>>;

impl Assertion {
    /// Asks this function each time.
    pub fn new<F, A>(ask: F) -> Self
    where
        F: Fn(String) -> A + Send + Sync + 'static,
        A: Future<Output = Result<Secret, AuthError>> + Send + 'static,
    {
        Assertion(Box::new(move |audience| Box::pin(ask(audience))))
    }

    /// Gives this one each time.
    pub fn fixed(text: impl Into<Secret>) -> Self {
        let text = text.into();
        Assertion::new(move |_| std::future::ready(Ok(text.clone())))
    }

    pub(super) async fn ask(&self, audience: &str) -> Result<Secret, AuthError> {
        (self.0)(audience.to_owned()).await
    }
}

/// The identity provider of an organisation, and who has logged in there.
#[derive(Debug)]
pub struct Enterprise {
    /// Its issuer identifier.
    pub issuer: String,
    /// Where it exchanges tokens.
    pub token_endpoint: String,
    /// What this program is there.
    pub client: Client,
    /// The ID token of the person, as they logged in. It is asked for with the provider's issuer.
    pub id_token: Assertion,
}

impl Grant {
    /// A person, in their browser.
    pub fn person(browser: impl Browser + 'static) -> Self {
        Grant::Person(Box::new(browser))
    }
}

impl fmt::Debug for Assertion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Assertion(…)")
    }
}

impl fmt::Debug for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Grant::Person(_) => "Person",
            Grant::ClientCredentials => "ClientCredentials",
            Grant::Enterprise(_) => "Enterprise",
            Grant::Workload(_) => "Workload",
        })
    }
}
