//! Error codes by the ranges they are in, and what errors say.

use crate::json::Kind;
use crate::jsonrpc::{CodeClass, ErrorCode, ErrorObject};
use crate::rules::findings::{Findings, Site};
use crate::rules::path::Path;

/// The code of an error, and the length of its message.
pub(in crate::rules) fn code(
    site: &Site<'_, '_>,
    error: &ErrorObject<'_>,
    findings: &mut Findings<'_, '_>,
) {
    let broken = match (error.code, error.code.class()) {
        (ErrorCode::RESOURCE_NOT_FOUND, _) => {
            Some(("error-code-32002", "Send -32602 for a resource that does not exist."))
        }
        (ErrorCode::URL_ELICITATION_REQUIRED, _) => {
            Some(("error-code-32042", "Ask in a result of type `input_required`."))
        }
        (_, CodeClass::LegacyRange) => {
            Some(("error-code-legacy-range", "Choose a code outside -32768 to -32000."))
        }
        (_, CodeClass::ReservedUndefined) => {
            Some(("error-code-reserved-undefined", "Choose a code outside -32768 to -32000."))
        }
        (_, CodeClass::JsonRpcReserved) => {
            Some(("error-code-jsonrpc-reserved", "Choose a code outside -32768 to -32000."))
        }
        _ => None,
    };
    if let Some((rule, advice)) = broken {
        findings.at(rule, site, "code", advice);
    }
    if error.message.len() > 200 || error.message.matches(". ").count() > 1 {
        let advice = "Say the cause in one short sentence; the rest belongs to `data`.";
        findings.at("error-message-long", site, "message", advice);
    }
}

/// What the data of the specification's own errors say beyond their shape.
pub(in crate::rules) fn data(
    site: &Site<'_, '_>,
    error: &ErrorObject<'_>,
    findings: &mut Findings<'_, '_>,
) {
    let Some(data) = error.data else { return };
    let way = Path::Named(&site.path, "data");
    if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        && let Some(supported) = data.get("supported")
        && supported.kind() == Kind::Array
        && supported.elements().next().is_none()
    {
        findings.add(
            "version-unsupported-list-empty",
            (supported, Path::Named(&way, "supported")),
            "`supported` is empty.",
            "List the versions that the server speaks.",
        );
    }
    if error.code == ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        && let Some(tasks) = data.get("requiredCapabilities").and_then(|all| all.get("tasks"))
    {
        let required = Path::Named(&way, "requiredCapabilities");
        findings.add(
            "task-required-error-data",
            (tasks, Path::Named(&required, "tasks")),
            "`tasks` is no capability of this revision.",
            "Name the extension: `extensions` with `io.modelcontextprotocol/tasks`.",
        );
    }
}
