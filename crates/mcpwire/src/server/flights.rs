use std::collections::HashMap;

use mcpwire_protocol::jsonrpc::{Id, IdKey};
use tokio::task::AbortHandle;

/// The requests of one wire whose handlers are still running.
#[derive(Debug, Default)]
pub(crate) struct Flights {
    by_serial: HashMap<u64, Flight>,
    by_id: HashMap<IdKey, u64>,
}

#[derive(Debug)]
struct Flight {
    id: IdKey,
    task: AbortHandle,
}

impl Flights {
    /// Whether a request with this id is running.
    pub(crate) fn has_id(&self, id: Id<'_>) -> bool {
        !self.by_id.is_empty() && self.by_id.contains_key(&id.key())
    }

    /// Whether this request is running.
    pub(crate) fn has(&self, serial: u64) -> bool {
        self.by_serial.contains_key(&serial)
    }

    pub(crate) fn len(&self) -> usize {
        self.by_serial.len()
    }

    pub(crate) fn insert(&mut self, serial: u64, id: Id<'_>, task: AbortHandle) {
        self.by_id.insert(id.key(), serial);
        self.by_serial.insert(serial, Flight { id: id.key(), task });
    }

    /// A request has its answer.
    pub(crate) fn land(&mut self, serial: u64) -> bool {
        let flight = self.by_serial.remove(&serial);
        flight.is_some_and(|flight| self.by_id.remove(&flight.id).is_some())
    }

    /// Stops the handler of a request, which is then never answered; `false` if it is not
    /// running (any more).
    pub(crate) fn cancel(&mut self, id: Id<'_>) -> bool {
        let Some(serial) = self.by_id.remove(&id.key()) else { return false };
        if let Some(flight) = self.by_serial.remove(&serial) {
            flight.task.abort();
        }
        true
    }
}

/// Handlers do not outlive their wire.
impl Drop for Flights {
    fn drop(&mut self) {
        for flight in self.by_serial.values() {
            flight.task.abort();
        }
    }
}
