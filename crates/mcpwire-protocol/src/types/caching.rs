//! How long and for whom a client may keep an answer.
//!
//! Specification: `server/utilities/caching`.

use serde::{Deserialize, Serialize};

/// Who may share a kept answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheScope {
    /// Only the user who asked.
    #[default]
    Private,
    /// Everybody who asks the same.
    Public,
}
