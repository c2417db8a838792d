//! From an admitted request to the handler behind its method.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;
use std::time::Duration;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{Request, RpcError};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::Reason;
use serde_json::Map;

use super::admission::{Admission, Admitted, admit, check_rules, check_shape};
use super::arrival::Arrival;
use super::cache::CacheHint;
use super::completion::complete;
use super::envelope::write_result;
use super::failure::no_resource;
use super::input::{Rounds, in_rounds};
use super::kinds::Kinds;
use super::legacy;
use super::listen::listen;
use super::listening::Listening;
use super::lists::{Listed, list};
use super::logs::Logs;
use super::observe::Observed;
use super::registry::{Endpoint, Registry};
use super::resource::Reading;
use super::speaker::Voice;
use super::subscribe::{subscribe, unsubscribe};
use super::tasks;
use super::template::variables;
use super::tool_call::{Call, call_tool};
use super::work::Work;

/// What came of a request: an answer that was appended, or a handler under way.
pub(crate) enum Step {
    Answered,
    Started(Work),
    /// The same, and it tells the model that its tool was not run; perhaps when to come again.
    ToolError(Option<Duration>),
    /// A stream of notifications, which is open from here on.
    Listening(Listening),
}

/// The error is to be sent.
pub(crate) type Routed = Result<Step, RpcError>;

/// Answers a request, or starts the handler that will.
pub(crate) fn answer(
    endpoint: &Endpoint,
    request: &Request<'_>,
    arrival: &Arrival<'_>,
    voice: Voice<'_>,
    observed: Option<&Arc<dyn Observed>>,
    out: &mut Vec<u8>,
) -> Routed {
    let registry = &*endpoint.registry;
    let Admitted { revision, log_level } = match admit(registry, request, arrival)? {
        Admission::Serve(admitted) => admitted,
        Admission::Open(revision) => {
            if let Some(peer) = arrival.peer {
                peer.open(revision, request.params.get("capabilities"));
                peer.hear(&registry.hub, registry.offer.changing);
            }
            let members = legacy::initialized(registry, revision);
            return Ok(reply(registry, request, revision, &members, None, out));
        }
    };
    if let (Some(observed), Some(least)) = (observed, log_level)
        && observed.wants_logs()
    {
        observed.take_logs(Logs::new(voice.speaker(), least));
    }
    let made = OnceCell::new();
    let rounds = OnceCell::new();
    let (tool, resumes) = (OnceCell::new(), None);
    let call = Call {
        endpoint,
        request,
        arrival,
        revision,
        log_level,
        voice,
        observed,
        rounds,
        tool,
        resumes,
        made,
    };
    match dispatch(&call, out)? {
        Step::Started(work) if !revision.is_modern() => Ok(Step::Started(in_rounds(&call, work))),
        step => Ok(step),
    }
}

/// From an admitted request to what its method does.
pub(crate) fn dispatch(call: &Call<'_>, out: &mut Vec<u8>) -> Routed {
    let (registry, request, revision) = (&*call.endpoint.registry, call.request, call.revision);
    let name = request.method();
    let Some(method) = Method::named(&name).filter(|method| offers(registry, *method, revision))
    else {
        let started = registry.extensions.start(&name, call);
        return started.unwrap_or_else(|| Err(unknown_method(&name, revision)));
    };
    // What most requests hold is looked at member by member below; the shape table is for the rest.
    let has_required = matches!(
        method,
        Method::PromptsGet
            | Method::ResourcesRead
            | Method::CompletionComplete
            | Method::SubscriptionsListen
    );
    if has_required || request.params.has_others {
        check_shape(request, &name, revision)?;
    }
    let may_ask = matches!(method, Method::ToolsCall | Method::PromptsGet | Method::ResourcesRead);
    if may_ask && request.params.has_others {
        // What comes back from an earlier round is looked at before anything is done.
        if request.params.get("inputResponses").is_some() {
            check_rules(request, revision)?;
        }
        let _ = call.rounds.set(Arc::new(Rounds::again(call)?));
    }
    match method {
        Method::ToolsCall => call_tool(registry, call, out),
        Method::ResourcesRead => read_resource(registry, call),
        Method::PromptsGet => get_prompt(registry, call),
        Method::CompletionComplete => complete(registry, call),
        Method::ToolsList => list(registry, call, Listed::Tools, out),
        Method::ResourcesList => list(registry, call, Listed::Resources, out),
        Method::ResourcesTemplatesList => list(registry, call, Listed::Templates, out),
        Method::PromptsList => list(registry, call, Listed::Prompts, out),
        Method::TasksGet | Method::TasksUpdate | Method::TasksCancel => tasks::call(call, method),
        Method::ServerDiscover => {
            let members = registry.discovery(revision);
            Ok(reply(registry, request, revision, members, Some(registry.cache.discovery), out))
        }
        Method::SubscriptionsListen => Ok(Step::Listening(listen(call)?)),
        Method::ResourcesSubscribe => {
            subscribe(call)?;
            Ok(reply(registry, request, revision, "", None, out))
        }
        Method::ResourcesUnsubscribe => {
            unsubscribe(call)?;
            Ok(reply(registry, request, revision, "", None, out))
        }
        Method::Ping => Ok(reply(registry, request, revision, "", None, out)),
        Method::LoggingSetLevel => {
            legacy::set_level(request, call.arrival.peer)?;
            Ok(reply(registry, request, revision, "", None, out))
        }
        _ => Err(unknown_method(&name, revision)),
    }
}

/// Whether a method is there in this revision and what it needs was registered.
fn offers(registry: &Registry, method: Method, revision: Revision) -> bool {
    let registered = match method {
        Method::ToolsCall | Method::ToolsList => registry.offer.lists.has(Kinds::TOOLS),
        Method::ResourcesRead | Method::ResourcesList | Method::ResourcesTemplatesList => {
            registry.offer.lists.has(Kinds::RESOURCES)
        }
        Method::PromptsGet | Method::PromptsList => registry.offer.lists.has(Kinds::PROMPTS),
        Method::CompletionComplete => registry.offer.completions,
        Method::ResourcesSubscribe | Method::ResourcesUnsubscribe => registry.offer.watchable,
        Method::LoggingSetLevel => registry.logging,
        Method::TasksGet | Method::TasksUpdate | Method::TasksCancel => {
            registry.has_tasks && revision.is_modern()
        }
        Method::ServerDiscover | Method::Ping | Method::SubscriptionsListen => true,
        _ => false,
    };
    registered && method.at(revision).is_some()
}

/// Appends a result whose members are ready as text.
fn reply(
    registry: &Registry,
    request: &Request<'_>,
    revision: Revision,
    members: &str,
    cache: Option<CacheHint>,
    out: &mut Vec<u8>,
) -> Step {
    let write = |out: &mut Vec<u8>| out.extend_from_slice(members.as_bytes());
    let id = request.id.as_str();
    write_result(out, &registry.envelope, id, revision, write, cache, &Map::new());
    Step::Answered
}

/// A refusal for a place in the message.
pub(crate) fn refuse(reason: Reason, at: &str, message: impl Into<String>) -> RpcError {
    RpcError::refusal(reason, message).with("at", at)
}

fn unknown_method(method: &str, revision: Revision) -> RpcError {
    let is_notification = method.starts_with("notifications/");
    let message = if is_notification {
        format!("`{method:.80}` is a notification and takes no id.")
    } else {
        format!("Method `{method:.80}` is not offered here under revision {revision}.")
    };
    let is_old = Method::named(method).is_some_and(|method| method.at(revision).is_none());
    let reason = match is_old && revision.is_modern() && !is_notification {
        true => reason!("method-removed"),
        false => reason!("method-unknown"),
    };
    RpcError::refusal(reason, message).with("method", method.chars().take(200).collect::<String>())
}

/// A member of `params` that must be a string.
pub(crate) fn string<'a>(
    member: Option<Text<'a>>,
    name: &str,
    wrong: Reason,
) -> Result<Cow<'a, str>, RpcError> {
    match member.and_then(Text::as_string) {
        Some(string) => Ok(string),
        None => string_at(member, name, wrong, &format!("/params/{name}")),
    }
}

/// A member at some place of the message that must be a string.
pub(crate) fn string_at<'a>(
    member: Option<Text<'a>>,
    name: &str,
    wrong: Reason,
    at: &str,
) -> Result<Cow<'a, str>, RpcError> {
    let text = match member {
        None => format!("Member `{name}` is missing; a string is due."),
        Some(value) => match value.as_string() {
            Some(string) => return Ok(string),
            None if value.kind() == Kind::String => {
                format!("Member `{name}` is no Unicode text: it holds half of a surrogate pair.")
            }
            None => format!("Member `{name}` must be a string, but is {}.", value.kind()),
        },
    };
    Err(refuse(wrong, at, text))
}

/// `arguments`, which are optional and an object.
pub(crate) fn arguments<'a>(call: &Call<'a>, wrong: Reason) -> Result<Option<Text<'a>>, RpcError> {
    match call.request.params.arguments {
        Some(other) if other.kind() != Kind::Object => {
            let text = format!("Member `arguments` must be an object, but is {}.", other.kind());
            Err(refuse(wrong, "/params/arguments", text))
        }
        arguments => Ok(arguments),
    }
}

fn get_prompt(registry: &Registry, call: &Call<'_>) -> Routed {
    let name = string(call.request.params.name, "name", reason!("prompts-get-name-missing"))?;
    let arguments = arguments(call, reason!("prompts-get-arguments-type"))?;
    let prompt = registry.prompt(&name).ok_or_else(|| {
        let text = format!("There is no prompt `{name:.80}`; prompts/list tells which there are.");
        refuse(reason!("prompt-unknown"), "/params/name", text)
    })?;
    let description = prompt.about.get("description");
    Ok(Step::Started(prompt.handler.start(arguments, call, description)?))
}

fn read_resource(registry: &Registry, call: &Call<'_>) -> Routed {
    let uri = string(call.request.params.uri, "uri", reason!("resources-read-uri-missing"))?;
    let cache = |own: Option<CacheHint>| own.unwrap_or(registry.cache.reads);
    if let Some(resource) = registry.resource(&uri) {
        let reading = Reading::new(&uri, &resource.about, cache(resource.cache));
        return Ok(Step::Started(resource.handler.start(call, reading)));
    }
    for registered in registry.templates.load().iter() {
        let Some(variables) = variables(&registered.form, &uri) else { continue };
        let template = &registered.template;
        let reading = Reading::new(&uri, &template.about, cache(template.cache));
        if let Some(work) = template.handler.start(variables, call, reading) {
            return Ok(Step::Started(work));
        }
    }
    check_rules(call.request, call.revision).map_err(|error| error.with("uri", &*uri))?;
    Err(no_resource("There is no such resource.", &uri, call.revision))
}
