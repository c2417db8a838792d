//! Mistakes in what is registered are refused before anything is served, with the reason.

use mcpwire::{
    Icon, Limits, Partial, Prompt, Resource, ResourceTemplate, ServeError, Server, Tool, memory,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::echo;

#[derive(Deserialize, JsonSchema)]
struct Count {
    #[expect(dead_code)]
    n: u32,
}

#[derive(Deserialize, JsonSchema)]
enum Word {
    One,
}

fn server() -> Server {
    Server::new("tests", "1")
}

fn raw(schema: Value) -> Server {
    server().tool(Tool::raw("t", schema, |_: Value| async {}))
}

fn output(schema: Value) -> Server {
    server().tool(echo().output_schema(schema))
}

fn named(name: &str) -> Server {
    server().tool(Tool::new(name, || async {}))
}

fn template(uri_template: &str) -> Server {
    server().template(ResourceTemplate::new(uri_template, "t", |_: Value| async { "" }))
}

fn completed(uri_template: &str) -> ResourceTemplate {
    ResourceTemplate::new(uri_template, "t", |_: Value| async { "" })
        .complete("a", |_: Partial| async { [""; 0] })
}

fn named_with(more: impl FnOnce(Tool) -> Tool) -> Server {
    server().tool(more(Tool::new("t", || async {})))
}

fn resource(uri: &str) -> Server {
    server().resource(Resource::text(uri, "r", ""))
}

fn table() -> Vec<(Server, &'static str)> {
    let prompt = |name: &str| Prompt::new(name, || async { "" });
    let in_flight = Limits { in_flight: 0, ..Limits::default() };
    vec![
        (named("a").tool(Tool::new("a", || async {})), "Tool `a` is registered twice."),
        (server().prompt(prompt("p")).prompt(prompt("p")), "Prompt `p` is registered twice."),
        (
            resource("x:y").resource(Resource::text("x:y", "r", "")),
            "Resource `x:y` is registered twice.",
        ),
        (
            template("x:{a}")
                .template(ResourceTemplate::new("x:{a}", "t", |_: Value| async { "" })),
            "Resource template `x:{a}` is registered twice.",
        ),
        (named(""), "Tool number 1 has an empty name."),
        (named("a b"), "Tool name `a b` holds ' '"),
        (named("naïve"), "holds 'ï'"),
        (named("a\n"), r"Tool name `a\n` holds '\n'"),
        (named(&"x".repeat(129)), "is longer than 128 characters."),
        (
            raw(json!(true)),
            "Tool `t`, input schema: A tool's input schema has `\"type\": \"object\"`",
        ),
        (raw(json!({})), "this one has no `type` there."),
        (raw(json!({"type": ["object"]})), "input schema"),
        (raw(json!({"type": "string"})), "input schema"),
        (raw(json!({"type": "object", "required": "a"})), "The schema is not valid at"),
        (
            raw(json!({"type": "object", "properties": {"a": {"$ref": "https://example.org/s"}}})),
            "The reference `https://example.org/s` at `/properties/a/$ref` leads out",
        ),
        (raw(json!({"type": "object", "properties": {"a": {"$ref": "#/no"}}})), "leads nowhere"),
        (raw(json!({"type": "object", "$schema": "urn:mine"})), "names the dialect `urn:mine`"),
        (raw(json!({"type": "object", "patternProperties": {"(?=a)": {}}})), "cannot be used"),
        (output(json!(1)), "output schema: A schema is an object"),
        (output(json!({"$ref": "other.json"})), "leads out of the schema"),
        (server().tool(Tool::new("t", |_: Word| async {})), "input schema"),
        (server().tool(echo().with("name", "x")), "member `name` cannot be set by `with`"),
        (
            server().tool(echo().with("outputSchema", json!({}))),
            "member `outputSchema` cannot be set",
        ),
        (server().tool(echo().with("description", 1)), "member `description` must be a string."),
        (
            server().tool(echo().with("annotations", "x").read_only()),
            "`annotations` must be an object.",
        ),
        (resource("not a uri"), "Resource `not a uri` has no valid URI"),
        (resource("/relative"), "has no valid URI"),
        (resource(""), "Resource number 1 has an empty name."),
        (template("x:{a"), "a `{` is not closed."),
        (template("x:a}"), "a `}` closes nothing."),
        (template("x:{}"), "`{}` names no variable."),
        (template("x:{+}"), "`{+}` names no variable."),
        (template("x:{?q}"), "`{?q}` holds '?'"),
        (template("x:{a,b}"), "`{a,b}` holds ','"),
        (template("x:{a*}"), "`{a*}` holds '*'"),
        (template("x:{a}{a}"), "variable `a` stands in it twice."),
        (template("x: {a}"), "' ' may not stand in it."),
        (template(&format!("x:{}", "y".repeat(2_000))), "it is longer than 2000 bytes."),
        (
            server().prompt(Prompt::new("p", |_: Count| async { "" })),
            "argument `n` takes no string",
        ),
        (server().limits(in_flight), "Limit `in_flight` is 0"),
        (server().identify("name", 1), "Member `name` of the server's identity must be a string."),
    ]
}

/// What is said about entries: pages, completers, and what the rulebook finds.
fn said() -> Vec<(Server, &'static str)> {
    vec![
        (output(json!(true)), "Tool `echo` breaks the rule `tool-output-schema-type`"),
        (server().page_size(0), "The page size is 0"),
        (
            server().prompt(
                Prompt::new("p", || async { "" }).complete("a", |_: Partial| async { [""; 0] }),
            ),
            "Prompt `p`: there is no argument `a` that could be completed.",
        ),
        (
            server().template(completed("x:{b}")),
            "Resource template `x:{b}`: there is no argument `a` that could be completed.",
        ),
        (
            server().template(completed("x:{+a}").complete("a", |_: Partial| async { [""; 0] })),
            "Resource template `x:{+a}`: argument `a` has two completers.",
        ),
        (named_with(|tool| tool.icon(Icon::new("i.png"))), "rule `icon-src-uri` at `/icons/0/src`"),
        (
            named_with(|tool| tool.with("icons", json!([1]))),
            "Tool `t` breaks the rule `tool-icons-type`",
        ),
        (named_with(|tool| tool.meta("a b", 1)), "Tool `t`: `a b` cannot be set in `_meta`"),
        (
            named_with(|tool| tool.meta("io.modelcontextprotocol/x", 1)),
            "only the protocol may define it.",
        ),
        (
            named_with(|tool| tool.with("annotations", json!({"readOnlyHint": "yes"}))),
            "rule `tool-annotations-type`",
        ),
        (
            server().resource(Resource::text("x:y", "r", "").priority(1.5)),
            "Resource `x:y` breaks the rule `content-annotations-priority` at `/annotations/priority`",
        ),
        (
            server().resource(Resource::text("x:y", "r", "").priority(f64::NAN)),
            "rule `content-annotations-priority`",
        ),
        (
            server().resource(Resource::text("x:y", "r", "").last_modified("yesterday")),
            "rule `content-annotations-modified` at `/annotations/lastModified`",
        ),
        (
            server().resource(Resource::text("x:y", "r", "").with("size", "big")),
            "rule `resource-size-type`",
        ),
        (
            server().template(completed("x:{a}").with("annotations", json!({"audience": ["me"]}))),
            "Resource template `x:{a}` breaks the rule `content-annotations-audience`",
        ),
        (
            server().icon(Icon::new("nowhere")),
            "The server's identity breaks the rule `icon-src-uri` at `/icons/0/src`",
        ),
    ]
}

#[test]
fn each_mistake_is_refused_with_its_reason() {
    for (server, due) in table().into_iter().chain(said()) {
        let Err(misuse) = server.build() else { panic!("this was let through: {due}") };
        assert_eq!(misuse.reasons.len(), 1, "{misuse}");
        assert!(misuse.reasons[0].contains(due), "{misuse}\nwas due to say: {due}");
        assert!(misuse.reasons[0].ends_with('.') && !misuse.reasons[0].ends_with(".."), "{misuse}");
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let server =
        named("a b").tool(Tool::new("c d", || async {})).resource(Resource::text("?", "", ""));
    assert_eq!(server.build().err().unwrap().reasons.len(), 3);
}

#[tokio::test]
async fn a_mistake_is_told_before_the_wire_is_touched() {
    let (_ours, theirs) = memory();
    let error = named("a b").serve(theirs).await.unwrap_err();
    assert!(matches!(error, ServeError::Misuse(_)));
    assert!(error.to_string().starts_with("The server cannot be started: Tool name `a b`"));
}

#[test]
fn what_is_allowed_is_not_refused() {
    let fine = named(&"x".repeat(128))
        .tool(Tool::new("A-b_c.9", |_: Value| async {}))
        .tool(Tool::new("count", |_: Count| async {}))
        .tool(echo().output_schema(json!({})))
        .resource(Resource::text("urn:isbn:1", "r", ""))
        .template(ResourceTemplate::new("x:{a}/{+b}{#c}%20'é", "t", |_: Value| async { "" }))
        .prompt(Prompt::new("any name at all", || async { "" }));
    assert_eq!(fine.build().err(), None);
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    ById { id: u32 },
    ByName { name: String },
}

#[tokio::test]
async fn an_enum_of_objects_can_be_the_arguments() {
    let tool = Tool::new("t", |either: Either| async move {
        match either {
            Either::ById { id } => id.to_string(),
            Either::ByName { name } => name,
        }
    });
    let mut client = super::harness::Client::of(server().tool(tool));
    let listed = client.ask(super::harness::modern("1", "tools/list", json!({}))).await;
    let schema = &listed["result"]["tools"][0]["inputSchema"];
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["anyOf"].as_array().unwrap().len(), 2);
    for (arguments, due) in [(json!({"id": 7}), "7"), (json!({"name": "x"}), "x")] {
        let answer = client.ask(super::harness::call("1", "t", arguments)).await;
        assert_eq!(answer["result"]["structuredContent"]["result"], due);
    }
    for wrong in [json!({}), json!({"id": "7"}), json!({"id": null})] {
        let answer = client.ask(super::harness::call("1", "t", wrong)).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
}
