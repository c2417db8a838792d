//! From the arguments' text to the answer's bytes.

use std::cell::OnceCell;
use std::marker::PhantomData;
use std::sync::Arc;

use mcpwire_protocol::http::check_params;
use mcpwire_protocol::json::{Text, write_string};
use mcpwire_protocol::jsonrpc::{Request, RpcError};
use mcpwire_protocol::meta::LogLevel;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use mcpwire_schema::Schema;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::arrival::Arrival;
use super::content::{Content, write_blocks};
use super::context::Context;
use super::ending::Ending;
use super::envelope::Answer;
use super::failure::Failure;
use super::handler::Handler;
use super::input::Rounds;
use super::observe::Observed;
use super::output::{IntoOutput, OutputShape, ToolOutput};
use super::registry::{Endpoint, RegisteredTool, Registry};
use super::reply::Reply;
use super::route::{Routed, Step, arguments, refuse, string};
use super::speaker::Voice;
use super::tasks::{self, Live, TaskUse, ToolFacts};
use super::throttle::too_early;
use super::work::Work;

/// One request on its way to a handler. Its name cannot be written outside this crate, which is
/// what seals the handler traits.
pub struct Call<'a> {
    pub(crate) endpoint: &'a Endpoint,
    pub(crate) request: &'a Request<'a>,
    pub(crate) arrival: &'a Arrival<'a>,
    pub(crate) revision: Revision,
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) voice: Voice<'a>,
    /// Who watches, if anybody does.
    pub(crate) observed: Option<&'a Arc<dyn Observed>>,
    /// What the request brings from earlier rounds, until the context takes it.
    pub(crate) rounds: OnceCell<Arc<Rounds>>,
    /// What is known of the tool, if it may make tasks.
    pub(crate) tool: OnceCell<ToolFacts>,
    /// The task that this call runs again.
    pub(crate) resumes: Option<Arc<Live>>,
    pub(crate) made: OnceCell<Context>,
}

impl Call<'_> {
    /// The context for a handler that wants one; most do not, and it costs allocations.
    pub(crate) fn context(&self) -> Context {
        self.made.get_or_init(|| Context::of(self)).clone()
    }

    /// What the request brings from earlier rounds.
    pub(crate) fn rounds(&self) -> Arc<Rounds> {
        self.rounds.get_or_init(|| Arc::new(Rounds::first(self))).clone()
    }

    /// Whether a client has just sent it; the other calls are ones that were admitted before: a
    /// further round towards a client of the older revisions, or a task that is resumed.
    pub(crate) fn is_new(&self) -> bool {
        self.resumes.is_none() && self.made.get().is_none()
    }

    /// What is needed to write the answer later.
    pub(crate) fn answer(&self) -> Answer {
        Answer {
            envelope: self.endpoint.registry.envelope.clone(),
            id: self.request.id.as_str().to_owned(),
            revision: self.revision,
        }
    }

    /// How the handler's work ends; to be asked for once it has the context, if it takes one.
    pub(crate) fn ending(&self) -> Ending {
        Ending { answer: self.answer(), context: self.made.get().cloned() }
    }
}

/// Answers `tools/call`, or starts the tool's handler.
pub(crate) fn call_tool(registry: &Registry, call: &Call<'_>, out: &mut Vec<u8>) -> Routed {
    let name = string(call.request.params.name, "name", reason!("tools-call-name-missing"))?;
    let arguments = arguments(call, reason!("tools-call-arguments-type"))?;
    let tool = registry.tool(&name).ok_or_else(|| {
        let text = format!("There is no tool `{name:.80}`; tools/list tells which there are.");
        refuse(reason!("tool-unknown"), "/params/name", text)
    })?;
    if let Some(http) = call.arrival.http.filter(|_| call.revision.is_modern()) {
        check_params(&tool.headers, arguments, http.headers)?;
    }
    if let Some(throttle) = &registry.throttled.0
        && call.is_new()
        && let Err(wait) = throttle.admit(call.arrival.caller, &name)
    {
        return too_early(call, &name, wait, out);
    }
    let arguments = arguments.map_or("{}", Text::as_str);
    if let Err(wrong) = check_arguments(&tool, arguments) {
        return reject(registry, call, &tool, &wrong.reason, &wrong.log, out);
    }
    if tool.tool.task_use != TaskUse::Never {
        make_ready_for_a_task(call, &tool, arguments)?;
    }
    match tool.tool.handler.start(arguments, call, &tool.output) {
        Ok(work) => Ok(Step::Started(work)),
        Err(reason) => reject(registry, call, &tool, &reason, "they do not decode", out),
    }
}

/// Why arguments do not fit, for the model and for the log.
struct Wrong {
    reason: String,
    log: String,
}

/// Holds the arguments against the tool's schema. No value is built of them for simple schemas.
fn check_arguments(tool: &RegisteredTool, arguments: &str) -> Result<(), Wrong> {
    if !tool.input.surely_fits(arguments) {
        let value: Value = serde_json::from_str(arguments).map_err(|error| Wrong {
            reason: error.to_string(),
            log: "they do not decode".to_owned(),
        })?;
        tool.input.validate(&value).map_err(|refusal| Wrong {
            reason: refusal.to_string(),
            log: refusal.without_values().to_string(),
        })?;
    }
    if tool.tool.takes_text
        && let Some(name) = Text::parse(arguments).ok().and_then(Text::repeated_member)
    {
        let reason = format!("`{name:.80}` stands twice in one object");
        return Err(Wrong { log: reason.clone(), reason });
    }
    Ok(())
}

/// What the context needs to make a task of the call; refuses a client that knows none where
/// only a task can serve.
fn make_ready_for_a_task(
    call: &Call<'_>,
    tool: &RegisteredTool,
    arguments: &str,
) -> Result<(), RpcError> {
    let task_use = tool.tool.task_use;
    let declared = tasks::must_be_declared(call);
    let is_declared = declared.is_ok();
    if task_use == TaskUse::Required {
        declared?;
    }
    if let Ok(arguments) = RawValue::from_string(arguments.to_owned()) {
        let (name, output) = (tool.tool.name.clone(), tool.output.clone());
        let resumes = call.resumes.clone();
        let facts = ToolFacts { name, task_use, arguments, output, is_declared, resumes };
        let _ = call.tool.set(facts);
    }
    Ok(())
}

/// Wrong arguments are the model's business: a result with `isError`, or -32602 up to 2025-06-18.
/// The line for the log names places and no values.
fn reject(
    registry: &Registry,
    call: &Call<'_>,
    tool: &RegisteredTool,
    reason: &str,
    log: &str,
    out: &mut Vec<u8>,
) -> Routed {
    let name = &tool.tool.name;
    registry.note(&format!("Tool `{name}` rejected its arguments: {log}"));
    let text = format!(
        "The arguments of `{name}` do not fit its input schema: {}.",
        reason.trim_end_matches('.')
    );
    if call.revision < Revision::V2025_11_25 {
        return Err(refuse(reason!("arguments-rejected"), "/params/arguments", text));
    }
    let output = ToolOutput::content([Content::text(text)]).error();
    write_output(out, &call.answer(), &output, &Map::new());
    Ok(Step::ToolError(None))
}

/// What is fixed about a tool's answers.
#[derive(Debug)]
pub(crate) struct OutputFacts {
    pub shape: OutputShape,
    /// The schema that structured content is checked against, if it needs to be.
    pub check: Option<Schema>,
}

/// A tool's function, whatever its types.
pub(crate) trait CallTool: Send + Sync {
    /// Decodes the arguments and starts the function; the error says why they do not decode.
    fn start(
        &self,
        arguments: &str,
        call: &Call<'_>,
        facts: &Arc<OutputFacts>,
    ) -> Result<Work, String>;
}

/// A function with its types.
pub(crate) struct Typed<A, M, H> {
    handler: H,
    types: PhantomData<fn(A, M)>,
}

impl<A, M, H> Typed<A, M, H> {
    pub(crate) fn new(handler: H) -> Self {
        Typed { handler, types: PhantomData }
    }
}

impl<A, M, H> CallTool for Typed<A, M, H>
where
    A: DeserializeOwned,
    H: Handler<A, M, Output: IntoOutput>,
{
    fn start(
        &self,
        arguments: &str,
        call: &Call<'_>,
        facts: &Arc<OutputFacts>,
    ) -> Result<Work, String> {
        let arguments: A = decode(arguments)?;
        let future = self.handler.call(arguments, call);
        let (ending, facts) = (call.ending(), facts.clone());
        Ok(Box::pin(async move {
            let output = future.await.into_output(&facts.shape);
            finish(&ending, output, &facts)
        }))
    }
}

/// Decodes arguments that fit their schema.
///
/// JSON Schema calls `2.0` and `1e3` integers, which serde does not; so where decoding fails, it is
/// tried once more with such numbers spelled as integers.
fn decode<A: DeserializeOwned>(arguments: &str) -> Result<A, String> {
    let error = match serde_json::from_str(arguments) {
        Ok(arguments) => return Ok(arguments),
        Err(error) => error,
    };
    let mut value: Value = serde_json::from_str(arguments).map_err(|error| in_words(&error))?;
    respell_integers(&mut value);
    serde_json::from_value(value).map_err(|_| in_words(&error))
}

/// The error without the line and column, which mean nothing to a model.
fn in_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The depth of a message is bounded, and so is this recursion.
fn respell_integers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 9e15);
            if let Some(whole) = whole.filter(|_| number.is_f64()) {
                *number = (whole as i64).into();
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(respell_integers),
        Value::Object(members) => members.values_mut().for_each(respell_integers),
        _ => {}
    }
}

/// The answer to a tool call.
pub(crate) fn finish(
    ending: &Ending,
    output: Result<ToolOutput, Failure>,
    facts: &OutputFacts,
) -> Reply {
    if output.as_ref().is_err_and(Failure::awaits_input) {
        return ending.input_required();
    }
    if let Some(task) = output.as_ref().err().and_then(Failure::begun) {
        return ending.begun(&task.0);
    }
    let (answer, meta) = (&ending.answer, &ending.meta());
    let mut message = Vec::new();
    let checked = output
        .map_err(Failure::into_tool_answer)
        .and_then(|output| check_output(&output, facts).map(|()| output).map_err(Err));
    let output = match checked {
        Ok(output) => output,
        Err(Ok(content)) => ToolOutput { content, is_error: true, ..ToolOutput::default() },
        Err(Err(error)) => return answer.refusal(&error),
    };
    write_output(&mut message, answer, &output, meta);
    Reply { is_tool_error: output.is_error, ..Reply::result(message) }
}

/// Appends a tool's result.
pub(crate) fn write_output(
    message: &mut Vec<u8>,
    answer: &Answer,
    output: &ToolOutput,
    meta: &Map<String, Value>,
) {
    let revision = answer.revision;
    // At once, as what grows step by step is moved, and may be large.
    message.reserve(output.size_hint());
    let members = |out: &mut Vec<u8>| {
        out.extend_from_slice(br#""content":"#);
        match output.structured.as_ref().filter(|_| output.is_repeated) {
            Some(structured) => {
                out.extend_from_slice(br#"[{"type":"text","text":"#);
                write_string(out, structured);
                out.extend_from_slice(b"}]");
            }
            None => write_blocks(out, &output.content, revision),
        }
        if let Some(structured) = output.structured.as_ref().filter(|json| suits(json, revision)) {
            out.extend_from_slice(br#","structuredContent":"#);
            out.extend_from_slice(structured.as_bytes());
        }
        out.extend_from_slice(if output.is_error {
            br#","isError":true"#.as_slice()
        } else {
            br#","isError":false"#.as_slice()
        });
    };
    answer.result(message, members, None, meta);
}

/// Structured content came with 2025-06-18, as an object; any value may stand there since
/// 2026-07-28.
fn suits(structured: &str, revision: Revision) -> bool {
    revision.is_modern() || (revision >= Revision::V2025_06_18 && structured.starts_with('{'))
}

/// Structured content must fit the schema that the tool declares; a tool whose does not is broken.
fn check_output(output: &ToolOutput, facts: &OutputFacts) -> Result<(), RpcError> {
    let Some(schema) = facts.check.as_ref().filter(|_| !output.is_error) else { return Ok(()) };
    let broken = |reason: String| {
        let text = format!("The tool's output does not fit its own output schema: {reason}");
        Err(RpcError::refusal(reason!("tool-output-nonconforming"), text))
    };
    let Some(structured) = &output.structured else {
        return broken("there is no structured content.".to_owned());
    };
    match serde_json::from_str(structured).map(|value: Value| schema.validate(&value)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(refusal)) => broken(refusal.without_values().to_string()),
        Err(error) => broken(error.to_string()),
    }
}
