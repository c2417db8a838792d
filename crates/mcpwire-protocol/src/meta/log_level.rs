use std::fmt;

use serde::{Deserialize, Serialize};

/// The severity of a log message; later ones are more severe.
///
/// Specification: `server/utilities/logging#log-levels`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogLevel {
    /// `debug`: for who looks for a mistake.
    Debug,
    /// `info`: normal events.
    Info,
    /// `notice`: normal, but worth a look.
    Notice,
    /// `warning`: something may go wrong.
    Warning,
    /// `error`: something went wrong.
    Error,
    /// `critical`: a part of the system does not work.
    Critical,
    /// `alert`: somebody must act at once.
    Alert,
    /// `emergency`: the system cannot be used.
    Emergency,
}

impl LogLevel {
    /// All levels, least severe first.
    pub const ALL: &'static [Self] = &[
        LogLevel::Debug,
        LogLevel::Info,
        LogLevel::Notice,
        LogLevel::Warning,
        LogLevel::Error,
        LogLevel::Critical,
        LogLevel::Alert,
        LogLevel::Emergency,
    ];

    /// The levels as they stand on the wire, least severe first.
    pub const NAMES: &'static [&'static str] =
        &["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

    /// The level as it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The level with this name. Case counts.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.as_str() == name)
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
