use mcpwire_http::Denial;

use crate::scopes::Scopes;

/// Says in `WWW-Authenticate` what is missing.
pub(super) struct Challenger {
    pub(super) resource: String,
    pub(super) metadata: String,
}

impl Challenger {
    /// 401: there is no token.
    pub(super) fn unauthorized(&self, needs: &Scopes) -> Denial {
        Denial::unauthorized(&self.challenge(None, needs))
    }

    /// 401: the token is no good.
    pub(super) fn invalid(&self, needs: &Scopes, why: &str) -> Denial {
        Denial::invalid_token(&self.challenge(Some(("invalid_token", why)), needs), why)
    }

    /// 400: whatever is there is no token.
    pub(super) fn malformed(&self, why: &str) -> Denial {
        let challenge = self.challenge(Some(("invalid_request", why)), &Scopes::default());
        Denial::malformed(&challenge, why)
    }

    /// 403: the token does not allow this. All that is needed is named at once.
    pub(super) fn insufficient(&self, needs: &Scopes) -> Denial {
        let why = "The token does not allow this.";
        Denial::insufficient_scope(&self.challenge(Some(("insufficient_scope", why)), needs))
    }

    fn challenge(&self, error: Option<(&str, &str)>, needs: &Scopes) -> String {
        let mut params = Vec::new();
        if let Some((code, why)) = error {
            params.push(format!("error=\"{code}\""));
            params.push(format!("error_description=\"{}\"", quotable(why)));
        }
        if !needs.is_empty() {
            params.push(format!("scope=\"{needs}\""));
        }
        params.push(format!("resource_metadata=\"{}\"", quotable(&self.metadata)));
        format!("Bearer {}", params.join(", "))
    }
}

/// What may stand between quotes as it is (RFC 6750, section 3).
fn quotable(text: &str) -> String {
    text.chars().filter(|c| matches!(c, ' '..='~') && !matches!(c, '"' | '\\')).collect()
}
