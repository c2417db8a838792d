//! `mcpwire serve NAME --http` and `mcpwire check URL`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::check_server::{MCPWIRE, recording};
use crate::command::mcpwire;

/// A bundled server over HTTP, killed with this value.
struct Served {
    child: Child,
    url: String,
}

impl Served {
    fn start(name: &str) -> Self {
        let mut child = Command::new(MCPWIRE)
            .args(["serve", name, "--http", "127.0.0.1:0"])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command is built");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe was asked for"));
        let mut line = String::new();
        lines.read_line(&mut line).expect("the server says where it listens");
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let url =
            url.unwrap_or_else(|| panic!("no URL in {line}")).trim_end_matches(';').to_owned();
        // Its log must not fill the pipe.
        thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Served { child, url }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server that answers every request with these bytes.
fn answers(with: impl Fn(&str) -> String + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let _ = answer(stream, &with);
        }
    });
    format!("http://{address}/mcp")
}

fn answer(mut stream: TcpStream, with: &impl Fn(&str) -> String) -> std::io::Result<()> {
    let mut head = BufReader::new(stream.try_clone()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if head.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    head.read_exact(&mut body)?;
    stream.write_all(with(&String::from_utf8_lossy(&body)).as_bytes())
}

fn response(status: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{body}"
    )
}

#[test]
fn the_bundled_servers_break_no_rule_over_http_and_neither_does_the_recording() {
    for name in ["hello", "atrium", "support", "cases"] {
        let served = Served::start(name);
        let file = recording(&format!("url-{name}"));
        let file = file.to_str().expect("the path is UTF-8");
        let run = mcpwire(&["check", "--fail-on", "note", "--record", file, &served.url]);
        assert_eq!(run.code, Some(0), "{name}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("No rule is broken"), "{}", run.stdout);
        let again = mcpwire(&["check", "--fail-on", "note", file]);
        assert_eq!(again.code, Some(0), "{name}: {}{}", again.stdout, again.stderr);
        assert!(again.stdout.contains("marked in the recording as broken on purpose"));
    }
}

#[test]
fn what_is_wrong_over_http_is_found_with_a_line_to_copy() {
    // Whatever comes is served, and nothing may be kept.
    let url = answers(|body| {
        let message: Value = serde_json::from_str(body).unwrap_or_default();
        let id = &message["id"];
        let result =
            r#"{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}"#;
        response("200 OK", &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
    });
    let run = mcpwire(&["check", "--format", "json", &url]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("the report is JSON");
    let causes = report["causes"].as_array().expect("there are causes");
    let rules: Vec<_> = causes.iter().filter_map(|cause| cause["rule"].as_str()).collect();
    for due in ["header-mismatch-rejected", "header-missing-rejected", "cache-ttl-missing"] {
        assert!(rules.contains(&due), "{due} is not among {rules:?}");
    }
    let findings = report["findings"].as_array().expect("there are findings");
    let again: Vec<_> = findings.iter().filter_map(|it| it["repeat"].as_str()).collect();
    assert!(again.iter().all(|line| line.starts_with("curl ")), "{again:?}");
    assert!(!again.is_empty());
}

#[test]
fn whoever_is_not_there_or_wants_authorization_is_told_apart() {
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = nobody.local_addr().expect("it has an address");
    drop(nobody);
    let run = mcpwire(&["check", &format!("http://{address}/mcp")]);
    assert_eq!(run.code, Some(4), "{}", run.stderr);
    assert!(run.stderr.contains("cannot be reached"), "{}", run.stderr);

    let url = answers(|_| response("401 Unauthorized", ""));
    let run = mcpwire(&["check", &url]);
    assert_eq!(run.code, Some(5), "{}", run.stderr);
    assert!(run.stderr.contains("wants authorization"), "{}", run.stderr);

    let run = mcpwire(&["check", "http:///mcp"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let run = mcpwire(&["check", &url, "conversation.jsonl"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let run = mcpwire(&["check", "--call", "hello={}", "conversation.jsonl"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

#[test]
fn an_address_beyond_this_machine_wants_to_know_its_names() {
    let run = mcpwire(&["serve", "hello", "--http", "0.0.0.0:0"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("`--host NAME`"), "{}", run.stderr);
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = taken.local_addr().expect("it has an address").to_string();
    let run = mcpwire(&["serve", "hello", "--http", &address]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("Nothing can be served at"), "{}", run.stderr);
}
