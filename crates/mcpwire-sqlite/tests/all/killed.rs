//! Servers that are killed in the middle, again and again: no task whose name was told is lost.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::files::file;

/// The example `durable`, built with the tests.
fn durable() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a file");
    let folder = test.parent().and_then(Path::parent).expect("it lies in `deps`");
    folder.join("examples").join(format!("durable{}", std::env::consts::EXE_SUFFIX))
}

struct Killed(Child);

impl Drop for Killed {
    /// SIGKILL, on Unix.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn request(id: u64, method: &str, params: Value) -> String {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities":
            {"extensions": {"io.modelcontextprotocol/tasks": {}}},
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

/// A server, and a way to ask it.
trait Asked {
    fn start(file: &Path) -> Self;
    fn ask(&mut self, id: u64, method: &str, name: &str, params: Value) -> Value;
}

struct OverStdio {
    child: Killed,
    answers: BufReader<std::process::ChildStdout>,
}

impl Asked for OverStdio {
    fn start(file: &Path) -> Self {
        let mut child = Command::new(durable())
            .arg(file)
            .arg("stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the example is built");
        let answers = BufReader::new(child.stdout.take().expect("a pipe was asked for"));
        OverStdio { child: Killed(child), answers }
    }

    fn ask(&mut self, id: u64, method: &str, _: &str, params: Value) -> Value {
        let stdin = self.child.0.stdin.as_mut().expect("a pipe was asked for");
        writeln!(stdin, "{}", request(id, method, params)).expect("the server reads");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the server answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }
}

struct OverHttp {
    _child: Killed,
    address: String,
}

impl Asked for OverHttp {
    fn start(file: &Path) -> Self {
        let mut child = Command::new(durable())
            .arg(file)
            .arg("http")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the example is built");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe was asked for"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("the server says where it is");
        let address = line.trim().trim_start_matches("http://").trim_end_matches("/mcp");
        OverHttp { _child: Killed(child), address: address.to_owned() }
    }

    fn ask(&mut self, id: u64, method: &str, name: &str, params: Value) -> Value {
        let body = request(id, method, params);
        let (address, length) = (&self.address, body.len());
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: {method}\r\nMcp-Name: {name}\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n"
        );
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.write_all(format!("{head}{body}").as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

/// A task that was begun, and what is to become of it.
struct Begun {
    id: String,
    is_resumable: bool,
    millis: u64,
}

/// Begins tasks, kills the server, and looks what its successor knows of them, several times.
fn survives<S: Asked>(name: &str) {
    let file = file(name);
    let mut begun: Vec<Begun> = Vec::new();
    for round in 0..5_u64 {
        let mut server = S::start(&file);
        for number in 0..8_u64 {
            let is_resumable = number % 2 == 0;
            let tool = if is_resumable { "wait_again" } else { "wait" };
            // Some end before the kill, some are in the middle, some long before their end.
            let millis = [0, 5, 30_000, 60][(number / 2) as usize % 4];
            let params = json!({"name": tool, "arguments": {"millis": millis}});
            let answer = server.ask(number + 1, "tools/call", tool, params);
            assert_eq!(answer["result"]["resultType"], "task", "{answer}");
            let id = answer["result"]["taskId"].as_str().expect("a task has a name").to_owned();
            begun.push(Begun { id, is_resumable, millis });
        }
        std::thread::sleep(Duration::from_millis(round * 7));
        drop(server);
        let mut server = S::start(&file);
        for (number, task) in (100..).zip(&begun) {
            let params = json!({"taskId": task.id});
            let answer = server.ask(number, "tasks/get", &task.id, params);
            let status = answer["result"]["status"].as_str().unwrap_or_else(|| panic!("{answer}"));
            let fits = match (task.is_resumable, task.millis) {
                (true, 30_000) => status == "working",
                (true, _) => matches!(status, "working" | "completed"),
                (false, 30_000) => status == "failed",
                (false, _) => matches!(status, "failed" | "completed"),
            };
            assert!(fits, "{status} in round {round} of a task of {} ms", task.millis);
        }
    }
    // What may end does so.
    let mut server = S::start(&file);
    let deadline = Instant::now() + Duration::from_secs(20);
    for task in begun.iter().filter(|task| task.is_resumable && task.millis < 30_000) {
        loop {
            let params = json!({"taskId": task.id});
            let answer = server.ask(1, "tasks/get", &task.id, params);
            if answer["result"]["status"] == "completed" {
                let text = answer["result"]["result"]["structuredContent"]["result"].as_str();
                assert_eq!(text, Some(&*format!("waited {} ms", task.millis)), "{answer}");
                break;
            }
            assert!(Instant::now() < deadline, "{answer}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn no_task_is_lost_by_a_kill_over_stdio() {
    survives::<OverStdio>("killed-stdio");
}

#[test]
fn no_task_is_lost_by_a_kill_over_http() {
    survives::<OverHttp>("killed-http");
}
