use std::io::Write;
use std::sync::Arc;

use mcpwire_protocol::json::{Text, write_string};
use mcpwire_protocol::jsonrpc::{Id, RpcError};
use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value};

use super::cache::CacheHint;
use super::reply::Reply;
use super::running::refusal;

/// What every answer of a server has in common.
#[derive(Debug)]
pub(crate) struct Envelope {
    /// `"io.modelcontextprotocol/serverInfo":{…}`, unless it is switched off.
    server_info: Option<String>,
}

impl Envelope {
    pub(crate) fn new(server_info: Option<&Value>) -> Self {
        let member = |info| format!(r#""io.modelcontextprotocol/serverInfo":{info}"#);
        Envelope { server_info: server_info.map(member) }
    }

    /// The member of `_meta` that says who answers, unless it is switched off.
    pub(crate) fn server_info(&self) -> Option<&str> {
        self.server_info.as_deref()
    }

    /// Appends the `_meta` member of a result: what the handler says, and who answers.
    fn write_meta(&self, out: &mut Vec<u8>, revision: Revision, meta: &Map<String, Value>) {
        let server_info = self.server_info.as_ref().filter(|_| revision.is_modern());
        if server_info.is_none() && meta.is_empty() {
            return;
        }
        out.extend_from_slice(if out.last() == Some(&b'{') { b"" } else { b"," });
        out.extend_from_slice(br#""_meta":{"#);
        let mut comma = false;
        for (key, value) in meta {
            if comma {
                out.push(b',');
            }
            comma = true;
            write_string(out, key);
            out.push(b':');
            out.extend_from_slice(value.to_string().as_bytes());
        }
        if let Some(info) = server_info {
            if comma {
                out.push(b',');
            }
            out.extend_from_slice(info.as_bytes());
        }
        out.push(b'}');
    }
}

/// Everything that the answer to one request needs, owned, so that it can be written later.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub envelope: Arc<Envelope>,
    /// The request's id as spelled.
    pub id: String,
    pub revision: Revision,
}

impl Answer {
    /// Appends a result response; `members` appends the members of the result that belong to the
    /// method, without a comma at either end.
    pub(crate) fn result(
        &self,
        out: &mut Vec<u8>,
        members: impl FnOnce(&mut Vec<u8>),
        cache: Option<CacheHint>,
        meta: &Map<String, Value>,
    ) {
        write_result(out, &self.envelope, &self.id, self.revision, members, cache, meta);
    }

    /// Appends a result response of another type than `complete`.
    pub(crate) fn result_of(
        &self,
        result_type: &str,
        out: &mut Vec<u8>,
        members: impl FnOnce(&mut Vec<u8>),
        meta: &Map<String, Value>,
    ) {
        write_head(out, &self.id);
        out.extend_from_slice(format!(r#""resultType":"{result_type}","#).as_bytes());
        members(out);
        self.envelope.write_meta(out, self.revision, meta);
        out.extend_from_slice(b"}}");
    }

    /// An error response.
    pub(crate) fn refusal(&self, error: &RpcError) -> Reply {
        refusal(Text::parse(&self.id).ok().and_then(Id::new), error)
    }
}

/// Everything up to the members of a result.
fn write_head(out: &mut Vec<u8>, id: &str) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(br#","result":{"#);
}

/// Appends a result response in the shape of `revision`: what came with 2026-07-28 is left out
/// before.
pub(crate) fn write_result(
    out: &mut Vec<u8>,
    envelope: &Envelope,
    id: &str,
    revision: Revision,
    members: impl FnOnce(&mut Vec<u8>),
    cache: Option<CacheHint>,
    meta: &Map<String, Value>,
) {
    write_head(out, id);
    if !revision.is_modern() {
        members(out);
        envelope.write_meta(out, revision, meta);
        out.extend_from_slice(b"}}");
        return;
    }
    out.extend_from_slice(br#""resultType":"complete","#);
    let before = out.len();
    members(out);
    if out.len() == before {
        out.pop();
    }
    if let Some(cache) = cache {
        // Writing to memory does not fail.
        let _ = write!(out, r#","ttlMs":{},"cacheScope":"{}""#, cache.ttl_ms, cache.scope());
    }
    envelope.write_meta(out, revision, meta);
    out.extend_from_slice(b"}}");
}
