//! A client that can do wrong what clients do wrong.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection that is opened when it is needed, and kept.
pub(crate) struct Client {
    port: u16,
    open: Option<BufReader<TcpStream>>,
    next: u64,
}

impl Client {
    pub(crate) fn new(port: u16) -> Self {
        Client { port, open: None, next: 1 }
    }

    /// The next id.
    pub(crate) fn id(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Forgets the connection, which closes it.
    pub(crate) fn close(&mut self) {
        self.open = None;
    }

    /// The connection.
    pub(crate) fn stream(&mut self) -> io::Result<&mut BufReader<TcpStream>> {
        if self.open.is_none() {
            let stream = TcpStream::connect(("127.0.0.1", self.port))?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            self.open = Some(BufReader::new(stream));
        }
        self.open.as_mut().ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream()?.get_mut().write_all(bytes)
    }

    /// Sends a request and reads the whole answer, which must be one JSON object.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        name: &str,
        params: Value,
    ) -> io::Result<(u16, Value)> {
        let id = self.id();
        let message = message(id, method, params);
        self.send(post(self.port, method, name, &message).as_bytes())?;
        self.answer_to(id)
    }

    /// Reads the answer to the request with this id.
    pub(crate) fn answer_to(&mut self, id: u64) -> io::Result<(u16, Value)> {
        let (status, answer) = self.answer()?;
        if answer["id"] != json!(id) {
            return Err(io::Error::other(format!("not the answer to {id}: {answer}")));
        }
        // A second answer would stand where the next one is read, or here already.
        match self.stream()?.buffer() {
            [] => Ok((status, answer)),
            more => Err(io::Error::other(format!("{} bytes behind the answer", more.len()))),
        }
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> io::Result<(u16, Value)> {
        self.ask("tools/call", tool, json!({"name": tool, "arguments": arguments}))
    }

    pub(crate) fn task(&mut self, id: &str) -> io::Result<Value> {
        Ok(self.ask("tasks/get", id, json!({"taskId": id}))?.1)
    }

    /// Reads an answer: its status and its body.
    pub(crate) fn answer(&mut self) -> io::Result<(u16, Value)> {
        let (status, length) = self.head()?;
        let mut body = vec![0; length.unwrap_or(0)];
        self.stream()?.read_exact(&mut body)?;
        let value = serde_json::from_slice(&body).map_err(|error| {
            let text = String::from_utf8_lossy(&body);
            io::Error::other(format!(
                "status {status}, and a body that is no JSON: {error}: {text}"
            ))
        })?;
        Ok((status, value))
    }

    /// Reads the head of an answer: its status, and the length of its body where it is told.
    pub(crate) fn head(&mut self) -> io::Result<(u16, Option<usize>)> {
        let stream = self.stream()?;
        let mut line = String::new();
        if stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status: {line}")))?;
        let mut length = None;
        loop {
            line.clear();
            if stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let header = line.trim().to_ascii_lowercase();
            if header.is_empty() {
                return Ok((status, length));
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().ok();
            }
        }
    }

    /// Reads lines of an event stream until one is an event's data.
    pub(crate) fn event(&mut self) -> io::Result<Value> {
        loop {
            let mut line = String::new();
            if self.stream()?.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            // Lengths of chunks, comments and blank lines stand between events.
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).map_err(io::Error::other);
            }
        }
    }
}

/// A modern request.
pub(crate) fn message(id: u64, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "soak", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities":
            {"extensions": {"io.modelcontextprotocol/tasks": {}}},
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

/// A whole request over HTTP.
pub(crate) fn post(port: u16, method: &str, name: &str, body: &str) -> String {
    let length = body.len();
    let name = if name.is_empty() { String::new() } else { format!("Mcp-Name: {name}\r\n") };
    format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: {method}\r\n{name}Content-Length: {length}\r\n\r\n{body}"
    )
}
