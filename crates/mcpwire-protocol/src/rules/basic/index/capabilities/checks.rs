//! Identities, capabilities and extensions.

use crate::excerpt::shortened;
use crate::json::{Kind, Text};
use crate::meta::Key;
use crate::rules::findings::{Findings, Site};
use crate::rules::formats::is_uri;

pub(in crate::rules) fn implementation(software: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if software.string("websiteUrl").is_some_and(|url| !is_uri(&url)) {
        findings.at("impl-website-uri", software, "websiteUrl", "Send an absolute URI.");
    }
}

pub(in crate::rules) fn client(capabilities: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let mut told = !findings.guesses();
    for (key, value) in capabilities.text.members() {
        let name = key.name();
        let object = value.kind() == Kind::Object;
        if object && matches!(&*name, "roots" | "sampling") && !std::mem::replace(&mut told, true) {
            let advice = "Consider doing without; the feature is deprecated, and works as before.";
            findings.at("deprecated-feature-new", capabilities, &name, advice);
        }
        match &*name {
            "roots" if object => {
                if let Some(flag) = value.get("listChanged") {
                    let pointer = capabilities.pointer().member("roots").member("listChanged");
                    removed((flag, pointer), "roots.listChanged", findings);
                }
            }
            "tasks" => {
                removed((value, capabilities.pointer().member("tasks")), "tasks", findings);
            }
            "elicitation" if object && has_no_mode(value) => {
                let advice = "Declare `form` or `url`; an empty object means form mode.";
                findings.at("elicit-mode-none", capabilities, "elicitation", advice);
            }
            "extensions" => extensions(capabilities, value, findings),
            _ => {}
        }
    }
}

pub(in crate::rules) fn server(capabilities: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if let Some(value) = capabilities.get("extensions") {
        extensions(capabilities, value, findings);
    }
}

fn has_no_mode(elicitation: Text<'_>) -> bool {
    let mut keys = elicitation.members().map(|(key, _)| key).peekable();
    keys.peek().is_some() && !keys.any(|key| key.is("form") || key.is("url"))
}

fn removed(place: (Text<'_>, crate::json::Pointer), name: &str, findings: &mut Findings<'_, '_>) {
    let seen = format!("`{name}` is no capability of this revision.");
    findings.add("removed-capability", place, seen, "Leave it out; nobody reads it.");
}

fn extensions(capabilities: &Site<'_, '_>, extensions: Text<'_>, findings: &mut Findings<'_, '_>) {
    for (key, _) in extensions.members() {
        if findings.is_full() {
            return;
        }
        let name = key.name();
        let place = || (key.text(), capabilities.pointer().member("extensions").member(&name));
        match Key::parse(&name) {
            Err(fault) => {
                let advice = "Spell the identifier as `prefix.of.labels/name`.";
                findings.add("extension-id-grammar", place(), fault.to_string(), advice);
            }
            Ok(key) if key.prefix().is_none() => {
                let seen =
                    format!("The extension identifier `{}` has no prefix.", shortened(&name));
                let advice = "Put a prefix before it, such as `com.example/`.";
                findings.add("extension-id-prefix", place(), seen, advice);
            }
            Ok(_) => {}
        }
    }
}
