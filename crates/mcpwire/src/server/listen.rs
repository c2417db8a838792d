//! `subscriptions/listen`: a request that stays open and tells of changes.
//!
//! Specification: `basic/patterns/subscriptions`.

use std::task::{Context, Poll};

use mcpwire_protocol::json::{Text, write_string};
use mcpwire_protocol::jsonrpc::{ErrorCode, Id, RpcError, write_notification};
use mcpwire_protocol::rules::RuleId;

use super::kinds::Kinds;
use super::listeners::{End, Full, Heard, Listener, Seat, Subject, write_tag};
use super::registry::Endpoint;
use super::reply::Reply;
use super::route::refuse;
use super::running::{Spoken, refusal};
use super::speaker::{Speaker, Voice};
use super::tasks::must_be_declared;
use super::template::variables;
use super::tool_call::Call;
use super::work::Work;

/// How many bytes the names in one filter may have together.
const MOST_BYTES: usize = 256 << 10;

/// A stream of notifications, driven by whoever polls it.
pub(crate) struct Listening {
    seat: Seat,
    /// The id of the request as it was spelled.
    id: Box<str>,
    endpoint: Endpoint,
    /// Said first.
    acknowledgement: Option<Box<[u8]>>,
    /// Said last, where `notifications/cancelled` comes before it.
    last: Option<Reply>,
    /// A wire carries many streams, so that their ends are told by a message too.
    is_on_wire: bool,
}

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
        RpcError::refusal(ErrorCode::INTERNAL_ERROR, RuleId("limit-listeners"), text)
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
            return Err(refuse("limit-subscriptions", &at, text));
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

impl Listening {
    /// What is said next. Nothing comes after the answer.
    pub(crate) fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Spoken> {
        if let Some(acknowledgement) = self.acknowledgement.take() {
            return Poll::Ready(Spoken::Message(acknowledgement.into()));
        }
        if let Some(reply) = self.last.take() {
            return Poll::Ready(Spoken::Answer(reply));
        }
        self.seat.listener.poll_next(cx, Some(&self.id)).map(|heard| match heard {
            Heard::Message(message) => Spoken::Message(message),
            Heard::End(End::Left) => Spoken::Answer(Reply::none()),
            Heard::End(end) => {
                let reply = self.answer(end);
                if !self.is_on_wire {
                    return Spoken::Answer(reply);
                }
                self.last = Some(reply);
                Spoken::Message(self.cancelled(end))
            }
        })
    }

    /// The end of a stream on a wire.
    ///
    /// Specification: `basic/patterns/cancellation#behavior-requirements`.
    fn cancelled(&self, end: End) -> Vec<u8> {
        let mut params = b"{".to_vec();
        write_tag(&mut params, &self.id);
        params.extend_from_slice(br#","requestId":"#);
        params.extend_from_slice(self.id.as_bytes());
        params.extend_from_slice(br#","reason":"#);
        write_string(&mut params, &self.reason(end));
        params.push(b'}');
        let mut message = Vec::with_capacity(params.len() + 64);
        let params = String::from_utf8_lossy(&params);
        write_notification(&mut message, "notifications/cancelled", Some(&params));
        message
    }

    fn reason(&self, end: End) -> String {
        match end {
            End::Closed | End::Left => "The server ends this stream.".to_owned(),
            End::Late => format!(
                "Nothing was taken from this stream for more than {} s while changes waited; listen again.",
                self.endpoint.registry.limits.listener_patience.as_secs()
            ),
        }
    }

    /// The answer to the request: a result where the end is a graceful one.
    ///
    /// Specification: `basic/patterns/subscriptions#graceful-closure`.
    fn answer(&self, end: End) -> Reply {
        if end == End::Late {
            let rule = RuleId("limit-listener-patience");
            let error = RpcError::refusal(ErrorCode::INTERNAL_ERROR, rule, self.reason(end));
            return refusal(Text::parse(&self.id).ok().and_then(Id::new), &error);
        }
        let mut out = Vec::with_capacity(256);
        out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
        out.extend_from_slice(self.id.as_bytes());
        out.extend_from_slice(br#","result":{"resultType":"complete","#);
        write_tag(&mut out, &self.id);
        if let Some(server_info) = self.endpoint.registry.envelope.server_info() {
            out.pop();
            out.push(b',');
            out.extend_from_slice(server_info.as_bytes());
            out.push(b'}');
        }
        out.extend_from_slice(b"}}");
        Reply::result(out)
    }

    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The listener alone, by which a wire ends the stream.
    pub(crate) fn listener(&self) -> std::sync::Arc<Listener> {
        self.seat.listener.clone()
    }

    /// The stream as the work of a wire, which says its messages by `speaker`. While that one
    /// waits, what changes is pending here, once.
    pub(crate) fn into_work(mut self, speaker: Speaker) -> Work {
        Box::pin(async move {
            loop {
                match std::future::poll_fn(|cx| self.poll_next(cx)).await {
                    Spoken::Message(message) => speaker.say(message).await,
                    Spoken::Answer(reply) => return reply,
                }
            }
        })
    }
}
