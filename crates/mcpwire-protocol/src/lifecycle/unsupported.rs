use crate::excerpt::shortened;
use crate::jsonrpc::RpcError;
use crate::reason;
use crate::revision::Revision;

/// The refusal of a request whose protocol version is not spoken here: -32022 with the modern
/// versions that are, and the one that was asked for (its start, where it is longer than any
/// version).
///
/// Specification: `basic/versioning#protocol-version-negotiation`.
pub fn version_unsupported(requested: &str) -> RpcError {
    let message = match Revision::named(requested) {
        Some(legacy) if !legacy.is_modern() => format!(
            "Protocol version {requested} opens with `initialize` and cannot be named in `_meta`; per request this server speaks {}.",
            in_words()
        ),
        _ => format!(
            "Protocol version {requested:.40} is not spoken here; this server speaks {}.",
            in_words()
        ),
    };
    error(requested, message)
}

/// The refusal of `initialize` by a server that speaks modern versions only: the versions stand
/// in the message too, which may be all that the user of an older client gets to see.
///
/// Specification: `basic/versioning#backward-compatibility-with-initialization-based-versions`.
pub fn initialize_unsupported(requested: Option<&str>) -> RpcError {
    let mut message = format!(
        "This server has no `initialize`: it speaks {}, where every request carries its version itself.",
        in_words()
    );
    let is_legacy = |requested: &&str| Revision::named(requested).is_none_or(|it| !it.is_modern());
    if let Some(requested) = requested.filter(is_legacy) {
        message.push_str(&format!(" Protocol version {requested:.40} is not spoken here."));
    }
    error(requested.unwrap_or_default(), message)
}

fn error(requested: &str, message: String) -> RpcError {
    let supported: Vec<_> = Revision::MODERN.iter().map(|revision| revision.as_str()).collect();
    RpcError::refusal(reason!("version-unsupported"), message)
        .with("supported", supported)
        .with("requested", &*shortened(requested))
}

fn in_words() -> String {
    let versions: Vec<_> = Revision::MODERN.iter().map(|revision| revision.as_str()).collect();
    format!("MCP {}", versions.join(", "))
}
