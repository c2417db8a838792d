//! Where several things are wrong with a request, the first in the order of refusals is told.

use serde_json::json;

use super::harness::Post;
use super::rows::{endpoint, query};

/// A name, what is done to a right call, and the status and code of its refusal.
type Damage = (&'static str, fn(Post) -> Post, u16, i64);

/// How a right call is spoiled, in the order in which that is told, and what is told then.
const DAMAGES: [Damage; 14] = [
    ("host", |it| it.with("host", "evil.example"), 403, -32600),
    ("origin", |it| it.with("origin", "https://evil.example"), 403, -32600),
    ("method of HTTP", |it| it.via("PUT"), 405, -32600),
    ("authorization", |it| it.without("authorization"), 401, -32600),
    ("media type", |it| it.with("content-type", "text/plain"), 415, -32600),
    ("size", |it| it.edit(|body| body["pad"] = json!("x".repeat(4_000))), 413, -32600),
    (
        "JSON",
        |it| {
            let mut text = it.spelled();
            text.pop();
            it.text(text)
        },
        400,
        -32700,
    ),
    ("shape", |it| it.edit(|body| body["jsonrpc"] = json!("1.0")), 400, -32600),
    (
        "_meta",
        |it| {
            it.edit(|body| {
                let meta = &mut body["params"]["_meta"];
                meta["io.modelcontextprotocol/clientCapabilities"] = json!([]);
            })
        },
        400,
        -32602,
    ),
    ("accept", |it| it.with("accept", "text/html"), 406, -32600),
    ("mirrored header", |it| it.with("mcp-method", "Tools/Call"), 400, -32020),
    (
        "version",
        |it| {
            it.edit(|body| {
                let meta = &mut body["params"]["_meta"];
                meta["io.modelcontextprotocol/protocolVersion"] = json!("2027-01-01");
            })
            .with("mcp-protocol-version", "2027-01-01")
        },
        400,
        -32022,
    ),
    (
        "name",
        |it| it.edit(|body| body["params"]["name"] = json!("nope")).with("mcp-name", "nope"),
        200,
        -32602,
    ),
    ("header of an argument", |it| it.with("mcp-param-region", "us"), 400, -32020),
];

#[tokio::test]
async fn of_any_two_faults_the_first_is_told() {
    let service = endpoint();
    for (at, (name, damage, status, code)) in DAMAGES.into_iter().enumerate() {
        for (other, worse, ..) in DAMAGES.into_iter().skip(at) {
            // Text is cut last, when everything else is in it.
            let post = match name == "JSON" {
                true => damage(worse(query())),
                false => worse(damage(query())),
            };
            let got = post.send(&service).await;
            let what = format!("{name}, then {other}: {got:?}");
            assert_eq!(got.status, status, "{what}");
            assert_eq!(got.json()["error"]["code"], code, "{what}");
        }
    }
}
