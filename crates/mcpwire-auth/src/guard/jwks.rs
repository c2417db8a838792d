use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode};
use jsonwebtoken::jwk::{Jwk, JwkSet, KeyAlgorithm};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::claims::{Claims, Refused};
use super::token::Unchecked;
use crate::authorizer::now;
use crate::error::{AuthError, quoted};
use crate::fetch::Fetch;
use crate::grant::use_crypto;

/// Checks tokens by the keys that an authorization server publishes.
///
/// The keys are fetched when the first token comes, again when they are old, and when a token
/// names a key that is not among them, but not too often: whoever sends invented names does not
/// make this server ask on their behalf.
pub struct Jwks {
    url: String,
    fetch: Arc<dyn Fetch>,
    algorithms: Vec<Algorithm>,
    limits: JwksLimits,
    kept: Mutex<Option<Kept>>,
    turn: tokio::sync::Mutex<()>,
}

/// The bounds of the keys.
#[derive(Clone, Copy, Debug)]
pub struct JwksLimits {
    /// How old keys may be: one hour by default. Older ones are used while no newer ones can be
    /// had.
    pub age: Duration,
    /// How long after one fetch the next may follow: 30 seconds by default.
    pub pause: Duration,
    /// How many keys are kept: 64 by default.
    pub keys: usize,
}

impl Default for JwksLimits {
    fn default() -> Self {
        JwksLimits { age: Duration::from_secs(3600), pause: Duration::from_secs(30), keys: 64 }
    }
}

#[derive(Clone)]
struct Kept {
    keys: Arc<JwkSet>,
    /// When the keys came; `None` if none ever came.
    fresh: Option<Instant>,
    /// When they were asked for last.
    asked: Instant,
}

#[derive(Deserialize)]
struct Document {
    keys: Vec<Value>,
}

impl Jwks {
    /// The algorithms that are taken unless others are set: those with public keys that are not
    /// known to be weak. Those with a shared secret never are.
    const ALGORITHMS: [Algorithm; 9] = [
        Algorithm::RS256,
        Algorithm::RS384,
        Algorithm::RS512,
        Algorithm::PS256,
        Algorithm::PS384,
        Algorithm::PS512,
        Algorithm::ES256,
        Algorithm::ES384,
        Algorithm::EdDSA,
    ];

    /// Takes the keys from an address, the `jwks_uri` of the authorization server.
    pub fn new(url: impl Into<String>, fetch: impl Fetch + 'static) -> Self {
        use_crypto();
        Jwks {
            url: url.into(),
            fetch: Arc::new(fetch),
            algorithms: Self::ALGORITHMS.to_vec(),
            limits: JwksLimits::default(),
            kept: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        }
    }

    /// Takes these algorithms only, such as `ES256`.
    ///
    /// # Errors
    ///
    /// One of them is unknown, or uses a shared secret.
    pub fn algorithms<'a>(
        mut self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, AuthError> {
        self.algorithms.clear();
        for name in names {
            let algorithm: Option<Algorithm> = name.parse().ok();
            let usable = algorithm.filter(|it| Self::ALGORITHMS.contains(it));
            let text = || format!("Tokens cannot be checked by the algorithm `{name}`.");
            self.algorithms.push(usable.ok_or_else(|| AuthError::own(text()))?);
        }
        Ok(self)
    }

    /// Sets the bounds.
    #[must_use]
    pub fn limits(mut self, limits: JwksLimits) -> Self {
        self.limits = limits;
        self
    }

    pub(super) async fn check(
        &self,
        token: &Unchecked,
        issuer: &str,
        resource: &str,
    ) -> Result<Claims, Refused> {
        let invalid = |why: &str| Refused::Invalid(why.to_owned());
        let header = decode_header(token.text()).map_err(|_| invalid("The token is no JWT."))?;
        let typ = header.typ.as_deref().unwrap_or("JWT");
        let typ = typ.strip_prefix("application/").unwrap_or(typ);
        if !typ.eq_ignore_ascii_case("at+jwt") && !typ.eq_ignore_ascii_case("jwt") {
            return Err(invalid("The token is a JWT of another kind."));
        }
        if !self.algorithms.contains(&header.alg) {
            return Err(invalid("The token is signed by an algorithm that is not taken."));
        }
        let keys = self.keys(header.kid.as_deref()).await?;
        let candidates =
            keys.keys.iter().filter(|key| fits(key, header.kid.as_deref(), header.alg));
        for key in candidates {
            if let Some(claims) = verified(token, key, header.alg) {
                return Claims::read(&claims, issuer, resource, now());
            }
        }
        Err(invalid("The token is not signed by a key of the authorization server."))
    }

    /// Keys that are young enough and have this name among them, as far as can be had.
    async fn keys(&self, id: Option<&str>) -> Result<Arc<JwkSet>, Refused> {
        if let Some(keys) = self.usable(id) {
            return Ok(keys);
        }
        let _turn = self.turn.lock().await;
        if let Some(keys) = self.usable(id) {
            return Ok(keys);
        }
        let before = self.kept();
        if before.as_ref().is_some_and(|kept| kept.asked.elapsed() < self.limits.pause) {
            let why = "The keys of the authorization server could not be had.";
            return Err(Refused::Unchecked(why.to_owned()));
        }
        let fetched = self.fetched().await;
        let asked = Instant::now();
        let kept = match (fetched, before) {
            (Ok(keys), _) => Kept { keys: Arc::new(keys), fresh: Some(asked), asked },
            (Err(_), Some(before)) if before.fresh.is_some() => Kept { asked, ..before },
            (Err(why), _) => {
                let keys = Arc::new(JwkSet { keys: Vec::new() });
                self.keep(Kept { keys, fresh: None, asked });
                return Err(Refused::Unchecked(why));
            }
        };
        self.keep(kept.clone());
        Ok(kept.keys)
    }

    /// The keys that are kept, unless others should be asked for and may be.
    fn usable(&self, id: Option<&str>) -> Option<Arc<JwkSet>> {
        let kept = self.kept()?;
        let fresh = kept.fresh?;
        let knows = id.is_none_or(|id| kept.keys.find(id).is_some());
        let is_young = fresh.elapsed() < self.limits.age;
        let may_ask = kept.asked.elapsed() >= self.limits.pause;
        ((is_young && knows) || !may_ask).then_some(kept.keys)
    }

    fn kept(&self) -> Option<Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, kept: Kept) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
    }

    async fn fetched(&self) -> Result<JwkSet, String> {
        let url = quoted(&self.url);
        let request = Request::get(&self.url).body(Bytes::new());
        let request = request.map_err(|_| format!("`{url}` is no address of keys."))?;
        let answer = self.fetch.fetch(request).await;
        let answer = answer.map_err(|error| format!("`{url}` gives no keys: {error}."))?;
        let document = serde_json::from_slice::<Document>(answer.body());
        match document {
            Ok(document) if answer.status() == StatusCode::OK => {
                // A key of a kind that is unknown here hides no other one.
                let keys = document.keys.into_iter().take(self.limits.keys);
                let keys = keys.filter_map(|key| serde_json::from_value::<Jwk>(key).ok());
                Ok(JwkSet { keys: keys.collect() })
            }
            _ => Err(format!("`{url}` gives no keys.")),
        }
    }
}

/// Whether a key may have made a signature: by its name, where both have one, and by its algorithm.
fn fits(key: &Jwk, id: Option<&str>, algorithm: Algorithm) -> bool {
    let named = match (&key.common.key_id, id) {
        (Some(own), Some(id)) => own == id,
        _ => true,
    };
    let same = |own: KeyAlgorithm| own.to_string().parse::<Algorithm>().ok() == Some(algorithm);
    named && key.common.key_algorithm.is_none_or(same)
}

/// The claims, if the key made the signature. The claims themselves are checked elsewhere.
fn verified(token: &Unchecked, key: &Jwk, algorithm: Algorithm) -> Option<Map<String, Value>> {
    let key = DecodingKey::from_jwk(key).ok()?;
    if key.family() != algorithm.family() || key.family() == AlgorithmFamily::Hmac {
        return None;
    }
    let mut validation = Validation::new(algorithm);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    validation.validate_aud = false;
    decode(token.text(), &key, &validation).ok().map(|token| token.claims)
}

impl fmt::Debug for Jwks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jwks").field("url", &self.url).finish_non_exhaustive()
    }
}
