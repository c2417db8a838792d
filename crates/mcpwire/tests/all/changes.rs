//! Lists that change while the server runs.

use mcpwire::{Misuse, Prompt, Resource, ResourceTemplate, Server, Tool};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::harness::{Client, initialize, legacy, modern, rule};
use super::streams::{open, take};

fn tool(name: &str) -> Tool {
    let said = name.to_owned();
    Tool::new(name, move || std::future::ready(said.clone()))
}

fn server() -> Server {
    Server::new("tests", "1").tools_may_change().prompts_may_change().resources_may_change()
}

async fn listed(client: &mut Client, method: &str, member: &str, key: &str) -> Vec<String> {
    let answer = client.ask(modern("1", method, json!({}))).await;
    let entries = answer["result"][member].as_array().unwrap_or_else(|| panic!("{answer}"));
    entries.iter().map(|entry| entry[key].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn what_is_added_is_listed_and_served_and_what_is_removed_is_gone() {
    let server = server().tool(tool("first"));
    let changes = server.changes();
    let mut client = Client::of(server);
    assert_eq!(listed(&mut client, "tools/list", "tools", "name").await, ["first"]);
    changes.add_tool(tool("second")).unwrap();
    changes.add_tool(tool("third")).unwrap();
    let names = listed(&mut client, "tools/list", "tools", "name").await;
    assert_eq!(names, ["first", "second", "third"]);
    let said = client.ask(modern("2", "tools/call", json!({"name": "second"}))).await;
    assert_eq!(said["result"]["structuredContent"]["result"], "second");
    assert!(changes.remove_tool("first").unwrap());
    assert!(!changes.remove_tool("first").unwrap());
    assert_eq!(listed(&mut client, "tools/list", "tools", "name").await, ["second", "third"]);
    let refused = client.ask(modern("3", "tools/call", json!({"name": "first"}))).await;
    assert_eq!(rule(&refused), "tool-unknown");
    assert!(changes.remove_tool("second").unwrap() && changes.remove_tool("third").unwrap());
    assert!(listed(&mut client, "tools/list", "tools", "name").await.is_empty());
}

#[tokio::test]
async fn prompts_resources_and_templates_change_alike() {
    let server = server();
    let changes = server.changes();
    let mut client = Client::of(server);
    assert!(listed(&mut client, "prompts/list", "prompts", "name").await.is_empty());
    changes.add_prompt(Prompt::new("p", || async { "p" })).unwrap();
    changes.add_resource(Resource::text("x:a", "a", "text")).unwrap();
    let template = ResourceTemplate::new("t:{n}", "t", |_: Value| async { "t" });
    changes.add_template(template).unwrap();
    assert_eq!(listed(&mut client, "prompts/list", "prompts", "name").await, ["p"]);
    assert_eq!(listed(&mut client, "resources/list", "resources", "uri").await, ["x:a"]);
    let (method, member) = ("resources/templates/list", "resourceTemplates");
    assert_eq!(listed(&mut client, method, member, "uriTemplate").await, ["t:{n}"]);
    for uri in ["x:a", "t:1"] {
        let said = client.ask(modern("1", "resources/read", json!({ "uri": uri }))).await;
        assert_eq!(said["result"]["contents"][0]["uri"], uri, "{said}");
    }
    assert!(changes.remove_prompt("p").unwrap());
    assert!(changes.remove_resource("x:a").unwrap());
    assert!(changes.remove_template("t:{n}").unwrap());
    assert!(!changes.remove_prompt("p").unwrap());
    assert!(!changes.remove_resource("x:a").unwrap());
    assert!(!changes.remove_template("t:{n}").unwrap());
    for uri in ["x:a", "t:1"] {
        let refused = client.ask(modern("1", "resources/read", json!({ "uri": uri }))).await;
        assert_eq!(rule(&refused), "resource-unknown");
    }
}

#[tokio::test]
async fn each_change_is_told_and_a_failed_one_is_not() {
    let endpoint = server().build().unwrap();
    let asked = json!({
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true
    });
    let mut stream = open(&endpoint, "1", asked);
    take(&mut stream);
    let changes = endpoint.changes();
    let mut told = |kind: &str| {
        let said = take(&mut stream).unwrap_or_default();
        assert!(said.contains(&format!("notifications/{kind}/list_changed")), "{kind}: {said}");
        assert!(take(&mut stream).is_none());
    };
    changes.add_tool(tool("a")).unwrap();
    told("tools");
    changes.remove_tool("a").unwrap();
    told("tools");
    changes.add_prompt(Prompt::new("p", || async { "p" })).unwrap();
    told("prompts");
    changes.add_resource(Resource::text("x:a", "a", "")).unwrap();
    told("resources");
    changes.add_template(ResourceTemplate::new("t:{n}", "t", |_: Value| async { "" })).unwrap();
    told("resources");
    changes.remove_template("t:{n}").unwrap();
    told("resources");
    changes.resources_changed();
    told("resources");
    changes.remove_tool("a").unwrap();
    changes.add_prompt(Prompt::new("p", || async { "p" })).unwrap_err();
    changes.add_resource(Resource::text("no uri", "a", "")).unwrap_err();
    assert!(take(&mut stream).is_none());
}

#[test]
fn what_a_build_would_refuse_is_refused() {
    let endpoint = server().tool(tool("a")).build().unwrap();
    let changes = endpoint.changes();
    let wrong = json!({"type": "object", "properties": {"a": {"type": "no type"}}});
    let template = |form: &str| ResourceTemplate::new(form, "t", |_: Value| async { "" });
    changes.add_template(template("t:{n}")).unwrap();
    let cases: [(Result<(), Misuse>, &str); 8] = [
        (changes.add_tool(tool("a")), "Tool `a` is registered twice."),
        (changes.add_tool(tool("")), "Tool has an empty name."),
        (changes.add_tool(tool("a b")), "use ASCII letters"),
        (changes.add_tool(Tool::raw("b", wrong, |_: Value| async {})), "input schema"),
        (changes.add_prompt(Prompt::new("", || async { "" })), "Prompt has an empty name."),
        (changes.add_resource(Resource::text("x y", "a", "")), "has no valid URI"),
        (changes.add_template(template("t:{")), "cannot be used"),
        (changes.add_template(template("t:{n}")), "Resource template `t:{n}` is registered twice."),
    ];
    for (result, reason) in cases {
        let misuse = result.expect_err(reason);
        assert!(misuse.to_string().contains(reason), "{misuse}");
    }
}

#[test]
fn a_list_that_was_not_said_to_change_stays_and_so_does_one_that_is_not_served() {
    let server = Server::new("tests", "1").on_notice(|_| {}).tool(tool("a"));
    let changes = server.changes();
    let error = changes.add_tool(tool("b")).unwrap_err();
    assert!(error.to_string().contains("is not built yet"), "{error}");
    changes.tools_changed();
    let endpoint = server.build().unwrap();
    let error = changes.add_tool(tool("b")).unwrap_err();
    assert!(error.to_string().contains("`Server::tools_may_change` was not called"), "{error}");
    changes.remove_tool("a").unwrap_err();
    drop(endpoint);
    let error = changes.add_tool(tool("b")).unwrap_err();
    assert!(error.to_string().contains("has ended"), "{error}");
}

#[tokio::test]
async fn a_change_of_what_was_not_said_to_change_is_a_notice() {
    let server = Server::new("tests", "1").tool(tool("a"));
    let changes = server.changes();
    let mut client = Client::of(server);
    client.is_quiet().await;
    changes.tools_changed();
    changes.resource_updated("x:a");
    let (rest, notices) = client.close().await;
    assert!(rest.is_empty());
    assert!(notices[0].contains("`Server::tools_may_change`"), "{notices:?}");
    assert!(notices[1].contains("`Server::resources_may_update`"), "{notices:?}");
}

#[tokio::test]
async fn the_capabilities_are_those_that_were_declared_for_as_long_as_it_runs() {
    let nothing = || Server::new("tests", "1");
    for (server, expected) in [
        (nothing(), json!({})),
        (nothing().tool(tool("a")), json!({"tools": {}})),
        (nothing().tools_may_change(), json!({"tools": {"listChanged": true}})),
        (nothing().prompts_may_change(), json!({"prompts": {"listChanged": true}})),
        (nothing().resources_may_update(), json!({"resources": {"subscribe": true}})),
        (nothing().on_watch(|_, _| {}), json!({"resources": {"subscribe": true}})),
        (nothing().may_watch(|_, _| true), json!({"resources": {"subscribe": true}})),
        (
            server().resources_may_update(),
            json!({
                "tools": {"listChanged": true},
                "resources": {"listChanged": true, "subscribe": true},
                "prompts": {"listChanged": true}
            }),
        ),
    ] {
        let changes = server.changes();
        let mut client = Client::of(server);
        for line in [
            modern("1", "server/discover", json!({})),
            initialize("2", "2025-11-25"),
            initialize("3", "2024-11-05"),
        ] {
            let answer = client.ask(line).await;
            assert_eq!(answer["result"]["capabilities"], expected, "{answer}");
            let _ = changes.add_tool(tool("late"));
            let _ = changes.remove_tool("late");
        }
    }
}

#[tokio::test]
async fn a_call_that_has_begun_outlives_its_tool() {
    static GATE: Semaphore = Semaphore::const_new(0);
    let waits = Tool::new("waits", || async {
        GATE.acquire().await.unwrap().forget();
        "done"
    });
    let server = server().tool(waits);
    let changes = server.changes();
    let mut client = Client::of(server);
    client.say(modern("1", "tools/call", json!({"name": "waits"}))).await;
    client.is_quiet().await;
    assert!(changes.remove_tool("waits").unwrap());
    GATE.add_permits(1);
    assert_eq!(client.next().await["result"]["structuredContent"]["result"], "done");
}

#[tokio::test]
async fn a_handler_can_change_the_lists_of_its_own_server() {
    let grow = Tool::new("grow", |context: mcpwire::Context| async move {
        context.changes().add_tool(Tool::new("grown", || async { "grown" }))?;
        Ok::<_, mcpwire::Failure>("ok")
    });
    let mut client = Client::of(server().tool(grow));
    client.ask(initialize("1", "2025-06-18")).await;
    let said = client.ask(legacy("2", "tools/call", json!({"name": "grow"}))).await;
    assert_eq!(said["result"]["isError"], false, "{said}");
    let said = client.ask(legacy("3", "tools/call", json!({"name": "grow"}))).await;
    assert_eq!(said["result"]["isError"], true, "{said}");
    let said = client.ask(legacy("4", "tools/call", json!({"name": "grown"}))).await;
    assert_eq!(said["result"]["structuredContent"]["result"], "grown");
}
