//! Proposals for what is being typed into an argument.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::Reason;
use mcpwire_protocol::uri_template::expressions;
use serde::Deserialize;
use serde_json::Value;

use super::completed::IntoCompletion;
use super::handler::Handler;
use super::prompt::Prompt;
use super::registry::Registry;
use super::reply::Reply;
use super::route::{Routed, Step, refuse, string_at};
use super::template::{ResourceTemplate, variables};
use super::tool_call::Call;
use super::work::Work;

/// What a completer is given: what was typed so far, and what was chosen before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Partial {
    /// The beginning of the value; empty if nothing was typed yet.
    pub value: String,
    /// The other arguments that have a value already, by their names. Clients of revisions before
    /// 2025-06-18 do not tell.
    pub arguments: BTreeMap<String, String>,
}

impl Partial {
    /// The value of another argument, if it was chosen already.
    pub fn chosen(&self, argument: &str) -> Option<&str> {
        self.arguments.get(argument).map(String::as_str)
    }
}

/// The completers of a prompt or a template, by the names of their arguments.
#[derive(Clone, Default)]
pub(crate) struct Completers(Vec<(String, Arc<dyn Complete>)>);

impl Completers {
    pub(crate) fn add<M, H>(&mut self, argument: String, handler: H)
    where
        M: 'static,
        H: Handler<Partial, M, Output: IntoCompletion>,
    {
        self.0.push((argument, Arc::new(TypedCompleter { handler, marker: PhantomData })));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    fn find(&self, argument: &str) -> Option<Arc<dyn Complete>> {
        self.0.iter().find(|(name, _)| name == argument).map(|(_, completer)| completer.clone())
    }
}

/// A completer's function, whatever its types.
trait Complete: Send + Sync {
    fn start(&self, partial: Partial, call: &Call<'_>) -> Work;
}

struct TypedCompleter<M, H> {
    handler: H,
    marker: PhantomData<fn(M)>,
}

impl<M, H: Handler<Partial, M, Output: IntoCompletion>> Complete for TypedCompleter<M, H> {
    fn start(&self, partial: Partial, call: &Call<'_>) -> Work {
        let future = self.handler.call(partial, call);
        let ending = call.ending();
        Box::pin(async move {
            let mut message = Vec::new();
            match future.await.into_completion() {
                Ok(completion) => {
                    let members = |out: &mut Vec<u8>| completion.write(out);
                    ending.answer.result(&mut message, members, None, &ending.meta());
                }
                Err(failure) => return ending.answer.refusal(&failure.into_error()),
            }
            Reply::result(message)
        })
    }
}

/// What was found of the argument that is being typed.
struct Found {
    /// Whom it belongs to, such as "Prompt `review`".
    owner: String,
    is_there: bool,
    completer: Option<Arc<dyn Complete>>,
}

/// Answers `completion/complete`, or starts the completer.
///
/// Specification: `server/utilities/completion`.
pub(crate) fn complete(registry: &Registry, call: &Call<'_>) -> Routed {
    let params = &call.request.params;
    let reference = object(params.get("ref"), "ref", reason!("completion-ref-missing"))?;
    let argument =
        object(params.get("argument"), "argument", reason!("completion-argument-missing"))?;
    let member = |name| {
        let at = format!("/params/argument/{name}");
        string_at(argument.get(name), name, reason!("completion-argument-missing"), &at)
    };
    let (name, value) = (member("name")?, member("value")?.into_owned());
    let arguments = chosen(call)?;
    let found = find(registry, reference, &name)?;
    if !found.is_there {
        let text = format!("{} has no argument `{name:.80}`.", found.owner);
        return Err(refuse(reason!("argument-unknown"), "/params/argument/name", text));
    }
    let partial = Partial { value, arguments };
    Ok(Step::Started(match found.completer {
        Some(completer) => completer.start(partial, call),
        // An argument that nobody completes is one without proposals.
        None => NOTHING.start(partial, call),
    }))
}

type Nothing = fn(Partial) -> std::future::Ready<Vec<String>>;

const NOTHING: TypedCompleter<(Partial,), Nothing> =
    TypedCompleter { handler: |_| std::future::ready(Vec::new()), marker: PhantomData };

fn object<'a>(member: Option<Text<'a>>, name: &str, wrong: Reason) -> Result<Text<'a>, RpcError> {
    let kind = member.map(Text::kind);
    member.filter(|_| kind == Some(Kind::Object)).ok_or_else(|| {
        let text = match kind {
            None => format!("Member `{name}` is missing; an object is due."),
            Some(kind) => format!("Member `{name}` must be an object, but is {kind}."),
        };
        refuse(wrong, &format!("/params/{name}"), text)
    })
}

/// `context.arguments`, which came with 2025-06-18.
fn chosen(call: &Call<'_>) -> Result<BTreeMap<String, String>, RpcError> {
    let wrong = |at: &str, text: &str| Err(refuse(reason!("completion-context-type"), at, text));
    let context = call.request.params.get("context");
    let Some(context) = context.filter(|_| call.revision >= Revision::V2025_06_18) else {
        return Ok(BTreeMap::new());
    };
    if context.kind() != Kind::Object {
        return wrong("/params/context", "Member `context` must be an object.");
    }
    let Some(arguments) = context.get("arguments") else { return Ok(BTreeMap::new()) };
    if arguments.kind() != Kind::Object {
        return wrong("/params/context/arguments", "Member `arguments` must be an object.");
    }
    let mut chosen = BTreeMap::new();
    for (name, value) in arguments.members() {
        let Some(value) = value.as_string() else {
            return wrong("/params/context/arguments", "Arguments must be strings.");
        };
        chosen.insert(name.name().into_owned(), value.into_owned());
    }
    Ok(chosen)
}

/// The argument of this name of whom `ref` means.
fn find(registry: &Registry, reference: Text<'_>, argument: &str) -> Result<Found, RpcError> {
    let kind = reference.get("type").and_then(Text::as_string);
    match kind.as_deref() {
        Some("ref/prompt") => {
            let at = "/params/ref/name";
            let name = string_at(
                reference.get("name"),
                "name",
                reason!("completion-ref-prompt-name"),
                at,
            )?;
            let prompt = registry.prompt(&name).ok_or_else(|| {
                let text =
                    format!("There is no prompt `{name:.80}`; prompts/list tells which there are.");
                refuse(reason!("prompt-unknown"), at, text)
            })?;
            Ok(Found {
                owner: format!("Prompt `{:.80}`", prompt.name),
                is_there: argument_names(&prompt).any(|it| it == argument),
                completer: prompt.completers.find(argument),
            })
        }
        Some("ref/resource") => {
            let at = "/params/ref/uri";
            let uri =
                string_at(reference.get("uri"), "uri", reason!("completion-ref-resource-uri"), at)?;
            find_in_template(registry, &uri, argument).ok_or_else(|| {
                let text = format!(
                    "There is no resource template `{uri:.200}`; resources/templates/list tells \
                     which there are."
                );
                refuse(reason!("template-unknown"), at, text)
            })
        }
        _ => {
            let text = "Member `type` must be `ref/prompt` or `ref/resource`.";
            Err(refuse(reason!("completion-ref-type"), "/params/ref/type", text))
        }
    }
}

/// The variable of a template, named by its text or by a URI of its form; a resource has none.
fn find_in_template(registry: &Registry, uri: &str, argument: &str) -> Option<Found> {
    let templates = registry.templates.load();
    let named = templates.get(uri);
    if named.is_none() && registry.resource(uri).is_some() {
        let owner = format!("Resource `{uri:.200}`");
        return Some(Found { owner, is_there: false, completer: None });
    }
    let of_form = || templates.iter().find(|it| variables(&it.form, uri).is_some());
    let template = &named.or_else(of_form)?.template;
    Some(Found {
        owner: format!("Resource template `{:.200}`", template.uri_template),
        is_there: variable_names(template).any(|it| it == argument),
        completer: template.completers.find(argument),
    })
}

/// The names of a prompt's arguments.
pub(crate) fn argument_names(prompt: &Prompt) -> impl Iterator<Item = &str> {
    let arguments = prompt.about.get("arguments").and_then(Value::as_array);
    arguments.into_iter().flatten().filter_map(|argument| argument["name"].as_str())
}

/// The names of a template's variables.
pub(crate) fn variable_names(template: &ResourceTemplate) -> impl Iterator<Item = &str> {
    let found = expressions(&template.uri_template).filter_map(Result::ok);
    found.map(|expression| expression.variables())
}
