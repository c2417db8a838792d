/// How much a [`Conversation`](super::Conversation) remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most exchanges that may be open at once: 4,096 by default. Requests beyond that are
    /// not followed.
    pub open: usize,
    /// The most closed exchanges that are remembered, latest first: 1,024 by default. What refers
    /// to a forgotten one cannot be told from what refers to nothing.
    pub closed: usize,
    /// The longest id or progress token that is remembered, in bytes as spelled: 1,024 by default.
    pub key_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { open: 4096, closed: 1024, key_bytes: 1024 }
    }
}
