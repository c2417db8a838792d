//! Asking a token endpoint.

use http::HeaderValue;

use super::find::Found;
use super::kept::Session;
use super::{Authorizer, DPOP, Enterprise, Grant, now};
use crate::address;
use crate::dpop::DpopKey;
use crate::error::{AuthError, AuthErrorKind, quoted};
use crate::grant::{GrantRequest, Pending, TokenKind, TokenRefusal, Tokens, token_request};
use crate::registration::Client;
use crate::scopes::Scopes;
use crate::secret::Secret;

const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";
/// Where nobody is sent, as no person is asked: only a registration would name it.
const NOWHERE: &str = "http://127.0.0.1/callback";

/// A token endpoint, and what is the same for all requests to it.
struct Endpoint<'a> {
    url: &'a str,
    issuer: &'a str,
    client: &'a Client,
    resource: &'a str,
    key: Option<&'a DpopKey>,
}

impl Authorizer {
    /// Gets tokens in the program's way.
    pub(super) async fn obtain(&self, found: Found, scopes: Scopes) -> Result<Session, AuthError> {
        let key = match found.dpop {
            true => Some(self.key()?),
            false => None,
        };
        let (client, tokens) = match &self.grant {
            Grant::Person(browser) => {
                let redirect_uri = browser.redirect_uri();
                let place = found.issuer.authorization_endpoint(&self.server)?;
                let client = self.client(&found.issuer, &redirect_uri).await?;
                let pending = Pending::begin(&found.issuer, redirect_uri);
                let url = pending.url(place, &client.id, &scopes, &found.resource);
                let code = pending.receive(&browser.visit(&url).await?)?;
                let grant = GrantRequest::Code {
                    code: &code,
                    verifier: pending.verifier(),
                    redirect_uri: pending.redirect_uri(),
                };
                let tokens = self.token(&found, &client, key.as_ref(), grant, &scopes).await?;
                (client, tokens)
            }
            Grant::ClientCredentials => {
                let client = self.client(&found.issuer, NOWHERE).await?;
                let grant = GrantRequest::ClientCredentials;
                let tokens = self.token(&found, &client, key.as_ref(), grant, &scopes).await?;
                (client, tokens)
            }
            Grant::Workload(assertion) => {
                let client = self.client(&found.issuer, NOWHERE).await?;
                let assertion = assertion.ask(&found.issuer.issuer).await?;
                let grant = GrantRequest::JwtBearer(&assertion);
                let tokens = self.token(&found, &client, key.as_ref(), grant, &scopes).await?;
                (client, tokens)
            }
            Grant::Enterprise(enterprise) => {
                let client = self.client(&found.issuer, NOWHERE).await?;
                let assertion = self.exchanged(enterprise, &found, &scopes).await?;
                let grant = GrantRequest::JwtBearer(&assertion);
                let tokens = self.token(&found, &client, key.as_ref(), grant, &scopes).await?;
                (client, tokens)
            }
        };
        let Found { resource, issuer, .. } = found;
        Ok(Session { issuer, resource, client, scopes, tokens, key })
    }

    /// Gets the next token by the refresh token of a session.
    pub(super) async fn refresh(&self, session: &Session) -> Result<Session, AuthError> {
        let Some(refresh) = &session.tokens.refresh else {
            let text = "There is no refresh token.";
            return Err(AuthError::new(AuthErrorKind::Token, text));
        };
        let endpoint = Endpoint {
            url: session.issuer.token_endpoint(&self.server)?,
            issuer: &session.issuer.issuer,
            client: &session.client,
            resource: &session.resource,
            key: session.key.as_ref(),
        };
        // Without scopes, the new token allows what the old one did.
        let grant = GrantRequest::Refresh(refresh);
        let mut tokens = self.ask(&endpoint, grant, &Scopes::default()).await?;
        // A server that does not rotate leaves the old one in force.
        tokens.refresh = tokens.refresh.or_else(|| Some(refresh.clone()));
        Ok(Session { tokens, ..session.clone() })
    }

    async fn token(
        &self,
        found: &Found,
        client: &Client,
        key: Option<&DpopKey>,
        grant: GrantRequest<'_>,
        scopes: &Scopes,
    ) -> Result<Tokens, AuthError> {
        let endpoint = Endpoint {
            url: found.issuer.token_endpoint(&self.server)?,
            issuer: &found.issuer.issuer,
            client,
            resource: &found.resource,
            key,
        };
        let tokens = self.ask(&endpoint, grant, scopes).await?;
        let due = if key.is_some() { TokenKind::Dpop } else { TokenKind::Bearer };
        if tokens.kind != due {
            let text = format!(
                "`{}` gave a token of another type than the server takes.",
                quoted(endpoint.url)
            );
            return Err(AuthError::new(AuthErrorKind::Token, text));
        }
        Ok(tokens)
    }

    /// The grant of an identity provider for the server's authorization server.
    async fn exchanged(
        &self,
        enterprise: &Enterprise,
        found: &Found,
        scopes: &Scopes,
    ) -> Result<Secret, AuthError> {
        address::check(&enterprise.token_endpoint, "the identity provider", &self.server)?;
        let subject = enterprise.id_token.ask(&enterprise.issuer).await?;
        let endpoint = Endpoint {
            url: &enterprise.token_endpoint,
            issuer: &enterprise.issuer,
            client: &enterprise.client,
            resource: &found.resource,
            key: None,
        };
        let audience = &found.issuer.issuer;
        let grant = GrantRequest::Exchange { subject: &subject, subject_type: ID_TOKEN, audience };
        Ok(self.ask(&endpoint, grant, scopes).await?.access)
    }

    /// One request to a token endpoint; with a proof a second one, when it gives a nonce.
    async fn ask(
        &self,
        endpoint: &Endpoint<'_>,
        grant: GrantRequest<'_>,
        scopes: &Scopes,
    ) -> Result<Tokens, AuthError> {
        let Endpoint { url, issuer, client, resource, key } = *endpoint;
        let mut again = key.is_some();
        loop {
            let mut request = token_request(url, issuer, client, grant, resource, scopes, now())?;
            if let Some(key) = key {
                let nonce = self.state().nonces.of(url).map(str::to_owned);
                let proof = key.proof("POST", url, None, nonce.as_deref(), now())?;
                let proof =
                    HeaderValue::from_str(&proof).map_err(|_| crate::grant::no_request(url))?;
                request.headers_mut().insert(DPOP, proof);
            }
            let answer = self.fetched(request, url).await?;
            let (status, body) = (answer.status(), answer.body());
            let noted = self.state().nonces.note(url, answer.headers());
            let refusal = TokenRefusal::read(status, body);
            let wants_nonce = refusal.is_some_and(|why| why.error == "use_dpop_nonce");
            if !(again && noted && wants_nonce) {
                return Tokens::read(status, body, url, now());
            }
            again = false;
        }
    }

    /// The key that tokens are bound to: one for as long as there is a session.
    fn key(&self) -> Result<DpopKey, AuthError> {
        let known = self.state().session.as_ref().and_then(|session| session.key.clone());
        known.map_or_else(DpopKey::generate, Ok)
    }
}
