//! A message in one line.

use std::fmt::Write as _;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{ErrorObject, Incoming, Outcome, Params};
use mcpwire_protocol::method::Method;

use crate::screen::{clip, escape};

/// What a message says, in one line and escaped. Long parts are cut.
pub fn summary(message: &Incoming<'_>) -> String {
    let text = match message {
        Incoming::Request(request) => call(&request.method(), &request.params),
        Incoming::Notification(notification) => call(&notification.method(), &notification.params),
        Incoming::Response(response) => match &response.outcome {
            Outcome::Result(value) => result(*value),
            Outcome::Error(object) => error(object),
        },
        Incoming::Malformed(malformed) => malformed.fault.message.clone(),
    };
    escape(&text).into_owned()
}

/// The most columns of one value.
const VALUE: usize = 60;
/// The most names of a list.
const NAMES: usize = 4;

fn call(method: &str, params: &Params<'_>) -> String {
    let mut text = clip(method, VALUE).into_owned();
    let subject = match Method::named(method) {
        Some(Method::ResourcesRead) => params.uri,
        Some(Method::Cancelled) => params.get("requestId"),
        Some(Method::Progress) => params.get("progress"),
        _ => params.name,
    };
    if let Some(subject) = subject {
        let _ = write!(text, " {}", plain(subject));
    }
    if let Some(arguments) = params.arguments {
        let _ = write!(text, " {}", clip(arguments.as_str(), VALUE));
    }
    if let Some(version) = params.meta.protocol_version.filter(|_| subject.is_none()) {
        let _ = write!(text, ", protocol {}", plain(version));
    }
    text
}

fn error(error: &ErrorObject<'_>) -> String {
    format!("{}: {}", error.code, clip(&error.message, 3 * VALUE))
}

fn result(result: Text<'_>) -> String {
    for (key, value) in result.members() {
        let text = match &*key.name() {
            "supportedVersions" => {
                let versions: Vec<_> = value.elements().map(plain).collect();
                let offers = result.get("capabilities").map_or_else(String::new, capabilities);
                format!("speaks {}{offers}", listed(&versions))
            }
            "tools" => counted(value, "tool"),
            "resources" => counted(value, "resource"),
            "resourceTemplates" => counted(value, "resource template"),
            "prompts" => counted(value, "prompt"),
            "inputRequests" => {
                let keys: Vec<_> = value.members().map(|(key, _)| key.name().into()).collect();
                format!("asks for input: {}", listed(&keys))
            }
            "content" => content(result, value),
            "contents" => format!("{} contents", value.elements().count()),
            "messages" => format!("{} messages", value.elements().count()),
            _ => continue,
        };
        return text;
    }
    let names: Vec<String> = result.members().map(|(key, _)| key.name().into()).collect();
    if names.is_empty() { "an empty result".to_owned() } else { listed(&names) }
}

fn content(result: Text<'_>, content: Text<'_>) -> String {
    let shown = result.get("structuredContent").map(|value| value.as_str().to_owned());
    let text = content.elements().find_map(|block| block.get("text")?.as_string());
    let shown = text.map(|text| text.into_owned()).or(shown);
    let shown = shown.unwrap_or_else(|| format!("{} blocks", content.elements().count()));
    let shown = clip(&shown, 3 * VALUE);
    match result.get("isError") {
        Some(flag) if flag.as_str() == "true" => format!("isError: true, {shown}"),
        _ => shown.into_owned(),
    }
}

fn capabilities(capabilities: Text<'_>) -> String {
    let names: Vec<String> = capabilities.members().map(|(key, _)| key.name().into()).collect();
    if names.is_empty() {
        ", offers nothing".to_owned()
    } else {
        format!(", offers {}", listed(&names))
    }
}

fn counted(list: Text<'_>, what: &str) -> String {
    let names: Vec<String> =
        list.elements().filter_map(|item| item.get("name")).map(plain).collect();
    let count = list.elements().count();
    let plural = if count == 1 { "" } else { "s" };
    let names = if names.is_empty() { String::new() } else { format!(" ({})", listed(&names)) };
    format!("{count} {what}{plural}{names}")
}

fn listed(names: &[String]) -> String {
    let shown: Vec<_> = names.iter().take(NAMES).map(|name| clip(name, VALUE)).collect();
    let mut text = shown.join(", ");
    if names.len() > NAMES {
        text.push_str(", …");
    }
    text
}

/// A string without its quotes, anything else as it is spelled.
fn plain(value: Text<'_>) -> String {
    let decoded = if value.kind() == Kind::String { value.as_string() } else { None };
    clip(&decoded.unwrap_or_else(|| value.as_str().into()), VALUE).into_owned()
}
