//! Lines for whoever runs a server.

use std::borrow::Cow;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout_at};

/// How many lines may wait for a reader of standard error.
const QUEUE: usize = 1_024;
/// How long the end of a server waits for its last lines to be written.
const PATIENCE: Duration = Duration::from_millis(500);

/// Writes a line for whoever runs this program to standard error, and never waits there: where
/// nobody reads, lines are dropped and counted. Use it in handlers in place of `eprintln!`.
pub fn note(line: &str) {
    Notices::StandardError.note(line);
}

/// Where notices go.
#[derive(Clone)]
pub(crate) enum Notices {
    /// To standard error.
    StandardError,
    /// To a function of the application's.
    To(Arc<dyn Fn(&str) + Send + Sync>),
}

impl Notices {
    /// Passes on one line.
    pub(crate) fn note(&self, line: &str) {
        let line = printable(line);
        match self {
            Notices::To(notice) => notice(&line),
            Notices::StandardError => {
                if let Err(TrySendError::Full(_)) = writer().try_send(Item::Line(line.into())) {
                    DROPPED.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// Waits until all lines are written, but not for a reader that sleeps.
    pub(crate) async fn written(&self) {
        let (Notices::StandardError, Some(writer)) = (self, WRITER.get()) else { return };
        let deadline = Instant::now() + PATIENCE;
        let (mark, reached) = oneshot::channel();
        let mut item = Item::Mark(mark);
        while let Err(TrySendError::Full(back)) = writer.try_send(item) {
            if Instant::now() >= deadline {
                return;
            }
            item = back;
            sleep(Duration::from_millis(5)).await;
        }
        let _ = timeout_at(deadline, reached).await;
    }
}

/// What a peer named may stand in a notice, but it must not drive a terminal or forge a line.
fn printable(line: &str) -> Cow<'_, str> {
    if !line.contains(char::is_control) {
        return Cow::Borrowed(line);
    }
    let escape = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    Cow::Owned(line.chars().map(escape).collect())
}

enum Item {
    Line(String),
    Mark(oneshot::Sender<()>),
}

static WRITER: OnceLock<SyncSender<Item>> = OnceLock::new();
static DROPPED: AtomicU64 = AtomicU64::new(0);

/// The way to the thread that writes. Standard error is often a pipe that nobody reads, and a
/// server that writes to it would wait there for ever.
fn writer() -> &'static SyncSender<Item> {
    WRITER.get_or_init(|| {
        let (send, items) = sync_channel(QUEUE);
        // Where no thread can be started, the receiver is dropped and so are the lines.
        let _ = std::thread::Builder::new().name("notices".to_owned()).spawn(|| write(items));
        send
    })
}

fn write(items: Receiver<Item>) {
    // Standard error may be closed; that is no reason to stop serving.
    for item in items {
        let mut stderr = std::io::stderr();
        match item {
            Item::Line(line) => drop(stderr.write_all(format!("{line}\n").as_bytes())),
            Item::Mark(mark) => drop(mark.send(())),
        }
        let dropped = DROPPED.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            drop(writeln!(stderr, "{dropped} more notices were dropped, as nobody read them."));
        }
    }
}
