//! A client that says what the suite's client says.

use mcpwire::Wire;
use mcpwire::protocol::framing::Line;
use serde_json::{Value, json};

/// A conversation with the fixtures in this process.
pub(crate) struct Talk {
    wire: Wire,
    last_id: u64,
}

impl Talk {
    pub(crate) fn new() -> Self {
        let endpoint = conformance_server::fixtures().build().expect("the fixtures are right");
        let (wire, other) = mcpwire::memory();
        tokio::spawn(async move { endpoint.serve(other).await });
        Talk { wire, last_id: 0 }
    }

    /// Sends a request of 2026-07-28 and gives what was said before its answer, and the answer.
    pub(crate) async fn ask(&mut self, method: &str, mut params: Value) -> (Vec<Value>, Value) {
        self.last_id += 1;
        let meta = &mut params["_meta"];
        meta["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
        meta["io.modelcontextprotocol/clientInfo"] = json!({"name": "test", "version": "1.0"});
        meta["io.modelcontextprotocol/clientCapabilities"] =
            json!({"sampling": {}, "elicitation": {}, "roots": {"listChanged": true}});
        let request =
            json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        self.wire.sink.send(request.to_string().as_bytes()).await.expect("the server reads");
        let mut said = Vec::new();
        loop {
            let message = self.hear().await;
            if message["id"] == self.last_id {
                return (said, message);
            }
            said.push(message);
        }
    }

    async fn hear(&mut self) -> Value {
        match self.wire.source.line().await.expect("the wire holds") {
            Some(Line::Text { bytes, .. }) => {
                serde_json::from_slice(bytes).expect("the server writes JSON")
            }
            other => panic!("the server wrote no message: {other:?}"),
        }
    }
}
