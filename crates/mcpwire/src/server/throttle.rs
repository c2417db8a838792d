use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::caller::Caller;
use super::content::Content;
use super::output::ToolOutput;
use super::route::{Routed, Step};
use super::tool_call::{Call, write_output};

/// Decides how often tools may be called ([`Server::throttle`](super::Server::throttle)). The
/// crate `mcpwire-limits` has one with rates; anything that is kept of a caller must be bounded.
///
/// Any `Fn(&Caller, &str) -> Result<(), Duration>` is one.
pub trait Throttle: Send + Sync + 'static {
    /// Whether this caller may call this tool now. It is asked once for each call that names a
    /// tool of this server, before its arguments are looked at, and once for each round of one that
    /// asks its client for input.
    ///
    /// # Errors
    ///
    /// How long to wait before the next try.
    fn admit(&self, caller: &Caller, tool: &str) -> Result<(), Duration>;
}

impl<F> Throttle for F
where
    F: Fn(&Caller, &str) -> Result<(), Duration> + Send + Sync + 'static,
{
    fn admit(&self, caller: &Caller, tool: &str) -> Result<(), Duration> {
        self(caller, tool)
    }
}

/// Who decides how often tools may be called, if anybody does.
#[derive(Clone, Default)]
pub(crate) struct Throttled(pub Option<Arc<dyn Throttle>>);

impl fmt::Debug for Throttled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Throttled").field(&self.0.is_some()).finish()
    }
}

/// The answer to a call that comes too early: a result that tells the model when to come again.
#[cold]
pub(crate) fn too_early(call: &Call<'_>, tool: &str, wait: Duration, out: &mut Vec<u8>) -> Routed {
    // A model and `Retry-After` count whole seconds, and one that comes early is refused again.
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let seconds = seconds.max(1);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let text = format!(
        "The tool `{tool}` was not run, as it is called too often; call it again in {seconds} {unit}."
    );
    let output = ToolOutput::content([Content::text(text)]).error();
    write_output(out, &call.answer(), &output, &serde_json::Map::new());
    Ok(Step::ToolError(Some(Duration::from_secs(seconds))))
}
