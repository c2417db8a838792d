use serde::{Deserialize, Serialize};

use crate::grant::SigningKey;
use crate::secret::Secret;

/// A client of one authorization server: its id there, and how it shows that it is this client.
#[derive(Clone, Debug)]
pub struct Client {
    /// The id, which means nothing at any other authorization server, unless it is the address of
    /// a metadata document.
    pub id: String,
    /// How it authenticates.
    pub proof: Proof,
}

/// How a client authenticates at the token endpoint.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Proof {
    /// Not at all: a public client, which anybody could claim to be.
    None,
    /// A password in the `Authorization` header.
    Basic(Secret),
    /// A password in the body.
    Post(Secret),
    /// A statement signed with the client's key (`private_key_jwt`).
    Key(SigningKey),
}

/// The name of a way to authenticate at the token endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are those of RFC 7591")]
pub enum AuthMethod {
    #[serde(rename = "none")]
    None,
    #[serde(rename = "client_secret_basic")]
    ClientSecretBasic,
    #[serde(rename = "client_secret_post")]
    ClientSecretPost,
}

impl AuthMethod {
    /// The name in metadata.
    pub const fn as_str(self) -> &'static str {
        match self {
            AuthMethod::None => "none",
            AuthMethod::ClientSecretBasic => "client_secret_basic",
            AuthMethod::ClientSecretPost => "client_secret_post",
        }
    }

    /// The method with a name; `None` for one that a registered client cannot use.
    pub fn named(name: &str) -> Option<Self> {
        let all = [AuthMethod::None, AuthMethod::ClientSecretBasic, AuthMethod::ClientSecretPost];
        all.into_iter().find(|method| method.as_str() == name)
    }
}

impl Client {
    /// A public client.
    pub fn public(id: impl Into<String>) -> Self {
        Client { id: id.into(), proof: Proof::None }
    }

    /// A client with a password, sent in the `Authorization` header.
    pub fn with_secret(id: impl Into<String>, secret: impl Into<Secret>) -> Self {
        Client { id: id.into(), proof: Proof::Basic(secret.into()) }
    }

    /// A client with a key.
    pub fn with_key(id: impl Into<String>, key: SigningKey) -> Self {
        Client { id: id.into(), proof: Proof::Key(key) }
    }
}
