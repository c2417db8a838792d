use std::borrow::Cow;

use crate::json::{Kind, Pointer, Text};
use crate::jsonrpc::{Fault, Place, Request};
use crate::revision::Revision;
use crate::rules::RuleId;

/// What a client says in `initialize`.
///
/// Specification: `basic/lifecycle#initialization` of 2025-11-25.
#[derive(Clone, Debug)]
pub struct Handshake<'a> {
    /// The version that the client asks for.
    pub requested: Cow<'a, str>,
    /// The version that is due in the answer.
    pub revision: Revision,
    /// What the client offers; whatever stands there.
    pub capabilities: Option<Text<'a>>,
    /// Who the client says it is; whatever stands there.
    pub client_info: Option<Text<'a>>,
}

/// The version that answers a handshake: the requested one where it is a legacy one, otherwise
/// the latest legacy one.
pub fn negotiate(requested: &str) -> Revision {
    match Revision::named(requested) {
        Some(revision) if !revision.is_modern() => revision,
        _ => Revision::LATEST_LEGACY,
    }
}

impl<'a> Handshake<'a> {
    /// Reads the parameters of `initialize`; the only thing demanded is a version that is a
    /// string, due as -32602 otherwise.
    pub fn read(request: &Request<'a>) -> Result<Self, Fault> {
        let member = request.params.get("protocolVersion");
        let Some(requested) = member.and_then(Text::as_string) else {
            return Err(no_version(request, member));
        };
        Ok(Handshake {
            revision: negotiate(&requested),
            requested,
            capabilities: request.params.get("capabilities"),
            client_info: request.params.get("clientInfo"),
        })
    }
}

fn no_version(request: &Request<'_>, member: Option<Text<'_>>) -> Fault {
    let (pointer, value, what) = match member {
        Some(value) => ("/params/protocolVersion", Some(value), "must be a string"),
        None => ("/params", request.params.text, "is missing"),
    };
    let (pointer, bytes) = match value.and_then(|value| value.range_in(request.text)) {
        Some(bytes) => (pointer, bytes),
        None => ("", 0..request.text.len()),
    };
    let place = Place { bytes, pointer: Pointer::spelled(pointer) };
    let message = format!("Member `protocolVersion` of `initialize` {what}.");
    Fault::new(RuleId("initialize-protocol-version"), place, message)
}

/// What a server says in the result of `initialize`.
#[derive(Clone, Debug)]
pub struct HandshakeAnswer<'a> {
    /// The version that the server chose; `None` if it is no legacy version known here, which
    /// ends the attempt.
    pub revision: Option<Revision>,
    /// That version as the server spells it.
    pub version: Cow<'a, str>,
    /// What the server offers.
    pub capabilities: Option<Text<'a>>,
    /// Who the server says it is; whatever stands there.
    pub server_info: Option<Text<'a>>,
    /// Advice for the model, where it is a string.
    pub instructions: Option<Cow<'a, str>>,
}

impl<'a> HandshakeAnswer<'a> {
    /// Reads the result of `initialize`; `None` if it names no version.
    pub fn read(result: Text<'a>) -> Option<Self> {
        let version = result.get("protocolVersion")?.as_string()?;
        let capabilities = result.get("capabilities");
        Some(HandshakeAnswer {
            revision: Revision::named(&version).filter(|revision| !revision.is_modern()),
            version,
            capabilities: capabilities.filter(|value| value.kind() == Kind::Object),
            server_info: result.get("serverInfo"),
            instructions: result.get("instructions").and_then(Text::as_string),
        })
    }
}
