use std::collections::{HashSet, VecDeque};

use mcpwire_protocol::jsonrpc::{Id, IdKey};

/// Requests that came while as many handlers ran as may run; they wait for their turn. What comes
/// behind them is still read, cancellations above all.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    /// The texts of the requests, in order.
    waiting: VecDeque<(IdKey, Box<[u8]>)>,
    /// The ids of those that are not cancelled.
    ids: HashSet<IdKey>,
    bytes: usize,
}

impl Queue {
    /// How many bytes of requests may wait.
    const BYTES: usize = 8 << 20;

    /// Lets a request wait; `false` if there is no room for it.
    pub(crate) fn push(&mut self, id: Id<'_>, text: &str) -> bool {
        if self.bytes + text.len() > Self::BYTES {
            return false;
        }
        self.bytes += text.len();
        self.ids.insert(id.key());
        self.waiting.push_back((id.key(), text.as_bytes().into()));
        true
    }

    /// The next request that still wants an answer.
    pub(crate) fn pop(&mut self) -> Option<Box<[u8]>> {
        loop {
            let (id, text) = self.waiting.pop_front()?;
            self.bytes -= text.len();
            if self.ids.remove(&id) {
                return Some(text);
            }
        }
    }

    pub(crate) fn has_id(&self, id: Id<'_>) -> bool {
        !self.ids.is_empty() && self.ids.contains(&id.key())
    }

    /// Takes a request back; `false` if it does not wait here.
    pub(crate) fn cancel(&mut self, id: Id<'_>) -> bool {
        !self.ids.is_empty() && self.ids.remove(&id.key())
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }
}
