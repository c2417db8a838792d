use std::collections::HashMap;
use std::time::Duration;

use mcpwire::{Caller, Throttle};

use crate::keyed::Keyed;
use crate::rate::Rate;

/// Rates for callers and tools; to be given to [`Server::throttle`].
///
/// A caller is a principal, as the transport's authorization has found out; without one, everybody
/// is the same caller, on stdio as over HTTP. A call must keep to all rates that it falls under;
/// one that a rate refuses may have counted for a narrower one.
///
/// [`Server::throttle`]: mcpwire::Server::throttle
#[derive(Debug)]
pub struct RateLimits {
    /// All calls of one caller.
    callers: Option<Keyed>,
    /// The calls of one tool by one caller.
    tools: HashMap<String, Keyed>,
    /// The calls of one tool by everybody.
    in_all: HashMap<String, Keyed>,
    most: usize,
}

impl Default for RateLimits {
    fn default() -> Self {
        let (tools, in_all) = (HashMap::new(), HashMap::new());
        RateLimits { callers: None, tools, in_all, most: Self::CALLERS }
    }
}

impl RateLimits {
    /// How many callers are remembered for each rate, unless [`RateLimits::remember`] says
    /// otherwise.
    pub const CALLERS: usize = 10_000;

    /// No limits yet.
    pub fn new() -> Self {
        RateLimits::default()
    }

    /// Bounds all calls of a caller together.
    #[must_use]
    pub fn per_caller(mut self, rate: Rate) -> Self {
        self.callers = Some(Keyed::new(rate));
        self
    }

    /// Bounds a caller's calls of one tool.
    #[must_use]
    pub fn per_tool(mut self, tool: impl Into<String>, rate: Rate) -> Self {
        self.tools.insert(tool.into(), Keyed::new(rate));
        self
    }

    /// Bounds the calls of one tool, whoever makes them.
    #[must_use]
    pub fn in_all(mut self, tool: impl Into<String>, rate: Rate) -> Self {
        self.in_all.insert(tool.into(), Keyed::new(rate));
        self
    }

    /// Sets how many callers are remembered for each rate. Those who have not called for long are
    /// forgotten where there is no room; if there is still none, whoever is new shares one rate
    /// with all others who are.
    #[must_use]
    pub fn remember(mut self, callers: usize) -> Self {
        self.most = callers;
        self
    }
}

impl Throttle for RateLimits {
    fn admit(&self, caller: &Caller, tool: &str) -> Result<(), Duration> {
        // No principal is empty, as it names somebody.
        let principal = caller.principal().unwrap_or_default();
        // From the narrow to the wide, so that what one caller may not do costs the others nothing.
        if let Some(rate) = self.tools.get(tool) {
            rate.admit(principal, self.most)?;
        }
        if let Some(rate) = &self.callers {
            rate.admit(principal, self.most)?;
        }
        self.in_all.get(tool).map_or(Ok(()), |rate| rate.admit("", 1))
    }
}
