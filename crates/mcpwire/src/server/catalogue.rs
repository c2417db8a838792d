use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use mcpwire_protocol::revision::Revision;
use serde_json::Value;

use super::lists::Kept;

/// Something that is registered under a key of its own.
pub(crate) trait Entry {
    /// Its name, URI or URI template.
    fn key(&self) -> &str;

    /// What a list says of it under `revision`.
    fn listing(&self, revision: Revision) -> Value;
}

/// What is registered of one kind, in order, with its list as text for each revision.
///
/// It never changes; a change makes another one of the same entries, which are only pointed at.
pub(crate) struct Catalogue<T> {
    order: Vec<Arc<T>>,
    by_key: HashMap<Arc<str>, Arc<T>>,
    listed: [OnceLock<Arc<Kept>>; Revision::ALL.len()],
}

impl<T: Entry> Catalogue<T> {
    /// Entries whose keys are known to differ.
    pub(crate) fn new(entries: Vec<T>) -> Self {
        Self::of(entries.into_iter().map(Arc::new).collect())
    }

    fn of(order: Vec<Arc<T>>) -> Self {
        let by_key = order.iter().map(|entry| (Arc::from(entry.key()), entry.clone())).collect();
        Catalogue { order, by_key, listed: Default::default() }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Arc<T>> {
        self.by_key.get(key)
    }

    /// In the order of registration.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.order.iter()
    }

    /// The list as text, written at the first time.
    pub(crate) fn listed(&self, revision: Revision, page_size: Option<usize>) -> Arc<Kept> {
        let kept = self.listed[revision as usize].get_or_init(|| {
            let entries = self.order.iter().map(|it| (it.key(), it.listing(revision)));
            Arc::new(Kept::new(entries.collect(), page_size))
        });
        kept.clone()
    }

    /// The same with one more entry, at the end.
    pub(crate) fn with(&self, entry: T) -> Self {
        let (mut order, mut by_key) = (self.order.clone(), self.by_key.clone());
        let entry = Arc::new(entry);
        by_key.insert(Arc::from(entry.key()), entry.clone());
        order.push(entry);
        Catalogue { order, by_key, listed: Default::default() }
    }

    /// The same without one entry; `None` if it is not there.
    pub(crate) fn without(&self, key: &str) -> Option<Self> {
        let mut by_key = self.by_key.clone();
        by_key.remove(key)?;
        let order = self.order.iter().filter(|entry| entry.key() != key).cloned().collect();
        Some(Catalogue { order, by_key, listed: Default::default() })
    }
}
