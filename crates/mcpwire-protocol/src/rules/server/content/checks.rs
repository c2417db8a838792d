//! Media and annotations in blocks of content.

use crate::rules::findings::{Findings, Site};
use crate::rules::formats::{is_base64, is_media_type, is_timestamp};

pub(in crate::rules) fn image(block: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let own = is_in_prompt(block).then_some("prompt-image-data");
    media(block, "image/", own, findings);
}

pub(in crate::rules) fn audio(block: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let own = is_in_prompt(block).then_some("prompt-audio-data");
    media(block, "audio/", own, findings);
}

/// The page about prompts has rules of its own, which demand more.
fn is_in_prompt(block: &Site<'_, '_>) -> bool {
    block.method == Some("prompts/get") && block.path.is_within("result")
}

fn media(
    block: &Site<'_, '_>,
    kind: &str,
    prompt: Option<&'static str>,
    findings: &mut Findings<'_, '_>,
) {
    if block.string("data").is_some_and(|data| !is_base64(&data)) {
        findings.at(
            prompt.unwrap_or("content-base64"),
            block,
            "data",
            "Encode the bytes as base64.",
        );
    }
    let Some(mime) = block.string("mimeType") else { return };
    if !is_media_type(&mime) {
        let rule = prompt.unwrap_or("content-mime-valid");
        findings.at(rule, block, "mimeType", format!("Send a media type such as `{kind}…`."));
    } else if !mime.to_ascii_lowercase().starts_with(kind) && mime != "application/octet-stream" {
        let advice = format!("Send a media type that begins with `{kind}`, or another block.");
        findings.at("content-mime-valid", block, "mimeType", advice);
    }
}

pub(in crate::rules) fn annotations(annotations: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if annotations.string("lastModified").is_some_and(|time| !is_timestamp(&time)) {
        let advice = "Send an ISO 8601 time such as 2026-07-28T09:30:00Z.";
        findings.at("content-annotations-modified", annotations, "lastModified", advice);
    }
}
