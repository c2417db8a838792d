//! Keys of `_meta`, and who sends a message.

use crate::excerpt::shortened;
use crate::json::Text;
use crate::jsonrpc::Params;
use crate::meta::{CLIENT_INFO, DEFINED_KEYS, Key, KeyStatus, SERVER_INFO};
use crate::rules::basic::index::trace::checks as trace;
use crate::rules::findings::{Findings, Site};

/// The keys of one `_meta` object, wherever it stands, and the values of trace context in it. Says
/// whether it names a server.
pub(in crate::rules) fn entries(meta: &Site<'_, '_>, findings: &mut Findings<'_, '_>) -> bool {
    let mut names_server = false;
    let mut trace = trace::Seen::default();
    for (key, value) in meta.text.members() {
        if findings.is_full() {
            break;
        }
        let name = key.name();
        names_server |= name == SERVER_INFO;
        if !trace.value(meta, &name, value, findings) && !is_defined(&name) {
            foreign(meta, (key.text(), &name), findings);
        }
    }
    trace.finish(meta, findings);
    names_server
}

/// At a glance: this is asked of each key of each message.
fn is_defined(name: &str) -> bool {
    DEFINED_KEYS.iter().any(|defined| defined.name == name)
}

/// A key that the specification does not define.
fn foreign(meta: &Site<'_, '_>, (key, name): (Text<'_>, &str), findings: &mut Findings<'_, '_>) {
    let place = || (key, meta.pointer().member(name));
    let parsed = match Key::parse(name) {
        Ok(parsed) => parsed,
        Err(fault) => {
            let advice = "Spell keys as `prefix.of.labels/name`, or as a name alone.";
            findings.add(fault.rule().as_str(), place(), fault.to_string(), advice);
            return;
        }
    };
    match (parsed.status(), parsed.prefix()) {
        (KeyStatus::Defined(_), _) => {}
        (KeyStatus::Reserved, _) => findings.add(
            "meta-key-reserved-prefix",
            place(),
            format!(
                "Neither the specification nor an extension known here defines `{}`.",
                shortened(name)
            ),
            "Use a prefix of your own, such as `com.example/`.",
        ),
        (KeyStatus::Free, None) if name.is_empty() => {}
        (KeyStatus::Free, None) => findings.add(
            "meta-key-unprefixed-unknown",
            place(),
            format!("The key `{}` has no prefix.", shortened(name)),
            "Put a prefix of your own before it, such as `com.example/`.",
        ),
        (KeyStatus::Free, Some(prefix)) if findings.guesses() && is_forward(prefix) => findings
            .add(
                "meta-key-reverse-dns",
                place(),
                format!("The prefix of `{}` looks like a domain name.", shortened(name)),
                "Write the labels of a domain in reverse: `com.example/`.",
            ),
        (KeyStatus::Free, Some(_)) => {}
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
pub(in crate::rules) fn client_info(
    site: &Site<'_, '_>,
    params: &Params<'_>,
    findings: &mut Findings<'_, '_>,
) {
    let Some(meta) = params.meta.text.filter(|meta| is_object(*meta)) else { return };
    if params.meta.client_info.is_none() {
        findings.add(
            "meta-client-info-missing",
            (meta, site.pointer().member("_meta").member(CLIENT_INFO)),
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
        (meta.unwrap_or(result.text), result.pointer().member("_meta").member(SERVER_INFO)),
        "The result does not say which server sent it.",
        "Add the server's name and version, unless it is configured to stay anonymous.",
    );
}

fn is_object(text: Text<'_>) -> bool {
    text.kind() == crate::json::Kind::Object
}
