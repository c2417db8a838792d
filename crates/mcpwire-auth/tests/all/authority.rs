//! An authorization server by hand: it does what the specifications demand of one, checks what
//! clients send, and can be told to do it wrong.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::SystemTime;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use http::header::{AUTHORIZATION, LOCATION};
use http::{Request, Response};
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use p256::elliptic_curve::Generate;
use p256::pkcs8::EncodePrivateKey;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::proofs;

pub(crate) type Form = HashMap<String, String>;

pub(crate) struct Authority {
    pub(crate) issuer: String,
    pub(crate) settings: Mutex<Settings>,
    /// The forms that came to the token endpoint, and the queries to the authorization endpoint.
    pub(crate) token_requests: Mutex<Vec<Form>>,
    pub(crate) authorizations: Mutex<Vec<Form>>,
    pub(crate) registrations: Mutex<Vec<Value>>,
    codes: Mutex<HashMap<String, Form>>,
    key: Mutex<(EncodingKey, Jwk)>,
    made: Mutex<u32>,
}

#[derive(Clone)]
pub(crate) struct Settings {
    /// What is added to its metadata.
    pub(crate) metadata: Value,
    /// The issuer that it puts into answers through the browser.
    pub(crate) iss: Option<String>,
    pub(crate) error: Option<&'static str>,
    pub(crate) refresh: bool,
    pub(crate) lifetime: u64,
    /// The most that it grants.
    pub(crate) grants: Option<&'static str>,
    pub(crate) nonce: Option<&'static str>,
    pub(crate) refuses_refresh: bool,
}

pub(crate) fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs()
}

fn key(id: &str) -> (EncodingKey, Jwk) {
    let der = p256::SecretKey::generate().to_pkcs8_der().unwrap();
    let key = EncodingKey::from_ec_der(der.as_bytes());
    let mut jwk = Jwk::from_encoding_key(&key, Algorithm::ES256).unwrap();
    jwk.common.key_id = Some(id.to_owned());
    (key, jwk)
}

pub(crate) fn json(status: u16, body: &Value) -> Response<Bytes> {
    Response::builder().status(status).body(Bytes::from(body.to_string())).unwrap()
}

fn form(text: &str) -> Form {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

impl Authority {
    pub(crate) fn new(issuer: &str) -> Self {
        let _ = jsonwebtoken::crypto::rust_crypto::DEFAULT_PROVIDER.install_default();
        let settings = Settings {
            metadata: json!({}),
            iss: Some(issuer.to_owned()),
            error: None,
            refresh: false,
            lifetime: 3600,
            grants: None,
            nonce: None,
            refuses_refresh: false,
        };
        Authority {
            issuer: issuer.to_owned(),
            settings: Mutex::new(settings),
            token_requests: Mutex::default(),
            authorizations: Mutex::default(),
            registrations: Mutex::default(),
            codes: Mutex::default(),
            key: Mutex::new(key("k1")),
            made: Mutex::new(0),
        }
    }

    pub(crate) fn set(&self, set: impl FnOnce(&mut Settings)) {
        set(&mut self.settings.lock().unwrap());
    }

    /// Signs with another key from now on.
    pub(crate) fn rotate(&self, id: &str) {
        *self.key.lock().unwrap() = key(id);
    }

    pub(crate) fn last_token_request(&self) -> Form {
        self.token_requests.lock().unwrap().last().unwrap().clone()
    }

    fn settings(&self) -> Settings {
        self.settings.lock().unwrap().clone()
    }

    fn next(&self) -> u32 {
        let mut made = self.made.lock().unwrap();
        *made += 1;
        *made
    }

    pub(crate) fn answer(&self, request: &Request<Bytes>) -> Response<Bytes> {
        let path = request.uri().path();
        match path {
            "/.well-known/oauth-authorization-server" => json(200, &self.metadata()),
            "/jwks" => {
                json(200, &json!({"keys": [{"kty": "new-kind"}, self.key.lock().unwrap().1]}))
            }
            "/register" => self.register(request.body()),
            "/authorize" => self.authorize(request.uri().query().unwrap_or_default()),
            "/token" => self.token(request),
            "/introspect" => self.introspect(request),
            _ => json(404, &json!({})),
        }
    }

    fn metadata(&self) -> Value {
        let at = &self.issuer;
        let mut metadata = json!({
            "issuer": at,
            "authorization_endpoint": format!("{at}/authorize"),
            "token_endpoint": format!("{at}/token"),
            "registration_endpoint": format!("{at}/register"),
            "jwks_uri": format!("{at}/jwks"),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none", "client_secret_basic"],
            "authorization_response_iss_parameter_supported": true,
        });
        for (name, value) in self.settings().metadata.as_object().unwrap() {
            metadata[name] = value.clone();
        }
        metadata
    }

    fn register(&self, body: &Bytes) -> Response<Bytes> {
        let body: Value = serde_json::from_slice(body).unwrap();
        self.registrations.lock().unwrap().push(body.clone());
        let host = self.issuer.trim_start_matches("https://");
        let id = format!("client-{}-of-{host}", self.next());
        json(201, &json!({"client_id": id, "redirect_uris": body["redirect_uris"]}))
    }

    fn authorize(&self, query: &str) -> Response<Bytes> {
        let query = form(query);
        self.authorizations.lock().unwrap().push(query.clone());
        assert_eq!(query["response_type"], "code");
        assert_eq!(query["code_challenge_method"], "S256");
        let settings = self.settings();
        let code = format!("code-{}", self.next());
        let mut back = form_urlencoded::Serializer::new(String::new());
        back.append_pair("state", &query["state"]);
        if let Some(iss) = &settings.iss {
            back.append_pair("iss", iss);
        }
        match settings.error {
            Some(error) => back.append_pair("error", error),
            None => back.append_pair("code", &code),
        };
        let place = format!("{}?{}", query["redirect_uri"], back.finish());
        self.codes.lock().unwrap().insert(code, query);
        Response::builder().status(302).header(LOCATION, place).body(Bytes::new()).unwrap()
    }

    fn token(&self, request: &Request<Bytes>) -> Response<Bytes> {
        let mut asked = form(std::str::from_utf8(request.body()).unwrap());
        if let Some(basic) = request.headers().get(AUTHORIZATION) {
            let basic = basic.to_str().unwrap().strip_prefix("Basic ").unwrap();
            let basic = String::from_utf8(STANDARD.decode(basic).unwrap()).unwrap();
            asked.insert("basic".to_owned(), basic);
        }
        self.token_requests.lock().unwrap().push(asked.clone());
        let settings = self.settings();
        let refuse = |error: &str| json(400, &json!({"error": error}));
        let thumbprint = match self.proof(request, &settings) {
            Ok(thumbprint) => thumbprint,
            Err(answer) => return *answer,
        };
        let scope = match asked["grant_type"].as_str() {
            "authorization_code" => {
                let code = self.codes.lock().unwrap().remove(&asked["code"]);
                let Some(code) = code else { return refuse("invalid_grant") };
                let hash = URL_SAFE_NO_PAD.encode(Sha256::digest(&asked["code_verifier"]));
                for (sent, due) in [
                    (&hash, &code["code_challenge"]),
                    (&asked["redirect_uri"], &code["redirect_uri"]),
                    (&asked["resource"], &code["resource"]),
                    (asked.get("client_id").unwrap_or(&code["client_id"]), &code["client_id"]),
                ] {
                    if sent != due {
                        return refuse("invalid_grant");
                    }
                }
                code.get("scope").cloned().unwrap_or_default()
            }
            "refresh_token" if settings.refuses_refresh => return refuse("invalid_grant"),
            "refresh_token" => "mcp:use".to_owned(),
            _ => asked.get("scope").cloned().unwrap_or_default(),
        };
        if asked["grant_type"].ends_with("token-exchange") {
            let kind = "urn:ietf:params:oauth:token-type:id-jag";
            return json(
                200,
                &json!({
                    "access_token": "the-id-jag", "token_type": "N_A", "issued_token_type": kind,
                }),
            );
        }
        let scope = settings.grants.map_or(scope, str::to_owned);
        let mut claims = self.claims(&asked["resource"], &scope);
        let mut answer = json!({"token_type": "Bearer", "expires_in": settings.lifetime});
        if let Some(thumbprint) = thumbprint {
            claims["cnf"] = json!({"jkt": thumbprint});
            answer["token_type"] = "DPoP".into();
        }
        answer["access_token"] = self.sign(&claims).into();
        if settings.refresh {
            answer["refresh_token"] = format!("refresh-{}", self.next()).into();
        }
        json(200, &answer)
    }

    /// The thumbprint of the key that a request proves to have.
    fn proof(
        &self,
        request: &Request<Bytes>,
        settings: &Settings,
    ) -> Result<Option<String>, Box<Response<Bytes>>> {
        let Some(proof) = request.headers().get("dpop") else { return Ok(None) };
        let proof = proof.to_str().unwrap();
        let claims = proofs::verified(proof);
        assert_eq!(claims["htm"], "POST");
        assert_eq!(claims["htu"], format!("{}/token", self.issuer));
        if let Some(nonce) = settings.nonce
            && claims.get("nonce") != Some(&json!(nonce))
        {
            let mut answer = json(400, &json!({"error": "use_dpop_nonce"}));
            answer.headers_mut().insert("dpop-nonce", nonce.parse().unwrap());
            return Err(Box::new(answer));
        }
        let jwk = jsonwebtoken::decode_header(proof).unwrap().jwk.unwrap();
        Ok(Some(jwk.thumbprint(jsonwebtoken::jwk::ThumbprintHash::SHA256).unwrap()))
    }

    pub(crate) fn claims(&self, resource: &str, scope: &str) -> Value {
        let lifetime = self.settings().lifetime;
        json!({
            "iss": self.issuer, "aud": [resource], "sub": "ali", "scope": scope,
            "iat": now(), "exp": now() + lifetime, "jti": self.next(),
        })
    }

    pub(crate) fn sign(&self, claims: &Value) -> String {
        let key = self.key.lock().unwrap();
        let mut header = Header::new(Algorithm::ES256);
        header.typ = Some("at+jwt".to_owned());
        header.kid.clone_from(&key.1.common.key_id);
        encode(&header, claims, &key.0).unwrap()
    }

    /// A token that this endpoint knows is `good.` and its scope, with `-` for `:`.
    fn introspect(&self, request: &Request<Bytes>) -> Response<Bytes> {
        assert_eq!(request.headers()[AUTHORIZATION], "Basic cnM6cHc=");
        let token = form(std::str::from_utf8(request.body()).unwrap())["token"].clone();
        self.token_requests.lock().unwrap().push(form("introspected=1"));
        match token.strip_prefix("good.") {
            Some(scope) => {
                let mut claims =
                    self.claims("https://mcp.example.com/mcp", &scope.replace('-', ":"));
                claims["active"] = true.into();
                claims.as_object_mut().unwrap().remove("iss");
                json(200, &claims)
            }
            None => json(200, &json!({"active": false})),
        }
    }
}
