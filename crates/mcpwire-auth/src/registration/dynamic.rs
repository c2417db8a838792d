use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{Method, Request, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::client::{AuthMethod, Client, Proof};
use crate::address::Address;
use crate::discovery::IssuerMetadata;
use crate::error::{AuthError, AuthErrorKind, quoted};
use crate::secret::Secret;

/// A client that registered itself, as it is kept: with the issuer whose client it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Registered {
    /// Whose client it is.
    pub issuer: String,
    /// The address under which it said that it takes answers.
    pub redirect_uri: String,
    client_id: String,
    client_secret: Option<Secret>,
    method: AuthMethod,
    /// When the password ends, in seconds since 1970.
    expires_at: Option<u64>,
}

/// The way to authenticate that a program without a safe place for secrets asks for: none, where
/// that is allowed.
pub fn wanted_method(issuer: &IssuerMetadata) -> AuthMethod {
    // Without the member a server takes `client_secret_basic` (RFC 8414).
    let Some(methods) = issuer.token_endpoint_auth_methods_supported.as_deref() else {
        return AuthMethod::ClientSecretBasic;
    };
    let preferred = [AuthMethod::None, AuthMethod::ClientSecretBasic, AuthMethod::ClientSecretPost];
    let taken = |method: &AuthMethod| methods.iter().any(|known| known == method.as_str());
    preferred.into_iter().find(taken).unwrap_or(AuthMethod::ClientSecretBasic)
}

/// The request by which a program registers itself (RFC 7591), deprecated and still often the
/// only way.
///
/// # Errors
///
/// The endpoint's address is none.
pub fn registration_request(
    endpoint: &str,
    name: &str,
    redirect_uri: &str,
    method: AuthMethod,
) -> Result<Request<Bytes>, AuthError> {
    let body = json!({
        "client_name": name,
        "redirect_uris": [redirect_uri],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": method.as_str(),
        "application_type": application_type(redirect_uri),
    });
    Request::builder()
        .method(Method::POST)
        .uri(endpoint)
        .header(CONTENT_TYPE, "application/json")
        .header(ACCEPT, "application/json")
        .body(Bytes::from(body.to_string()))
        .map_err(|_| crate::grant::no_request(endpoint))
}

/// `web` only for an address that others host: a program on somebody's machine is `native`.
fn application_type(redirect_uri: &str) -> &'static str {
    match Address::parse(redirect_uri) {
        Ok(address) if !address.is_loopback() => "web",
        _ => "native",
    }
}

#[derive(Deserialize)]
struct Answer {
    client_id: String,
    client_secret: Option<String>,
    client_secret_expires_at: Option<u64>,
    token_endpoint_auth_method: Option<String>,
}

#[derive(Deserialize)]
struct Refusal {
    error: String,
    error_description: Option<String>,
}

impl Registered {
    /// Reads the answer to a registration that asked for `wanted`.
    ///
    /// # Errors
    ///
    /// The registration was refused, or the answer is none.
    pub fn read(
        status: StatusCode,
        body: &[u8],
        issuer: &str,
        redirect_uri: &str,
        wanted: AuthMethod,
    ) -> Result<Self, AuthError> {
        let fail = |why: String| {
            let at = quoted(issuer);
            let text = format!(
                "This program could not be registered at `{at}` for the redirect URI \
                 `{redirect_uri}`: {why}"
            );
            AuthError::new(AuthErrorKind::Registration, text)
        };
        if !status.is_success() {
            return Err(fail(match serde_json::from_slice::<Refusal>(body) {
                Ok(refusal) => {
                    let words = refusal.error_description.unwrap_or_default();
                    format!("{} {}", quoted(&refusal.error), quoted(&words))
                }
                Err(_) => format!("it answers with the status {}.", status.as_u16()),
            }));
        }
        let answer: Answer = serde_json::from_slice(body).map_err(|wrong| {
            fail(format!("its answer is none ({}).", quoted(&wrong.to_string())))
        })?;
        let method = match answer.token_endpoint_auth_method.as_deref() {
            Some(name) => AuthMethod::named(name)
                .ok_or_else(|| fail(format!("it wants the method `{}`.", quoted(name))))?,
            // Who says nothing and gives no secret wants none.
            None if answer.client_secret.is_none() => AuthMethod::None,
            None => wanted,
        };
        if method != AuthMethod::None && answer.client_secret.is_none() {
            return Err(fail(format!("`{}` needs a secret, and none came.", method.as_str())));
        }
        Ok(Registered {
            issuer: issuer.to_owned(),
            redirect_uri: redirect_uri.to_owned(),
            client_id: answer.client_id,
            client_secret: answer.client_secret.map(Secret::from),
            method,
            // Zero stands for never.
            expires_at: answer.client_secret_expires_at.filter(|at| *at != 0),
        })
    }

    /// Whether it can still be used, for this address of answers, at a time in seconds since 1970.
    pub fn serves(&self, issuer: &str, redirect_uri: &str, now: u64) -> bool {
        self.issuer == issuer
            && self.redirect_uri == redirect_uri
            && self.expires_at.is_none_or(|at| at > now)
    }

    /// The client.
    pub fn client(&self) -> Client {
        let secret = || self.client_secret.clone().unwrap_or_else(|| Secret::from(""));
        let proof = match self.method {
            AuthMethod::None => Proof::None,
            AuthMethod::ClientSecretBasic => Proof::Basic(secret()),
            AuthMethod::ClientSecretPost => Proof::Post(secret()),
        };
        Client { id: self.client_id.clone(), proof }
    }
}
