use std::io;
use std::task::{Context, Waker};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};

use super::Link;
use crate::server::listeners::End;
use crate::server::speaker::Said;

/// How long requests that were read before the end of input may still run. A little less than two
/// seconds, after which whoever started the server may lose patience.
const GRACE: Duration = Duration::from_millis(1_800);

/// How long a reader of the last answers may take nothing. It may be busy; if it is gone, writing
/// fails at once.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long what is answered may take to be written after SIGTERM.
const HURRY: Duration = Duration::from_millis(500);

impl Link {
    /// After the end of input: what was read is finished, everything answered is written.
    pub(super) async fn finish(&mut self, said: &mut mpsc::Receiver<Said>) -> io::Result<()> {
        let deadline = Instant::now() + GRACE;
        loop {
            self.take_waiting(said);
            if self.flights.working() == 0 && self.queue.len() == 0 {
                // Everything that was asked for is done; streams have no end of their own.
                self.last_words(End::Left, said).await?;
            }
            if self.flights.len() == 0 {
                self.write_out().await?;
                if self.queue.len() == 0 {
                    return Ok(());
                }
                continue;
            }
            let landing = async {
                self.sink.flush().await?;
                if let Some(words) = said.recv().await {
                    self.pass_on(words);
                }
                Ok::<(), io::Error>(())
            };
            match timeout_at(deadline, landing).await {
                Ok(landed) => landed?,
                Err(_) => break,
            }
        }
        let count = self.flights.working() + self.queue.len();
        let text = format!("The input ended; {count} requests that still ran were stopped.");
        self.endpoint.registry.note(&text);
        self.last_words(End::Left, said).await?;
        self.write_out().await
    }

    /// What is pending for whoever listens, and the ends of the streams of notifications: a client
    /// that has closed its half knows that they end.
    async fn last_words(&mut self, end: End, said: &mut mpsc::Receiver<Said>) -> io::Result<()> {
        let _ = self.poll_unasked(&mut Context::from_waker(Waker::noop()));
        self.flights.end_streams(end);
        let deadline = Instant::now() + HURRY;
        while self.flights.streams() > 0 {
            if self.sink.is_full() {
                match timeout_at(deadline, self.sink.flush()).await {
                    Ok(flushed) => flushed?,
                    Err(_) => return Ok(()),
                }
            }
            match timeout_at(deadline, said.recv()).await {
                Ok(Some(words)) => self.pass_on(words),
                Ok(None) | Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    /// After SIGTERM: nothing is finished any more, but streams are told that they end, and what
    /// is answered is written if somebody reads it.
    pub(super) async fn finish_at_once(
        &mut self,
        said: &mut mpsc::Receiver<Said>,
    ) -> io::Result<()> {
        self.last_words(End::Closed, said).await?;
        timeout(HURRY, self.sink.flush()).await.unwrap_or(Ok(()))
    }

    /// Writes what waits, for as long as somebody reads it.
    async fn write_out(&mut self) -> io::Result<()> {
        loop {
            let before = self.sink.waiting();
            if let Ok(written) = timeout(PATIENCE, self.sink.flush()).await {
                return written;
            }
            if self.sink.waiting() == before {
                let text = format!("nobody has read the last {before} bytes of the answers");
                return Err(io::Error::new(io::ErrorKind::TimedOut, text));
            }
        }
    }
}
