//! The headers that repeat a part of the body, held against it.
//!
//! Specification: `basic/transports/streamable-http#server-validation`.

use super::header::{Headers, METHOD, NAME, PROTOCOL_VERSION, Values, named_member};
use super::value::{BadValue, decode, is_marked, plain};
use crate::jsonrpc::{Request, RpcError};
use crate::method::Method;
use crate::reason;
use crate::rules::Reason;

/// The rules that one header can break.
struct Broken {
    shown: &'static str,
    missing: Reason,
    different: Reason,
}

const VERSION_HEADER: Broken = Broken {
    shown: "MCP-Protocol-Version",
    missing: reason!("header-version-missing"),
    different: reason!("header-version-mismatch"),
};

const METHOD_HEADER: Broken = Broken {
    shown: "Mcp-Method",
    missing: reason!("header-method-missing"),
    different: reason!("header-method-mismatch"),
};

const NAME_HEADER: Broken = Broken {
    shown: "Mcp-Name",
    missing: reason!("header-name-missing"),
    different: reason!("header-name-mismatch"),
};

/// The extension for tasks has the same demand on a page of its own.
const TASK_HEADER: Broken = Broken {
    shown: "Mcp-Name",
    missing: reason!("task-header-name"),
    different: reason!("task-header-name-mismatch"),
};

/// Whether `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name` say what the body of a modern
/// request says.
///
/// # Errors
///
/// -32020 with the first that does not.
pub fn check_mirrored(request: &Request<'_>, headers: &dyn Headers) -> Result<(), RpcError> {
    let version = request.params.meta.protocol_version.and_then(|text| text.as_string());
    let version = version.unwrap_or_default();
    check_plain(headers.values(PROTOCOL_VERSION), &version, &VERSION_HEADER)?;
    let method = request.method();
    check_plain(headers.values(METHOD), &method, &METHOD_HEADER)?;
    check_name(request, Method::named(&method), headers.values(NAME))
}

fn check_plain(values: Values<'_>, due: &str, broken: &Broken) -> Result<(), RpcError> {
    let value = one(values, broken)?;
    if is_same(value, due) {
        return Ok(());
    }
    match plain(value) {
        Ok(text) if text == due => Ok(()),
        Ok(text) => Err(different(broken, text, due)),
        Err(bad) => Err(unreadable(broken.shown, bad, broken.different)),
    }
}

fn check_name(
    request: &Request<'_>,
    method: Option<Method>,
    values: Values<'_>,
) -> Result<(), RpcError> {
    let Some((method, member)) = method.and_then(|it| Some((it, named_member(it)?))) else {
        return Ok(());
    };
    // A name that is no string is refused with the parameters.
    let member = match member {
        "name" => request.params.name,
        "uri" => request.params.uri,
        other => request.params.get(other),
    };
    let Some(due) = member.and_then(|text| text.as_string()) else { return Ok(()) };
    // The table of the core does not know the methods of tasks, so it demands nothing of them.
    let is_task = matches!(method, Method::TasksGet | Method::TasksUpdate | Method::TasksCancel);
    if is_task && values == Values::Absent {
        return Ok(());
    }
    let broken = if is_task { &TASK_HEADER } else { &NAME_HEADER };
    let value = one(values, broken)?;
    if is_same(value, &due) && !is_marked(value) {
        return Ok(());
    }
    match decode(value) {
        Ok(text) if text == due => Ok(()),
        Ok(text) => Err(different(broken, &text, &due)),
        Err(bad) => Err(unreadable(broken.shown, bad, reason!("header-name-encoding"))),
    }
}

/// What nearly every header is: the value itself, spelled alike.
fn is_same(value: &[u8], due: &str) -> bool {
    value == due.as_bytes() && value.is_ascii()
}

fn one<'a>(values: Values<'a>, broken: &Broken) -> Result<&'a [u8], RpcError> {
    match values {
        Values::One(value) => Ok(value),
        Values::Absent => {
            Err(refuse(broken.missing, format!("Header `{}` is missing.", broken.shown)))
        }
        Values::Several => {
            let text = format!("Header `{}` stands there several times.", broken.shown);
            Err(refuse(reason!("header-duplicate"), text))
        }
    }
}

fn different(broken: &Broken, value: &str, due: &str) -> RpcError {
    let shown = broken.shown;
    let text = format!("Header `{shown}` says `{value:.80}`, but the body says `{due:.80}`.");
    refuse(broken.different, text)
}

pub(super) fn unreadable(shown: &str, bad: BadValue, reason: Reason) -> RpcError {
    let text = match bad {
        BadValue::Characters => format!(
            "Header `{shown:.80}` holds bytes that are no visible ASCII; encode it in Base64."
        ),
        BadValue::Base64 => {
            format!("Header `{shown:.80}` is marked as Base64, but does not decode to UTF-8.")
        }
    };
    refuse(reason, text)
}

pub(super) fn refuse(reason: Reason, text: String) -> RpcError {
    RpcError::refusal(reason, text)
}
