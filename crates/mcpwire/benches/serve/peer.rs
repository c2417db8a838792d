//! A server process and the calls to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// This program, started again as one of the servers.
pub(crate) struct Peer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: String,
}

impl Peer {
    pub(crate) fn start(name: &str) -> Self {
        let program = std::env::current_exe().expect("this program's own path");
        let mut process = Command::new(program)
            .arg(name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server process");
        let input = process.stdin.take().expect("its input");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        Peer { process, input, output, line: String::new() }
    }

    /// Calls and waits for the answer.
    pub(crate) fn call(&mut self, id: usize) {
        self.input.write_all(message(id).as_bytes()).expect("the server reads");
        self.line.clear();
        self.output.read_line(&mut self.line).expect("the server answers");
        assert!(self.line.contains("Amira"), "no greeting: {}", self.line);
    }

    /// Writes many calls without waiting and reads all answers.
    pub(crate) fn flood(&mut self, count: usize) {
        let calls: String = (0..count).map(message).collect();
        std::thread::scope(|scope| {
            scope.spawn(|| self.input.write_all(calls.as_bytes()).expect("the server reads"));
            let mut block = vec![0; 256 << 10];
            let mut answers = 0;
            while answers < count {
                let length = self.output.read(&mut block).expect("the server answers");
                assert!(length > 0, "the server ended after {answers} answers");
                answers += block[..length].iter().filter(|byte| **byte == b'\n').count();
            }
        });
    }

    /// The processor time that the server took so far, in seconds. Linux only; zero elsewhere.
    pub(crate) fn cpu(&self) -> f64 {
        let path = format!("/proc/{}/stat", self.process.id());
        let stat = std::fs::read_to_string(path).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        // utime and stime, in hundredths of a second.
        fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
    }

    pub(crate) fn stop(self) {
        let Peer { mut process, input, output, .. } = self;
        drop((input, output));
        process.wait().expect("the server ends");
    }
}

fn message(id: usize) -> String {
    format!(
        "{}{id}{}\n",
        r#"{"jsonrpc":"2.0","id":"#,
        r#","method":"tools/call","params":{"name":"hello","arguments":{"name":"Amira"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#
    )
}
