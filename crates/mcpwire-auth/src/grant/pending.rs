use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use form_urlencoded::Serializer;
use sha2::{Digest, Sha256};

use crate::discovery::IssuerMetadata;
use crate::error::{AuthError, AuthErrorKind, quoted};
use crate::scopes::Scopes;
use crate::secret::{Secret, random};

/// An authorization for which a person was sent to their browser, until the answer comes.
///
/// It records, before anybody is sent anywhere, which issuer is to answer and what only the right
/// answer can carry.
///
/// Specification: `basic/authorization/index#authorization-response-validation`.
#[derive(Debug)]
pub struct Pending {
    issuer: String,
    iss_promised: bool,
    state: Secret,
    verifier: Secret,
    redirect_uri: String,
}

impl Pending {
    /// Begins one at an authorization server whose metadata were validated.
    pub fn begin(issuer: &IssuerMetadata, redirect_uri: impl Into<String>) -> Self {
        Pending {
            issuer: issuer.issuer.clone(),
            iss_promised: issuer.authorization_response_iss_parameter_supported,
            state: Secret::from(random()),
            verifier: Secret::from(random()),
            redirect_uri: redirect_uri.into(),
        }
    }

    /// The address at which the person decides: `endpoint` with the parameters of the request.
    pub fn url(&self, endpoint: &str, client: &str, scopes: &Scopes, resource: &str) -> String {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier.expose()));
        let mut query = Serializer::new(String::new());
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", client)
            .append_pair("redirect_uri", &self.redirect_uri)
            .append_pair("state", self.state.expose())
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("resource", resource);
        if !scopes.is_empty() {
            query.append_pair("scope", &scopes.to_string());
        }
        if scopes.contains("offline_access") {
            // OpenID Connect gives no refresh token without asking the person.
            query.append_pair("prompt", "consent");
        }
        let mark = if endpoint.contains('?') { '&' } else { '?' };
        format!("{endpoint}{mark}{}", query.finish())
    }

    /// Reads the address that the browser was sent back to, and gives the code in it.
    ///
    /// # Errors
    ///
    /// It is no answer to this request, it is another issuer's, or the authorization was denied.
    /// Nothing of an answer that fails a check is told.
    pub fn receive(&self, redirect: &str) -> Result<Secret, AuthError> {
        let answer = Answer::read(redirect)?;
        if answer.state.as_deref() != Some(self.state.expose()) {
            let text = "What came back through the browser does not belong to the request that was \
                        made (`state` differs); it was thrown away. Try again.";
            return Err(redirected(text).breaks("auths-state"));
        }
        self.check_issuer(answer.iss.as_deref())?;
        if let Some(error) = answer.error {
            let words = answer.description.map(|words| format!(" ({})", quoted(&words)));
            let text = format!(
                "The authorization server `{}` did not let this program in: `{}`{}.",
                quoted(&self.issuer),
                quoted(&error),
                words.unwrap_or_default()
            );
            return Err(AuthError::new(AuthErrorKind::Denied, text));
        }
        answer.code.map(Secret::from).ok_or_else(|| {
            let text = "What came back through the browser has neither a code nor an error.";
            redirected(text)
        })
    }

    /// By RFC 9207: as text, without normalising anything.
    fn check_issuer(&self, iss: Option<&str>) -> Result<(), AuthError> {
        let issuer = quoted(&self.issuer);
        match iss {
            Some(iss) if iss == self.issuer => Ok(()),
            Some(_) => {
                let text = format!(
                    "What came back through the browser is not the answer of `{issuer}`, which was \
                     asked (`iss` differs); it was thrown away."
                );
                Err(redirected(text).breaks("auth-iss-validated"))
            }
            None if self.iss_promised => {
                let text = format!(
                    "What came back through the browser does not say whose answer it is, though \
                     `{issuer}` promises to (`iss` is missing); it was thrown away."
                );
                Err(redirected(text).breaks("auth-iss-validated"))
            }
            None => Ok(()),
        }
    }

    /// What proves at the token endpoint that the same program asks that began.
    pub fn verifier(&self) -> &Secret {
        &self.verifier
    }

    /// Where the answer was to go.
    pub fn redirect_uri(&self) -> &str {
        &self.redirect_uri
    }
}

#[derive(Default)]
struct Answer {
    state: Option<String>,
    iss: Option<String>,
    code: Option<String>,
    error: Option<String>,
    description: Option<String>,
}

impl Answer {
    fn read(redirect: &str) -> Result<Self, AuthError> {
        let query = redirect.split_once('?').map_or("", |(_, query)| query);
        let query = query.split_once('#').map_or(query, |(query, _)| query);
        let mut answer = Answer::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let place = match &*name {
                "state" => &mut answer.state,
                "iss" => &mut answer.iss,
                "code" => &mut answer.code,
                "error" => &mut answer.error,
                "error_description" => &mut answer.description,
                _ => continue,
            };
            if place.replace(value.into_owned()).is_some() {
                let text =
                    format!("What came back through the browser has `{name}` more than once.");
                return Err(redirected(text));
            }
        }
        Ok(answer)
    }
}

fn redirected(text: impl Into<String>) -> AuthError {
    AuthError::new(AuthErrorKind::Redirect, text)
}
