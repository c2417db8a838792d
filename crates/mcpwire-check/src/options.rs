use std::time::Duration;

/// How a [`Checker`](crate::Checker) judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether rules that guess at meaning are judged as well; off by default.
    pub heuristics: bool,
    /// How long nothing must have come, by the times of the events, before silence is reported
    /// where an answer is due: 1 second by default.
    pub patience: Duration,
    /// Whether silence is judged at all; on by default. An active check knows better for what it
    /// waited, and how long.
    pub silence: bool,
    /// Whether only the server is judged, because the client's mistakes are meant: an active check
    /// makes them to see what comes. Off by default.
    pub server_only: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            heuristics: false,
            patience: Duration::from_secs(1),
            silence: true,
            server_only: false,
        }
    }
}
