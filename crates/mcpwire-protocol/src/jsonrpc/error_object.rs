use super::code::ErrorCode;
use super::fault::Fault;
use super::incoming::ErrorObject;
use super::refusal::invalid;
use crate::json::{Kind, Text, normal_number};

/// Reads the `error` member of a response.
pub(super) fn error_object<'a>(
    text: &'a str,
    error: Text<'a>,
) -> Result<ErrorObject<'a>, Box<Fault>> {
    let fault = |rule, pointer: &str, value, message: String| {
        Box::new(invalid(text, rule, pointer, value, message))
    };
    if error.kind() != Kind::Object {
        let message = format!("Member `error` must be an object, but is {}.", error.kind());
        return Err(fault("error-not-object", "/error", error, message));
    }
    let code = error.get("code").ok_or_else(|| {
        fault("error-code-missing", "/error", error, "The error has no `code`.".to_owned())
    })?;
    if !code.is_integer() {
        let message = format!("The error's `code` must be an integer, but is {code:.40}.");
        return Err(fault("error-code-not-integer", "/error/code", code, message));
    }
    let number = normal_number(code.as_str()).parse().map_err(|_| {
        let message = format!("The error's `code` must fit into 64 bits, but is {code:.40}.");
        fault("error-code-not-integer", "/error/code", code, message)
    })?;
    let message = match error.get("message") {
        Some(message) if message.kind() == Kind::String => message,
        other => {
            let message = "The error has no `message` that is a string.".to_owned();
            return Err(fault("error-message-missing", "/error", other.unwrap_or(error), message));
        }
    };
    Ok(ErrorObject {
        text: error,
        code: ErrorCode(number),
        message: message.as_string().unwrap_or(message.as_str().into()),
        data: error.get("data"),
    })
}
