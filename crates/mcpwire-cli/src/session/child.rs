//! The server as a child process.

use std::ffi::OsString;
use std::io::{Read, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use mcpwire_protocol::framing::{Line, LineLimits, Lines};
use mcpwire_protocol::recording::Exit;

use super::group;
use super::tape::{Raw, Tape, What};
use crate::failure::Failure;
use crate::screen::escape;

/// A running server; it is killed when this value goes, with all processes that it has started
/// (on Unix: that are still in its process group).
#[derive(Debug)]
pub struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    tape: Arc<Tape>,
}

const BLOCK: usize = 16 << 10;
const POLL: Duration = Duration::from_millis(2);

impl Server {
    /// Starts the command, with everything that it says going to the tape.
    ///
    /// # Errors
    /// [`Failure::Usage`] without a command, [`Failure::Target`] if it cannot be started.
    pub fn start(argv: &[OsString], tape: &Arc<Tape>) -> Result<Self, Failure> {
        let [program, arguments @ ..] = argv else {
            return Err(Failure::Usage("There is no command to start a server with.".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        group::lead(&mut command);
        let mut child = command.spawn().map_err(|error| {
            let program = program.to_string_lossy();
            let program = escape(&program);
            Failure::Target(format!("The server `{program}` cannot be started: {error}."))
        })?;
        group::started(child.id());
        tape.add(What::Started { pid: child.id() });
        if let Some(stdout) = child.stdout.take() {
            let tape = Arc::clone(tape);
            thread::spawn(move || {
                listen(stdout, &tape, What::Received);
                tape.add(What::OutputEnded);
            });
        }
        if let Some(stderr) = child.stderr.take() {
            let tape = Arc::clone(tape);
            thread::spawn(move || listen(stderr, &tape, What::Log));
        }
        let stdin = child.stdin.take();
        Ok(Server { child, stdin, tape: Arc::clone(tape) })
    }

    /// Sends a line; `false` if the server does not read any more.
    pub fn send(&mut self, line: &str) -> bool {
        let Some(stdin) = &mut self.stdin else { return false };
        let bytes = format!("{line}\n").into_bytes();
        // On the tape first: the answer must not come before the question.
        self.tape.add(What::Sent(Raw { bytes: bytes.clone(), cut_from: None }));
        stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_ok()
    }

    /// Ends the server's input.
    pub fn close_input(&mut self) {
        if self.stdin.is_some() {
            self.tape.add(What::InputEnded);
            self.stdin = None;
        }
    }

    /// Waits for the server's end; returns how it ended, if it did within `limit`.
    pub fn wait(&mut self, limit: Duration) -> Option<Exit> {
        let deadline = Instant::now() + limit;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                let exit = exit(status);
                self.tape.add(What::Exited(exit));
                return Some(exit);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(POLL);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        group::end(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(mut from: impl Read, tape: &Tape, what: impl Fn(Raw) -> What) {
    let mut lines = Lines::new(LineLimits::default());
    let keep = |line: Line<'_>| {
        let cut_from = match line {
            Line::TooLong { length, .. } => Some(length),
            Line::Text { .. } | Line::Blank { .. } => None,
        };
        tape.add(what(Raw { bytes: line.raw().to_vec(), cut_from }));
    };
    while let Ok(read @ 1..) = from.read(lines.space(BLOCK)) {
        lines.filled(read);
        while let Some(line) = lines.next_line() {
            keep(line);
        }
    }
    if let Some(line) = lines.finish() {
        keep(line);
    }
}

fn exit(status: ExitStatus) -> Exit {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Exit::Signal(signal);
    }
    status.code().map_or(Exit::Unknown, Exit::Status)
}
