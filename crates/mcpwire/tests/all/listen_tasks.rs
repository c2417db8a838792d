//! Tasks tell of themselves on the streams of whoever asked for them.

use std::sync::Arc;

use mcpwire::{
    Answer, Caller, Context, Endpoint, Failure, Running, Server, Spoken, Task, TaskUse, Tool,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::harness::modern_with;
use super::streams::{answer_for, next, take_json, text};

fn server(gate: &Arc<Notify>) -> Server {
    let gate = gate.clone();
    let work = move |context: Context| {
        let gate = gate.clone();
        async move {
            let work = |task: Task| async move {
                for step in 1..=3 {
                    gate.notified().await;
                    task.tell(format!("step {step}")).await?;
                }
                gate.notified().await;
                Ok::<_, Failure>("done")
            };
            context.task(work).await
        }
    };
    Server::new("tests", "1").tool(Tool::new("work", work).task(TaskUse::May))
}

fn ask(endpoint: &Endpoint, caller: &Caller, method: &str, params: Value) -> Answer {
    let capabilities = json!({"extensions": {"io.modelcontextprotocol/tasks": {}}});
    let more = json!({"io.modelcontextprotocol/clientCapabilities": capabilities});
    answer_for(endpoint, &modern_with("1", method, params, more), caller)
}

async fn begin(endpoint: &Endpoint, caller: &Caller) -> String {
    let reply = match ask(endpoint, caller, "tools/call", json!({"name": "work"})) {
        Answer::Ready(reply) => reply,
        Answer::Running(mut running) => {
            match std::future::poll_fn(|cx| running.poll_next(cx)).await {
                Spoken::Answer(reply) => reply,
                Spoken::Message(message) => panic!("{}", text(message)),
                Spoken::Pause(_) => panic!("nothing asked for it"),
            }
        }
    };
    let created: Value = serde_json::from_slice(&reply.message).unwrap();
    created["result"]["taskId"].as_str().unwrap().to_owned()
}

fn listen(endpoint: &Endpoint, caller: &Caller, ids: &[&str]) -> Running {
    let params = json!({"notifications": {"taskIds": ids}});
    match ask(endpoint, caller, "subscriptions/listen", params) {
        Answer::Running(running) => running,
        Answer::Ready(reply) => panic!("{}", text(reply.message)),
    }
}

fn honoured(stream: &mut Running) -> Value {
    take_json(stream).unwrap()["params"]["notifications"].clone()
}

#[tokio::test]
async fn a_running_task_of_the_caller_is_told_of_as_a_look_at_it_would_give() {
    let gate = Arc::default();
    let endpoint = server(&gate).build().unwrap();
    let ann = Caller::named("ann");
    let id = begin(&endpoint, &ann).await;
    let mut stream = listen(&endpoint, &ann, &[&id, "none", &id]);
    assert_eq!(honoured(&mut stream), json!({"taskIds": [id, id]}));
    gate.notify_one();
    let said: Value = serde_json::from_str(&next(&mut stream).await).unwrap();
    assert_eq!(said["method"], "notifications/tasks");
    let params = &said["params"];
    assert_eq!(params["_meta"], json!({"io.modelcontextprotocol/subscriptionId": 1}));
    assert_eq!((&params["taskId"], &params["status"]), (&json!(id), &json!("working")));
    assert_eq!(params["statusMessage"], "step 1");
    assert_eq!(params["resultType"], json!(null), "it is no result");

    // What is not taken is told once, in its latest state.
    for _ in 0..3 {
        gate.notify_one();
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }
    let said = take_json(&mut stream).unwrap();
    assert_eq!(said["params"]["status"], "completed");
    assert!(said["params"]["result"].is_object(), "{said}");
    assert!(take_json(&mut stream).is_none());

    let mut late = listen(&endpoint, &ann, &[&id]);
    assert_eq!(honoured(&mut late), json!({}), "it changes no more");
}

#[tokio::test]
async fn the_task_of_another_does_not_exist() {
    let gate = Arc::default();
    let endpoint = server(&gate).build().unwrap();
    let id = begin(&endpoint, &Caller::named("ann")).await;
    for caller in [Caller::default(), Caller::named("bob")] {
        let mut stream = listen(&endpoint, &caller, &[&id]);
        assert_eq!(honoured(&mut stream), json!({}));
        gate.notify_one();
        tokio::task::yield_now().await;
        assert!(take_json(&mut stream).is_none());
    }
}

#[tokio::test]
async fn without_the_extension_tasks_are_not_listened_to() {
    let endpoint = server(&Arc::default()).build().unwrap();
    let line = super::streams::listen("1", json!({"taskIds": []}));
    let Answer::Ready(reply) = answer_for(&endpoint, &line, &Caller::default()) else { panic!() };
    let error: Value = serde_json::from_slice(&reply.message).unwrap();
    assert_eq!(error["error"]["code"], -32021, "{error}");
    let needed = &error["error"]["data"]["requiredCapabilities"];
    assert!(needed["extensions"]["io.modelcontextprotocol/tasks"].is_object(), "{error}");

    let unknown = Server::new("tests", "1").build().unwrap();
    let Answer::Running(mut stream) = answer_for(&unknown, &line, &Caller::default()) else {
        panic!("a server without tasks does not know the member")
    };
    assert_eq!(honoured(&mut stream), json!({}));
}
