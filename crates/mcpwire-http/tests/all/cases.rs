//! The wire cases for servers over HTTP: exactly these requests, and what must come back.
//!
//! `crates/mcpwire-cli/tests/cases/README.md` describes the format.

use http::{HeaderMap, HeaderName, HeaderValue};
use mcpwire_http::{Body, Service, service};
use serde_json::{Value, json};

use super::harness::{Got, Post, piece};

#[expect(unreachable_pub, reason = "it is a part of the command")]
#[path = "../../../mcpwire-cli/src/servers/cases.rs"]
mod server;

const CASES: &str = include_str!("../../../mcpwire-cli/tests/cases/cases.jsonl");

/// Cases that are kept elsewhere, or wait for something.
const ELSEWHERE: [(&str, &str); 2] = [
    ("AUTH-02", "is kept in `mcpwire-auth`: `guards::whoever_shows_nothing_is_told_where_to_go`"),
    ("HTTP-26", "needs a connection: `sockets::a_closed_connection_stops_its_handler`"),
];

/// The server under test, with the settings of a case.
fn endpoint(settings: &Value) -> Service {
    let is_modern_only = settings["lifecycle"] == "modern-only";
    let server = server::server(is_modern_only).on_notice(|_| {});
    let service = service(server).unwrap();
    match settings["cors"].as_array() {
        None => service,
        Some(pages) => service.origins(pages.iter().filter_map(Value::as_str)).cors(),
    }
}

fn post(request: &Value) -> Post {
    let mut headers = HeaderMap::new();
    for (name, value) in request["headers"].as_object().into_iter().flatten() {
        let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
        headers.append(
            name,
            HeaderValue::from_str(value.as_str().unwrap()).unwrap_or_else(|_| {
                // What is no ASCII goes as UTF-8, byte by byte.
                HeaderValue::from_bytes(value.as_str().unwrap().as_bytes()).unwrap()
            }),
        );
    }
    let method = match request["method"].as_str().unwrap() {
        "POST" => "POST",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        other => panic!("a case uses {other}"),
    };
    let text = match (&request["body_text"], &request["body"]) {
        (Value::String(text), _) => text.clone(),
        (_, Value::Null) => String::new(),
        (_, body) => body.to_string(),
    };
    Post { method, headers, body: Value::Null, text: Some(text) }
}

/// Reads a response to its answer, or to the acknowledgement of a stream that stays open.
async fn read(response: http::Response<Body>) -> Got {
    let (parts, mut body) = response.into_parts();
    let mut got = Got { status: parts.status, headers: parts.headers, body: String::new() };
    while !got.body.contains("subscriptions/acknowledged") {
        let Some(piece) = piece(&mut body).await else { break };
        got.body += &piece;
    }
    got
}

/// The last message of a response, whatever its form.
fn message(got: &Got) -> Value {
    if got.is_stream() {
        return got.events().pop().unwrap_or_default();
    }
    if got.body.is_empty() { Value::Null } else { got.json() }
}

/// What is wrong with the responses of a case.
fn judge(expect: &Value, all: &[Got]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut hold = |is_kept: bool, what: &str| {
        if !is_kept {
            wrong.push(format!("{what}, but {all:?}"));
        }
    };
    let statuses: Vec<Value> = all.iter().map(|got| json!(got.status.as_u16())).collect();
    let messages: Vec<Value> = all.iter().map(message).collect();
    let code = |message: &Value| message["error"]["code"].clone();
    for (key, due) in expect.as_object().unwrap() {
        let any = |value: &Value| due.as_array().unwrap().contains(value);
        match key.as_str() {
            "text" | "alive" => {}
            "http_status" => hold(statuses.iter().all(any), &format!("status {due} is due")),
            "http_statuses" => hold(json!(statuses) == *due, &format!("statuses {due} are due")),
            "error_code" => {
                hold(messages.iter().all(|it| any(&code(it))), &format!("code {due} is due"));
            }
            "error_code_not" => {
                hold(!messages.iter().any(|it| any(&code(it))), &format!("code {due} is wrong"));
            }
            "reply_id" if due == "absent" => {
                hold(messages.iter().all(|it| it.get("id").is_none()), "no id is due");
            }
            "reply_id" => {
                hold(messages.iter().all(|it| it["id"] == *due), &format!("id {due} is due"))
            }
            "reply_ids" => {
                let ids: Vec<&Value> = messages.iter().map(|it| &it["id"]).collect();
                hold(json!(ids) == *due, &format!("ids {due} are due"));
            }
            "replies" => hold(json!(messages.len()) == *due, &format!("{due} replies are due")),
            "header" => {
                for (name, value) in due.as_object().unwrap() {
                    hold(all[0].header(name) == value.as_str(), &format!("{name}: {value} is due"));
                }
            }
            "header_absent" => {
                let is_there = |name: &Value| all[0].header(name.as_str().unwrap()).is_some();
                hold(!due.as_array().unwrap().iter().any(is_there), &format!("no {due} is due"));
            }
            "result" => {
                for (name, value) in due.as_object().unwrap() {
                    hold(messages[0]["result"][name] == *value, &format!("{name}: {value} is due"));
                }
            }
            other => panic!("a case has the unknown key {other}"),
        }
    }
    wrong
}

/// Sends what a case sends.
async fn play(service: &Service, input: &Value) -> Vec<Got> {
    let mut all = Vec::new();
    if let Some(requests) = input["parallel"].as_array() {
        let send = |request: &Value| {
            let (post, service) = (post(request), service.clone());
            tokio::spawn(async move { read(post.open(&service).await).await })
        };
        let open: Vec<_> = requests.iter().map(send).collect();
        for task in open {
            all.push(task.await.unwrap());
        }
        return all;
    }
    let one = [input.get("request").unwrap_or(input).clone()];
    for request in input["requests"].as_array().map_or(&one[..], |all| all) {
        all.push(read(post(request).open(service).await).await);
    }
    all
}

#[tokio::test(start_paused = true)]
async fn the_endpoint_keeps_every_wire_case() {
    let (mut run, mut failures) = (0, Vec::new());
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let (id, input) = (case["id"].as_str().unwrap(), &case["input"]);
        let is_ours =
            case["transport"] == "http" && (case["side"] == "server" || case["side"] == "both");
        if !is_ours || ELSEWHERE.iter().any(|(known, _)| *known == id) {
            continue;
        }
        let service = endpoint(&case["server"]);
        let mut all = play(&service, input).await;
        if id == "CAN-05" {
            // The status is that of the notification, and the call goes on.
            let call = message(&all.remove(0));
            assert!(call["result"].is_object(), "{call}");
        }
        let next = Post::new(json!(2), "server/discover", json!({})).send(&service).await;
        assert_eq!(next.status, 200, "{id}: {next:?}");
        run += 1;
        failures.extend(judge(&case["expect"], &all).into_iter().map(|it| format!("{id}: {it}")));
    }
    assert!(run > 40, "{run}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
