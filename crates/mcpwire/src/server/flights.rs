use std::collections::HashMap;
use std::sync::Arc;

use mcpwire_protocol::jsonrpc::{Id, IdKey};
use tokio::task::AbortHandle;

use super::listeners::{End, Listener};

/// The requests of one wire whose handlers are still running.
#[derive(Debug, Default)]
pub(crate) struct Flights {
    by_serial: HashMap<u64, Flight>,
    by_id: HashMap<IdKey, u64>,
    /// How many of them are streams of notifications.
    streams: usize,
}

#[derive(Debug)]
struct Flight {
    id: IdKey,
    task: AbortHandle,
    /// Of a stream of notifications.
    listener: Option<Arc<Listener>>,
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

    /// How many of them end by themselves: all but the streams of notifications.
    pub(crate) fn working(&self) -> usize {
        self.len() - self.streams
    }

    /// How many streams of notifications are open.
    pub(crate) fn streams(&self) -> usize {
        self.streams
    }

    pub(crate) fn insert(
        &mut self,
        serial: u64,
        id: Id<'_>,
        task: AbortHandle,
        listener: Option<Arc<Listener>>,
    ) {
        self.streams += usize::from(listener.is_some());
        self.by_id.insert(id.key(), serial);
        self.by_serial.insert(serial, Flight { id: id.key(), task, listener });
    }

    /// Ends the streams of notifications, after what is pending.
    pub(crate) fn end_streams(&self, end: End) {
        let listeners = self.by_serial.values().filter_map(|flight| flight.listener.as_ref());
        let wakers = listeners.filter_map(|listener| listener.end(end));
        wakers.for_each(std::task::Waker::wake);
    }

    fn take(&mut self, serial: u64) -> Option<Flight> {
        let flight = self.by_serial.remove(&serial)?;
        self.streams -= usize::from(flight.listener.is_some());
        Some(flight)
    }

    /// A request has its answer.
    pub(crate) fn land(&mut self, serial: u64) -> bool {
        let flight = self.take(serial);
        flight.is_some_and(|flight| self.by_id.remove(&flight.id).is_some())
    }

    /// Stops the handler of a request, which is then never answered; `false` if it is not
    /// running (any more).
    pub(crate) fn cancel(&mut self, id: Id<'_>) -> bool {
        let Some(serial) = self.by_id.remove(&id.key()) else { return false };
        if let Some(flight) = self.take(serial) {
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
