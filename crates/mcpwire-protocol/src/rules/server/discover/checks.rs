//! Where a server says who it is.

use crate::rules::findings::{Findings, Site};

pub(in crate::rules) fn body(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if result.get("serverInfo").is_some() {
        let advice = "Move it into `_meta`, under `io.modelcontextprotocol/serverInfo`.";
        findings.at("server-info-in-body", result, "serverInfo", advice);
    }
}
