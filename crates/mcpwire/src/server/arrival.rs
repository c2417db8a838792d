use std::fmt;
use std::sync::Arc;

use mcpwire_protocol::http::Headers;

use super::caller::Caller;
use crate::peer::Peer;

/// How a request came: from whom, and over what.
#[derive(Clone, Copy)]
pub struct Arrival<'a> {
    /// Who sends it.
    pub caller: &'a Caller,
    /// The other side, where it is more than this one request: of a wire, or of a legacy session.
    pub peer: Option<&'a Arc<Peer>>,
    /// The headers that came with it, over HTTP.
    pub headers: Option<&'a dyn Headers>,
}

impl fmt::Debug for Arrival<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let over = if self.headers.is_some() { "http" } else { "a wire" };
        f.debug_struct("Arrival").field("caller", self.caller).field("over", &over).finish()
    }
}
