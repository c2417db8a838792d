//! All open connections: who is told when the server ends, and looked after meanwhile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

use crate::traffic::{Stage, Traffic};

/// The connections that are open. Touched when one begins and when it ends, and not by requests.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    table: Mutex<Table>,
    /// Told when the last one has ended.
    empty: Notify,
}

#[derive(Debug, Default)]
struct Table {
    places: Vec<Option<Arc<Traffic>>>,
    free: Vec<usize>,
}

impl Table {
    fn open(&self) -> impl Iterator<Item = &Arc<Traffic>> {
        self.places.iter().flatten()
    }

    fn is_empty(&self) -> bool {
        self.free.len() == self.places.len()
    }
}

/// The server's hold of its connections: when it goes, however it goes, they are cut.
#[derive(Debug, Default)]
pub(crate) struct Hold(pub Arc<Connections>);

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.tell_all(Stage::Cut);
    }
}

/// A connection's entry, for as long as it is open.
#[derive(Debug)]
pub(crate) struct Entry {
    connections: Arc<Connections>,
    place: usize,
    pub traffic: Arc<Traffic>,
}

impl Connections {
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn enter(self: &Arc<Self>, traffic: Traffic) -> Entry {
        let traffic = Arc::new(traffic);
        let mut table = self.table();
        let place = table.free.pop().unwrap_or_else(|| {
            table.places.push(None);
            table.places.len() - 1
        });
        table.places[place] = Some(traffic.clone());
        Entry { connections: self.clone(), place, traffic }
    }

    /// Ends connections that nobody uses any more, for ever: one timer for all of them, instead of
    /// one for each or even one for each request.
    pub(crate) async fn look_after(&self, idle: Duration) {
        loop {
            sleep(idle).await;
            self.table().open().for_each(|traffic| traffic.look());
        }
    }

    pub(crate) fn tell_all(&self, stage: Stage) {
        self.table().open().for_each(|traffic| traffic.tell(stage));
    }

    /// Resolves when none is open.
    pub(crate) async fn all_ended(&self) {
        loop {
            let empty = self.empty.notified();
            if self.table().is_empty() {
                return;
            }
            empty.await;
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut table = self.connections.table();
        table.places[self.place] = None;
        table.free.push(self.place);
        if table.is_empty() {
            self.connections.empty.notify_waiters();
        }
    }
}
