use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use form_urlencoded::{Serializer, byte_serialize};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use http::{Method, Request};

use super::no_request;
use crate::error::AuthError;
use crate::registration::{Client, Proof};
use crate::scopes::Scopes;
use crate::secret::Secret;

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const CLIENT_ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const ID_JAG: &str = "urn:ietf:params:oauth:token-type:id-jag";

/// What a token is asked for with.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum GrantRequest<'a> {
    /// A code that came back through the browser.
    Code {
        /// The code.
        code: &'a Secret,
        /// What proves that the same program asks.
        verifier: &'a Secret,
        /// Where the code came to.
        redirect_uri: &'a str,
    },
    /// A refresh token.
    Refresh(&'a Secret),
    /// The client's own rights.
    ClientCredentials,
    /// A statement of somebody whom the authorization server trusts (RFC 7523): the grant of an
    /// enterprise, or the identity of a workload.
    JwtBearer(&'a Secret),
    /// An ID token, for a grant that another authorization server takes (RFC 8693).
    Exchange {
        /// The ID token, or another assertion of who the person is.
        subject: &'a Secret,
        /// What kind of token that is, such as `urn:ietf:params:oauth:token-type:id_token`.
        subject_type: &'a str,
        /// The issuer at which the grant is to be used.
        audience: &'a str,
    },
}

/// The request for a token: everything that goes to a token endpoint.
///
/// `resource` goes with each of them, as it was published; `scopes` where there are any.
///
/// # Errors
///
/// The endpoint is no address, or the client's key does not sign.
pub fn token_request(
    endpoint: &str,
    issuer: &str,
    client: &Client,
    grant: GrantRequest<'_>,
    resource: &str,
    scopes: &Scopes,
    now: u64,
) -> Result<Request<Bytes>, AuthError> {
    let mut form = Serializer::new(String::new());
    match grant {
        GrantRequest::Code { code, verifier, redirect_uri } => {
            form.append_pair("grant_type", "authorization_code")
                .append_pair("code", code.expose())
                .append_pair("code_verifier", verifier.expose())
                .append_pair("redirect_uri", redirect_uri);
        }
        GrantRequest::Refresh(token) => {
            form.append_pair("grant_type", "refresh_token")
                .append_pair("refresh_token", token.expose());
        }
        GrantRequest::ClientCredentials => {
            form.append_pair("grant_type", "client_credentials");
        }
        GrantRequest::JwtBearer(assertion) => {
            form.append_pair("grant_type", JWT_BEARER).append_pair("assertion", assertion.expose());
        }
        GrantRequest::Exchange { subject, subject_type, audience } => {
            form.append_pair("grant_type", EXCHANGE)
                .append_pair("requested_token_type", ID_JAG)
                .append_pair("audience", audience)
                .append_pair("subject_token", subject.expose())
                .append_pair("subject_token_type", subject_type);
        }
    }
    form.append_pair("resource", resource);
    // The scopes of a code were settled when it was asked for.
    if !scopes.is_empty() && !matches!(grant, GrantRequest::Code { .. }) {
        form.append_pair("scope", &scopes.to_string());
    }
    let authorization = prove(&mut form, client, issuer, now)?;
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(endpoint)
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(ACCEPT, "application/json");
    if let Some(authorization) = authorization {
        request = request.header(AUTHORIZATION, authorization);
    }
    request.body(Bytes::from(form.finish())).map_err(|_| no_request(endpoint))
}

/// Shows who the client is, in the form or in a header.
fn prove(
    form: &mut Serializer<'_, String>,
    client: &Client,
    issuer: &str,
    now: u64,
) -> Result<Option<HeaderValue>, AuthError> {
    match &client.proof {
        Proof::None => drop(form.append_pair("client_id", &client.id)),
        Proof::Post(secret) => {
            form.append_pair("client_id", &client.id).append_pair("client_secret", secret.expose());
        }
        Proof::Key(key) => {
            form.append_pair("client_id", &client.id)
                .append_pair("client_assertion_type", CLIENT_ASSERTION)
                .append_pair("client_assertion", &key.assertion(&client.id, issuer, now)?);
        }
        Proof::Basic(secret) => return Ok(Some(basic(&client.id, secret))),
    }
    Ok(None)
}

/// Both halves are encoded as in forms before they are joined (RFC 6749, section 2.3.1).
pub(crate) fn basic(id: &str, secret: &Secret) -> HeaderValue {
    let half = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
    let both = STANDARD.encode(format!("{}:{}", half(id), half(secret.expose())));
    let mut value = HeaderValue::from_str(&format!("Basic {both}"))
        .expect("Base64 consists of what a header may hold");
    value.set_sensitive(true);
    value
}
