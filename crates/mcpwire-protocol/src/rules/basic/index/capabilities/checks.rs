//! Identities, capabilities and extensions.

use crate::json::{Kind, Text};
use crate::meta::Key;
use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site};
use crate::rules::formats::is_uri;

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[
    TypeCheck { of: "Implementation", check: implementation },
    TypeCheck { of: "ClientCapabilities", check: client },
    TypeCheck { of: "ClientCapabilities", check: extensions },
    TypeCheck { of: "ServerCapabilities", check: extensions },
];

fn implementation(software: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if software.string("websiteUrl").is_some_and(|url| !is_uri(&url)) {
        findings.at("impl-website-uri", software, "websiteUrl", "Send an absolute URI.");
    }
}

fn client(capabilities: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let [mut roots, mut tasks, mut elicitation, mut sampling] = [None; 4];
    for (key, value) in capabilities.text.members() {
        let slot = match &*key.name() {
            "roots" => &mut roots,
            "tasks" => &mut tasks,
            "elicitation" => &mut elicitation,
            "sampling" => &mut sampling,
            _ => continue,
        };
        slot.get_or_insert(value);
    }
    let object = |value: Option<_>| value.filter(|value: &Text<'_>| value.kind() == Kind::Object);
    if let Some(flag) = object(roots).and_then(|roots| roots.get("listChanged")) {
        let pointer = capabilities.pointer().member("roots").member("listChanged");
        removed((flag, pointer), "roots.listChanged", findings);
    }
    if let Some(tasks) = tasks {
        removed((tasks, capabilities.pointer().member("tasks")), "tasks", findings);
    }
    if let Some(elicitation) = object(elicitation) {
        let empty = elicitation.members().next().is_none();
        if !empty && elicitation.get("form").is_none() && elicitation.get("url").is_none() {
            let advice = "Declare `form` or `url`; an empty object means form mode.";
            findings.at("elicit-mode-none", capabilities, "elicitation", advice);
        }
    }
    for (name, value) in [("roots", roots), ("sampling", sampling)] {
        if object(value).is_some() {
            let advice = "Consider doing without; the feature is deprecated, and works as before.";
            findings.at("deprecated-feature-new", capabilities, name, advice);
            return;
        }
    }
}

fn removed(place: (Text<'_>, crate::json::Pointer), name: &str, findings: &mut Findings<'_, '_>) {
    let seen = format!("`{name}` is no capability of this revision.");
    findings.add("removed-capability", place, seen, "Leave it out; nobody reads it.");
}

fn extensions(capabilities: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let extensions = capabilities.get("extensions").filter(|value| value.kind() == Kind::Object);
    for (key, _) in extensions.into_iter().flat_map(|extensions| extensions.members()) {
        let name = key.name();
        let place = || (key.text(), capabilities.pointer().member("extensions").member(&name));
        match Key::parse(&name) {
            Err(fault) => {
                let advice = "Spell the identifier as `prefix.of.labels/name`.";
                findings.add("extension-id-grammar", place(), fault.to_string(), advice);
            }
            Ok(key) if key.prefix().is_none() => {
                let seen = format!("The extension identifier `{name}` has no prefix.");
                let advice = "Put a prefix before it, such as `com.example/`.";
                findings.add("extension-id-prefix", place(), seen, advice);
            }
            Ok(_) => {}
        }
    }
}
