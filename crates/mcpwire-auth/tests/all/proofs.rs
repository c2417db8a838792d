//! Proofs that whoever shows a token has its key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use mcpwire_auth::Secret;
use mcpwire_auth::dpop::DpopKey;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The claims of a proof whose signature fits the key that it shows.
pub(crate) fn verified(proof: &str) -> Map<String, Value> {
    let header = decode_header(proof).unwrap();
    assert_eq!((header.typ.as_deref(), header.alg), (Some("dpop+jwt"), Algorithm::ES256));
    let key = DecodingKey::from_jwk(&header.jwk.unwrap()).unwrap();
    let mut validation = Validation::new(Algorithm::ES256);
    validation.required_spec_claims.clear();
    validation.validate_exp = false;
    decode::<Map<String, Value>>(proof, &key, &validation).unwrap().claims
}

#[test]
fn a_proof_is_about_one_request() {
    let key = DpopKey::generate().unwrap();
    let token = Secret::from("token");
    let url = "https://mcp.example.com/mcp?x=1";
    let proof = key.proof("POST", url, Some(&token), Some("n1"), 77).unwrap();
    let claims = verified(&proof);
    assert_eq!(claims["htm"], "POST");
    assert_eq!(claims["htu"], "https://mcp.example.com/mcp");
    assert_eq!(claims["iat"], 77);
    assert_eq!(claims["nonce"], "n1");
    assert_eq!(claims["ath"], URL_SAFE_NO_PAD.encode(Sha256::digest("token")));
    let other = verified(&key.proof("POST", url, None, None, 77).unwrap());
    assert_ne!(claims["jti"], other["jti"]);
    assert!(!other.contains_key("ath") && !other.contains_key("nonce"));
}

#[test]
fn a_proof_shows_the_public_half_only() {
    let key = DpopKey::generate().unwrap();
    let proof = key.proof("GET", "https://a.example/", None, None, 1).unwrap();
    let head = URL_SAFE_NO_PAD.decode(proof.split('.').next().unwrap()).unwrap();
    let head: Value = serde_json::from_slice(&head).unwrap();
    let mut members: Vec<&String> = head["jwk"].as_object().unwrap().keys().collect();
    members.sort();
    assert_eq!(members, ["crv", "kty", "x", "y"]);
}

#[test]
fn a_key_survives_being_kept() {
    let key = DpopKey::generate().unwrap();
    let again = DpopKey::read(key.text()).unwrap();
    assert_eq!(key.thumbprint().unwrap(), again.thumbprint().unwrap());
    verified(&again.proof("GET", "https://a.example/", None, None, 1).unwrap());
    assert!(DpopKey::read(&Secret::from("????")).is_err());
    assert!(DpopKey::read(&Secret::from("AAAA")).is_err());
    assert!(!format!("{key:?}").contains(key.text().expose()));
}
