use std::fmt;
use std::sync::Arc;

use super::inbox::End;
use super::listener::Listener;
use super::members::Subject;
use crate::server::hub::Hub;
use crate::server::kinds::Kinds;

/// A listener's place in the table, which it gives up when this is dropped.
pub(crate) struct Seat {
    hub: Arc<Hub>,
    pub listener: Arc<Listener>,
    serial: u64,
}

/// There is no room for more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Full;

impl Seat {
    /// A stream of notifications, one of at most `most`. What it asks for is told from here on.
    pub(crate) fn of_stream(
        hub: &Arc<Hub>,
        kinds: Kinds,
        subjects: impl IntoIterator<Item = Subject>,
        most: usize,
    ) -> Result<Self, Full> {
        let listener = Arc::new(Listener::new(kinds, true));
        let mut members = hub.listeners.members();
        if members.streams >= most {
            return Err(Full);
        }
        if members.closed {
            listener.end(End::Closed);
        }
        let serial = members.enter(listener.clone());
        for subject in subjects {
            if !members.has(serial, &subject) {
                members.subscribe(serial, &listener, subject);
            }
        }
        drop(members);
        hub.listeners.tell_watcher();
        Ok(Seat { hub: hub.clone(), listener, serial })
    }

    /// A legacy peer, which subscribes to resources later on.
    pub(crate) fn of_peer(hub: &Arc<Hub>, kinds: Kinds) -> Self {
        let listener = Arc::new(Listener::new(kinds, false));
        let serial = hub.listeners.members().enter(listener.clone());
        Seat { hub: hub.clone(), listener, serial }
    }

    /// Subscribes to one more, of at most `most`; a subject that it has subscribed to already
    /// stays.
    pub(crate) fn subscribe(&self, subject: Subject, most: usize) -> Result<(), Full> {
        let mut members = self.hub.listeners.members();
        if members.has(self.serial, &subject) {
            return Ok(());
        }
        if self.listener.subjects() >= most {
            return Err(Full);
        }
        members.subscribe(self.serial, &self.listener, subject);
        drop(members);
        self.hub.listeners.tell_watcher();
        Ok(())
    }

    pub(crate) fn unsubscribe(&self, subject: &Subject) {
        self.hub.listeners.members().unsubscribe(self.serial, subject);
        self.hub.listeners.tell_watcher();
    }

    /// Ends all subscriptions, and forgets what is pending.
    pub(crate) fn clear(&self) {
        self.hub.listeners.members().drop_all(self.serial, &self.listener);
        self.hub.listeners.tell_watcher();
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.hub.listeners.members().leave(self.serial);
        self.hub.listeners.tell_watcher();
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("serial", &self.serial).finish_non_exhaustive()
    }
}
