//! `Mcp-Param-…` held against the arguments.
//!
//! Specification: `basic/transports/streamable-http#server-behavior-for-custom-headers`.

use super::annotation::HeaderParam;
use super::header::{Headers, Values};
use super::mirrored::{refuse, unreadable};
use super::value::decode;
use crate::json::{Kind, Text, same_number};
use crate::jsonrpc::RpcError;
use crate::reason;

/// Whether the headers that mirror arguments say what the arguments say.
///
/// # Errors
///
/// -32020 with the first that does not.
pub fn check_params(
    params: &[HeaderParam],
    arguments: Option<Text<'_>>,
    headers: &dyn Headers,
) -> Result<(), RpcError> {
    for param in params {
        let mut value = arguments;
        for name in &param.path {
            value = value.filter(|it| it.kind() == Kind::Object).and_then(|it| it.get(name));
        }
        let value = value.filter(|value| value.kind() != Kind::Null);
        check_param(param, value, headers.values(&param.header))?;
    }
    Ok(())
}

fn check_param(
    param: &HeaderParam,
    value: Option<Text<'_>>,
    values: Values<'_>,
) -> Result<(), RpcError> {
    let shown = || format!("Mcp-Param-{}", param.name);
    let line = match (value, values) {
        (None, Values::Absent) => return Ok(()),
        (_, Values::Several) => {
            let text = format!("Header `{:.80}` stands there several times.", shown());
            return Err(refuse(reason!("header-duplicate"), text));
        }
        (None, Values::One(_)) => {
            let (shown, path) = (shown(), param.path.join("."));
            let text = format!(
                "Header `{shown:.80}` is there, but the arguments have no value at `{path:.80}`."
            );
            return Err(refuse(reason!("xhdr-absent-omit"), text));
        }
        (Some(value), Values::Absent) => {
            // What is no value of the kind that is mirrored is the business of the tool's schema.
            if matches!(value.kind(), Kind::Object | Kind::Array) {
                return Ok(());
            }
            let path = param.path.join(".");
            let text =
                format!("Header `{:.80}` is missing; it mirrors argument `{path:.80}`.", shown());
            return Err(refuse(reason!("xhdr-mirror"), text));
        }
        (Some(_), Values::One(line)) => line,
    };
    let text =
        decode(line).map_err(|bad| unreadable(&shown(), bad, reason!("xhdr-value-base64")))?;
    match value {
        Some(value) if is_same(value, &text) => Ok(()),
        _ => {
            let path = param.path.join(".");
            let text = format!(
                "Header `{:.80}` says `{text:.80}`, which is not what argument `{path:.80}` says.",
                shown()
            );
            Err(refuse(reason!("xhdr-server-body-match"), text))
        }
    }
}

/// Whether a header's text stands for the value: numbers are compared as numbers.
fn is_same(value: Text<'_>, text: &str) -> bool {
    match value.kind() {
        Kind::String => value.as_string().is_some_and(|string| string == text),
        Kind::Boolean => value.as_str() == text,
        Kind::Number => {
            // Exactly, as a double would take neighbours beyond 2^53 for one.
            let number = Text::parse(text).ok().filter(|text| text.kind() == Kind::Number);
            number.is_some_and(|number| same_number(value.as_str(), number.as_str()))
        }
        Kind::Null | Kind::Array | Kind::Object => false,
    }
}
