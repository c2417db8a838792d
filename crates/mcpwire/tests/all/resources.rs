//! Resources and templates.

use std::collections::BTreeMap;

use mcpwire::{Failure, Resource, ResourceContents, ResourceTemplate, Server};
use serde::Deserialize;
use serde_json::{Value, json};

use super::harness::{Client, code, modern, rule};

#[derive(Deserialize)]
struct Doc {
    tenant: String,
    page: Option<String>,
}

#[derive(Deserialize)]
struct Number {
    #[serde(deserialize_with = "digits")]
    n: u32,
}

fn digits<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

fn server() -> Server {
    let several = || async {
        vec![
            ResourceContents::text("a"),
            ResourceContents::blob([0xff]).at("x:part").mime_type("image/png"),
        ]
    };
    let shown = |variables: BTreeMap<String, String>| async move { format!("{variables:?}") };
    let doc = |doc: Doc| async move { format!("{}/{:?}", doc.tenant, doc.page) };
    let number = |number: Number| async move {
        if number.n == 0 {
            Err(Failure::not_found("There is no zero."))
        } else {
            Ok(number.n.to_string())
        }
    };
    Server::new("tests", "1")
        .resource(Resource::text("file:///a.txt", "a", "text").describe("d").with("size", 4))
        .resource(Resource::new("x:several", "several", several).mime_type("text/x"))
        .resource(Resource::new("x:bytes", "bytes", || async { vec![1u8, 2] }))
        .resource(Resource::new("x:empty", "empty", || async { Vec::<ResourceContents>::new() }))
        .template(ResourceTemplate::new("n://{n}", "number", number).mime_type("text/n"))
        .template(ResourceTemplate::new("doc://{tenant}/pages{#page}", "doc", doc))
        .template(ResourceTemplate::new("file:///{+path}", "path", shown))
        .template(ResourceTemplate::new("n://{any}", "other", shown))
}

async fn read(client: &mut Client, uri: &str) -> Value {
    client.ask(modern("1", "resources/read", json!({ "uri": uri }))).await
}

#[tokio::test]
async fn contents_have_uri_media_type_and_text_or_base64() {
    let mut client = Client::of(server());
    let table = [
        (
            "file:///a.txt",
            json!([{"uri": "file:///a.txt", "mimeType": "text/plain", "text": "text"}]),
        ),
        (
            "x:several",
            json!([
                {"uri": "x:several", "mimeType": "text/x", "text": "a"},
                {"uri": "x:part", "mimeType": "image/png", "blob": "/w=="}
            ]),
        ),
        ("x:bytes", json!([{"uri": "x:bytes", "blob": "AQI="}])),
        ("x:empty", json!([])),
        ("n://7", json!([{"uri": "n://7", "mimeType": "text/n", "text": "7"}])),
    ];
    for (uri, due) in table {
        let answer = read(&mut client, uri).await;
        let result = &answer["result"];
        assert_eq!(result["contents"], due, "{answer}");
        assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
        assert_eq!(result["resultType"], "complete");
    }
}

#[tokio::test]
async fn a_template_takes_uris_of_its_form_and_no_others() {
    let mut client = Client::of(server());
    let table = [
        ("doc://a/pages", Some("a/None")),
        ("doc://a/pages#3", Some("a/Some(\"3\")")),
        ("doc://a/pages#", Some("a/None")),
        ("doc://a%2Fb/pages", Some("a/b/None")),
        ("doc://%C3%BC%20/pages", Some("ü /None")),
        // What is not matched: an empty variable that is needed, another segment, other text
        // around, bytes that are no text, characters that no URI has.
        ("doc:///pages", None),
        ("doc://a/b/pages", None),
        ("doc://a/pages/more", None),
        ("xdoc://a/pages", None),
        ("doc://a/pages\n", None),
        ("doc://%ff/pages", None),
        ("doc://%zz/pages", None),
        ("doc://a b/pages", None),
        ("doc://ü/pages", None),
        // Reserved expansion takes slashes, as they came.
        ("file:///b/c%20d", Some(r#"{"path": "b/c%20d"}"#)),
        ("file:///a%2Etxt", Some(r#"{"path": "a%2Etxt"}"#)),
        // The first registered that decodes is asked; what it does not find is not there.
        ("n://12", Some("12")),
        ("n://twelve", Some(r#"{"any": "twelve"}"#)),
        ("n://0", None),
        ("", None),
        ("nowhere", None),
    ];
    for (uri, due) in table {
        let answer = read(&mut client, uri).await;
        match due {
            Some(text) => {
                assert_eq!(answer["result"]["contents"][0]["text"], text, "{uri}: {answer}");
                assert_eq!(answer["result"]["contents"][0]["uri"], uri);
            }
            None => {
                let is_uri = fluent_uri::Uri::parse(uri).is_ok();
                let due = if is_uri { "resource-unknown" } else { "resources-read-uri-format" };
                assert_eq!((code(&answer), rule(&answer)), (-32602, due), "{uri}");
                assert_eq!(answer["error"]["data"]["uri"], uri);
            }
        }
    }
}

#[tokio::test]
async fn definitions_are_listed_apart_and_in_order() {
    let mut client = Client::of(server());
    let answer = client.ask(modern("1", "resources/list", json!({}))).await;
    let resources = answer["result"]["resources"].as_array().unwrap();
    assert_eq!(resources.len(), 4);
    let due = json!({"uri": "file:///a.txt", "name": "a", "mimeType": "text/plain",
        "description": "d", "size": 4});
    assert_eq!(resources[0], due);
    let answer = client.ask(modern("1", "resources/templates/list", json!({}))).await;
    let templates = answer["result"]["resourceTemplates"].as_array().unwrap();
    let due = json!({"uriTemplate": "n://{n}", "name": "number", "mimeType": "text/n"});
    assert_eq!((templates.len(), &templates[0]), (4, &due));
}
