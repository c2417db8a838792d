use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use form_urlencoded::Serializer;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{Request, StatusCode};
use serde_json::{Map, Value};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::claims::{Claims, Refused};
use super::token::Unchecked;
use crate::authorizer::now;
use crate::error::quoted;
use crate::fetch::Fetch;
use crate::grant::basic;
use crate::secret::Secret;

/// Checks tokens by asking the authorization server (RFC 7662): for tokens that say nothing by
/// themselves, and for those that can be withdrawn.
///
/// A good token is asked for again after a minute at most, so a withdrawn one may work that long.
pub struct Introspection {
    url: String,
    id: String,
    secret: Secret,
    fetch: Arc<dyn Fetch>,
    remember: Duration,
    known: Mutex<HashMap<[u8; 32], (Claims, Instant)>>,
    places: Semaphore,
}

impl Introspection {
    /// How many good tokens are remembered; when there are more, all are asked for again.
    const MOST: usize = 10_000;
    /// How many tokens are asked about at once; more wait, so that a flood of bad ones is not
    /// passed on.
    const AT_ONCE: usize = 64;

    /// Asks at an address, the `introspection_endpoint` of the authorization server, where this
    /// server is known by an id and a secret.
    pub fn new(
        url: impl Into<String>,
        id: impl Into<String>,
        secret: impl Into<Secret>,
        fetch: impl Fetch + 'static,
    ) -> Self {
        Introspection {
            url: url.into(),
            id: id.into(),
            secret: secret.into(),
            fetch: Arc::new(fetch),
            remember: Duration::from_secs(60),
            known: Mutex::default(),
            places: Semaphore::new(Self::AT_ONCE),
        }
    }

    /// Sets how long a good token is remembered: a minute by default.
    #[must_use]
    pub fn remember(mut self, time: Duration) -> Self {
        self.remember = time;
        self
    }

    pub(super) async fn check(
        &self,
        token: &Unchecked,
        issuer: &str,
        resource: &str,
    ) -> Result<Claims, Refused> {
        let digest = token.digest();
        if let Some(claims) = self.known_good(&digest) {
            return Ok(claims);
        }
        let place = self.places.acquire().await;
        let answer = self.asked(token).await.map_err(Refused::Unchecked)?;
        drop(place);
        if answer.get("active") != Some(&Value::Bool(true)) {
            return Err(Refused::Invalid("The token is not good, or no longer.".to_owned()));
        }
        let mut answer = answer;
        // The member is optional here, and whose answer it is was settled by asking.
        answer.entry("iss").or_insert_with(|| issuer.into());
        let claims = Claims::read(&answer, issuer, resource, now())?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= Self::MOST {
            known.clear();
        }
        known.insert(digest, (claims.clone(), Instant::now()));
        Ok(claims)
    }

    fn known_good(&self, digest: &[u8; 32]) -> Option<Claims> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (claims, since) = known.get(digest)?;
        if since.elapsed() < self.remember && claims.expires_at > now() {
            return Some(claims.clone());
        }
        known.remove(digest);
        None
    }

    async fn asked(&self, token: &Unchecked) -> Result<Map<String, Value>, String> {
        let url = quoted(&self.url);
        let form = {
            let mut form = Serializer::new(String::new());
            form.append_pair("token", token.text()).append_pair("token_type_hint", "access_token");
            form.finish()
        };
        let request = Request::post(&self.url)
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(ACCEPT, "application/json")
            .header(AUTHORIZATION, basic(&self.id, &self.secret))
            .body(Bytes::from(form))
            .map_err(|_| format!("`{url}` is no address."))?;
        let answer = self.fetch.fetch(request).await;
        let answer = answer
            .map_err(|error| format!("`{url}` does not say whether the token is good: {error}."))?;
        match serde_json::from_slice(answer.body()) {
            Ok(Value::Object(object)) if answer.status() == StatusCode::OK => Ok(object),
            _ => Err(format!("`{url}` does not say whether the token is good.")),
        }
    }
}

impl fmt::Debug for Introspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Introspection").field("url", &self.url).finish_non_exhaustive()
    }
}
