//! Which results say how long they may be kept.

use crate::rules::findings::{Findings, Site};
use crate::types::ResultType;

/// Caching hints where nothing can be kept.
pub(in crate::rules) fn hints(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if !ResultType::InputRequired.is_of(result.text) {
        return;
    }
    for name in ["ttlMs", "cacheScope"] {
        if result.get(name).is_some() {
            let advice = "Leave it out; what asks for input cannot be kept.";
            findings.at("cache-hints-on-input-required", result, name, advice);
            return;
        }
    }
}
