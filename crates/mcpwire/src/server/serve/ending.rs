use std::io;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};

use super::Link;
use crate::server::speaker::Said;

/// How long requests that were read before the end of input may still run, and how long a reader
/// of the last answers may take nothing.
const GRACE: Duration = Duration::from_secs(2);

impl Link {
    /// After the end of input: what was read is finished, everything answered is written.
    pub(super) async fn finish(&mut self, said: &mut mpsc::Receiver<Said>) -> io::Result<()> {
        let deadline = Instant::now() + GRACE;
        let landing = async {
            while self.flights.len() > 0 {
                self.sink.flush().await?;
                let Some(words) = said.recv().await else { break };
                self.pass_on(words);
            }
            Ok::<(), io::Error>(())
        };
        match timeout_at(deadline, landing).await {
            Ok(landed) => landed?,
            Err(_) => {
                let count = self.flights.len();
                let text =
                    format!("The input ended; {count} requests that still ran were stopped.");
                self.endpoint.registry.note(&text);
            }
        }
        self.write_out().await.map(drop)
    }

    /// After a signal: the same within four seconds, whether somebody reads slowly or not.
    pub(super) async fn finish_promptly(
        &mut self,
        said: &mut mpsc::Receiver<Said>,
    ) -> io::Result<()> {
        let deadline = Instant::now() + 2 * GRACE;
        timeout_at(deadline, self.finish(said)).await.unwrap_or(Ok(()))
    }

    /// Writes what waits, for as long as somebody reads it.
    pub(super) async fn write_out(&mut self) -> io::Result<Written> {
        loop {
            let before = self.sink.waiting();
            if let Ok(written) = timeout(GRACE, self.sink.flush()).await {
                return written.map(|()| Written::All);
            }
            if self.sink.waiting() == before {
                let text = format!("Nobody reads the last {before} bytes of the answers.");
                self.endpoint.registry.note(&text);
                return Ok(Written::NobodyReads);
            }
        }
    }
}

/// What became of the words that waited.
pub(super) enum Written {
    All,
    NobodyReads,
}
