//! Lines with ids that are used once.

use serde_json::Value;

/// How the requests of a conversation open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Each says in `_meta` what it needs (2026-07-28).
    PerRequest,
    /// A handshake was made (up to 2025-11-25).
    Handshake,
}

/// Writes the lines of one conversation.
#[derive(Clone, Debug)]
pub struct Lines {
    opening: Opening,
    next: u64,
}

/// What each request says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meta {
    pub(super) version: Option<&'static str>,
    pub(super) client: bool,
    pub(super) capabilities: bool,
}

impl Meta {
    pub(super) const FULL: Meta =
        Meta { version: Some("2026-07-28"), client: true, capabilities: true };

    fn write(self) -> String {
        let mut members = Vec::new();
        if let Some(version) = self.version {
            members.push(format!(r#""io.modelcontextprotocol/protocolVersion":"{version}""#));
        }
        if self.client {
            let version = env!("CARGO_PKG_VERSION");
            members.push(format!(
                r#""io.modelcontextprotocol/clientInfo":{{"name":"mcpwire-check","version":"{version}"}}"#
            ));
        }
        if self.capabilities {
            members.push(r#""io.modelcontextprotocol/clientCapabilities":{}"#.to_owned());
        }
        format!(r#""_meta":{{{}}}"#, members.join(","))
    }
}

impl Lines {
    /// Lines that open so, with ids from `first` on.
    pub fn new(opening: Opening, first: u64) -> Self {
        Lines { opening, next: first }
    }

    /// The next id.
    pub fn id(&mut self) -> String {
        self.next += 1;
        (self.next - 1).to_string()
    }

    /// A request with its id. `members` are those of `params` before `_meta`.
    pub fn request(&mut self, method: &str, members: &[(&str, &Value)]) -> (String, String) {
        let id = self.id();
        let params = self.params(members);
        (format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"{params}}}"#), id)
    }

    /// A request with an id of its own spelling.
    pub fn request_as(&self, id: &str, method: &str) -> String {
        let params = self.params(&[]);
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"{params}}}"#)
    }

    /// A notification.
    pub fn notification(&self, method: &str, members: &[(&str, &Value)]) -> String {
        let params = self.params(members);
        format!(r#"{{"jsonrpc":"2.0","method":"{method}"{params}}}"#)
    }

    pub(super) fn request_with(&mut self, method: &str, meta: Meta) -> (String, String) {
        let id = self.id();
        let meta = meta.write();
        let line =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{meta}}}}}"#);
        (line, id)
    }

    /// The member `params` with the comma before it; nothing where it would be empty.
    pub(super) fn params(&self, members: &[(&str, &Value)]) -> String {
        let mut parts: Vec<String> =
            members.iter().map(|(name, value)| format!("{}:{value}", Value::from(*name))).collect();
        if self.opening == Opening::PerRequest {
            parts.push(Meta::FULL.write());
        }
        if parts.is_empty() {
            return String::new();
        }
        format!(r#","params":{{{}}}"#, parts.join(","))
    }
}
