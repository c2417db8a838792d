//! The URIs and contents of resources.

use crate::rules::findings::{Findings, Site};
use crate::rules::formats::{is_base64, is_scheme, is_uri};
use crate::uri_template::is_template;

pub(in crate::rules) fn resource(resource: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(uri) = resource.string("uri") else { return };
    if is_uri(&uri) {
        return;
    }
    let scheme = uri.split_once(':').map(|(scheme, _)| scheme).filter(|scheme| {
        !scheme.is_empty() && !scheme.contains(|c: char| c.is_whitespace() || "/?#".contains(c))
    });
    if scheme.is_some_and(|scheme| !is_scheme(scheme)) {
        let advice = "Begin a scheme with a letter, followed by letters, digits, `+`, `-` and `.`.";
        findings.at("resources-custom-scheme", resource, "uri", advice);
    } else {
        findings.at(
            "resource-uri-format",
            resource,
            "uri",
            "Send an absolute URI, percent-encoded.",
        );
    }
}

pub(in crate::rules) fn template(template: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if template.string("uriTemplate").is_some_and(|template| !is_template(&template)) {
        let advice = "Put variables into braces, such as `file:///{path}`.";
        findings.at("template-uri-format", template, "uriTemplate", advice);
    }
}

pub(in crate::rules) fn read(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if params.string("uri").is_some_and(|uri| !is_uri(&uri)) {
        findings.at("resources-read-uri-format", params, "uri", "Ask for an absolute URI.");
    }
}

pub(in crate::rules) fn contents(contents: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    // The page about prompts has a rule of its own for what stands in a message.
    let prompt = contents.method == Some("prompts/get") && contents.path.is_within("result");
    if !prompt && contents.string("uri").is_some_and(|uri| !is_uri(&uri)) {
        let advice = "Send an absolute URI, percent-encoded.";
        findings.at("resource-contents-uri-format", contents, "uri", advice);
    }
    if contents.string("blob").is_some_and(|blob| !is_base64(&blob)) {
        let advice = "Encode the bytes as base64.";
        findings.at("resource-contents-blob-base64", contents, "blob", advice);
    }
}
