//! What a server wants before it answers.

use http::HeaderMap;
use http::header::WWW_AUTHENTICATE;
use http_auth::parse_challenges;

use crate::scopes::Scopes;

/// What a server says in `WWW-Authenticate`: one challenge of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The scheme as it was written, such as `Bearer`.
    pub scheme: String,
    /// The parameters in their order, names as written, values without quotes.
    pub params: Vec<(String, String)>,
}

impl Challenge {
    /// How many challenges of an answer are read.
    pub const MOST: usize = 16;

    /// Reads all challenges of an answer, whether they share a line or have one each. A line that
    /// cannot be read is as if it were not there.
    pub fn read_all(headers: &HeaderMap) -> Vec<Challenge> {
        let lines = headers.get_all(WWW_AUTHENTICATE).iter().filter_map(|line| line.to_str().ok());
        let read = |line| parse_challenges(line).unwrap_or_default();
        lines
            .flat_map(read)
            .take(Self::MOST)
            .map(|challenge| Challenge {
                scheme: challenge.scheme.to_owned(),
                params: challenge
                    .params
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), value.to_unescaped()))
                    .collect(),
            })
            .collect()
    }

    /// The value of a parameter; names are compared without case.
    pub fn param(&self, name: &str) -> Option<&str> {
        let mut params = self.params.iter();
        params.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    fn is(&self, scheme: &str) -> bool {
        self.scheme.eq_ignore_ascii_case(scheme)
    }
}

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
    /// Reads the challenges of an answer. A `DPoP` challenge goes before a `Bearer` one, and others
    /// say nothing that could be followed.
    pub fn read(headers: &HeaderMap) -> Demand {
        let challenges = Challenge::read_all(headers);
        let find = |scheme: &str| challenges.iter().find(|challenge| challenge.is(scheme));
        let dpop = find("DPoP");
        let Some(challenge) = dpop.or_else(|| find("Bearer")) else { return Demand::default() };
        let text = |name| challenge.param(name).map(str::to_owned);
        Demand {
            resource_metadata: text("resource_metadata"),
            scopes: challenge.param("scope").map(Scopes::parse).filter(|scopes| !scopes.is_empty()),
            error: text("error"),
            description: text("error_description"),
            dpop: dpop.is_some(),
        }
    }

    /// Whether the error has this code.
    pub fn is(&self, error: &str) -> bool {
        self.error.as_deref() == Some(error)
    }
}
