//! Keys of `_meta`, and who sends a message.

use crate::excerpt::shortened;
use crate::json::Text;
use crate::meta::{CLIENT_INFO, Key, KeyStatus, SERVER_INFO};
use crate::rules::findings::{Findings, Site};
use crate::rules::path::Path;

/// The keys of one `_meta` object, wherever it stands.
pub(in crate::rules) fn keys(meta: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    for (key, _) in meta.text.members() {
        let name = key.name();
        let place = (key.text(), Path::Member(&meta.path, key));
        match Key::parse(&name) {
            Err(fault) => {
                let advice = "Spell keys as `prefix.of.labels/name`, or as a name alone.";
                findings.add(fault.rule().as_str(), place, fault.to_string(), advice);
            }
            Ok(parsed) => match parsed.status() {
                KeyStatus::Defined(_) => {}
                KeyStatus::Reserved => findings.add(
                    "meta-key-reserved-prefix",
                    place,
                    format!("The specification does not define the key `{}`.", shortened(&name)),
                    "Use a prefix of your own, such as `com.example/`.",
                ),
                KeyStatus::Free if parsed.prefix().is_none() && !name.is_empty() => findings.add(
                    "meta-key-unprefixed-unknown",
                    place,
                    format!("The key `{}` has no prefix.", shortened(&name)),
                    "Put a prefix of your own before it, such as `com.example/`.",
                ),
                KeyStatus::Free => {
                    if parsed.prefix().is_some_and(is_forward) {
                        findings.add(
                            "meta-key-reverse-dns",
                            place,
                            format!(
                                "The prefix of `{}` looks like a domain name.",
                                shortened(&name)
                            ),
                            "Write the labels of a domain in reverse: `com.example/`.",
                        );
                    }
                }
            },
        }
    }
}

/// Whether a prefix reads like a domain name from left to right.
fn is_forward(prefix: &str) -> bool {
    const TOP: &[&str] = &["com", "org", "net", "io", "dev", "ai", "app", "co", "edu", "gov"];
    let mut labels = prefix.split('.');
    let (first, last) = (labels.next().unwrap_or_default(), labels.next_back());
    last.is_some_and(|last| TOP.contains(&last)) && !TOP.contains(&first)
}

/// Whether a request says which client sent it.
pub(in crate::rules) fn client_info(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let Some(meta) = params.get("_meta").filter(|meta| is_object(*meta)) else { return };
    if meta.get(CLIENT_INFO).is_none() {
        findings.add(
            "meta-client-info-missing",
            (meta, Path::Named(&Path::Named(&params.path, "_meta"), CLIENT_INFO)),
            "The request does not say which client sent it.",
            "Add the client's name and version, unless it is configured to stay anonymous.",
        );
    }
}

/// Whether a result says which server sent it.
pub(in crate::rules) fn server_info(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let meta = result.get("_meta");
    if meta.is_some_and(|meta| !is_object(meta) || meta.get(SERVER_INFO).is_some()) {
        return;
    }
    findings.add(
        "server-info-missing",
        (
            meta.unwrap_or(result.text),
            Path::Named(&Path::Named(&result.path, "_meta"), SERVER_INFO),
        ),
        "The result does not say which server sent it.",
        "Add the server's name and version, unless it is configured to stay anonymous.",
    );
}

fn is_object(text: Text<'_>) -> bool {
    text.kind() == crate::json::Kind::Object
}
