use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use super::listener::Listener;

/// What one can subscribe to by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// A resource, by its URI.
    Resource(Arc<str>),
    /// A task, by its id.
    Task(Arc<str>),
}

/// The table of listeners, each under a serial that is never used again.
#[derive(Default)]
pub(super) struct Members {
    last: u64,
    by_serial: BTreeMap<u64, Arc<Listener>>,
    by_subject: HashMap<Subject, BTreeMap<u64, Place>>,
    /// How many of them are streams, which are bounded.
    pub streams: usize,
    pub closed: bool,
    /// Whether there is a watcher of resources.
    pub has_watcher: bool,
    /// What the watcher has not been told yet, in order.
    pub watched: VecDeque<(Arc<str>, bool)>,
    /// Whether somebody is telling it right now.
    pub is_telling: bool,
}

/// A listener, and in which of its slots a subject stands.
type Place = (Arc<Listener>, u32);

impl Members {
    pub(super) fn all(&self) -> impl Iterator<Item = &Listener> {
        self.by_serial.values().map(|listener| &**listener)
    }

    /// Who subscribed to a subject.
    pub(super) fn of(&self, subject: &Subject) -> impl Iterator<Item = (&Listener, u32)> {
        let places = self.by_subject.get(subject).into_iter().flat_map(BTreeMap::values);
        places.map(|(listener, slot)| (&**listener, *slot))
    }

    pub(super) fn enter(&mut self, listener: Arc<Listener>) -> u64 {
        self.last += 1;
        self.streams += usize::from(listener.is_stream);
        self.by_serial.insert(self.last, listener);
        self.last
    }

    pub(super) fn leave(&mut self, serial: u64) {
        let Some(listener) = self.by_serial.remove(&serial) else { return };
        self.streams -= usize::from(listener.is_stream);
        self.drop_all(serial, &listener);
    }

    /// Ends all subscriptions of a listener.
    pub(super) fn drop_all(&mut self, serial: u64, listener: &Listener) {
        for subject in listener.clear() {
            self.forget(serial, &subject);
        }
    }

    pub(super) fn has(&self, serial: u64, subject: &Subject) -> bool {
        self.by_subject.get(subject).is_some_and(|places| places.contains_key(&serial))
    }

    /// Subscribes a listener to a subject that it has not yet subscribed to.
    pub(super) fn subscribe(&mut self, serial: u64, listener: &Arc<Listener>, subject: Subject) {
        // The name is kept once for all who subscribe to it.
        let known = self.by_subject.get_key_value(&subject).map(|(known, _)| known.clone());
        let is_first = known.is_none();
        let subject = known.unwrap_or(subject);
        let slot = listener.add(subject.clone());
        if is_first {
            self.note_watched(&subject, true);
        }
        self.by_subject.entry(subject).or_default().insert(serial, (listener.clone(), slot));
    }

    pub(super) fn unsubscribe(&mut self, serial: u64, subject: &Subject) {
        if let Some((listener, slot)) = self.forget(serial, subject) {
            listener.remove(slot);
        }
    }

    fn forget(&mut self, serial: u64, subject: &Subject) -> Option<Place> {
        let places = self.by_subject.get_mut(subject)?;
        let place = places.remove(&serial);
        if places.is_empty() {
            self.by_subject.remove(subject);
            self.note_watched(subject, false);
        }
        place
    }

    fn note_watched(&mut self, subject: &Subject, is_watched: bool) {
        if let Subject::Resource(uri) = subject
            && self.has_watcher
        {
            self.watched.push_back((uri.clone(), is_watched));
        }
    }
}
