//! What only the handshake lifecycle has: `initialize`, `ping`, `logging/setLevel`.

use std::sync::Arc;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Request, RpcError};
use mcpwire_protocol::meta::LogLevel;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use serde_json::Value;

use super::registry::Registry;
use crate::peer::Peer;

/// The members of the `InitializeResult`.
pub(crate) fn initialized(registry: &Registry, revision: Revision) -> String {
    let mut members = format!(
        r#""protocolVersion":"{revision}","capabilities":{},"serverInfo":{}"#,
        registry.capabilities(revision),
        registry.identity(revision)
    );
    if let Some(instructions) = &registry.instructions {
        members.push_str(&format!(r#","instructions":{}"#, Value::from(instructions.as_str())));
    }
    members
}

/// `logging/setLevel`.
pub(crate) fn set_level(request: &Request<'_>, peer: Option<&Arc<Peer>>) -> Result<(), RpcError> {
    let level = request.params.get("level").and_then(Text::as_string);
    let level = level.and_then(|level| LogLevel::named(&level)).ok_or_else(|| {
        let names: Vec<&str> = LogLevel::ALL.iter().map(|level| level.as_str()).collect();
        let text = format!("Member `level` must be one of {}.", names.join(", "));
        RpcError::refusal(reason!("log-level-unknown"), text).with("at", "/params/level")
    })?;
    if let Some(peer) = peer {
        peer.set_log_level(level);
    }
    Ok(())
}
