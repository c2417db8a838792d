use std::marker::PhantomData;
use std::sync::Arc;

use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::about::about;
use super::blocking::{Blocking, Blocks, OnThread};
use super::completed::IntoCompletion;
use super::completion::{Completers, Partial};
use super::content::Content;
use super::failure::Failure;
use super::handler::Handler;
use super::reply::Reply;
use super::tool::input_schema_of;
use super::tool_call::Call;
use super::work::Work;

/// A prompt: messages made from a few arguments, chosen by a person.
///
/// ```
/// use mcpwire::{Message, Prompt};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Review {
///     /// The code to look at.
///     code: String,
///     /// What to look for.
///     focus: Option<String>,
/// }
///
/// let prompt = Prompt::new("review", |review: Review| async move {
///     let focus = review.focus.unwrap_or_else(|| "anything".to_owned());
///     Message::user(format!("Look for {focus} in this code:\n{}", review.code))
/// })
/// .describe("Review some code.");
/// # mcpwire::Server::new("s", "1").prompt(prompt).build().unwrap();
/// ```
///
/// Specification: `server/prompts`.
pub struct Prompt {
    pub(crate) name: String,
    pub(crate) about: Map<String, Value>,
    /// The arguments whose types take no string, which is a mistake.
    pub(crate) misfits: Vec<String>,
    pub(crate) completers: Completers,
    pub(crate) handler: Arc<dyn GetPrompt>,
}

impl Prompt {
    /// A prompt whose arguments are the fields of the argument type of `handler`: an async
    /// function or closure with the arguments, and the [`Context`](super::Context) where it needs it, or without
    /// any. Arguments are strings on the wire; optional fields are optional arguments.
    pub fn new<A, M, H>(name: impl Into<String>, handler: H) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        M: 'static,
        H: Handler<A, M, Output: IntoMessages>,
    {
        let mut about = Map::new();
        let schema = input_schema_of::<A>();
        let arguments = arguments_of(&schema);
        if !arguments.is_empty() {
            about.insert("arguments".to_owned(), Value::Array(arguments));
        }
        let handler = Arc::new(TypedPrompt { handler, types: PhantomData });
        let (misfits, completers) = (misfits_of(&schema), Completers::default());
        Prompt { name: name.into(), about, misfits, completers, handler }
    }

    /// The same with a function that blocks; see [`Tool::blocking`](super::Tool::blocking).
    pub fn blocking<A, M, H>(name: impl Into<String>, work: H) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        M: 'static,
        H: Blocking<A, M, Output: IntoMessages>,
    {
        Self::new::<A, Blocks<M>, _>(name, OnThread::new(work))
    }

    /// Lets clients propose values for an argument while it is typed. `completer` is an async function
    /// or closure with what was typed so far ([`Partial`]), and the [`Context`](super::Context)
    /// where it needs it; it returns texts or a [`Completion`](super::Completion).
    ///
    /// Specification: `server/utilities/completion`.
    #[must_use]
    pub fn complete<M, H>(mut self, argument: impl Into<String>, completer: H) -> Self
    where
        M: 'static,
        H: Handler<Partial, M, Output: IntoCompletion>,
    {
        self.completers.add(argument.into(), completer);
        self
    }
}

about!(Prompt, "one of a later revision");

/// The fields of a type as the arguments of a prompt.
fn arguments_of(schema: &Value) -> Vec<Value> {
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let argument = |(name, property): (String, Value)| {
        let mut argument = json!({ "name": name });
        for member in ["title", "description"] {
            if let Some(text) = property.get(member) {
                argument[member] = text.clone();
            }
        }
        if required.iter().any(|required| *required == *name) {
            argument["required"] = true.into();
        }
        argument
    };
    properties.into_iter().map(argument).collect()
}

/// The fields of a type that cannot be read from a string, as far as their schema says so.
fn misfits_of(schema: &Value) -> Vec<String> {
    let takes_string = |property: &Value| match property.get("type") {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        _ => true,
    };
    let properties = schema["properties"].as_object().into_iter().flatten();
    let misfits = properties.filter(|(_, property)| !takes_string(property));
    misfits.map(|(name, _)| name.clone()).collect()
}

/// One message of a prompt.
#[derive(Clone, Debug)]
pub struct Message {
    role: &'static str,
    content: Content,
}

impl Message {
    /// What the user says.
    pub fn user(content: impl Into<Content>) -> Self {
        Message { role: "user", content: content.into() }
    }

    /// What the assistant says.
    pub fn assistant(content: impl Into<Content>) -> Self {
        Message { role: "assistant", content: content.into() }
    }
}

/// What a prompt may return: a text or [`Message`] (of the user), several messages, or a `Result`
/// of these.
pub trait IntoMessages {
    /// The messages.
    fn into_messages(self) -> Result<Vec<Message>, Failure>;
}

impl IntoMessages for String {
    fn into_messages(self) -> Result<Vec<Message>, Failure> {
        Ok(vec![Message::user(self)])
    }
}

impl IntoMessages for &'static str {
    fn into_messages(self) -> Result<Vec<Message>, Failure> {
        Ok(vec![Message::user(self)])
    }
}

impl IntoMessages for Message {
    fn into_messages(self) -> Result<Vec<Message>, Failure> {
        Ok(vec![self])
    }
}

impl IntoMessages for Vec<Message> {
    fn into_messages(self) -> Result<Vec<Message>, Failure> {
        Ok(self)
    }
}

impl<T: IntoMessages, E: Into<Failure>> IntoMessages for Result<T, E> {
    fn into_messages(self) -> Result<Vec<Message>, Failure> {
        self.map_err(Into::into)?.into_messages()
    }
}

/// A prompt's function, whatever its types.
pub(crate) trait GetPrompt: Send + Sync {
    /// Decodes the arguments and starts the function.
    fn start(
        &self,
        arguments: Option<Text<'_>>,
        call: &Call<'_>,
        description: Option<&Value>,
    ) -> Result<Work, RpcError>;
}

struct TypedPrompt<A, M, H> {
    handler: H,
    types: PhantomData<fn(A, M)>,
}

impl<A, M, H> GetPrompt for TypedPrompt<A, M, H>
where
    A: DeserializeOwned,
    H: Handler<A, M, Output: IntoMessages>,
{
    fn start(
        &self,
        arguments: Option<Text<'_>>,
        call: &Call<'_>,
        description: Option<&Value>,
    ) -> Result<Work, RpcError> {
        let future = self.handler.call(decode(arguments)?, call);
        let ending = call.ending();
        let description = description.map(Value::to_string);
        Ok(Box::pin(async move {
            let (answer, mut message) = (&ending.answer, Vec::new());
            match future.await.into_messages() {
                Ok(messages) => {
                    let members = |out: &mut Vec<u8>| {
                        write_messages(out, description.as_deref(), &messages, answer.revision);
                    };
                    answer.result(&mut message, members, None, &ending.meta());
                }
                Err(failure) if failure.awaits_input() => return ending.input_required(),
                Err(failure) => return answer.refusal(&failure.into_error()),
            }
            Reply::result(message)
        }))
    }
}

/// Arguments are strings, each of them; so they are decoded as such.
fn decode<A: DeserializeOwned>(arguments: Option<Text<'_>>) -> Result<A, RpcError> {
    let refuse =
        |why, at: &Pointer, reason: String| RpcError::refusal(why, reason).with("at", at.as_str());
    let whole = Pointer::spelled("/params/arguments");
    let mut strings = Map::new();
    for (name, value) in arguments.into_iter().flat_map(Text::members) {
        let name = name.name();
        let Some(string) = value.as_string() else {
            let kind = value.kind();
            let reason =
                format!("Argument `{name:.80}` must be a string of Unicode text, but is {kind}.");
            return Err(refuse(
                reason!("prompts-get-arguments-type"),
                &whole.member(&name),
                reason,
            ));
        };
        strings.insert(name.into_owned(), Value::String(string.into_owned()));
    }
    serde_json::from_value(Value::Object(strings)).map_err(|error| {
        let error = error.to_string();
        let is_missing = error.starts_with("missing field");
        let why = match is_missing {
            true => reason!("prompt-argument-missing"),
            false => reason!("arguments-rejected"),
        };
        refuse(why, &whole, format!("The prompt's arguments do not fit: {error}."))
    })
}

fn write_messages(
    out: &mut Vec<u8>,
    description: Option<&str>,
    messages: &[Message],
    revision: mcpwire_protocol::revision::Revision,
) {
    if let Some(description) = description {
        out.extend_from_slice(br#""description":"#);
        out.extend_from_slice(description.as_bytes());
        out.push(b',');
    }
    out.extend_from_slice(br#""messages":["#);
    for (index, message) in messages.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(br#"{"role":""#);
        out.extend_from_slice(message.role.as_bytes());
        out.extend_from_slice(br#"","content":"#);
        message.content.write(out, revision);
        out.push(b'}');
    }
    out.push(b']');
}
