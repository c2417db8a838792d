//! From a challenge to the authorization server.

use bytes::Bytes;
use http::header::ACCEPT;
use http::{Request, Response, StatusCode};

use super::Authorizer;
use crate::address::{self, Address};
use crate::challenge::Demand;
use crate::discovery::{
    IssuerMetadata, ResourceMetadata, issuer_metadata_urls, resource_metadata_urls,
};
use crate::error::{AuthError, AuthErrorKind, quoted};
use crate::grant::no_request;

/// What was found out of a server.
pub(super) struct Found {
    pub(super) resource: String,
    pub(super) scopes: Option<Vec<String>>,
    pub(super) dpop: bool,
    pub(super) issuer: IssuerMetadata,
}

impl Authorizer {
    /// Finds the authorization server of the server.
    pub(super) async fn find(&self, demand: &Demand) -> Result<Found, AuthError> {
        match self.resource_metadata(demand).await? {
            Some(metadata) => {
                let identifier = self.picked(&metadata);
                address::check(identifier, "the authorization server", &self.server)?;
                let issuer = self.issuer_metadata(identifier).await?.ok_or_else(|| {
                    let text = format!(
                        "The authorization server `{}` publishes no metadata where they should be.",
                        quoted(identifier)
                    );
                    AuthError::new(AuthErrorKind::Metadata, text).breaks("auth-as-discovery-one")
                })?;
                Ok(Found {
                    resource: metadata.resource,
                    scopes: metadata.scopes_supported,
                    dpop: demand.dpop || metadata.dpop_bound_access_tokens_required,
                    issuer,
                })
            }
            None if self.older => self.find_older(demand).await,
            None => {
                let text = format!(
                    "`{}` wants an authorization and does not say whose: it publishes no metadata.",
                    self.server
                );
                Err(AuthError::new(AuthErrorKind::Metadata, text).breaks("authd-prm-location"))
            }
        }
    }

    /// By revision 2025-03-26: the authorization server is on the server's own origin.
    async fn find_older(&self, demand: &Demand) -> Result<Found, AuthError> {
        let server = Address::parse(&self.server)?;
        let published = self.issuer_metadata(server.root()).await?;
        Ok(Found {
            resource: self.server.clone(),
            scopes: None,
            dpop: demand.dpop,
            issuer: published.unwrap_or_else(|| IssuerMetadata::assumed(server)),
        })
    }

    /// One of the authorization servers: where this program is known already, else the first.
    fn picked<'a>(&self, metadata: &'a ResourceMetadata) -> &'a str {
        let servers = &metadata.authorization_servers;
        let used = self.state().session.as_ref().map(|session| session.issuer.issuer.clone());
        let registered = servers.iter().find(|server| self.identity.is_registered_at(server));
        let used = || servers.iter().find(|server| Some(*server) == used.as_ref());
        // The list of checked metadata has at least one entry.
        registered.or_else(used).or_else(|| servers.first()).map_or("", String::as_str)
    }

    async fn resource_metadata(
        &self,
        demand: &Demand,
    ) -> Result<Option<ResourceMetadata>, AuthError> {
        if let Some(url) = demand.resource_metadata.as_deref() {
            address::check(url, "the place of its metadata", &self.server)?;
            let answer = self.get(url).await?;
            if answer.status() != StatusCode::OK {
                return Err(not_there(url, answer.status()));
            }
            return ResourceMetadata::read(answer.body(), url, &self.server).map(Some);
        }
        for url in resource_metadata_urls(&self.server)? {
            let answer = self.get(&url).await?;
            if is_document(&answer, &url)? {
                return ResourceMetadata::read(answer.body(), &url, &self.server).map(Some);
            }
        }
        Ok(None)
    }

    async fn issuer_metadata(&self, issuer: &str) -> Result<Option<IssuerMetadata>, AuthError> {
        for url in issuer_metadata_urls(issuer)? {
            let answer = self.get(&url).await?;
            if is_document(&answer, &url)? {
                return IssuerMetadata::read(answer.body(), &url, issuer).map(Some);
            }
        }
        Ok(None)
    }

    async fn get(&self, url: &str) -> Result<Response<Bytes>, AuthError> {
        let request = Request::builder().uri(url).header(ACCEPT, "application/json");
        let request = request.body(Bytes::new()).map_err(|_| no_request(url))?;
        self.fetched(request, url).await
    }

    pub(super) async fn fetched(
        &self,
        request: Request<Bytes>,
        url: &str,
    ) -> Result<Response<Bytes>, AuthError> {
        self.fetch.fetch(request).await.map_err(|error| {
            let text = format!("`{}` does not answer: {error}.", quoted(url));
            AuthError::new(AuthErrorKind::Network, text)
        })
    }
}

/// Whether a guessed place holds a document. A server in trouble says nothing about that, so its
/// answer ends the search; some show their home page at any address, which is no document.
fn is_document(answer: &Response<Bytes>, url: &str) -> Result<bool, AuthError> {
    if answer.status().is_server_error() {
        return Err(not_there(url, answer.status()));
    }
    let object = answer.body().trim_ascii_start().starts_with(b"{");
    Ok(answer.status() == StatusCode::OK && object)
}

fn not_there(url: &str, status: StatusCode) -> AuthError {
    let text = format!(
        "`{}` should give metadata, and answers with the status {}.",
        quoted(url),
        status.as_u16()
    );
    AuthError::new(AuthErrorKind::Metadata, text)
}
