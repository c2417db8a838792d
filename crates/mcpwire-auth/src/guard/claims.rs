use serde_json::{Map, Value};

use crate::scopes::Scopes;

/// What an authorization server says of a token that is good for this server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claims {
    /// Who gave it out.
    pub issuer: String,
    /// For whom: a person, or the client itself.
    pub subject: String,
    /// What it allows.
    pub scopes: Scopes,
    /// When it ends, in seconds since 1970.
    pub expires_at: u64,
}

/// Why a token is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It is no good, and why in one sentence.
    Invalid(String),
    /// It cannot be checked for the moment.
    Unchecked(String),
}

impl Claims {
    /// By how many seconds clocks may differ.
    pub const LEEWAY: u64 = 60;

    /// Checks what stands in a token whose signature is right, or in the answer of an introspection
    /// endpoint, at a time in seconds since 1970.
    ///
    /// # Errors
    ///
    /// It is another issuer's, not for this resource, over, or not yet good.
    pub fn read(
        claims: &Map<String, Value>,
        issuer: &str,
        resource: &str,
        now: u64,
    ) -> Result<Self, Refused> {
        let invalid = |why: &str| Err(Refused::Invalid(why.to_owned()));
        let text = |name: &str| claims.get(name).and_then(Value::as_str);
        let seconds = |name: &str| claims.get(name).and_then(seconds);
        if text("iss") != Some(issuer) {
            return invalid("The token was given out by another authorization server.");
        }
        if !is_for(claims.get("aud"), resource) {
            return invalid("The token was not given out for this server.");
        }
        let Some(expires_at) = seconds("exp") else {
            return invalid("The token does not say when it ends.");
        };
        if expires_at.saturating_add(Self::LEEWAY) <= now {
            return invalid("The token has ended.");
        }
        if claims.contains_key("nbf")
            && seconds("nbf").is_none_or(|from| from > now.saturating_add(Self::LEEWAY))
        {
            return invalid("The token is not good yet.");
        }
        if claims.contains_key("cnf") {
            return invalid("The token is bound to a key, which this server does not check.");
        }
        let Some(subject) = text("sub").or_else(|| text("client_id")) else {
            return invalid("The token does not say for whom it is.");
        };
        Ok(Claims {
            issuer: issuer.to_owned(),
            subject: subject.to_owned(),
            scopes: scopes(claims),
            expires_at,
        })
    }

    /// A name that nobody else has: issuer and subject.
    pub fn principal(&self) -> String {
        format!("{} {}", self.issuer, self.subject)
    }
}

/// Whether this server is one of those that a token is for, compared as text.
fn is_for(audience: Option<&Value>, resource: &str) -> bool {
    match audience {
        Some(Value::String(one)) => one == resource,
        Some(Value::Array(several)) => several.iter().any(|one| one == resource),
        _ => false,
    }
}

/// `scope` is one text; some servers write `scp`, as a text or a list.
fn scopes(claims: &Map<String, Value>) -> Scopes {
    match claims.get("scope").or_else(|| claims.get("scp")) {
        Some(Value::String(text)) => Scopes::parse(text),
        Some(Value::Array(list)) => Scopes::of(list.iter().filter_map(Value::as_str)),
        _ => Scopes::default(),
    }
}

/// A NumericDate may have a fraction.
fn seconds(value: &Value) -> Option<u64> {
    let number = value.as_f64().filter(|number| *number >= 0.0)?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Some(number as u64)
}
