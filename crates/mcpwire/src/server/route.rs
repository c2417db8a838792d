//! From an admitted request to the handler behind its method.

use std::borrow::Cow;
use std::cell::OnceCell;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{ErrorCode, Request, RpcError};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::RuleId;
use mcpwire_schema::Refusal;
use serde_json::{Map, Value};

use super::admission::{Admission, Admitted, Handshake, admit};
use super::content::Content;
use super::envelope::{CacheHint, write_result};
use super::failure::no_resource;
use super::legacy;
use super::lists::Listed;
use super::output::ToolOutput;
use super::registry::{RegisteredTool, Registry};
use super::speaker::Speaker;
use super::template::variables;
use super::tool_call::{Call, write_output};
use super::work::Work;

/// What came of a request: an answer that was appended, or a handler under way.
pub(crate) enum Step {
    Answered,
    Started(Work),
}

type Routed = Result<Step, RpcError>;

/// Answers a request, or starts the handler that will. The error is to be sent.
pub(crate) fn answer(
    registry: &Registry,
    request: &Request<'_>,
    handshake: &mut Handshake,
    speaker: &Speaker,
    out: &mut Vec<u8>,
) -> Routed {
    let admitted = match admit(registry, request, handshake) {
        Admission::Serve(admitted) => admitted,
        Admission::Open => {
            let members = legacy::initialize(registry, request, handshake)?;
            let revision = handshake.revision.unwrap_or(Revision::LATEST_LEGACY);
            return Ok(reply(registry, request, revision, &members, None, out));
        }
        Admission::Refuse(error) => return Err(error),
    };
    let Admitted { revision, log_level } = admitted;
    let log_level = log_level.filter(|_| registry.logging);
    let call = Call {
        request,
        revision,
        log_level,
        speaker,
        envelope: &registry.envelope,
        made: OnceCell::new(),
    };
    match &*request.method() {
        "tools/call" if !registry.tools.is_empty() => call_tool(registry, &call, out),
        "tools/list" if !registry.tools.is_empty() => list(registry, &call, Listed::Tools, out),
        "resources/read" if registry.has_resources() => read_resource(registry, &call),
        "resources/list" if registry.has_resources() => {
            list(registry, &call, Listed::Resources, out)
        }
        "resources/templates/list" if registry.has_resources() => {
            list(registry, &call, Listed::Templates, out)
        }
        "prompts/get" if !registry.prompts.is_empty() => get_prompt(registry, &call),
        "prompts/list" if !registry.prompts.is_empty() => {
            list(registry, &call, Listed::Prompts, out)
        }
        "server/discover" if revision.is_modern() => {
            let members = registry.listed(Listed::Discovery, revision);
            Ok(reply(registry, request, revision, members, Some(CacheHint::NONE), out))
        }
        "ping" if !revision.is_modern() => Ok(reply(registry, request, revision, "", None, out)),
        "logging/setLevel" if !revision.is_modern() && registry.logging => {
            legacy::set_level(request, handshake)?;
            Ok(reply(registry, request, revision, "", None, out))
        }
        method => Err(unknown_method(method, revision)),
    }
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

fn refuse(rule: &'static str, at: &str, message: impl Into<String>) -> RpcError {
    RpcError::refusal(ErrorCode::INVALID_PARAMS, RuleId(rule), message).with("at", at)
}

fn unknown_method(method: &str, revision: Revision) -> RpcError {
    let message = if method.starts_with("notifications/") {
        format!("`{method:.80}` is a notification and takes no id.")
    } else {
        format!("Method `{method:.80}` is not offered here under revision {revision}.")
    };
    RpcError::refusal(ErrorCode::METHOD_NOT_FOUND, RuleId("method-unknown"), message)
        .with("method", method.chars().take(200).collect::<String>())
}

/// A list is one page, so that no cursor was ever given out.
fn list(registry: &Registry, call: &Call<'_>, listed: Listed, out: &mut Vec<u8>) -> Routed {
    match call.request.params.get("cursor").map(|cursor| (cursor.kind(), cursor)) {
        None => {}
        // An older habit; it means the same as an absent cursor.
        Some((Kind::Null, _)) => {
            registry.note("A list was asked for with a null cursor, which is read as none.")
        }
        Some((Kind::String, _)) => {
            let text = "The cursor is not one of this server's. Start again without a cursor.";
            return Err(refuse("cursor-unknown", "/params/cursor", text));
        }
        Some((kind, _)) => {
            let text = format!("Member `cursor` must be a string, but is {kind}.");
            return Err(refuse("page-cursor-type", "/params/cursor", text));
        }
    }
    let members = registry.listed(listed, call.revision);
    Ok(reply(registry, call.request, call.revision, members, Some(CacheHint::NONE), out))
}

/// A member of `params` that must be a string.
fn string<'a>(
    member: Option<Text<'a>>,
    name: &str,
    rule: &'static str,
) -> Result<Cow<'a, str>, RpcError> {
    let text = match member {
        None => format!("Member `{name}` is missing; a string is due."),
        Some(value) => match value.as_string() {
            Some(string) => return Ok(string),
            None => format!("Member `{name}` must be a string, but is {}.", value.kind()),
        },
    };
    Err(refuse(rule, &format!("/params/{name}"), text))
}

/// `arguments`, which are optional and an object.
fn arguments<'a>(call: &Call<'a>, rule: &'static str) -> Result<Option<Text<'a>>, RpcError> {
    match call.request.params.arguments {
        Some(other) if other.kind() != Kind::Object => {
            let text = format!("Member `arguments` must be an object, but is {}.", other.kind());
            Err(refuse(rule, "/params/arguments", text))
        }
        arguments => Ok(arguments),
    }
}

fn call_tool(registry: &Registry, call: &Call<'_>, out: &mut Vec<u8>) -> Routed {
    let name = string(call.request.params.name, "name", "tools-call-name-missing")?;
    let arguments = arguments(call, "tools-call-arguments-type")?;
    let tool = registry.tool(&name).ok_or_else(|| {
        let text = format!("There is no tool `{name:.80}`; tools/list tells which there are.");
        refuse("tool-unknown", "/params/name", text)
    })?;
    let arguments = arguments.map_or("{}", Text::as_str);
    let value: Value = match serde_json::from_str(arguments) {
        Ok(value) => value,
        Err(error) => {
            return reject(registry, call, tool, &[error.to_string()], &error.to_string(), out);
        }
    };
    if let Err(refusal) = tool.input.validate(&value) {
        let log = refusal.without_values().to_string();
        return reject(registry, call, tool, &sentences(&refusal), &log, out);
    }
    let text = Text::parse(arguments).map_err(|error| {
        refuse("tools-call-arguments-type", "/params/arguments", error.to_string())
    })?;
    match tool.tool.handler.start(text, call, &tool.output) {
        Ok(work) => Ok(Step::Started(work)),
        Err(reason) => {
            reject(registry, call, tool, std::slice::from_ref(&reason), "they do not decode", out)
        }
    }
}

fn sentences(refusal: &Refusal) -> Vec<String> {
    vec![refusal.to_string()]
}

/// Wrong arguments are the model's business: a result with `isError`, or -32602 up to 2025-06-18.
/// A line for the log names the places and no values.
fn reject(
    registry: &Registry,
    call: &Call<'_>,
    tool: &RegisteredTool,
    reasons: &[String],
    log: &str,
    out: &mut Vec<u8>,
) -> Routed {
    let name = &tool.tool.name;
    registry.note(&format!("Tool `{name}` rejected its arguments: {log}"));
    let text =
        format!("The arguments of `{name}` do not fit its input schema: {}.", reasons.join("; "));
    if call.revision < Revision::V2025_11_25 {
        return Err(refuse("tools-call-malformed", "/params/arguments", text));
    }
    let output = ToolOutput::content([Content::text(text)]).error();
    write_output(out, &call.answer(), &output, &Map::new());
    Ok(Step::Answered)
}

fn get_prompt(registry: &Registry, call: &Call<'_>) -> Routed {
    let name = string(call.request.params.name, "name", "prompts-get-name-missing")?;
    let arguments = arguments(call, "prompts-get-arguments-type")?;
    let prompt = registry.prompt(&name).ok_or_else(|| {
        let text = format!("There is no prompt `{name:.80}`; prompts/list tells which there are.");
        refuse("prompt-unknown", "/params/name", text)
    })?;
    let description = prompt.about.get("description");
    Ok(Step::Started(prompt.handler.start(arguments, call, description)?))
}

fn read_resource(registry: &Registry, call: &Call<'_>) -> Routed {
    let uri = string(call.request.params.uri, "uri", "resources-read-uri-missing")?;
    if let Some(resource) = registry.resource(&uri) {
        let mime_type = resource.about.get("mimeType").and_then(Value::as_str);
        return Ok(Step::Started(resource.handler.start(call, &uri, mime_type)));
    }
    for registered in &registry.templates {
        let Some(variables) = variables(&registered.form, &uri) else { continue };
        let template = &registered.template;
        let mime_type = template.about.get("mimeType").and_then(Value::as_str);
        if let Some(work) = template.handler.start(variables, call, &uri, mime_type) {
            return Ok(Step::Started(work));
        }
    }
    Err(no_resource("There is no such resource.", &uri, call.revision))
}
