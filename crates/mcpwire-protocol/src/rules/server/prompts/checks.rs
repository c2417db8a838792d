//! What prompts demand of the content in their messages.

use crate::rules::findings::{Findings, Site};
use crate::rules::formats::{is_media_type, is_uri};
use crate::rules::path::Path;

pub(in crate::rules) fn message(message: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(content) = message.get("content") else { return };
    let embedded = content.get("type").is_some_and(|kind| kind.is_string("resource"));
    let Some(resource) = content.get("resource").filter(|_| embedded) else { return };
    let inside = Path::Named(&message.path, "content");
    let resource = Site { text: resource, path: Path::Named(&inside, "resource"), ..*message };
    if resource.string("uri").is_some_and(|uri| !is_uri(&uri)) {
        findings.at("prompt-embedded-uri", &resource, "uri", "Send an absolute URI.");
    }
    let stated = resource.get("mimeType").map(|mime| mime.as_string());
    if resource.text.kind() == crate::json::Kind::Object
        && stated.is_none_or(|mime| mime.is_some_and(|mime| !is_media_type(&mime)))
    {
        let advice = "Add the media type of the resource, such as `text/plain`.";
        findings.at("prompt-embedded-mime", &resource, "mimeType", advice);
    }
}
