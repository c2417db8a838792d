use std::fmt;
use std::sync::Arc;

use mcpwire_protocol::http::{Accept, Headers};

use super::caller::Caller;
use crate::peer::Peer;

/// How a request came: from whom, and over what.
#[derive(Clone, Copy)]
pub struct Arrival<'a> {
    /// Who sends it.
    pub caller: &'a Caller,
    /// The other side, where it is more than this one request: of a wire, or of a legacy session.
    pub peer: Option<&'a Arc<Peer>>,
    /// What came with it, over HTTP.
    pub http: Option<HttpFacts<'a>>,
}

/// What HTTP tells of a request.
#[derive(Clone, Copy)]
pub struct HttpFacts<'a> {
    /// Its headers.
    pub headers: &'a dyn Headers,
    /// Which kinds of answer its sender takes.
    pub accept: Accept,
}

impl fmt::Debug for HttpFacts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpFacts").field("accept", &self.accept).finish_non_exhaustive()
    }
}

impl fmt::Debug for Arrival<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let over = if self.http.is_some() { "http" } else { "a wire" };
        f.debug_struct("Arrival").field("caller", self.caller).field("over", &over).finish()
    }
}
