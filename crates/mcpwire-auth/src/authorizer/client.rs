//! Becoming a client of an authorization server.

use super::kept::{bound_name, client_name};
use super::{Authorizer, now};
use crate::discovery::IssuerMetadata;
use crate::error::AuthError;
use crate::registration::{
    Choice, Client, Registered, elsewhere, registration_request, wanted_method,
};
use crate::secret::Secret;

impl Authorizer {
    /// What this program is at an authorization server; it registers where it has to.
    pub(super) async fn client(
        &self,
        issuer: &IssuerMetadata,
        redirect_uri: &str,
    ) -> Result<Client, AuthError> {
        let endpoint = match self.identity.choose(issuer)? {
            Choice::Registered(client) => return Ok(client.clone()),
            Choice::RegisteredThere(client) => {
                self.bind(&issuer.issuer)?;
                return Ok(client.clone());
            }
            Choice::Document(url) => return Ok(Client::public(url)),
            Choice::Register(endpoint) => endpoint,
        };
        let kept = self.kept_registration(issuer)?;
        if let Some(kept) = kept.filter(|kept| kept.serves(&issuer.issuer, redirect_uri, now())) {
            return Ok(kept.client());
        }
        issuer.endpoint(Some(endpoint), "registration endpoint", &self.server)?;
        let method = wanted_method(issuer);
        let request = registration_request(endpoint, &self.identity.name, redirect_uri, method)?;
        let answer = self.fetched(request, endpoint).await?;
        let registered =
            Registered::read(answer.status(), answer.body(), &issuer.issuer, redirect_uri, method)?;
        if let Ok(text) = serde_json::to_string(&registered) {
            self.store.put(&client_name(&issuer.issuer), &Secret::from(text))?;
        }
        Ok(registered.client())
    }

    /// Binds credentials of which nobody said where they belong to the first issuer that they are
    /// used at.
    fn bind(&self, issuer: &str) -> Result<(), AuthError> {
        let name = bound_name(&self.server);
        match self.store.get(&name)? {
            Some(bound) if bound.expose() == issuer => Ok(()),
            Some(bound) => Err(elsewhere(issuer, bound.expose())),
            None => self.store.put(&name, &Secret::from(issuer)),
        }
    }

    /// The client with an id at an issuer, if it is still known: for tokens that were kept.
    pub(super) fn known_client(
        &self,
        issuer: &IssuerMetadata,
        id: &str,
    ) -> Result<Option<Client>, AuthError> {
        let client = match self.identity.choose(issuer) {
            Ok(Choice::Registered(client) | Choice::RegisteredThere(client)) => {
                Some(client.clone())
            }
            Ok(Choice::Document(url)) => Some(Client::public(url)),
            Ok(Choice::Register(_)) => {
                self.kept_registration(issuer)?.map(|registered| registered.client())
            }
            Err(_) => None,
        };
        Ok(client.filter(|client| client.id == id))
    }

    fn kept_registration(&self, issuer: &IssuerMetadata) -> Result<Option<Registered>, AuthError> {
        let kept = self.store.get(&client_name(&issuer.issuer))?;
        // What cannot be read any more is registered anew.
        let kept = kept.and_then(|text| serde_json::from_str::<Registered>(text.expose()).ok());
        Ok(kept.filter(|registered| registered.issuer == issuer.issuer))
    }
}
