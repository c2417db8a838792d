//! Which requests have a cursor.

use crate::method::Method;
use crate::revision::Revision;
use crate::rules::findings::{Findings, Site};

/// A cursor in a request that knows none.
pub(in crate::rules) fn cursor(
    params: &Site<'_, '_>,
    method: Option<Method>,
    findings: &mut Findings<'_, '_>,
) {
    let usage = method.and_then(|method| method.at(Revision::LATEST));
    if usage.is_some_and(|usage| !usage.paginated) && params.get("cursor").is_some() {
        let advice = "Leave it out; only the four list methods come in pages.";
        findings.at("page-cursor-unpaginated", params, "cursor", advice);
    }
}
