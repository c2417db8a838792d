//! What a server wants before it answers.

use http::header::WWW_AUTHENTICATE;
use http::{HeaderMap, HeaderValue};
pub use mcpwire_protocol::http::Challenge;

use crate::scopes::Scopes;

/// What a server wants before it answers, read from its challenges.
///
/// Specification: `basic/authorization/authorization-server-discovery`,
/// `basic/authorization/index#scope-challenge-handling`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Where the metadata of the resource are, if it says so.
    pub resource_metadata: Option<String>,
    /// The scopes that are needed, if it says so.
    pub scopes: Option<Scopes>,
    /// The error code, such as `invalid_token` or `insufficient_scope`.
    pub error: Option<String>,
    /// The error in words.
    pub description: Option<String>,
    /// Whether tokens must be bound to a key (RFC 9449).
    pub dpop: bool,
}

impl Demand {
    /// Reads the challenges of an answer. `DPoP` goes before `Bearer`, and other schemes say
    /// nothing that could be followed. Of several challenges of one scheme, the first that says
    /// something counts.
    pub fn read(headers: &HeaderMap) -> Demand {
        let lines = headers.get_all(WWW_AUTHENTICATE).iter().map(HeaderValue::as_bytes);
        let challenges = Challenge::read_all(lines);
        let dpop = challenges.iter().any(|challenge| challenge.is("DPoP"));
        let scheme = if dpop { "DPoP" } else { "Bearer" };
        let text = |name: &str| {
            let mut same = challenges.iter().filter(|challenge| challenge.is(scheme));
            same.find_map(|challenge| challenge.param(name)).map(str::to_owned)
        };
        let scopes = text("scope").as_deref().map(Scopes::parse);
        Demand {
            resource_metadata: text("resource_metadata"),
            scopes: scopes.filter(|scopes| !scopes.is_empty()),
            error: text("error"),
            description: text("error_description"),
            dpop,
        }
    }

    /// Whether the error has this code.
    pub fn is(&self, error: &str) -> bool {
        self.error.as_deref() == Some(error)
    }
}
