//! Identities, capabilities and extensions.

use crate::excerpt::shortened;
use crate::json::{Kind, Text};
use crate::meta::Key;
use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site};
use crate::rules::formats::is_uri;
use crate::rules::path::Path;

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
    let object = |name| capabilities.get(name).filter(|value| value.kind() == Kind::Object);
    if let Some(flag) = object("roots").and_then(|roots| roots.get("listChanged")) {
        let roots = Path::Named(&capabilities.path, "roots");
        removed((flag, Path::Named(&roots, "listChanged")), "roots.listChanged", findings);
    }
    if let Some(tasks) = capabilities.get("tasks") {
        removed((tasks, Path::Named(&capabilities.path, "tasks")), "tasks", findings);
    }
    if let Some(elicitation) = object("elicitation") {
        let empty = elicitation.members().next().is_none();
        if !empty && elicitation.get("form").is_none() && elicitation.get("url").is_none() {
            let advice = "Declare `form` or `url`; an empty object means form mode.";
            findings.at("elicit-mode-none", capabilities, "elicitation", advice);
        }
    }
    for name in ["roots", "sampling"] {
        if object(name).is_some() {
            let advice = "Consider doing without; the feature is deprecated, and works as before.";
            findings.at("deprecated-feature-new", capabilities, name, advice);
            return;
        }
    }
}

fn removed(place: (Text<'_>, Path<'_, '_>), name: &str, findings: &mut Findings<'_, '_>) {
    let seen = format!("`{name}` is no capability of this revision.");
    findings.add("removed-capability", place, seen, "Leave it out; nobody reads it.");
}

fn extensions(capabilities: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let extensions = capabilities.get("extensions").filter(|value| value.kind() == Kind::Object);
    for (key, _) in extensions.into_iter().flat_map(|extensions| extensions.members()) {
        let name = key.name();
        let extensions = Path::Named(&capabilities.path, "extensions");
        let place = (key.text(), Path::Member(&extensions, key));
        match Key::parse(&name) {
            Err(fault) => {
                let advice = "Spell the identifier as `prefix.of.labels/name`.";
                findings.add("extension-id-grammar", place, fault.to_string(), advice);
            }
            Ok(key) if key.prefix().is_none() => {
                let seen =
                    format!("The extension identifier `{}` has no prefix.", shortened(&name));
                let advice = "Put a prefix before it, such as `com.example/`.";
                findings.add("extension-id-prefix", place, seen, advice);
            }
            Ok(_) => {}
        }
    }
}
