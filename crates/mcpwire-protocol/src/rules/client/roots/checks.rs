//! The URIs of roots.

use crate::rules::findings::{Findings, Site};
use crate::rules::formats::is_uri;

pub(in crate::rules) fn root(root: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(uri) = root.string("uri") else { return };
    let file = uri.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("file://"));
    if !file || !is_uri(&uri) {
        findings.at(
            "roots-uri-file",
            root,
            "uri",
            "Send a file URI such as `file:///home/me/project`.",
        );
    }
}
