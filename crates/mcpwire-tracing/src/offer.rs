//! How the client's voice gets from a request to its span, where a layer finds it.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use mcpwire::{LogLevel, Logs};

/// The client of a request, as far as it hears log messages.
#[derive(Debug, Default)]
pub(crate) struct Voice {
    /// Set once the request was admitted, if its client asked for logs.
    pub logs: OnceLock<Logs>,
    /// How many messages found no room since the last that did.
    lost: AtomicU64,
}

thread_local! {
    /// The voice of the request whose span is being made on this thread.
    static OFFERED: RefCell<Option<Arc<Voice>>> = const { RefCell::new(None) };
}

/// Makes a span, and offers it a voice. The voice is `None` if no layer has taken it.
pub(crate) fn with_voice<T>(make: impl FnOnce() -> T) -> (T, Option<Arc<Voice>>) {
    let voice = Arc::new(Voice::default());
    OFFERED.set(Some(voice.clone()));
    let made = make();
    let is_taken = OFFERED.take().is_none();
    (made, is_taken.then_some(voice))
}

/// The voice that is offered on this thread, for the layer that makes use of it.
pub(crate) fn take_offered() -> Option<Arc<Voice>> {
    OFFERED.take()
}

impl Voice {
    /// Sends a message of this data, which is an object. After a gap it says how many are missing.
    pub(crate) fn send(
        &self,
        logs: &Logs,
        level: LogLevel,
        logger: &str,
        mut data: serde_json::Map<String, serde_json::Value>,
    ) {
        let lost = self.lost.swap(0, Ordering::Relaxed);
        if lost > 0 {
            data.insert("lost".to_owned(), lost.into());
        }
        if !logs.send(level, logger, &serde_json::Value::Object(data).to_string()) {
            self.lost.fetch_add(lost + 1, Ordering::Relaxed);
        }
    }
}
