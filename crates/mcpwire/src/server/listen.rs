//! `subscriptions/listen`: a request that stays open and tells of changes.
//!
//! Specification: `basic/patterns/subscriptions`.

use mcpwire_protocol::json::{Text, write_string};
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;

use super::kinds::Kinds;
use super::listeners::{Full, Seat, Subject, write_tag};
use super::listening::Listening;
use super::route::refuse;
use super::speaker::Voice;
use super::tasks::must_be_declared;
use super::template::variables;
use super::tool_call::Call;

/// How many bytes the names in one filter may have together.
const MOST_BYTES: usize = 256 << 10;

/// What of a filter is honoured.
#[derive(Default)]
struct Honoured {
    kinds: Kinds,
    uris: Vec<String>,
    tasks: Vec<String>,
}

/// Opens a stream.
pub(crate) fn listen(call: &Call<'_>) -> Result<Listening, RpcError> {
    let mut honoured = honour(call)?;
    let (hub, limits) = (&call.endpoint.registry.hub, &call.endpoint.registry.limits);
    let uris = honoured.uris.iter().map(|uri| Subject::Resource(uri.as_str().into()));
    let tasks = honoured.tasks.iter().map(|id| Subject::Task(id.as_str().into()));
    let seat = Seat::of_stream(hub, honoured.kinds, uris.chain(tasks), limits.listeners);
    let seat = seat.map_err(|Full| {
        let text = format!(
            "{} streams of notifications are open, which is all that this server holds; listen again later.",
            limits.listeners
        );
        RpcError::refusal(reason!("limit-listeners"), text)
    })?;
    // A task that ended just now may have told nobody: the client must not wait for it.
    honoured.tasks.retain(|id| {
        let runs = is_running(call, id);
        if !runs {
            seat.unsubscribe(&Subject::Task(id.as_str().into()));
        }
        runs
    });
    let id = call.request.id.as_str();
    let acknowledgement = acknowledgement(&honoured, id);
    Ok(Listening {
        seat,
        id: id.into(),
        endpoint: call.endpoint.clone(),
        acknowledgement: Some(acknowledgement.into()),
        last: None,
        is_on_wire: matches!(call.voice, Voice::Wire(_)),
    })
}

/// What the filter asks for and this server tells, for this caller. Its shape was checked before.
fn honour(call: &Call<'_>) -> Result<Honoured, RpcError> {
    let Some(filter) = call.request.params.get("notifications") else {
        return Ok(Honoured::default());
    };
    let offer = call.endpoint.registry.offer;
    let mut asked = Kinds::NONE;
    for kind in Kinds::EACH {
        if filter.get(kind.member()).and_then(Text::boolean) == Some(true) {
            asked = asked.and(kind);
        }
    }
    let mut uris = names(call, filter, "resourceSubscriptions")?;
    uris.retain(|uri| offer.watchable && can_watch(call, uri));
    let registry = &call.endpoint.registry;
    if registry.has_tasks && filter.get("taskIds").is_some() {
        must_be_declared(call)?;
    }
    let mut tasks = names(call, filter, "taskIds")?;
    tasks.retain(|id| is_running(call, id));
    Ok(Honoured { kinds: asked.common(offer.changing), uris, tasks })
}

/// The names in a member of the filter, as far as they are text; bounded, as they are kept for as
/// long as the stream is open.
fn names(call: &Call<'_>, filter: Text<'_>, member: &str) -> Result<Vec<String>, RpcError> {
    let most = call.endpoint.registry.limits.subscriptions;
    let (mut names, mut count, mut bytes) = (Vec::new(), 0, 0);
    for element in filter.get(member).into_iter().flat_map(Text::elements) {
        count += 1;
        bytes += element.as_str().len();
        if count > most || bytes > MOST_BYTES {
            let text = format!(
                "Member `{member}` names too much for one stream: {most} entries and {MOST_BYTES} bytes are the most. Ask for the rest by another stream."
            );
            let at = format!("/params/notifications/{member}");
            return Err(refuse(reason!("limit-subscriptions"), &at, text));
        }
        names.extend(element.as_string().map(String::from));
    }
    Ok(names)
}

/// Whether the caller may hear of changes of this resource: one that exists, and that the
/// application does not withhold.
pub(crate) fn can_watch(call: &Call<'_>, uri: &str) -> bool {
    let registry = &call.endpoint.registry;
    let exists = registry.resource(uri).is_some()
        || registry.templates.load().iter().any(|it| variables(&it.form, uri).is_some());
    exists
        && registry.may_watch.as_ref().is_none_or(|may_watch| may_watch(uri, call.arrival.caller))
}

/// Whether this task can still change, and is the caller's.
fn is_running(call: &Call<'_>, id: &str) -> bool {
    call.endpoint.registry.tasks.runs_for(id, call.arrival.caller.principal())
}

/// The first message of a stream: what of the filter is honoured.
fn acknowledgement(honoured: &Honoured, id: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    out.extend_from_slice(br#"{"jsonrpc":"2.0","method":"#);
    out.extend_from_slice(br#""notifications/subscriptions/acknowledged","params":{"#);
    write_tag(&mut out, id);
    out.extend_from_slice(br#","notifications":{"#);
    let begin = |out: &mut Vec<u8>, member: &str| {
        out.extend_from_slice(if out.last() == Some(&b'{') { b"" } else { b"," });
        write_string(out, member);
        out.push(b':');
    };
    for kind in Kinds::EACH.into_iter().filter(|kind| honoured.kinds.has(*kind)) {
        begin(&mut out, kind.member());
        out.extend_from_slice(b"true");
    }
    for (member, names) in [("resourceSubscriptions", &honoured.uris), ("taskIds", &honoured.tasks)]
    {
        if names.is_empty() {
            continue;
        }
        begin(&mut out, member);
        for (index, name) in names.iter().enumerate() {
            out.push(if index == 0 { b'[' } else { b',' });
            write_string(&mut out, name);
        }
        out.push(b']');
    }
    out.extend_from_slice(b"}}}");
    out
}
