//! Work that goes on after its request was answered.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcpwire::{
    Context, Elicit, Failure, MemoryTasks, RpcError, Server, StoreError, StoredTask, Task,
    TaskStore, TaskUse, Tool, ToolError,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::harness::{Client, code, initialize, legacy, modern_with, rule};

#[derive(Deserialize, JsonSchema)]
struct Sure {
    sure: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Name {
    name: String,
}

/// What lets the tool `slow` come to its end.
type Gate = Arc<Notify>;

fn server(gate: &Gate) -> Server {
    let gate = gate.clone();
    let slow = move |context: Context| {
        let gate = gate.clone();
        async move {
            let work = |task: Task| async move {
                task.tell("half way").await?;
                gate.notified().await;
                Ok::<_, Failure>("done")
            };
            context.task(work).await
        }
    };
    let failing = |context: Context| async move {
        context.task(|_| async { Err::<(), _>(ToolError::new("No luck.")) }).await
    };
    let broken = |context: Context| async move {
        let error = || RpcError::new(mcpwire::ErrorCode(-32_050), "Broken.");
        context.task(|_| async move { Err::<(), _>(error()) }).await
    };
    let panicking = |context: Context| async move {
        context
            .task(|_| async {
                if true {
                    panic!("as asked")
                }
            })
            .await
    };
    let asking = |context: Context| async move {
        let work = |task: Task| async move {
            let (sure, name) = task
                .inputs((
                    ("sure", Elicit::form::<Sure>("Sure?")),
                    ("name", Elicit::form::<Name>("Name?")),
                ))
                .await?;
            let name = name.accepted().map(|it| it.name);
            Ok::<_, Failure>(format!("{:?} {name:?}", sure.accepted().map(|it| it.sure)))
        };
        context.task(work).await
    };
    let first_asking = |context: Context| async move {
        let name = context.input("name", Elicit::form::<Name>("Name?"))?;
        let name = name.accepted().map(|it| it.name);
        context.task(|_| async move { Ok::<_, Failure>(format!("{name:?}")) }).await
    };
    let wrong = |context: Context| async move {
        let inner = context.clone();
        let work = |_| async move {
            inner.input("sure", Elicit::form::<Sure>("Sure?"))?;
            Ok::<_, Failure>(())
        };
        context.task(work).await
    };
    Server::new("tests", "1")
        .task_times(Some(Duration::from_secs(60)), Duration::from_millis(10))
        .tool(Tool::new("slow", slow).task(TaskUse::May))
        .tool(Tool::new("failing", failing).task(TaskUse::Required))
        .tool(Tool::new("broken", broken).task(TaskUse::May))
        .tool(Tool::new("panicking", panicking).task(TaskUse::May))
        .tool(Tool::new("asking", asking).task(TaskUse::May))
        .tool(Tool::new("first-asking", first_asking).task(TaskUse::May))
        .tool(Tool::new("wrong", wrong).task(TaskUse::May))
        .tool(Tool::new("plain", || async { "plain" }))
}

fn request(method: &str, params: Value) -> String {
    let extensions = json!({"io.modelcontextprotocol/tasks": {}});
    let capabilities = json!({"elicitation": {}, "extensions": extensions});
    let more = json!({"io.modelcontextprotocol/clientCapabilities": capabilities});
    modern_with("1", method, params, more)
}

/// Calls a tool, and gives the name of the task that it became.
async fn begin(client: &mut Client, tool: &str) -> String {
    let created = client.ask(request("tools/call", json!({"name": tool}))).await;
    let result = &created["result"];
    assert_eq!(result["resultType"], "task", "{created}");
    let told: Vec<_> = result.as_object().unwrap().keys().map(String::as_str).collect();
    let due = ["resultType", "taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs"];
    assert_eq!(told[..6], due, "{created}");
    assert_eq!(result["pollIntervalMs"], 10, "{created}");
    assert_eq!(result["ttlMs"], 60_000, "{created}");
    result["taskId"].as_str().unwrap().to_owned()
}

async fn get(client: &mut Client, id: &str) -> Value {
    client.ask(request("tasks/get", json!({"taskId": id}))).await
}

/// Looks until the task has this status.
async fn until(client: &mut Client, id: &str, status: &str) -> Value {
    loop {
        let task = get(client, id).await;
        assert_eq!(task["result"]["resultType"], "complete", "{task}");
        if task["result"]["status"] == status {
            return task["result"].clone();
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn a_task_is_told_at_once_and_its_result_when_it_is_there() {
    let gate = Gate::default();
    let mut client = Client::of(server(&gate));
    let id = begin(&mut client, "slow").await;
    let task = get(&mut client, &id).await;
    assert_eq!(task["result"]["status"], "working", "{task}");
    assert!(task["result"].get("result").is_none(), "{task}");
    gate.notify_one();
    let task = until(&mut client, &id, "completed").await;
    assert_eq!(task["result"]["structuredContent"], json!({"result": "done"}));
    assert_eq!(task["result"]["isError"], false);
    assert_eq!(task["statusMessage"], "half way");
    assert!(task["createdAt"].as_str().unwrap().ends_with('Z'), "{task}");
    // What has ended stays as it is.
    let ack = client.ask(request("tasks/cancel", json!({"taskId": id}))).await;
    assert_eq!(ack["result"]["resultType"], "complete", "{ack}");
    assert_eq!(get(&mut client, &id).await["result"]["status"], "completed");
}

#[tokio::test]
async fn a_task_fails_as_its_call_would_have() {
    let mut client = Client::of(server(&Gate::default()));
    let id = begin(&mut client, "failing").await;
    let task = until(&mut client, &id, "completed").await;
    assert_eq!(task["result"]["isError"], true, "{task}");
    for (tool, code) in [("broken", -32_050), ("panicking", -32_603), ("wrong", -32_603)] {
        let id = begin(&mut client, tool).await;
        let task = until(&mut client, &id, "failed").await;
        assert_eq!(task["error"]["code"], code, "{task}");
        assert!(task["error"]["message"].is_string() && task.get("result").is_none(), "{task}");
    }
}

#[tokio::test]
async fn only_clients_that_know_tasks_get_one() {
    let gate = Gate::default();
    gate.notify_one();
    let mut client = Client::of(server(&gate));
    let call = |name: &str| modern_with("1", "tools/call", json!({"name": name}), json!({}));
    let answer = client.ask(call("slow")).await;
    assert_eq!(answer["result"]["structuredContent"], json!({"result": "done"}), "{answer}");
    let refused = client.ask(call("failing")).await;
    let extension = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    assert_eq!(code(&refused), -32021, "{refused}");
    assert_eq!(refused["error"]["data"]["requiredCapabilities"], extension);
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = json!({"taskId": "x", "inputResponses": {}});
        let refused = client.ask(modern_with("1", method, params, json!({}))).await;
        assert_eq!((code(&refused), rule(&refused)), (-32021, "capability-required"), "{method}");
    }
    // A legacy client waits, and knows none of these methods.
    client.ask(initialize("1", "2025-11-25")).await;
    gate.notify_one();
    let answer = client.ask(legacy("2", "tools/call", json!({"name": "slow"}))).await;
    assert_eq!(answer["result"]["structuredContent"], json!({"result": "done"}), "{answer}");
    let refused = client.ask(legacy("3", "tasks/get", json!({"taskId": "x"}))).await;
    assert_eq!(code(&refused), -32601, "{refused}");
    let discovered = client.ask(request("server/discover", json!({}))).await;
    let capabilities = &discovered["result"]["capabilities"];
    assert_eq!(capabilities["extensions"], extension["extensions"], "{discovered}");
    assert!(capabilities.get("tasks").is_none());
    // A tool that makes none never does.
    let answer = client.ask(request("tools/call", json!({"name": "plain"}))).await;
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
}

#[tokio::test]
async fn a_task_asks_and_goes_on_when_all_is_answered() {
    let mut client = Client::of(server(&Gate::default()));
    let id = begin(&mut client, "asking").await;
    let task = until(&mut client, &id, "input_required").await;
    let keys = |task: &Value| -> Vec<String> {
        task["inputRequests"].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(keys(&task), ["sure", "name"], "{task}");
    assert!(task.get("requestState").is_none());
    let update = async |client: &mut Client, responses: Value| {
        let params = json!({"taskId": id, "inputResponses": responses});
        let ack = client.ask(request("tasks/update", params)).await;
        let result = ack["result"].as_object().unwrap_or_else(|| panic!("{ack}"));
        let told: Vec<_> = result.keys().map(String::as_str).collect();
        assert_eq!(told, ["resultType", "_meta"], "{ack}");
    };
    // What is unknown or does not fit changes nothing; a part is taken.
    let decline = json!({"action": "decline"});
    update(&mut client, json!({"other": decline, "odd": {"ignored": true}, "no": 3})).await;
    let unfit = json!({"action": "accept", "content": {"name": 3}});
    update(&mut client, json!({"name": unfit})).await;
    let task = get(&mut client, &id).await["result"].clone();
    assert_eq!(keys(&task), ["sure", "name"], "{task}");
    update(&mut client, json!({"sure": {"action": "accept", "content": {"sure": true}}})).await;
    let task = get(&mut client, &id).await["result"].clone();
    assert_eq!((keys(&task), &task["status"]), (vec!["name".to_owned()], &json!("input_required")));
    update(&mut client, json!({"sure": decline, "name": decline})).await;
    let task = until(&mut client, &id, "completed").await;
    assert_eq!(task["result"]["structuredContent"]["result"], "Some(true) None", "{task}");
}

#[tokio::test]
async fn questions_before_the_task_are_rounds() {
    let mut client = Client::of(server(&Gate::default()));
    let call = json!({"name": "first-asking"});
    let asked = client.ask(request("tools/call", call.clone())).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    assert!(asked["result"].get("taskId").is_none());
    let mut again = call;
    again["requestState"] = asked["result"]["requestState"].clone();
    again["inputResponses"] = json!({"name": {"action": "accept", "content": {"name": "Alice"}}});
    let created = client.ask(request("tools/call", again)).await;
    let result = &created["result"];
    assert_eq!(result["resultType"], "task", "{created}");
    assert!(result.get("requestState").is_none() && result.get("inputRequests").is_none());
    let task = until(&mut client, result["taskId"].as_str().unwrap(), "completed").await;
    assert_eq!(task["result"]["structuredContent"]["result"], "Some(\"Alice\")");
}

#[tokio::test]
async fn a_cancelled_task_ends_and_an_unknown_one_is_refused() {
    let mut client = Client::of(server(&Gate::default()));
    let id = begin(&mut client, "slow").await;
    client.ask(request("tasks/cancel", json!({"taskId": id}))).await;
    let task = get(&mut client, &id).await;
    assert_eq!(task["result"]["status"], "cancelled", "{task}");
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = json!({"taskId": "unknown", "inputResponses": {}});
        let refused = client.ask(request(method, params)).await;
        assert_eq!((code(&refused), rule(&refused)), (-32602, "task-unknown"), "{refused}");
        let refused = client.ask(request(method, json!({"inputResponses": {}}))).await;
        assert_eq!(code(&refused), -32602, "{refused}");
    }
    for method in ["tasks/list", "tasks/result"] {
        let refused = client.ask(request(method, json!({"taskId": id}))).await;
        assert_eq!(code(&refused), -32601, "{refused}");
    }
}

#[tokio::test]
async fn a_task_that_takes_too_long_has_failed_and_is_forgotten() {
    let server = server(&Gate::default());
    let mut client = Client::of(server.task_times(Some(Duration::from_millis(1)), Duration::ZERO));
    let created = client.ask(request("tools/call", json!({"name": "slow"}))).await;
    assert_eq!(created["result"]["pollIntervalMs"], 1, "{created}");
    let id = created["result"]["taskId"].as_str().unwrap().to_owned();
    loop {
        let task = get(&mut client, &id).await;
        if task.get("error").is_some() {
            assert_eq!(rule(&task), "task-unknown");
            break;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// A store that outlives servers.
#[derive(Clone, Default)]
struct Shared(Arc<MemoryTasks>, Arc<Mutex<bool>>);

impl TaskStore for Shared {
    fn put(&self, task: &StoredTask) -> Result<(), StoreError> {
        if *self.1.lock().unwrap() {
            return Err(StoreError("the disk is full".to_owned()));
        }
        // As a store on disk would.
        let text = serde_json::to_string(task).unwrap();
        self.0.put(&serde_json::from_str(&text).unwrap())
    }

    fn get(&self, id: &str) -> Result<Option<StoredTask>, StoreError> {
        self.0.get(id)
    }

    fn unfinished(&self) -> Result<Vec<StoredTask>, StoreError> {
        self.0.unfinished()
    }

    fn forget_expired(&self, now: u64) -> Result<(), StoreError> {
        self.0.forget_expired(now)
    }
}

#[tokio::test]
async fn tasks_outlive_their_process() {
    let store = Shared::default();
    let resumable = |context: Context| async move {
        let work = |task: Task| async move {
            let name = task.input("name", Elicit::form::<Name>("Name?")).await?;
            let sure = task.input("sure", Elicit::form::<Sure>("Sure?")).await?;
            let name = name.accepted().map(|it| it.name);
            Ok::<_, Failure>(format!("{name:?} {:?}", sure.accepted().map(|it| it.sure)))
        };
        context.task(work).await
    };
    let kept = || {
        let resumable = Tool::new("resumable", resumable).task(TaskUse::May).resumable();
        server(&Gate::default()).tool(resumable).task_store(store.clone())
    };
    let mut first = Client::of(kept());
    let lost = begin(&mut first, "slow").await;
    let resumed = begin(&mut first, "resumable").await;
    until(&mut first, &resumed, "input_required").await;
    let named = json!({"name": {"action": "accept", "content": {"name": "Amira"}}});
    let params = json!({"taskId": resumed, "inputResponses": named});
    first.ask(request("tasks/update", params)).await;
    until(&mut first, &resumed, "input_required").await;

    // The first process is not heard of again; the second takes up what it left.
    let mut second = Client::of(kept());
    let task = until(&mut second, &lost, "failed").await;
    assert_eq!(task["error"]["code"], -32603, "{task}");
    let task = until(&mut second, &resumed, "input_required").await;
    assert!(task["inputRequests"]["sure"].is_object(), "{task}");
    let sure = json!({"sure": {"action": "accept", "content": {"sure": true}}});
    let params = json!({"taskId": resumed, "inputResponses": sure});
    loop {
        second.ask(request("tasks/update", params.clone())).await;
        let task = get(&mut second, &resumed).await;
        if task["result"]["status"] == "completed" {
            let text = &task["result"]["result"]["structuredContent"]["result"];
            assert_eq!(text, "Some(\"Amira\") Some(true)", "{task}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn no_task_is_told_of_that_could_not_be_kept() {
    let store = Shared::default();
    *store.1.lock().unwrap() = true;
    let mut client = Client::of(server(&Gate::default()).task_store(store));
    let answer = client.ask(request("tools/call", json!({"name": "slow"}))).await;
    assert_ne!(answer["result"]["resultType"], "task", "{answer}");
    assert!(answer.to_string().contains("the disk is full"), "{answer}");
}
