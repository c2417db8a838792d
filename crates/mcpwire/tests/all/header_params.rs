//! Arguments that clients repeat in HTTP headers: `x-mcp-header` in the schema.

use mcpwire::{Server, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, modern};

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code)]
struct Query {
    /// Where to run it.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
    #[schemars(with = "u32", extend("x-mcp-header" = "Shard"))]
    #[serde(default)]
    shard: Option<u32>,
    options: Options,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
#[expect(dead_code)]
struct Options {
    #[schemars(extend("x-mcp-header" = "Dry-Run"))]
    dry_run: bool,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code)]
struct Referred {
    limits: Limits,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code)]
struct Limits {
    #[schemars(extend("x-mcp-header" = "Rows"))]
    rows: u32,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code)]
struct Optional {
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: Option<String>,
}

fn raw(properties: Value) -> Server {
    let schema = json!({"type": "object", "properties": properties});
    Server::new("tests", "1").tool(Tool::raw("t", schema, |_: Value| async {}))
}

#[tokio::test]
async fn a_typed_tool_annotates_its_fields() {
    let server = Server::new("tests", "1").tool(Tool::new("t", |_: Query| async {}));
    let answer = Client::of(server).ask(modern("1", "tools/list", json!({}))).await;
    let schema = &answer["result"]["tools"][0]["inputSchema"];
    for (pointer, due) in [
        ("/properties/region/x-mcp-header", "Region"),
        ("/properties/shard/x-mcp-header", "Shard"),
        ("/properties/options/properties/dry_run/x-mcp-header", "Dry-Run"),
    ] {
        assert_eq!(schema.pointer(pointer), Some(&json!(due)), "{schema}");
    }
    assert_eq!(schema["required"], json!(["region", "options"]));
}

#[test]
fn an_annotation_that_breaks_a_rule_is_refused() {
    let param = |kind: Value, header: Value| json!({"a": {"type": kind, "x-mcp-header": header}});
    let string = |header: &str| param(json!("string"), json!(header));
    let inside = |keyword: &str| json!({"a": {keyword: {"type": "string", "x-mcp-header": "A"}}});
    let typed = |tool: Tool| Server::new("tests", "1").tool(tool);
    let twice = json!({
        "a": {"type": "string", "x-mcp-header": "Region"},
        "b": {"properties": {"c": {"type": "string", "x-mcp-header": "rEGION"}}}
    });
    let table = [
        (raw(string("")), "is empty"),
        (raw(string("a b")), "is no name of a header"),
        (raw(string("a\r\nb")), "is no name of a header"),
        (raw(string("é")), "is no name of a header"),
        (raw(param(json!("string"), json!(1))), "must be a string"),
        (raw(twice), "stands there twice"),
        (raw(param(json!("number"), json!("A"))), "needs the type string, integer or boolean"),
        (raw(param(json!("object"), json!("A"))), "needs the type string, integer or boolean"),
        (
            raw(param(json!(["string", "null"]), json!("A"))),
            "needs the type string, integer or boolean",
        ),
        (raw(json!({"a": {"x-mcp-header": "A"}})), "needs the type string, integer or boolean"),
        (raw(inside("items")), "stands where no chain of `properties` leads"),
        (raw(inside("additionalProperties")), "stands where no chain"),
        (raw(inside("not")), "stands where no chain"),
        (typed(Tool::new("t", |_: Referred| async {})), "it says `#[schemars(inline)]`."),
        (
            typed(Tool::new("t", |_: Optional| async {})),
            "needs the type string, integer or boolean",
        ),
    ];
    for (server, due) in table {
        let Err(misuse) = server.build() else { panic!("this was let through: {due}") };
        assert_eq!(misuse.reasons.len(), 1, "{misuse}");
        assert!(misuse.reasons[0].starts_with("Tool `t`"), "{misuse}");
        assert!(misuse.reasons[0].contains(due), "{misuse}\nwas due to say: {due}");
    }
}

#[test]
fn an_annotation_that_keeps_the_rules_is_not() {
    for properties in [
        json!({"a": {"type": "integer", "x-mcp-header": "A"}, "b": {"type": "boolean", "x-mcp-header": "B!#$%&'*+-.^_`|~"}}),
        json!({"x-mcp-header": {"type": "string"}}),
        json!({"a": {"type": "string", "enum": ["x-mcp-header"], "default": "x-mcp-header"}}),
        json!({"a": {"properties": {"b": {"properties": {"c": {"type": "string", "x-mcp-header": "C"}}}}}}),
    ] {
        assert_eq!(raw(properties).build().err(), None);
    }
}
