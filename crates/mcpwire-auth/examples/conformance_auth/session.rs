use std::error::Error;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{Method, Request, Response, StatusCode};
use mcpwire_auth::{Attempts, Authorizer, Next};
use serde_json::{Value, json};

/// One lifecycle with a server.
pub(crate) struct Session {
    server: String,
    authorizer: Authorizer,
    modern: bool,
    id: Option<String>,
    requests: u32,
}

const MODERN: &str = "2026-07-28";
const LEGACY: &str = "2025-11-25";

impl Session {
    pub(crate) fn new(server: String, authorizer: Authorizer, modern: bool) -> Self {
        Session { server, authorizer, modern, id: None, requests: 0 }
    }

    /// Asks what the server is, or shakes hands with it.
    pub(crate) async fn open(&mut self) -> Result<(), Box<dyn Error>> {
        if self.modern {
            self.request("server/discover", json!({})).await?;
            return Ok(());
        }
        let client = json!({"name": "mcpwire-conformance", "version": "0.1.0"});
        let params = json!({"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": client});
        self.request("initialize", params).await?;
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.send("notifications/initialized", &ready).await?;
        Ok(())
    }

    /// The result of a request.
    pub(crate) async fn request(
        &mut self,
        method: &str,
        mut params: Value,
    ) -> Result<Value, Box<dyn Error>> {
        self.requests += 1;
        if self.modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": MODERN,
                "io.modelcontextprotocol/clientInfo": {"name": "mcpwire-conformance", "version": "0.1.0"},
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let id = self.requests;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let answer = self.send(method, &message).await?;
        let text = std::str::from_utf8(answer.body())?;
        let mut answers = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let found = answers.find(|message| message["id"] == id);
        let message = found.ok_or_else(|| format!("{} answers `{text}`.", answer.status()))?;
        match message.get("result") {
            Some(result) => Ok(result.clone()),
            None => Err(format!("`{method}` fails: {message}").into()),
        }
    }

    async fn send(
        &mut self,
        method: &str,
        message: &Value,
    ) -> Result<Response<Bytes>, Box<dyn Error>> {
        let mut attempts = Attempts::default();
        loop {
            let credentials = self.authorizer.credentials(&Method::POST, &self.server).await?;
            let mut request = Request::post(&self.server)
                .header(CONTENT_TYPE, "application/json")
                .header(ACCEPT, "application/json, text/event-stream");
            let opening = method == "initialize";
            if self.modern {
                request =
                    request.header("mcp-protocol-version", MODERN).header("mcp-method", method);
                if let Some(name) = message["params"]["name"].as_str() {
                    request = request.header("mcp-name", name);
                }
            } else if !opening {
                request = request.header("mcp-protocol-version", LEGACY);
            }
            if let Some(id) = &self.id {
                request = request.header("mcp-session-id", id);
            }
            let mut request = request.body(Bytes::from(message.to_string()))?;
            request.headers_mut().extend(credentials.headers.clone());
            let answer = crate::http::send(request).await?;
            let (status, headers) = (answer.status(), answer.headers());
            let next = self
                .authorizer
                .judge(&self.server, &credentials, status, headers, &mut attempts)
                .await?;
            if next == Next::Again {
                continue;
            }
            if opening && status == StatusCode::OK {
                let id = headers.get("mcp-session-id").and_then(|id| id.to_str().ok());
                self.id = id.map(str::to_owned);
            }
            return Ok(answer);
        }
    }
}
