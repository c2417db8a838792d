//! What a tool returns and what is written: content, structured content, and the schema it fits.

use mcpwire::{Content, Failure, Json, Server, Tool, ToolError, ToolOutput};
use mcpwire_schema::{Limits, Schema};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::harness::{Client, call, code, modern, rule, with};

#[derive(Serialize, JsonSchema)]
struct Point {
    x: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    #[serde(rename(serialize = "kind", deserialize = "type"))]
    kind: Kind,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Near,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "shape")]
enum Shape {
    Circle { r: f64 },
    Dot,
}

#[derive(Serialize, JsonSchema)]
enum Tree {
    Leaf(i32),
    Node(Vec<Tree>),
}

#[derive(Serialize, JsonSchema)]
struct List {
    next: Option<Box<List>>,
}

fn point() -> Point {
    Point { x: 1, label: None, kind: Kind::Near }
}

/// A tool that returns `$value`, and the structured content that is due.
macro_rules! table {
    ($($name:literal: $value:expr => $due:expr;)*) => {
        vec![$((Tool::new($name, || async { $value }), $due)),*]
    };
}

fn table() -> Vec<(Tool, Value)> {
    table! {
        "str": "hi" => json!({"result": "hi"});
        "string": "a\"\n\u{1}ü".to_owned() => json!({"result": "a\"\n\u{1}ü"});
        "bool": true => json!({"result": true});
        "u64": u64::MAX => json!({"result": u64::MAX});
        "i64": i64::MIN => json!({"result": i64::MIN});
        "u8": 7u8 => json!({"result": 7});
        "f64": 1.5f64 => json!({"result": 1.5});
        "f32": 2.0f32 => json!({"result": 2.0});
        "strings": vec!["a".to_owned()] => json!({"result": ["a"]});
        "floats": vec![0.5f64] => json!({"result": [0.5]});
        "none": Vec::<i32>::new() => json!({"result": []});
        "struct": Json(point()) => json!({"x": 1, "kind": "near"});
        "structs": Json(vec![point()]) => json!({"result": [{"x": 1, "kind": "near"}]});
        "option": Json(None::<Point>) => json!({"result": null});
        "enum": Json(Kind::Near) => json!({"result": "near"});
        "tagged": Json(Shape::Circle { r: 1.0 }) => json!({"result": {"shape": "Circle", "r": 1.0}});
        "unit_variant": Json(Shape::Dot) => json!({"result": {"shape": "Dot"}});
        "tree": Json(Tree::Node(vec![Tree::Leaf(1), Tree::Node(vec![])])) =>
            json!({"result": {"Node": [{"Leaf": 1}, {"Node": []}]}});
        "list": Json(List { next: Some(Box::new(List { next: None })) }) =>
            json!({"next": {"next": null}});
        "value": json!({"any": [null]}) => json!({"any": [null]});
        "value_array": json!([1]) => json!({"result": [1]});
        "value_null": Value::Null => json!({"result": null});
        "result": Ok::<i32, Failure>(3) => json!({"result": 3});
        "bare_structs": ToolOutput::default().structured(&json!([1])) => json!([1]);
    }
}

#[tokio::test]
async fn every_output_has_its_form_its_text_twin_and_fits_the_listed_schema() {
    let (tools, due): (Vec<Tool>, Vec<Value>) = table().into_iter().unzip();
    let server = tools.into_iter().fold(Server::new("tests", "1.0"), Server::tool);
    let mut client = Client::of(server);
    let listed = client.ask(modern("1", "tools/list", json!({}))).await;
    let listed = listed["result"]["tools"].as_array().unwrap().clone();
    assert_eq!(listed.len(), due.len());
    for (tool, due) in listed.iter().zip(due) {
        let name = tool["name"].as_str().unwrap();
        let answer = client.ask(call("1", name, json!({}))).await;
        let result = &answer["result"];
        assert_eq!(result["structuredContent"], due, "{name}: {answer}");
        assert_eq!(result["isError"], false, "{name}: {answer}");
        let twin: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(twin, due, "{name}: {answer}");
        if let Some(schema) = tool.get("outputSchema") {
            let schema = Schema::compile(schema, &Limits::default()).unwrap();
            assert_eq!(schema.validate(&due), Ok(()), "{name}: {tool}");
        } else {
            assert!(name.starts_with("value") || name == "bare_structs", "{name} has no schema");
        }
    }
}

#[tokio::test]
async fn bare_output_is_written_and_listed_as_it_is() {
    let mut client = Client::of(with(Tool::new("t", || async { vec![1i32, 2] }).bare_output()));
    let listed = client.ask(modern("1", "tools/list", json!({}))).await;
    assert_eq!(listed["result"]["tools"][0]["outputSchema"]["type"], "array");
    let answer = client.ask(call("1", "t", json!({}))).await;
    assert_eq!(answer["result"]["structuredContent"], json!([1, 2]));
}

#[tokio::test]
async fn content_is_written_as_it_is_built() {
    let all = || async {
        vec![
            Content::text("a"),
            Content::image(&[1, 2], "image/png"),
            Content::audio(&[3], "audio/wav").with("annotations", json!({"priority": 1})),
            Content::link("file:///x", "x"),
            Content::embedded_text("file:///x", "text/plain", "t"),
            Content::embedded_blob("file:///x", "image/png", &[255]),
        ]
    };
    let server = with(Tool::new("all", all))
        .tool(Tool::new("one", || async { Content::text("b") }))
        .tool(Tool::new("nothing", || async {}));
    let mut client = Client::of(server);
    let answer = client.ask(call("1", "all", json!({}))).await;
    let due = json!([
        {"type": "text", "text": "a"},
        {"type": "image", "data": "AQI=", "mimeType": "image/png"},
        {"type": "audio", "data": "Aw==", "mimeType": "audio/wav", "annotations": {"priority": 1}},
        {"type": "resource_link", "uri": "file:///x", "name": "x"},
        {"type": "resource", "resource": {"uri": "file:///x", "mimeType": "text/plain", "text": "t"}},
        {"type": "resource", "resource": {"uri": "file:///x", "mimeType": "image/png", "blob": "/w=="}}
    ]);
    assert_eq!(answer["result"]["content"], due);
    assert!(answer["result"].get("structuredContent").is_none());
    let answer = client.ask(call("1", "one", json!({}))).await;
    assert_eq!(answer["result"]["content"], json!([{"type": "text", "text": "b"}]));
    let answer = client.ask(call("1", "nothing", json!({}))).await;
    assert_eq!(answer["result"]["content"], json!([]));
}

#[tokio::test]
async fn a_number_that_json_does_not_have_is_an_error_not_null() {
    let server = with(Tool::new("nan", || async { f64::NAN }))
        .tool(Tool::new("inf", || async { f32::INFINITY }))
        .tool(Tool::new("many", || async { vec![1.0, f64::NEG_INFINITY] }));
    let mut client = Client::of(server);
    for tool in ["nan", "inf", "many"] {
        let answer = client.ask(call("1", tool, json!({}))).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(answer["result"].get("structuredContent").is_none(), "{answer}");
    }
}

#[tokio::test]
async fn hand_built_output_is_held_to_the_schema_of_its_tool() {
    let schema =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let tool = |name: &str, output: fn() -> Result<ToolOutput, ToolError>| {
        Tool::new(name, move || async move { output() }).output_schema(schema.clone())
    };
    let server = with(tool("fits", || Ok(ToolOutput::default().structured(&json!({"n": 1})))))
        .tool(tool("wrong", || Ok(ToolOutput::default().structured(&json!({"n": "secret"})))))
        .tool(tool("missing", || Ok(ToolOutput::content([Content::text("x")]))))
        .tool(tool("failed", || Err(ToolError::new("sorry"))))
        .tool(tool("marked", || Ok(ToolOutput::content([Content::text("x")]).error())));
    let mut client = Client::of(server);
    assert_eq!(client.ask(call("1", "fits", json!({}))).await["result"]["isError"], false);
    for broken in ["wrong", "missing"] {
        let answer = client.ask(call("1", broken, json!({}))).await;
        assert_eq!((code(&answer), rule(&answer)), (-32603, "tool-output-nonconforming"));
        assert!(!answer.to_string().contains("secret"), "{answer}");
    }
    for failed in ["failed", "marked"] {
        assert_eq!(client.ask(call("1", failed, json!({}))).await["result"]["isError"], true);
    }
}

#[tokio::test]
async fn lists_come_in_the_order_of_registration_and_say_how_long_they_hold() {
    let tool = |name: &str| Tool::new(name, || async {}).describe("d").title("t").read_only();
    let server = with(tool("z")).tool(tool("a").with("icons", json!([]))).tool(tool("m"));
    let mut client = Client::of(server);
    let answer = client.ask(modern("1", "tools/list", json!({}))).await;
    let result = &answer["result"];
    let names: Vec<&str> =
        result["tools"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["z", "a", "m"]);
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
    assert_eq!(result["resultType"], "complete");
    let tool = &result["tools"][1];
    assert_eq!(tool["annotations"], json!({"readOnlyHint": true}));
    assert_eq!(tool["icons"], json!([]));
    assert!(tool.get("outputSchema").is_none());
    assert_eq!(tool["inputSchema"]["type"], "object");
    let again = client.ask(modern("1", "tools/list", json!({"cursor": null}))).await;
    assert_eq!(answer, again);
}
