use super::legacy::Handshake;
use super::unsupported::{initialize_unsupported, version_unsupported};
use crate::jsonrpc::{Request, RpcError};
use crate::meta::{self, RequestFields};
use crate::method::Method;
use crate::revision::Revision;

/// Which lifecycles an endpoint serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Eras {
    /// Modern and legacy revisions, the default.
    #[default]
    Dual,
    /// Modern revisions only.
    ModernOnly,
}

/// Which lifecycle a request belongs to.
#[derive(Debug)]
pub enum Lifecycle<'a> {
    /// The request speaks for itself. Its version may still be one that is not spoken here: that
    /// is a later step in the order of refusals, [`spoken`].
    Modern(RequestFields<'a>),
    /// The request belongs to the handshake that was made at this revision.
    Legacy(Revision),
    /// The request makes a handshake.
    Handshake(Handshake<'a>),
    /// The request is refused with this error.
    Refuse(RpcError),
}

/// The lifecycle of a request on a stream such as stdio, where `handshake` is the revision of the
/// last handshake on it, if one was made.
///
/// `initialize` with the fields of a modern request is a modern request, of a method that the
/// modern revisions do not have.
/// Specification: `basic/versioning#backward-compatibility-with-initialization-based-versions`.
#[inline]
pub fn of_request<'a>(
    request: &Request<'a>,
    handshake: Option<Revision>,
    eras: Eras,
) -> Lifecycle<'a> {
    if request.params.meta.protocol_version.is_some() {
        return modern(request);
    }
    if request.is(Method::Initialize.name()) {
        return initialize(request, eras);
    }
    match handshake {
        Some(revision) => Lifecycle::Legacy(revision),
        None => modern(request),
    }
}

/// The lifecycle of a request over HTTP. `header` is the value of `MCP-Protocol-Version`, and
/// `session` the revision of the live legacy session that comes with the request.
///
/// A header that names a modern version makes the request a modern one, which is refused if it
/// does not carry its fields. That the header and the body agree is a later step.
/// Specification: `basic/transports/streamable-http#backward-compatibility`.
pub fn of_http_request<'a>(
    request: &Request<'a>,
    header: Option<&str>,
    session: Option<Revision>,
    eras: Eras,
) -> Lifecycle<'a> {
    match header.and_then(Revision::named) {
        Some(revision) if revision.is_modern() => modern(request),
        _ => of_request(request, session, eras),
    }
}

fn modern<'a>(request: &Request<'a>) -> Lifecycle<'a> {
    match meta::modern(&request.params, request.text) {
        Ok(fields) => Lifecycle::Modern(fields),
        Err(fault) => Lifecycle::Refuse(RpcError::from(&fault)),
    }
}

fn initialize<'a>(request: &Request<'a>, eras: Eras) -> Lifecycle<'a> {
    match (Handshake::read(request), eras) {
        (Ok(handshake), Eras::Dual) => Lifecycle::Handshake(handshake),
        (Ok(handshake), Eras::ModernOnly) => {
            Lifecycle::Refuse(initialize_unsupported(Some(&handshake.requested)))
        }
        (Err(fault), Eras::Dual) => Lifecycle::Refuse(RpcError::from(&fault)),
        (Err(_), Eras::ModernOnly) => Lifecycle::Refuse(initialize_unsupported(None)),
    }
}

/// The revision of a modern request, or the refusal due where it is not spoken here.
#[inline]
pub fn spoken(fields: &RequestFields<'_>) -> Result<Revision, RpcError> {
    match fields.revision {
        Some(revision) if revision.is_modern() => Ok(revision),
        _ => Err(version_unsupported(&fields.requested())),
    }
}
