//! A server over HTTP that others talk to: started here, or running already.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::command::command;

/// How long a server may take until it listens.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(20);
/// How much of what a server said before its end is shown.
const SHOWN_LINES: usize = 12;

/// A server that listens, stopped when this is dropped if it was started here.
pub(crate) struct Server {
    url: String,
    child: Option<Child>,
    /// Where what it prints goes.
    log: PathBuf,
}

impl Server {
    /// One that somebody else runs.
    pub(crate) fn running(url: &str) -> Self {
        Server { url: url.to_owned(), child: None, log: PathBuf::new() }
    }

    /// Starts one by `words`, in which `{port}` stands for a free port, and waits until it listens.
    /// What it prints goes to the file `log`.
    ///
    /// # Errors
    /// A sentence when it cannot be started, ends at once, or does not listen in time.
    pub(crate) fn start(words: &[String], log: &Path) -> Result<Self, String> {
        let address = free_address().map_err(|error| format!("There is no free port: {error}."))?;
        let words = words.iter().map(|word| word.replace("{port}", &address.port().to_string()));
        let words: Vec<String> = words.collect();
        let (program, arguments) = words.split_first().ok_or("The command is empty.")?;
        let unwritable = |error| format!("{} cannot be written: {error}.", log.display());
        fs::create_dir_all(log.parent().unwrap_or(log)).map_err(unwritable)?;
        let file = fs::File::create(log).map_err(unwritable)?;
        let same = file.try_clone().map_err(unwritable)?;
        let child = command(program).args(arguments).stdout(file).stderr(same).spawn();
        let child = child.map_err(|error| format!("`{program}` cannot be started: {error}."))?;
        let url = format!("http://{address}/mcp");
        let mut server = Server { url, child: Some(child), log: log.to_owned() };
        server.wait(address)?;
        Ok(server)
    }

    /// Where it is.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn wait(&mut self, address: SocketAddr) -> Result<(), String> {
        let start = Instant::now();
        while TcpStream::connect_timeout(&address, PATIENCE).is_err() {
            self.check_alive()?;
            if start.elapsed() > PATIENCE {
                return Err(format!(
                    "The server does not listen on {address} after {} s.\n{}",
                    PATIENCE.as_secs(),
                    last_words(&self.log)
                ));
            }
            sleep(PAUSE);
        }
        // Whatever listens there must be this server and not another one.
        self.check_alive()
    }

    /// # Errors
    /// A sentence with the last lines of what it said, when it has ended.
    pub(crate) fn check_alive(&mut self) -> Result<(), String> {
        let Some(child) = &mut self.child else { return Ok(()) };
        match child.try_wait() {
            Ok(None) => Ok(()),
            Ok(Some(status)) => {
                Err(format!("The server ended with {status}.\n{}", last_words(&self.log)))
            }
            Err(error) => Err(format!("The server cannot be watched: {error}.")),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // It may have ended already, which is just as well.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn free_address() -> std::io::Result<SocketAddr> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()
}

fn last_words(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::Server;

    #[test]
    fn a_server_that_cannot_be_started_is_told_by_its_name() {
        let words = ["no-such-program".to_owned(), "{port}".to_owned()];
        let log = crate::place::target().join("no-such-program.log");
        let Err(sentence) = Server::start(&words, &log) else { panic!("it was started") };
        assert!(sentence.contains("`no-such-program` cannot be started"), "{sentence}");
    }
}
