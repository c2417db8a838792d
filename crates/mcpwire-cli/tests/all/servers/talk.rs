//! A client of a server in this process, one message at a time.

use mcpwire::{Server, Wire};
use mcpwire_schema::Schema;
use serde_json::{Map, Value, json};

/// A conversation with a server that runs beside the test.
pub(crate) struct Talk {
    wire: Wire,
    last_id: u64,
    /// The tools' definitions, once they are known.
    tools: Option<Value>,
}

/// What came of a tool call.
#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    /// Structured content that fits the tool's own output schema.
    Done(Value),
    /// The text of a tool error.
    Failed(String),
    /// The code and the text of a protocol error.
    Refused(i64, String),
}

impl Talk {
    pub(crate) fn with(server: Server) -> Self {
        let endpoint = server.build().expect("what the server registers is right");
        let (wire, other) = mcpwire::memory();
        tokio::spawn(async move { endpoint.serve(other).await });
        Talk { wire, last_id: 0, tools: None }
    }

    /// Sends a message as it is.
    pub(crate) async fn send(&mut self, message: &Value) {
        self.wire.sink.send(message.to_string().as_bytes()).await.expect("the server reads");
    }

    /// The next message.
    pub(crate) async fn hear(&mut self) -> Value {
        let line = self.wire.source.line().await.expect("the wire holds");
        match line {
            Some(mcpwire::protocol::framing::Line::Text { bytes, .. }) => {
                serde_json::from_slice(bytes).expect("the server writes JSON")
            }
            other => panic!("the server wrote no message: {other:?}"),
        }
    }

    /// Sends a request of the current revision and gives the id that it got.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let request = json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": modern(params)});
        self.send(&request).await;
        self.last_id
    }

    /// Sends a request and waits for its answer.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params).await;
        let answer = self.hear().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Outcome {
        if self.tools.is_none() {
            self.tools = Some(self.ask("tools/list", json!({})).await["result"]["tools"].clone());
        }
        let params = json!({"name": tool, "arguments": arguments});
        let answer = self.ask("tools/call", params).await;
        let outcome = Outcome::of(&answer);
        if let Outcome::Done(content) = &outcome {
            self.check_output(tool, content);
        }
        outcome
    }

    fn check_output(&self, tool: &str, content: &Value) {
        let tools = self.tools.as_ref().and_then(Value::as_array).expect("a list of tools");
        let tool = tools.iter().find(|it| it["name"] == tool).expect("the tool is in the list");
        let schema = Schema::compile(&tool["outputSchema"], &mcpwire_schema::Limits::default());
        let schema = schema.expect("the output schema is a schema");
        assert!(schema.validate(content).is_ok(), "{content} does not fit {tool}");
    }
}

impl Outcome {
    pub(crate) fn of(answer: &Value) -> Self {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        if let Some(error) = answer.get("error") {
            let code = error["code"].as_i64().expect("a code");
            return Outcome::Refused(code, text(&error["message"]));
        }
        let result = &answer["result"];
        match result["isError"].as_bool().expect("isError is there") {
            true => Outcome::Failed(text(&result["content"][0]["text"])),
            false => Outcome::Done(result["structuredContent"].clone()),
        }
    }

    /// The structured content; anything else fails the test.
    pub(crate) fn done(self) -> Value {
        match self {
            Outcome::Done(content) => content,
            other => panic!("the call did not succeed: {other:?}"),
        }
    }

    /// The text of the tool error; anything else fails the test.
    pub(crate) fn failed(self) -> String {
        match self {
            Outcome::Failed(text) => text,
            other => panic!("a tool error was due: {other:?}"),
        }
    }
}

/// `params` with the `_meta` that the current revision demands.
pub(crate) fn modern(params: Value) -> Value {
    let mut params: Map<String, Value> = serde_json::from_value(params).expect("an object");
    params.insert("_meta".to_owned(), meta("2026-07-28"));
    Value::Object(params)
}

pub(crate) fn meta(revision: &str) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1.0"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}
