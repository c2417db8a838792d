//! What is checked when a server is built: each mistake is one sentence.

use std::collections::HashSet;
use std::sync::Arc;

use mcpwire_protocol::http::{HeaderParam, header_params};
use mcpwire_protocol::revision::Revision;
use mcpwire_schema::{Schema, SchemaError};
use serde_json::{Map, Value};
use uri_template_ex::UriTemplate;

use super::builder::Limits;
use super::catalogue::{Catalogue, Entry};
use super::completion::{Completers, argument_names, variable_names};
use super::lists::Listed;
use super::meta::check_key;
use super::prompt::Prompt;
use super::registry::{RegisteredTemplate, RegisteredTool, Registry};
use super::resource::Resource;
use super::review::{review_entry, review_identity};
use super::template::ResourceTemplate;
use super::template_form;
use super::tool::Tool;
use super::tool_call::OutputFacts;

type Reasons = Vec<String>;

/// Keys are there and differ.
pub(crate) fn keys<T>(
    entries: &[T],
    key: impl Fn(&T) -> &String,
    what: &str,
    reasons: &mut Reasons,
) {
    let mut keys = HashSet::with_capacity(entries.len());
    for (at, entry) in entries.iter().enumerate() {
        let key = key(entry);
        if key.is_empty() {
            reasons.push(format!("{what} number {} has an empty name.", at + 1));
        } else if !keys.insert(key) {
            reasons.push(twice(what, key));
        }
    }
}

/// The key of an entry that comes while the server runs.
pub(crate) fn new_key<T: Entry>(
    catalogue: &Catalogue<T>,
    key: &str,
    what: &str,
    reasons: &mut Reasons,
) {
    if key.is_empty() {
        reasons.push(format!("{what} has an empty name."));
    } else if catalogue.get(key).is_some() {
        reasons.push(twice(what, key));
    }
}

fn twice(what: &str, key: &str) -> String {
    format!("{what} `{key}` is registered twice.")
}

pub(crate) fn limits(limits: &Limits, reasons: &mut Reasons) {
    for (name, limit) in [("in_flight", limits.in_flight), ("depth", limits.depth)] {
        if limit == 0 {
            reasons.push(format!("Limit `{name}` is 0, so that nothing could be served."));
        }
    }
}

pub(crate) fn identity(identity: &Map<String, Value>, reasons: &mut Reasons) {
    for member in ["name", "version", "title", "description", "websiteUrl"] {
        if identity.get(member).is_some_and(|value| !value.is_string()) {
            reasons.push(format!("Member `{member}` of the server's identity must be a string."));
            return;
        }
    }
    review_identity(identity, reasons);
}

/// Holds an entry to the rulebook, if nothing was said against it since there were `before`
/// reasons; a key that is empty was told when the keys were looked at.
fn review(
    what: &str,
    listed: Listed,
    key: &str,
    listing: impl FnOnce() -> Value,
    before: usize,
    reasons: &mut Reasons,
) {
    if reasons.len() == before && !key.is_empty() {
        review_entry(what, listed, &listing(), reasons);
    }
}

pub(crate) fn resource(resource: &Resource, reasons: &mut Reasons) {
    let (uri, before) = (&resource.uri, reasons.len());
    // An empty one was told before.
    if let Err(error) = fluent_uri::Uri::parse(uri.as_str())
        && !uri.is_empty()
    {
        reasons.push(format!("Resource `{uri}` has no valid URI: {error}."));
    }
    let what = format!("Resource `{uri}`");
    about(&resource.about, &what, &["uri"], reasons);
    let listing = || resource.listing(Revision::LATEST);
    review(&what, Listed::Resources, uri, listing, before, reasons);
}

pub(crate) fn prompt(prompt: &Prompt, reasons: &mut Reasons) {
    let (what, before) = (format!("Prompt `{}`", prompt.name), reasons.len());
    for argument in &prompt.misfits {
        reasons.push(format!(
            "{what}: argument `{argument}` takes no string, but arguments of prompts are strings."
        ));
    }
    about(&prompt.about, &what, &["name"], reasons);
    completers(&prompt.completers, argument_names(prompt).collect(), &what, reasons);
    let listing = || prompt.listing(Revision::LATEST);
    review(&what, Listed::Prompts, &prompt.name, listing, before, reasons);
}

pub(crate) fn tool(
    tool: Tool,
    limits: &mcpwire_schema::Limits,
    reasons: &mut Reasons,
) -> Option<RegisteredTool> {
    let before = reasons.len();
    tool_name(&tool.name, reasons);
    let what = format!("Tool `{:.140}`", tool.name.escape_debug().to_string());
    about(&tool.about, &what, &["name", "inputSchema", "outputSchema"], reasons);
    let mut usable = |which: &str, result: Result<Schema, SchemaError>| {
        result.map_err(|error| reasons.push(format!("{what}, {which} schema: {error}"))).ok()
    };
    let input = usable("input", mcpwire_schema::tool_input(&tool.input_schema, limits));
    // A schema made from a type is as good as the type; only one written by hand is tried.
    let check = match tool.output.output_schema().filter(|_| tool.check_output) {
        Some(schema) => Some(usable("output", Schema::compile(&schema, limits))?),
        None => None,
    };
    let facts = OutputFacts { shape: tool.output.clone(), check };
    // Only a schema within the bounds, whose nesting is known, is walked through.
    let input = input?;
    let headers = headers(&tool.input_schema, &what, reasons)?;
    let registered = RegisteredTool { input, headers, output: Arc::new(facts), tool };
    let listing = || registered.listing(Revision::LATEST);
    review(&what, Listed::Tools, &registered.tool.name, listing, before, reasons);
    Some(registered)
}

/// The arguments that HTTP headers mirror.
fn headers(input_schema: &Value, what: &str, reasons: &mut Reasons) -> Option<Vec<HeaderParam>> {
    let error = match header_params(input_schema) {
        Ok(headers) => return Some(headers),
        Err(error) => error,
    };
    let hint = match error.rule {
        "xhdr-reachable-ref" => {
            " A nested type stands in the schema where it is used if it says `#[schemars(inline)]`."
        }
        _ => "",
    };
    reasons.push(format!("{what}, input schema: {error}{hint}"));
    None
}

/// Specification: `server/tools#tool-names`.
fn tool_name(name: &str, reasons: &mut Reasons) {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if let Some(wrong) = name.chars().find(|c| !allowed(*c)) {
        reasons.push(format!(
            "Tool name `{}` holds {wrong:?}; use ASCII letters, digits, `_`, `-` and `.`.",
            name.escape_debug()
        ));
    }
    if name.len() > 128 {
        reasons.push(format!("Tool name `{name:.40}…` is longer than 128 characters."));
    }
}

pub(crate) fn template(
    template: ResourceTemplate,
    reasons: &mut Reasons,
) -> Option<RegisteredTemplate> {
    let (text, before) = (&template.uri_template, reasons.len());
    let what = format!("Resource template `{text}`");
    about(&template.about, &what, &["uriTemplate"], reasons);
    completers(&template.completers, variable_names(&template).collect(), &what, reasons);
    let form = template_form::check(text)
        .and_then(|()| UriTemplate::new(text).map_err(|error| error.to_string()));
    match form {
        Ok(form) => {
            let registered = RegisteredTemplate { template, form };
            let listing = || registered.listing(Revision::LATEST);
            review(&what, Listed::Templates, registered.key(), listing, before, reasons);
            Some(registered)
        }
        Err(reason) => {
            reasons.push(format!("{what} cannot be used: {reason}."));
            None
        }
    }
}

/// Completers that come while the server runs, whose capability was declared before or is not.
pub(crate) fn late_completers(completers: &Completers, registry: &Registry, reasons: &mut Reasons) {
    if !completers.is_empty() && !registry.offer.completions {
        reasons.push(
            "An argument has a completer, but none had when the server was built, so that clients \
             do not know that they could ask."
                .to_owned(),
        );
    }
}

/// Each completer is for an argument that is there, and the only one for it.
fn completers(completers: &Completers, arguments: Vec<&str>, what: &str, reasons: &mut Reasons) {
    let names: Vec<&str> = completers.names().collect();
    for (at, name) in names.iter().enumerate() {
        if !arguments.contains(name) {
            reasons.push(format!("{what}: there is no argument `{name}` that could be completed."));
        } else if names[..at].contains(name) {
            reasons.push(format!("{what}: argument `{name}` has two completers."));
        }
    }
}

/// The members that `with` and its siblings have put into a definition.
fn about(about: &Map<String, Value>, what: &str, own: &[&str], reasons: &mut Reasons) {
    for member in own.iter().filter(|member| about.contains_key(**member)) {
        reasons.push(format!(
            "{what}: member `{member}` cannot be set by `with`, as it is set when the entry is made."
        ));
    }
    type Fits = fn(&Value) -> bool;
    let kinds: [(&str, Fits, &str); 6] = [
        ("title", Value::is_string, "a string"),
        ("description", Value::is_string, "a string"),
        ("mimeType", Value::is_string, "a string"),
        ("annotations", Value::is_object, "an object"),
        ("icons", Value::is_array, "an array"),
        ("_meta", Value::is_object, "an object"),
    ];
    for (member, fits, kind) in kinds {
        if about.get(member).is_some_and(|value| !fits(value)) {
            reasons.push(format!("{what}: member `{member}` must be {kind}."));
        }
    }
    for (key, _) in about.get("_meta").and_then(Value::as_object).into_iter().flatten() {
        if let Err(misuse) = check_key(key) {
            reasons.push(format!("{what}: {misuse}"));
        }
    }
}
