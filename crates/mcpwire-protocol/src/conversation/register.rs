use std::collections::{BTreeSet, HashMap};

use crate::direction::Direction;
use crate::jsonrpc::IdKey;

/// Which exchanges hold an id or a token: open ones, and the last closed one.
///
/// A peer may use the same key for many requests at once although it must not; every operation
/// stays logarithmic in their number.
#[derive(Debug, Default)]
pub(super) struct Register {
    from_client: HashMap<IdKey, Holders>,
    from_server: HashMap<IdKey, Holders>,
}

#[derive(Debug, Default)]
struct Holders {
    open: Numbers,
    closed: Option<u64>,
}

/// Nearly always one number, which then costs no allocation.
#[derive(Debug, Default)]
enum Numbers {
    #[default]
    None,
    One(u64),
    Many(BTreeSet<u64>),
}

/// The exchange that a key leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder {
    Open(u64),
    Closed(u64),
}

impl Holder {
    /// The number of the exchange, and whether it is open.
    pub(super) fn parts(self) -> (u64, bool) {
        match self {
            Holder::Open(number) => (number, true),
            Holder::Closed(number) => (number, false),
        }
    }
}

impl Register {
    fn keys(&self, sender: Direction) -> &HashMap<IdKey, Holders> {
        match sender {
            Direction::ClientToServer => &self.from_client,
            Direction::ServerToClient => &self.from_server,
        }
    }

    fn keys_mut(&mut self, sender: Direction) -> &mut HashMap<IdKey, Holders> {
        match sender {
            Direction::ClientToServer => &mut self.from_client,
            Direction::ServerToClient => &mut self.from_server,
        }
    }

    /// Enters an open exchange; returns the first one that is open under the same key.
    pub(super) fn open(&mut self, sender: Direction, key: IdKey, number: u64) -> Option<u64> {
        let holders = self.keys_mut(sender).entry(key).or_default();
        let first = holders.open.first();
        holders.open.insert(number);
        first
    }

    /// The first open exchange under a key, or else the last closed one.
    pub(super) fn find(&self, sender: Direction, key: &IdKey) -> Option<Holder> {
        let holders = self.keys(sender).get(key)?;
        holders.open.first().map(Holder::Open).or(holders.closed.map(Holder::Closed))
    }

    pub(super) fn close(&mut self, sender: Direction, key: &IdKey, number: u64) {
        if let Some(holders) = self.keys_mut(sender).get_mut(key) {
            holders.open.remove(number);
            holders.closed = Some(number);
        }
    }

    /// Takes a closed exchange out.
    pub(super) fn forget(&mut self, sender: Direction, key: &IdKey, number: u64) {
        let keys = self.keys_mut(sender);
        if let Some(holders) = keys.get_mut(key) {
            holders.closed = holders.closed.filter(|closed| *closed != number);
            if holders.closed.is_none() && holders.open.first().is_none() {
                keys.remove(key);
            }
        }
    }
}

impl Numbers {
    fn first(&self) -> Option<u64> {
        match self {
            Numbers::None => None,
            Numbers::One(number) => Some(*number),
            Numbers::Many(numbers) => numbers.first().copied(),
        }
    }

    fn insert(&mut self, number: u64) {
        match self {
            Numbers::None => *self = Numbers::One(number),
            Numbers::One(first) => *self = Numbers::Many(BTreeSet::from([*first, number])),
            Numbers::Many(numbers) => {
                numbers.insert(number);
            }
        }
    }

    fn remove(&mut self, number: u64) {
        match self {
            Numbers::One(only) if *only == number => *self = Numbers::None,
            Numbers::Many(numbers) => {
                numbers.remove(&number);
            }
            Numbers::None | Numbers::One(_) => {}
        }
    }
}
