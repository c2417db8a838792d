//! The server under load: started, watched and killed.

use std::fmt;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Shared;
use super::http::Client;
use crate::command::command;
use crate::place;

/// How long a server may take until it listens, and until what was left has ended.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Server {
    child: Child,
    /// Open files before any load.
    files: usize,
}

/// What the server takes at a moment. Zero where the system does not tell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    kib: u64,
    files: usize,
}

impl Server {
    pub(crate) fn start(file: &Path, port: u16) -> Result<Self, String> {
        let program = place::example("durable");
        let child = command(&program)
            .arg(file)
            .args(["http", &port.to_string()])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}.", program.display()))?;
        let mut server = Server { child, files: 0 };
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            server.must_live()?;
            if Instant::now() >= deadline {
                return Err("The server does not listen.".to_owned());
            }
            thread::sleep(Duration::from_millis(20));
        }
        server.files = server.sample().files;
        Ok(server)
    }

    /// An error if it has ended by itself.
    pub(crate) fn must_live(&mut self) -> Result<(), String> {
        match self.child.try_wait() {
            Ok(Some(status)) => Err(format!("The server ended by itself: {status}.")),
            Ok(None) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Ends it at once: SIGKILL, on Unix.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    pub(crate) fn sample(&self) -> Sample {
        let process = Path::new("/proc").join(self.child.id().to_string());
        let status = std::fs::read_to_string(process.join("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        let files = std::fs::read_dir(process.join("fd")).map_or(0, Iterator::count);
        Sample { kib: kib.unwrap_or(0), files }
    }

    /// When nobody asks any more, nothing runs and nothing is open but what was at the start.
    pub(crate) fn at_rest(&mut self, shared: &Shared) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.must_live()?;
            let mut client = Client::new(shared.port);
            let (_, answer) = client.call("sleepers", json!({})).map_err(|it| it.to_string())?;
            drop(client);
            let sleepers = &answer["result"]["structuredContent"]["result"];
            let files = self.sample().files;
            // The connection just closed may still count.
            if *sleepers == json!(0) && files <= self.files + 3 {
                return Ok(());
            }
            if Instant::now() >= deadline {
                let before = self.files;
                return Err(format!(
                    "Nobody asks any more, but {sleepers} calls still run and {files} files are \
                     open, where {before} were at the start."
                ));
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Sample {
    /// Whether memory stays what it was once all kinds of requests had come: of one life, the last
    /// third may take a tenth and 2 MiB more than the second one, as the work is left to chance.
    /// And whether no more files are open than so many clients may have.
    pub(crate) fn are_flat(samples: &[Sample], workers: u64) -> Result<(), String> {
        let files = samples.iter().map(|it| it.files as u64).max().unwrap_or(0);
        // Two connections for each, those that are being closed, and what the server has itself.
        if files > 4 * workers + 64 {
            return Err(format!("{files} files are open for {workers} clients."));
        }
        let third = samples.len() / 3;
        let most = |samples: &[Sample]| samples.iter().map(|it| it.kib).max().unwrap_or(0);
        let (middle, last) = (most(&samples[third..2 * third]), most(&samples[2 * third..]));
        // What begins and ends within seconds tells nothing.
        if third < 8 || last <= middle + middle / 10 + 2048 {
            return Ok(());
        }
        Err(format!("Memory grows: {middle} KiB in the middle of a life, {last} at its end."))
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} MiB, {} files open", self.kib as f64 / 1024.0, self.files)
    }
}

pub(crate) fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = listener.and_then(|listener| listener.local_addr());
    Ok(address.map_err(|error| format!("There is no free port: {error}."))?.port())
}
