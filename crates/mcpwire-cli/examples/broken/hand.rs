//! A server written by hand, line by line, for the broken ones beside it: what they share is right.

use std::io::{BufRead as _, Write as _};

use serde_json::{Value, json};

const VERSION: &str = "2026-07-28";
const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const UNSUPPORTED_VERSION: i64 = -32022;

/// What the servers differ in.
pub(crate) struct Server {
    /// The tools, as listed.
    pub(crate) tools: Value,
    /// What a tool returns, if its arguments are right.
    pub(crate) call: fn(name: &str, arguments: &Value) -> Option<Value>,
    /// The last touch on every result.
    pub(crate) finish: fn(&mut Value),
}

/// Serves until the input ends.
pub(crate) fn serve(server: &Server) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let answer = match serde_json::from_str::<Value>(&line) {
            Ok(message) => answer(server, &message),
            Err(_) => Some(error(None, PARSE_ERROR, "This line is no JSON.", Value::Null)),
        };
        if let Some(answer) = answer
            && writeln!(std::io::stdout(), "{answer}").is_err()
        {
            return;
        }
    }
}

fn answer(server: &Server, message: &Value) -> Option<Value> {
    let id = message.get("id");
    let known = id.filter(|id| id.is_string() || id.is_number());
    if message.get("jsonrpc") != Some(&json!("2.0")) || id.is_some() != known.is_some() {
        return Some(error(known, INVALID_REQUEST, "This line is no message.", Value::Null));
    }
    let id = known?;
    let params = &message["params"];
    let meta = &params["_meta"];
    let method = message["method"].as_str().unwrap_or_default();
    if method == "initialize" {
        let text = format!("This server speaks {VERSION} only, which knows no handshake.");
        let data = json!({ "supported": [VERSION], "requested": params["protocolVersion"] });
        return Some(error(Some(id), UNSUPPORTED_VERSION, &text, data));
    }
    let version = &meta["io.modelcontextprotocol/protocolVersion"];
    if !version.is_string() || !meta["io.modelcontextprotocol/clientCapabilities"].is_object() {
        return Some(error(Some(id), INVALID_PARAMS, "`_meta` is incomplete.", Value::Null));
    }
    if version != VERSION {
        let data = json!({ "supported": [VERSION], "requested": version });
        return Some(error(Some(id), UNSUPPORTED_VERSION, "This is not spoken here.", data));
    }
    let mut result = match method {
        "server/discover" => json!({
            "supportedVersions": [VERSION], "capabilities": { "tools": {} },
            "ttlMs": 0, "cacheScope": "private",
        }),
        "tools/list" => json!({ "tools": server.tools, "ttlMs": 0, "cacheScope": "private" }),
        "tools/call" => {
            let name = params["name"].as_str().unwrap_or_default();
            match (server.call)(name, &params["arguments"]) {
                Some(result) => result,
                None => {
                    return Some(error(Some(id), INVALID_PARAMS, "No such tool.", Value::Null));
                }
            }
        }
        _ => return Some(error(Some(id), METHOD_NOT_FOUND, "No such method.", Value::Null)),
    };
    result["resultType"] = json!("complete");
    result["_meta"] = json!({
        "io.modelcontextprotocol/serverInfo": { "name": "by-hand", "version": "1.0.0" },
    });
    (server.finish)(&mut result);
    Some(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn error(id: Option<&Value>, code: i64, message: &str, data: Value) -> Value {
    let mut answer = json!({ "jsonrpc": "2.0" });
    if let Some(id) = id {
        answer["id"] = id.clone();
    }
    answer["error"] = json!({ "code": code, "message": message });
    if !data.is_null() {
        answer["error"]["data"] = data;
    }
    answer
}

/// The list with the one tool that greets.
pub(crate) fn greeter() -> Value {
    json!([{
        "name": "hello",
        "description": "Say hello to someone.",
        "inputSchema": {
            "type": "object",
            "properties": { "name": { "type": "string" } },
            "required": ["name"],
        },
        "annotations": { "readOnlyHint": true },
    }])
}

/// What the tool says.
pub(crate) fn greet(name: &str, arguments: &Value) -> Option<Value> {
    if name != "hello" {
        return None;
    }
    Some(match arguments["name"].as_str() {
        Some(name) => {
            json!({ "content": [{ "type": "text", "text": format!("Hello, {name}!") }] })
        }
        None => json!({
            "content": [{ "type": "text", "text": "`name` is missing: a string." }],
            "isError": true,
        }),
    })
}
