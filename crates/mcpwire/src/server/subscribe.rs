//! `resources/subscribe` and `resources/unsubscribe` of the handshake lifecycle.
//!
//! Specification: `server/resources#subscriptions` of the older revisions.

use std::borrow::Cow;

use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;

use super::failure::no_resource;
use super::listen::can_watch;
use super::listeners::{Full, Subject};
use super::route::{refuse, string};
use super::tool_call::Call;

/// The client wants to hear of changes of one resource.
pub(crate) fn subscribe(call: &Call<'_>) -> Result<(), RpcError> {
    let uri = uri(call)?;
    if !can_watch(call, &uri) {
        return Err(no_resource("There is no such resource.", &uri, call.revision));
    }
    let Some(peer) = call.arrival.peer else { return Ok(()) };
    let most = call.endpoint.registry.limits.subscriptions;
    peer.subscribe(Subject::Resource((&*uri).into()), most).map_err(|Full| {
        let text = format!(
            "This client has subscribed to {most} resources, which is all that this server follows for one; unsubscribe from some first."
        );
        refuse(reason!("limit-subscriptions"), "/params/uri", text)
    })
}

/// The client wants to hear no more of it. Whether it did before does not matter.
pub(crate) fn unsubscribe(call: &Call<'_>) -> Result<(), RpcError> {
    let uri = uri(call)?;
    if let Some(peer) = call.arrival.peer {
        peer.unsubscribe(&Subject::Resource((&*uri).into()));
    }
    Ok(())
}

fn uri<'a>(call: &Call<'a>) -> Result<Cow<'a, str>, RpcError> {
    string(call.request.params.uri, "uri", reason!("legacy-subscribe-uri"))
}
