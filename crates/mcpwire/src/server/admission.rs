//! Which lifecycle a message belongs to, and the refusals that come before routing.

use mcpwire_protocol::jsonrpc::{ErrorCode, Request, RpcError};
use mcpwire_protocol::meta::{self, LogLevel};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::RuleId;

use super::registry::Registry;

/// The handshake of a wire, if one was made: it opens the legacy lifecycle beside the modern one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Handshake {
    pub revision: Option<Revision>,
    /// The least level that `logging/setLevel` asked for.
    pub log_level: Option<LogLevel>,
}

/// How an admitted request is to be served.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Admitted {
    pub revision: Revision,
    pub log_level: Option<LogLevel>,
}

/// What becomes of a request before its method is looked at closely.
pub(crate) enum Admission {
    Serve(Admitted),
    /// `initialize` in the legacy lifecycle.
    Open,
    Refuse(RpcError),
}

/// Reads the lifecycle from the message, never from what came before it, except that a handshake
/// opens the legacy one.
pub(crate) fn admit(
    registry: &Registry,
    request: &Request<'_>,
    handshake: &Handshake,
) -> Admission {
    if request.params.meta.protocol_version.is_some() {
        return admit_modern(request);
    }
    if request.is("initialize") && !registry.modern_only {
        return Admission::Open;
    }
    if request.is("initialize") {
        return Admission::Refuse(modern_only(request));
    }
    match handshake.revision {
        Some(revision) => Admission::Serve(Admitted { revision, log_level: handshake.log_level }),
        None => admit_modern(request),
    }
}

fn admit_modern(request: &Request<'_>) -> Admission {
    let fields = match meta::modern(&request.params, request.text) {
        Ok(fields) => fields,
        Err(fault) => return Admission::Refuse(RpcError::from(&fault)),
    };
    match fields.revision.filter(|revision| revision.is_modern()) {
        Some(revision) => Admission::Serve(Admitted { revision, log_level: fields.log_level }),
        None => Admission::Refuse(unsupported(&fields.requested())),
    }
}

/// -32022 with what the specification wants in its data.
fn unsupported(requested: &str) -> RpcError {
    let message =
        format!("Protocol version {requested:.40} is not supported here; use {}.", spoken());
    version_error(message, requested)
}

/// The answer to `initialize` where only the modern lifecycle is served.
fn modern_only(request: &Request<'_>) -> RpcError {
    let requested = request.params.get("protocolVersion").and_then(|version| version.as_string());
    let message = format!(
        "This server opens no handshake; it speaks {} with its version in every request.",
        spoken()
    );
    version_error(message, requested.as_deref().unwrap_or(""))
}

fn version_error(message: String, requested: &str) -> RpcError {
    let supported: Vec<&str> = Revision::MODERN.iter().map(|version| version.as_str()).collect();
    let code = ErrorCode::UNSUPPORTED_PROTOCOL_VERSION;
    RpcError::refusal(code, RuleId("version-unsupported"), message)
        .with("supported", supported)
        .with("requested", requested)
}

fn spoken() -> String {
    let versions: Vec<&str> = Revision::MODERN.iter().map(|version| version.as_str()).collect();
    versions.join(", ")
}
