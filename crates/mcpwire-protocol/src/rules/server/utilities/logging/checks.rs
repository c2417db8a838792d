//! What log messages must not tell.

use crate::rules::findings::{Findings, Site};
use crate::rules::guesses::{holds_address, holds_credential, names_secret};

pub(in crate::rules) fn secrets(log: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(data) = log.get("data") else { return };
    if holds_credential(data.as_str()) || data.members().any(|(key, _)| names_secret(&key.name())) {
        findings.at("log-no-credentials", log, "data", "Leave credentials out of logs.");
    }
    if holds_address(data.as_str()) {
        findings.at("log-no-pii", log, "data", "Leave personal data out of logs.");
    }
}
