//! What only the handshake lifecycle has: `initialize`, `ping`, `logging/setLevel`.

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{ErrorCode, Request, RpcError};
use mcpwire_protocol::meta::LogLevel;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::RuleId;
use serde_json::Value;

use super::admission::Handshake;
use super::registry::Registry;

/// Opens the handshake lifecycle; gives the members of the `InitializeResult`.
pub(crate) fn initialize(
    registry: &Registry,
    request: &Request<'_>,
    handshake: &mut Handshake,
) -> Result<String, RpcError> {
    let requested = request.params.get("protocolVersion").and_then(Text::as_string);
    let requested = requested.ok_or_else(|| {
        let text = "Member `protocolVersion` of `initialize` must be a string.";
        invalid("legacy-initialize-shape", text).with("at", "/params/protocolVersion")
    })?;
    for member in ["capabilities", "clientInfo"] {
        if request.params.get(member).map(Text::kind) != Some(Kind::Object) {
            let text = format!("Member `{member}` of `initialize` must be an object.");
            return Err(
                invalid("legacy-initialize-shape", &text).with("at", format!("/params/{member}"))
            );
        }
    }
    let known = Revision::named(&requested).filter(|revision| !revision.is_modern());
    let revision = known.unwrap_or(Revision::LATEST_LEGACY);
    *handshake = Handshake { revision: Some(revision), log_level: None };
    let mut members = format!(
        r#""protocolVersion":"{revision}","capabilities":{},"serverInfo":{}"#,
        registry.capabilities(),
        registry.identity(revision)
    );
    if let Some(instructions) = &registry.instructions {
        members.push_str(&format!(r#","instructions":{}"#, Value::from(instructions.as_str())));
    }
    Ok(members)
}

/// `logging/setLevel`.
pub(crate) fn set_level(request: &Request<'_>, handshake: &mut Handshake) -> Result<(), RpcError> {
    let level = request.params.get("level").and_then(Text::as_string);
    let level = level.and_then(|level| LogLevel::named(&level)).ok_or_else(|| {
        let names: Vec<&str> = LogLevel::ALL.iter().map(|level| level.as_str()).collect();
        let text = format!("Member `level` must be one of {}.", names.join(", "));
        invalid("log-invalid-level-code", &text).with("at", "/params/level")
    })?;
    handshake.log_level = Some(level);
    Ok(())
}

fn invalid(rule: &'static str, text: &str) -> RpcError {
    RpcError::refusal(ErrorCode::INVALID_PARAMS, RuleId(rule), text)
}
