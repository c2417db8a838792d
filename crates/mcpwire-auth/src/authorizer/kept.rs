//! What is known between requests, and what outlives the program.

use serde::{Deserialize, Serialize};

use super::Authorizer;
use super::nonces::Nonces;
use crate::discovery::IssuerMetadata;
use crate::dpop::DpopKey;
use crate::error::{AuthError, AuthErrorKind};
use crate::grant::Tokens;
use crate::registration::Client;
use crate::scopes::Scopes;
use crate::secret::Secret;

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) loaded: bool,
    pub(super) session: Option<Session>,
    /// Counts the tokens, so that a request knows whether others came since it was sent.
    pub(super) generation: u64,
    pub(super) nonces: Nonces,
}

impl State {
    pub(super) fn replace(&mut self, session: Option<Session>) {
        self.session = session;
        self.generation += 1;
    }
}

/// An authorization that was given.
#[derive(Clone, Debug)]
pub(super) struct Session {
    pub(super) issuer: IssuerMetadata,
    pub(super) resource: String,
    pub(super) client: Client,
    /// All that was asked for, so that it is asked for again.
    pub(super) scopes: Scopes,
    pub(super) tokens: Tokens,
    pub(super) key: Option<DpopKey>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    issuer: IssuerMetadata,
    resource: String,
    client_id: String,
    scopes: Scopes,
    tokens: Tokens,
    key: Option<Secret>,
}

pub(super) fn tokens_name(server: &str) -> String {
    format!("tokens {server}")
}

pub(super) fn client_name(issuer: &str) -> String {
    format!("client {issuer}")
}

pub(super) fn bound_name(server: &str) -> String {
    format!("bound {server}")
}

impl Authorizer {
    /// Reads what was kept, once.
    pub(super) fn load(&self) -> Result<(), AuthError> {
        let mut state = self.state();
        if state.loaded {
            return Ok(());
        }
        state.loaded = true;
        let Some(text) = self.store.get(&tokens_name(&self.server))? else { return Ok(()) };
        // What an other version wrote is as if it were not there: it is obtained anew.
        let Ok(kept) = serde_json::from_str::<Kept>(text.expose()) else { return Ok(()) };
        let key = kept.key.map(|key| DpopKey::read(&key)).transpose()?;
        let client = self.known_client(&kept.issuer, &kept.client_id)?;
        let session = client.map(|client| Session {
            issuer: kept.issuer,
            resource: kept.resource,
            client,
            scopes: kept.scopes,
            tokens: kept.tokens,
            key,
        });
        state.replace(session);
        Ok(())
    }

    /// Keeps a new authorization.
    pub(super) fn keep(&self, session: Session) -> Result<(), AuthError> {
        let kept = Kept {
            issuer: session.issuer.clone(),
            resource: session.resource.clone(),
            client_id: session.client.id.clone(),
            scopes: session.scopes.clone(),
            tokens: session.tokens.clone(),
            key: session.key.as_ref().map(|key| key.text().clone()),
        };
        self.state().replace(Some(session));
        let text = serde_json::to_string(&kept).map_err(|error| {
            AuthError::new(AuthErrorKind::Store, format!("Tokens cannot be kept: {error}."))
        })?;
        self.store.put(&tokens_name(&self.server), &Secret::from(text))
    }
}
