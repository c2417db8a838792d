//! The server's side: who calls, by their token, and what they may do.
//!
//! Specification: `basic/authorization/index#token-handling`,
//! `basic/authorization/index#scope-challenge-handling`.

mod challenge;
mod claims;
mod introspection;
mod jwks;
mod policy;
mod token;

use std::fmt;
use std::sync::Arc;

use http::request::Parts;
use mcpwire::Caller;
use mcpwire_http::{Denial, Service};
use serde_json::json;

pub use claims::{Claims, Refused};
pub use introspection::Introspection;
pub use jwks::{Jwks, JwksLimits};
pub use policy::{Operation, Policy};

use crate::address::Address;
use crate::discovery::resource_metadata_urls;
use crate::error::AuthError;
use challenge::Challenger;
use token::Unchecked;

/// Lets in who shows a token that was given out for this server, and tells the others where to get
/// one.
///
/// Tokens are checked before anything of a request is read. What they allow is known to handlers by
/// `Context::caller`; their text is not, so that it cannot be passed on.
pub struct Guard {
    shared: Arc<Shared>,
}

struct Shared {
    challenger: Challenger,
    issuer: String,
    policy: Policy,
    tokens: Tokens,
}

/// How tokens are checked.
#[derive(Debug)]
#[non_exhaustive]
pub enum Tokens {
    /// By the signature of the authorization server.
    Jwt(Jwks),
    /// By asking the authorization server (RFC 7662).
    Introspection(Introspection),
}

impl Guard {
    /// Guards the server with this identifier, which is the address that clients call, such as
    /// `https://mcp.example.com/mcp`. `issuer` is the identifier of the authorization server whose
    /// tokens are taken.
    ///
    /// # Errors
    ///
    /// One of them is no address of HTTP.
    pub fn new(
        resource: impl Into<String>,
        issuer: impl Into<String>,
        tokens: Tokens,
        policy: Policy,
    ) -> Result<Self, AuthError> {
        let (resource, issuer) = (resource.into(), issuer.into());
        Address::parse(&issuer)?;
        let urls = resource_metadata_urls(&resource)?;
        let metadata = urls.into_iter().next().unwrap_or_default();
        let challenger = Challenger { resource, metadata };
        Ok(Guard { shared: Arc::new(Shared { challenger, issuer, policy, tokens }) })
    }

    /// Puts it before a service, which then also serves the metadata of the resource.
    ///
    /// # Errors
    ///
    /// None that [`new`](Guard::new) has not found.
    pub fn protect(&self, service: Service) -> Result<Service, AuthError> {
        let shared = self.shared.clone();
        let path = Address::parse(&shared.challenger.metadata)?.path().to_owned();
        Ok(service.document(path, self.metadata()).authorize_later(move |parts| {
            let (shared, asked) = (shared.clone(), shared.asked(parts));
            async move { shared.decide(asked?).await }
        }))
    }

    /// The metadata document (RFC 9728), as JSON.
    pub fn metadata(&self) -> String {
        let shared = &self.shared;
        let mut metadata = json!({
            "resource": shared.challenger.resource,
            "authorization_servers": [shared.issuer],
            "bearer_methods_supported": ["header"],
        });
        let scopes: Vec<&str> = shared.policy.published().iter().collect();
        if !scopes.is_empty() {
            metadata["scopes_supported"] = json!(scopes);
        }
        metadata.to_string()
    }

    /// Where that document is.
    pub fn metadata_url(&self) -> &str {
        &self.shared.challenger.metadata
    }
}

/// What the head of a request shows, with nothing borrowed from it.
struct Asked {
    token: Unchecked,
    needs: crate::Scopes,
}

impl Shared {
    fn asked(&self, parts: &Parts) -> Result<Asked, Denial> {
        let needs = self.policy.needs(&Operation::of(&parts.headers));
        let token = Unchecked::read(&parts.headers)
            .map_err(|why| self.challenger.malformed(&why))?
            .ok_or_else(|| self.challenger.unauthorized(&needs))?;
        Ok(Asked { token, needs })
    }

    async fn decide(&self, asked: Asked) -> Result<Caller, Denial> {
        let Asked { token, needs } = asked;
        let resource = &self.challenger.resource;
        let checked = match &self.tokens {
            Tokens::Jwt(jwks) => jwks.check(&token, &self.issuer, resource).await,
            Tokens::Introspection(by) => by.check(&token, &self.issuer, resource).await,
        };
        let claims = checked.map_err(|refused| match refused {
            Refused::Invalid(why) => self.challenger.invalid(&needs, &why),
            Refused::Unchecked(why) => Denial::unchecked(&why),
        })?;
        let granted = self.policy.widened(&claims.scopes);
        if !granted.covers(&needs) {
            return Err(self.challenger.insufficient(&needs));
        }
        Ok(Caller::named(claims.principal()).with_scopes(granted.iter()))
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard")
            .field("resource", &self.shared.challenger.resource)
            .field("issuer", &self.shared.issuer)
            .finish_non_exhaustive()
    }
}
