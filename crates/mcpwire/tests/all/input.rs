//! What a handler asks of the client, over as many rounds as it takes.

use std::time::Duration;

use mcpwire::protocol::types::{CreateMessageRequestParams, Role, SamplingMessage};
use mcpwire::{
    Context, Elicit, Elicited, Failure, Message, NoArguments, Prompt, Resource, Roots, Server, Tool,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, code, legacy, modern_with, rule};

#[derive(Deserialize, JsonSchema)]
struct Login {
    /// Your name.
    user: String,
    /// How often.
    #[serde(default)]
    times: Option<u8>,
    mood: Option<Mood>,
}

#[derive(Deserialize, JsonSchema, Debug)]
#[serde(rename_all = "lowercase")]
enum Mood {
    Good,
    Bad,
}

async fn greet(context: Context) -> Result<String, Failure> {
    let login = context.input("login", Elicit::form::<Login>("Who are you?"))?;
    let times = context.input("sure", Elicit::form::<Sure>("Are you sure?"))?;
    Ok(match (login, times) {
        (Elicited::Accepted(login), Elicited::Accepted(sure)) => {
            format!("{} {:?} {:?} {}", login.user, login.times, login.mood, sure.sure)
        }
        (Elicited::Declined, _) => "declined".to_owned(),
        _ => "else".to_owned(),
    })
}

#[derive(Deserialize, JsonSchema)]
struct Sure {
    sure: bool,
}

async fn all_at_once(context: Context) -> Result<String, Failure> {
    let message = SamplingMessage::new(Role::User, "Say something.");
    let (login, said, roots) = context.inputs((
        ("login", Elicit::form::<Sure>("Sure?")),
        ("said", CreateMessageRequestParams::new(vec![message], 10)),
        ("roots", Roots),
    ))?;
    Ok(format!("{} {} {}", login.accepted().is_some(), said.model, roots.len()))
}

async fn visit(context: Context) -> Result<String, Failure> {
    let page = Elicit::page("Please pay.", "https://pay.example/1");
    if !context.can_ask(&page) {
        return Ok("no pages".to_owned());
    }
    Ok(format!("{:?}", context.input("pay", page)?))
}

fn server() -> Server {
    let story = |context: Context| async move {
        let sure = context.input("sure", Elicit::form::<Sure>("Sure?"))?;
        Ok::<_, Failure>(Message::user(format!("{:?}", sure.accepted().map(|it| it.sure))))
    };
    let secret = |context: Context| async move {
        let sure = context.input("sure", Elicit::form::<Sure>("Sure?"))?;
        Ok::<_, Failure>(format!("{:?}", sure.accepted().map(|it| it.sure)))
    };
    Server::new("tests", "1")
        .tool(Tool::new("greet", greet))
        .tool(Tool::new("all", all_at_once))
        .tool(Tool::new("visit", visit))
        .tool(Tool::new("late", |_: NoArguments| async { "never asks" }))
        .prompt(Prompt::new("story", story))
        .resource(Resource::new("app://secret", "secret", secret))
}

/// Capabilities of a client that can be asked for everything but pages.
fn able() -> Value {
    json!({"elicitation": {}, "sampling": {}, "roots": {}})
}

fn request(method: &str, mut params: Value, more: Value, capabilities: Value) -> String {
    for (name, value) in more.as_object().unwrap() {
        params[name] = value.clone();
    }
    let meta = json!({"io.modelcontextprotocol/clientCapabilities": capabilities});
    modern_with("1", method, params, meta)
}

fn greeting(more: Value) -> String {
    request("tools/call", json!({"name": "greet", "arguments": {}}), more, able())
}

fn login() -> Value {
    json!({"action": "accept", "content": {"user": "Amira", "mood": "good"}})
}

fn text(answer: &Value) -> &str {
    answer["result"]["structuredContent"]["result"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[tokio::test]
async fn a_question_ends_the_round_and_its_answer_goes_on_from_the_start() {
    let mut client = Client::of(server());
    let first = client.ask(greeting(json!({}))).await;
    let result = &first["result"];
    assert_eq!(result["resultType"], "input_required", "{first}");
    let form = json!({"login": {"method": "elicitation/create", "params": {
    "mode": "form", "message": "Who are you?", "requestedSchema": {
        "type": "object", "required": ["user"], "properties": {
            "user": {"type": "string", "description": "Your name."},
            "times": {"type": "integer", "description": "How often.",
                      "minimum": 0, "maximum": 255},
            "mood": {"type": "string", "enum": ["good", "bad"]}
        }}}}});
    assert_eq!(result["inputRequests"], form, "{first}");
    assert!(result["content"].is_null() && result["_meta"].is_object(), "{first}");

    let state = &result["requestState"];
    let second = greeting(json!({"inputResponses": {"login": login()}, "requestState": state}));
    let second = client.ask(second).await;
    let result = &second["result"];
    assert_eq!(result["inputRequests"].as_object().unwrap().len(), 1, "{second}");
    assert!(result["inputRequests"]["sure"].is_object(), "{second}");
    assert_ne!(&result["requestState"], state);

    // The answer of the round before travels in the state.
    let sure = json!({"action": "accept", "content": {"sure": true}});
    let state = &result["requestState"];
    let third = greeting(json!({"inputResponses": {"sure": sure}, "requestState": state}));
    assert_eq!(text(&client.ask(third).await), "Amira None Some(Good) true");
}

#[tokio::test]
async fn no_state_is_demanded_where_all_answers_are_there() {
    let mut client = Client::of(server());
    let sure = json!({"action": "accept", "content": {"sure": false}});
    let responses = json!({"login": login(), "sure": sure, "what": {"action": "cancel"}});
    let answer = client.ask(greeting(json!({"inputResponses": responses}))).await;
    assert_eq!(text(&answer), "Amira None Some(Good) false");
    let no = json!({"login": {"action": "decline"}, "sure": {"action": "cancel"}});
    let answer = client.ask(greeting(json!({"inputResponses": no}))).await;
    assert_eq!(text(&answer), "declined");
}

#[tokio::test]
async fn an_answer_that_does_not_fit_is_asked_for_again() {
    let mut client = Client::of(server());
    let unfit = [
        json!({"action": "accept", "content": {"user": 3}}),
        json!({"action": "accept", "content": {"user": "Amira", "mood": "mixed"}}),
        json!({"action": "accept"}),
        json!({"roots": []}),
    ];
    for answer in unfit {
        let again = client.ask(greeting(json!({"inputResponses": {"login": answer}}))).await;
        assert!(again["result"]["inputRequests"]["login"].is_object(), "{again}");
    }
    for responses in [json!({"login": 12}), json!({"login": null}), json!(null), json!([])] {
        let refused = client.ask(greeting(json!({"inputResponses": responses}))).await;
        assert_eq!(code(&refused), -32602, "{refused}");
    }
}

#[tokio::test]
async fn a_state_is_good_for_its_own_request_only() {
    let mut client = Client::of(server());
    let first = client.ask(greeting(json!({}))).await;
    let state = first["result"]["requestState"].as_str().unwrap();
    let foreign = Client::of(server()).ask(greeting(json!({}))).await;
    let foreign = foreign["result"]["requestState"].as_str().unwrap();
    let all = json!({"name": "all", "arguments": {}});
    let argument = json!({"name": "greet", "arguments": {"more": 1}});
    let state_of = |state: &str| json!({ "requestState": state });
    let tampered = [
        greeting(state_of(&format!("{state}-TAMPERED"))),
        greeting(state_of(&state[1..])),
        greeting(state_of("")),
        greeting(state_of(foreign)),
        request("tools/call", all, state_of(state), able()),
        request("tools/call", argument, state_of(state), able()),
        request("prompts/get", json!({"name": "story"}), state_of(state), able()),
        request("resources/read", json!({"uri": "app://secret"}), state_of(state), able()),
    ];
    let mut texts = Vec::new();
    for request in tampered {
        let refused = client.ask(&request).await;
        assert_eq!((code(&refused), rule(&refused)), (-32602, "state-invalid"), "{request}");
        texts.push(refused["error"]["message"].to_string());
    }
    texts.dedup();
    assert_eq!(texts.len(), 1, "one text for every failure: {texts:?}");
    // Spelled otherwise, it is the same request.
    let respelled = json!({"arguments": {}, "name": "greet"});
    let again = request("tools/call", respelled, state_of(state), able());
    assert_eq!(client.ask(again).await["result"]["resultType"], "input_required");
}

#[tokio::test]
async fn a_state_ends_after_its_time_and_outlives_a_process_by_its_key() {
    let late = |server: Server| server.input_expiry(Duration::ZERO);
    let keyed = |keys: &[[u8; 32]]| server().seal_keys(keys);
    let state_of = async |server: Server| {
        let first = Client::of(server).ask(greeting(json!({}))).await;
        json!({"requestState": first["result"]["requestState"]})
    };
    let (old, new) = ([7; 32], [8; 32]);
    let cases = [
        (state_of(keyed(&[old])).await, keyed(&[new, old]), true),
        (state_of(keyed(&[old])).await, keyed(&[new]), false),
        (state_of(keyed(&[new, old])).await, keyed(&[new]), true),
        (state_of(keyed(&[new, old])).await, keyed(&[old]), false),
    ];
    for (state, server, is_good) in cases {
        let answer = Client::of(server).ask(greeting(state)).await;
        assert_eq!(answer["result"].is_object(), is_good, "{answer}");
    }
    let state = state_of(late(keyed(&[old]))).await;
    let answer = Client::of(keyed(&[old])).ask(greeting(state)).await;
    assert_eq!(rule(&answer), "state-invalid", "{answer}");
}

#[tokio::test]
async fn nothing_is_asked_that_the_client_did_not_declare() {
    let mut client = Client::of(server());
    let ask = |name: &str, capabilities: Value| {
        request("tools/call", json!({"name": name}), json!({}), capabilities)
    };
    let cases = [
        ("greet", json!({}), json!({"elicitation": {"form": {}}})),
        ("greet", json!({"elicitation": {"url": {}}}), json!({"elicitation": {"form": {}}})),
        ("all", json!({"elicitation": {}}), json!({"sampling": {}})),
        ("all", json!({"elicitation": {}, "sampling": {}}), json!({"roots": {}})),
    ];
    for (name, declared, needed) in cases {
        let refused = client.ask(ask(name, declared)).await;
        assert_eq!(code(&refused), -32021, "{refused}");
        assert_eq!(refused["error"]["data"]["requiredCapabilities"], needed);
    }
    assert_eq!(text(&client.ask(ask("visit", able())).await), "no pages");
    let asked = client.ask(ask("visit", json!({"elicitation": {"url": {}}}))).await;
    let page = json!({"pay": {"method": "elicitation/create", "params": {
        "mode": "url", "message": "Please pay.", "url": "https://pay.example/1"}}});
    assert_eq!(asked["result"]["inputRequests"], page);
}

#[tokio::test]
async fn several_questions_go_out_at_once_from_tools_prompts_and_resources() {
    let mut client = Client::of(server());
    let all = |more| request("tools/call", json!({"name": "all"}), more, able());
    let asked = client.ask(all(json!({}))).await;
    let requests = asked["result"]["inputRequests"].as_object().unwrap();
    let methods: Vec<_> = requests.values().map(|it| it["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["elicitation/create", "sampling/createMessage", "roots/list"]);
    let said = json!({"role": "assistant", "model": "m", "content": {"type": "text", "text": "x"}});
    let sure = json!({"action": "accept", "content": {"sure": true}});
    let roots = json!({"roots": [{"uri": "file:///a"}, {"uri": "file:///b"}]});
    // Part of the answers now, the rest with the next round.
    let state = &asked["result"]["requestState"];
    let part = json!({"inputResponses": {"login": sure, "said": said}, "requestState": state});
    let asked = client.ask(all(part)).await;
    assert_eq!(asked["result"]["inputRequests"].as_object().unwrap().len(), 1, "{asked}");
    let state = &asked["result"]["requestState"];
    let rest = json!({"inputResponses": {"roots": roots}, "requestState": state});
    assert_eq!(text(&client.ask(all(rest)).await), "true m 2");

    for (method, params) in [
        ("prompts/get", json!({"name": "story"})),
        ("resources/read", json!({"uri": "app://secret"})),
    ] {
        let asked = client.ask(request(method, params.clone(), json!({}), able())).await;
        assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
        let state = &asked["result"]["requestState"];
        let more = json!({"inputResponses": {"sure": sure}, "requestState": state});
        let answer = client.ask(request(method, params, more, able())).await;
        assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
        assert!(answer.to_string().contains("Some(true)"), "{answer}");
    }
}

/// A legacy client with these capabilities.
async fn old(version: &str, capabilities: Value) -> Client {
    let mut client = Client::of(server());
    let info = json!({"name": "old", "version": "1"});
    let params =
        json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": info});
    client.ask(legacy("0", "initialize", params)).await;
    client.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    client
}

fn result(question: &Value, result: Value) -> String {
    json!({"jsonrpc": "2.0", "id": question["id"], "result": result}).to_string()
}

#[tokio::test]
async fn a_legacy_client_is_asked_by_requests() {
    for (version, mode) in [("2025-11-25", json!("form")), ("2025-06-18", Value::Null)] {
        let mut client = old(version, able()).await;
        client.say(legacy("1", "tools/call", json!({"name": "greet", "arguments": {}}))).await;
        let question = client.next().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        assert_eq!(question["params"]["mode"], mode, "{question}");
        client.say(result(&question, login())).await;
        let question = client.next().await;
        assert_eq!(question["params"]["message"], "Are you sure?", "{question}");
        client.say(result(&question, json!({"action": "accept", "content": {"sure": true}}))).await;
        let answer = client.next().await;
        assert_eq!(answer["id"], 1);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("Amira None Some(Good) true"), "{answer}");
        client.is_quiet().await;
    }
}

#[tokio::test]
async fn a_legacy_client_may_refuse_or_be_unable() {
    let mut client = old("2025-11-25", able()).await;
    client.say(legacy("1", "tools/call", json!({"name": "all"}))).await;
    let questions = [client.next().await, client.next().await, client.next().await];
    let sure = json!({"action": "accept", "content": {"sure": true}});
    client.say(result(&questions[0], sure)).await;
    let error = json!({"code": -1, "message": "The user rejected it."});
    let refusal = json!({"jsonrpc": "2.0", "id": questions[1]["id"], "error": error});
    client.say(refusal.to_string()).await;
    let answer = client.next().await;
    assert_eq!((code(&answer), &answer["id"]), (-32603, &json!(1)), "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("The user rejected it."));
    // Whatever is still answered is late, and hurts nobody.
    client.say(result(&questions[2], json!({"roots": []}))).await;
    client.is_quiet().await;

    // Forms came with 2025-06-18.
    let mut client = old("2025-03-26", able()).await;
    let answer = client.ask(legacy("1", "tools/call", json!({"name": "greet"}))).await;
    assert_eq!(code(&answer), -32021, "{answer}");
}
