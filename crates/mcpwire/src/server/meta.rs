//! Keys of `_meta` that handlers may set.

use mcpwire_protocol::meta::{Key, KeyStatus};

use super::misuse::Misuse;

/// Refuses a key that breaks the grammar, or that only the protocol may define.
///
/// Specification: `basic/index#meta`.
pub(crate) fn check_key(key: &str) -> Result<(), Misuse> {
    let reason = match Key::parse(key).map(Key::status) {
        Ok(KeyStatus::Free) => return Ok(()),
        Ok(KeyStatus::Defined(_) | KeyStatus::Reserved) => {
            "only the protocol may define it.".to_owned()
        }
        Err(fault) => fault.to_string(),
    };
    Err(Misuse::of(format!("`{key:.80}` cannot be set in `_meta`: {reason}")))
}
