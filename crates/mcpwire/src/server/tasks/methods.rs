//! `tasks/get`, `tasks/update`, `tasks/cancel`.

use indexmap::IndexMap;
use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::reason;
use mcpwire_protocol::types::{TASKS_EXTENSION, TaskStatus};
use serde_json::value::RawValue;
use serde_json::{Map, json};

use super::live::State;
use super::written::unknown;
use crate::server::failure::Failure;
use crate::server::registry::Endpoint;
use crate::server::reply::Reply;
use crate::server::route::{Routed, Step, string};
use crate::server::tool_call::Call;

/// Answers a request about a task.
pub(crate) fn call(call: &Call<'_>, method: Method) -> Routed {
    must_be_declared(call)?;
    let wrong = match method {
        Method::TasksUpdate => reason!("task-update-fields"),
        Method::TasksCancel => reason!("task-cancel-fields"),
        _ => reason!("task-get-fields"),
    };
    let id = string(call.request.params.get("taskId"), "taskId", wrong)?.into_owned();
    let mut answers = IndexMap::new();
    let responses = call.request.params.get("inputResponses");
    for (key, answer) in
        responses.filter(|it| it.kind() == Kind::Object).into_iter().flat_map(Text::members)
    {
        if let Ok(answer) = RawValue::from_string(answer.as_str().to_owned()) {
            answers.insert(key.name().into_owned(), answer);
        }
    }
    let (endpoint, answer) = (call.endpoint.clone(), call.answer());
    let principal = call.arrival.caller.principal().map(str::to_owned);
    Ok(Step::Started(Box::pin(async move {
        let members = match method {
            Method::TasksUpdate => update(&endpoint, &id, principal, answers).await,
            Method::TasksCancel => cancel(&endpoint, &id, principal).await,
            _ => get(&endpoint, &id, principal).await,
        };
        match members {
            Ok(members) => {
                let mut message = Vec::with_capacity(members.len() + 256);
                let write = |out: &mut Vec<u8>| out.extend_from_slice(members.as_bytes());
                answer.result(&mut message, write, None, &Map::new());
                Reply::result(message)
            }
            Err(failure) => answer.refusal(&failure.into_error()),
        }
    })))
}

/// -32021 for a client that did not declare the extension with this request.
pub(crate) fn must_be_declared(call: &Call<'_>) -> Result<(), RpcError> {
    if is_declared(call) {
        return Ok(());
    }
    let needed = json!({ "extensions": { TASKS_EXTENSION: {} } });
    let text = format!("This needs a client that declares the extension `{TASKS_EXTENSION}`.");
    let error = RpcError::refusal(reason!("capability-required"), text);
    Err(error.with("requiredCapabilities", needed))
}

/// Whether the client declared the extension with this request.
pub(super) fn is_declared(call: &Call<'_>) -> bool {
    let capabilities = call.request.params.meta.client_capabilities;
    let extensions = capabilities.and_then(|it| it.get("extensions"));
    call.revision.is_modern() && extensions.is_some_and(|it| it.get(TASKS_EXTENSION).is_some())
}

async fn get(endpoint: &Endpoint, id: &str, caller: Option<String>) -> Result<String, Failure> {
    let found = endpoint.registry.tasks.look_up(id).await?;
    let task = found.filter(|task| task.principal == caller).ok_or_else(unknown)?;
    Ok(task.detailed())
}

/// Takes answers. Those that nobody waits for are ignored; one that does not fit is still
/// awaited.
async fn update(
    endpoint: &Endpoint,
    id: &str,
    caller: Option<String>,
    answers: IndexMap<String, Box<RawValue>>,
) -> Result<String, Failure> {
    get(endpoint, id, caller).await?;
    let tasks = &endpoint.registry.tasks;
    let Some(live) = tasks.find(id) else { return Ok(String::new()) };
    let take = |state: &mut State| {
        for (key, answer) in answers {
            let Some(waiting) = state.waiting.get(&key) else { continue };
            if !Text::parse(answer.get()).is_ok_and(|text| (waiting.fits)(text)) {
                continue;
            }
            state.task.answers.insert(key.clone(), answer);
            state.task.asked.shift_remove(&key);
            if let Some(waiting) = state.waiting.remove(&key) {
                // The work may have been given up.
                let _ = waiting.answer.send(());
            }
        }
        if state.task.asked.is_empty() {
            state.task.status = TaskStatus::Working;
        }
    };
    tasks.change(&live, take).await?;
    Ok(String::new())
}

/// Stops a task; one that has ended stays as it is.
async fn cancel(endpoint: &Endpoint, id: &str, caller: Option<String>) -> Result<String, Failure> {
    get(endpoint, id, caller).await?;
    let tasks = &endpoint.registry.tasks;
    if let Some(live) = tasks.find(id) {
        tasks.end(&live, TaskStatus::Cancelled, None).await?;
    }
    Ok(String::new())
}
