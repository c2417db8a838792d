//! The dated revisions of the protocol.

use std::fmt;
use std::str::FromStr;

/// A revision of the specification, ordered by its date.
///
/// Specification: `basic/versioning`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Revision {
    /// 2024-11-05, the first: handshake, stdio, HTTP with server-sent events.
    V2024_11_05,
    /// 2025-03-26: Streamable HTTP, batches.
    V2025_03_26,
    /// 2025-06-18: elicitation, structured content, no more batches.
    V2025_06_18,
    /// 2025-11-25: tasks, the last revision that opens with a handshake.
    V2025_11_25,
    /// 2026-07-28: every request speaks for itself.
    V2026_07_28,
}

impl Revision {
    /// All revisions, oldest first.
    pub const ALL: &'static [Self] = &[
        Revision::V2024_11_05,
        Revision::V2025_03_26,
        Revision::V2025_06_18,
        Revision::V2025_11_25,
        Revision::V2026_07_28,
    ];

    /// The modern revisions, newest first: what `supportedVersions` and the `supported` of error
    /// -32022 list, and nothing else.
    pub const MODERN: &'static [Self] = &[Revision::V2026_07_28];

    /// The legacy revisions, newest first.
    pub const LEGACY: &'static [Self] = &[
        Revision::V2025_11_25,
        Revision::V2025_06_18,
        Revision::V2025_03_26,
        Revision::V2024_11_05,
    ];

    /// The revision offered to a legacy client that asks for one unknown here.
    pub const LATEST_LEGACY: Self = Revision::V2025_11_25;

    /// The newest revision.
    pub const LATEST: Self = Revision::V2026_07_28;

    /// Whether each request carries its version, identity and capabilities itself, instead of a
    /// handshake that does it once.
    #[inline]
    pub const fn is_modern(self) -> bool {
        matches!(self, Revision::V2026_07_28)
    }

    /// Whether several messages may share one JSON array. Only 2025-03-26 had that.
    pub const fn has_batches(self) -> bool {
        matches!(self, Revision::V2025_03_26)
    }

    /// The revision as it stands on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Revision::V2024_11_05 => "2024-11-05",
            Revision::V2025_03_26 => "2025-03-26",
            Revision::V2025_06_18 => "2025-06-18",
            Revision::V2025_11_25 => "2025-11-25",
            Revision::V2026_07_28 => "2026-07-28",
        }
    }

    /// The revision that is spelled like this, if it is a known one. Spelling counts exactly.
    #[inline]
    pub fn named(text: &str) -> Option<Self> {
        Some(match text {
            "2026-07-28" => Revision::V2026_07_28,
            "2025-11-25" => Revision::V2025_11_25,
            "2025-06-18" => Revision::V2025_06_18,
            "2025-03-26" => Revision::V2025_03_26,
            "2024-11-05" => Revision::V2024_11_05,
            _ => return None,
        })
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text names no revision that is known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRevision;

impl fmt::Display for UnknownRevision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("This is no known revision; known are")?;
        for (at, revision) in Revision::ALL.iter().enumerate() {
            write!(f, "{} {revision}", if at == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownRevision {}

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        Revision::named(text).ok_or(UnknownRevision)
    }
}
