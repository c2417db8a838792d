use std::time::Duration;

use mcpwire_protocol::types::CacheScope;

/// How long a client may keep an answer, and who may share what was kept. Clients of the older
/// revisions are told nothing.
///
/// ```
/// use std::time::Duration;
///
/// use mcpwire::{CacheHint, Resource, Server};
///
/// let hour = Duration::from_secs(3_600);
/// Server::new("weather", "1.0.0")
///     .cache_lists(CacheHint::public(hour))
///     .cache_reads(CacheHint::private(Duration::from_secs(10)))
///     .resource(Resource::text("app://terms", "terms", "Be kind.").cache(CacheHint::public(hour)));
/// ```
///
/// Specification: `server/utilities/caching`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheHint {
    pub(crate) ttl_ms: u64,
    pub(crate) scope: CacheScope,
}

/// The largest number that every reader of JSON takes for what it is.
const LONGEST: u64 = (1 << 53) - 1;

impl CacheHint {
    /// Nothing is promised: the answer is stale at once, and only for who asked. This is what is
    /// said where nothing else is.
    pub const NONE: Self = CacheHint { ttl_ms: 0, scope: CacheScope::Private };

    /// For this long, and for who asked only. In milliseconds; what is below is cut off.
    pub fn private(fresh: Duration) -> Self {
        CacheHint { ttl_ms: millis(fresh), scope: CacheScope::Private }
    }

    /// For this long, and for everybody: gateways may serve the answer to other users, whatever
    /// their rights. So it is for what holds nothing of the user who asked.
    pub fn public(fresh: Duration) -> Self {
        CacheHint { ttl_ms: millis(fresh), scope: CacheScope::Public }
    }

    pub(crate) fn scope(self) -> &'static str {
        match self.scope {
            CacheScope::Private => "private",
            CacheScope::Public => "public",
        }
    }
}

fn millis(fresh: Duration) -> u64 {
    u64::try_from(fresh.as_millis()).map_or(LONGEST, |millis| millis.min(LONGEST))
}

/// What a server says where an entry says nothing itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheHints {
    /// One hint for all lists, so that all pages of a list have the same scope.
    pub lists: CacheHint,
    pub discovery: CacheHint,
    pub reads: CacheHint,
}

impl Default for CacheHints {
    fn default() -> Self {
        CacheHints { lists: CacheHint::NONE, discovery: CacheHint::NONE, reads: CacheHint::NONE }
    }
}
