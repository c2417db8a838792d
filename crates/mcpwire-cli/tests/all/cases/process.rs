//! The server under test as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::message::Message;

/// Linux counts CPU time in hundredths of a second.
const MS_PER_TICK: u64 = 10;
const POLL: Duration = Duration::from_millis(2);

/// A running server; it is killed when this value goes.
pub(crate) struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    lines: Option<Receiver<Message>>,
    stderr: Arc<Mutex<Vec<u8>>>,
}

impl Server {
    /// Starts the server under test.
    pub(crate) fn start(modern_only: bool) -> Result<Self, String> {
        let line = std::env::var("MCPWIRE_CASES_SERVER")
            .unwrap_or_else(|_| format!("{} serve cases", env!("CARGO_BIN_EXE_mcpwire")));
        let mut words = line.split_whitespace();
        let mut command = Command::new(words.next().ok_or("MCPWIRE_CASES_SERVER is empty.")?);
        command.args(words);
        if modern_only {
            command.arg("--modern-only");
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{line}` cannot be started: {error}."))?;
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        if let Some(pipe) = child.stderr.take() {
            collect(pipe, Arc::clone(&stderr));
        }
        Ok(Self { child, stdin, stdout, lines: None, stderr })
    }

    /// Begins to read the server's answers. A case that closes the pipe never does.
    pub(crate) fn read_answers(&mut self) {
        let Some(stdout) = self.stdout.take() else {
            return;
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = line.strip_suffix(b"\n").unwrap_or(&line);
                if sender.send(Message::read(text, Instant::now())).is_err() {
                    return;
                }
                line.clear();
            }
        });
        self.lines = Some(lines);
    }

    /// The next line; `Ok(None)` when `deadline` passed, an error at the end.
    pub(crate) fn next_line(&self, deadline: Instant) -> Result<Option<Message>, Ended> {
        let lines = self.lines.as_ref().ok_or(Ended)?;
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(reply) => Ok(Some(reply)),
            Err(mpsc::RecvTimeoutError::Timeout) => Ok(None),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err(Ended),
        }
    }

    /// Writes from a thread of its own, so that a server that reads nothing
    /// cannot stop the case. Returns whether all was taken before `deadline`.
    pub(crate) fn write(&mut self, bytes: Vec<u8>, deadline: Instant) -> Result<(), String> {
        let mut stdin = self.stdin.take().ok_or("standard input is closed already.")?;
        let (sender, done) = mpsc::channel();
        thread::spawn(move || {
            let result = stdin.write_all(&bytes).and_then(|()| stdin.flush());
            let _ = sender.send((stdin, result));
        });
        let (stdin, result) = done
            .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            .map_err(|_| "the server stopped reading its input.".to_owned())?;
        self.stdin = Some(stdin);
        result.map_err(|error| format!("the server's input broke: {error}."))
    }

    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn close_output(&mut self) {
        self.stdout = None;
    }

    pub(crate) fn signal(&self, name: &str) -> Result<(), String> {
        let status =
            Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("`kill -{name}` did not work: {other:?}.")),
        }
    }

    /// CPU time used so far; `None` where the system does not tell. It also
    /// works for a process that ended and was not waited for.
    pub(crate) fn cpu_ms(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // Counted behind the program's name, which may hold anything.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
        Some(ticks * MS_PER_TICK)
    }

    /// Waits for the end, with the CPU time as it was last seen.
    pub(crate) fn wait(&mut self, deadline: Instant) -> Option<(ExitStatus, Option<u64>)> {
        loop {
            let cpu = self.cpu_ms();
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some((status, cpu));
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(POLL);
        }
    }

    pub(crate) fn stderr(&self) -> String {
        let bytes = self.stderr.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The server closed its standard output.
pub(crate) struct Ended;

fn collect(mut pipe: impl Read + Send + 'static, into: Arc<Mutex<Vec<u8>>>) {
    const KEPT: usize = 1 << 20;
    thread::spawn(move || {
        let mut block = [0; 4096];
        while let Ok(read @ 1..) = pipe.read(&mut block) {
            let Ok(mut bytes) = into.lock() else { return };
            if bytes.len() < KEPT {
                bytes.extend_from_slice(&block[..read]);
            }
        }
    });
}
