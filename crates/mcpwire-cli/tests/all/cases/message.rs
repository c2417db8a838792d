//! A line of the wire, read without trusting it.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::Value;
use serde_json::value::RawValue;

/// One line, from either side.
pub(crate) struct Message {
    pub(crate) line: String,
    pub(crate) at: Instant,
    /// Each member's exact text. Empty when the line is no JSON object. Values
    /// stay text because a result may be nested deeper than `Value` can be.
    members: BTreeMap<String, Box<RawValue>>,
}

impl Message {
    pub(crate) fn read(line: &[u8], at: Instant) -> Self {
        let line = String::from_utf8_lossy(line).into_owned();
        let members = serde_json::from_str(&line).unwrap_or_default();
        Self { line, at, members }
    }

    pub(crate) fn raw(&self, name: &str) -> Option<&str> {
        self.members.get(name).map(|value| value.get())
    }

    /// The value at a JSON pointer, if the line is not nested too deep to read.
    pub(crate) fn at(&self, pointer: &str) -> Option<Value> {
        let (first, rest) =
            pointer.trim_start_matches('/').split_once('/').unwrap_or((&pointer[1..], ""));
        let value: Value = serde_json::from_str(self.raw(first)?).ok()?;
        if rest.is_empty() { Some(value) } else { value.pointer(&format!("/{rest}")).cloned() }
    }

    /// The id as it is spelled; `None` if there is no such member.
    pub(crate) fn id(&self) -> Option<&str> {
        self.raw("id")
    }

    pub(crate) fn method(&self) -> Option<String> {
        self.at("/method")?.as_str().map(str::to_owned)
    }

    pub(crate) fn is_response(&self) -> bool {
        self.is_result() || self.is_error()
    }

    pub(crate) fn is_result(&self) -> bool {
        self.members.contains_key("result")
    }

    pub(crate) fn is_error(&self) -> bool {
        self.members.contains_key("error")
    }

    pub(crate) fn error_code(&self) -> Option<i64> {
        self.at("/error/code")?.as_i64()
    }

    pub(crate) fn error_message(&self) -> String {
        self.at("/error/message")
            .and_then(|text| text.as_str().map(str::to_owned))
            .unwrap_or_default()
    }

    /// What is wrong with the line as a message, whatever it answers.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.members.is_empty() {
            return vec![format!(
                "standard output has a line that is no message: {}",
                cut(&self.line)
            )];
        }
        let mut fault = |sentence: &str| faults.push(format!("{sentence}: {}", cut(&self.line)));
        if self.raw("jsonrpc") != Some("\"2.0\"") {
            fault("a message without jsonrpc 2.0");
        }
        match (self.is_result(), self.is_error(), self.method().is_some()) {
            (true, false, false) | (false, true, false) | (false, false, true) => {}
            _ => fault("a message must have one of result, error and method"),
        }
        let id_is_valid = match self.id() {
            None => true,
            Some(id) => {
                id.starts_with('"') || (id.parse::<f64>().is_ok_and(|number| number.fract() == 0.0))
            }
        };
        if !id_is_valid {
            fault("an id that is neither string nor integer");
        }
        if self.is_result() && self.id().is_none() {
            fault("a result without id");
        }
        let text = self.at("/error/message").is_some_and(|text| text.is_string());
        if self.is_error() && !(text && self.error_code().is_some()) {
            fault("an error without integer code and text message");
        }
        faults
    }
}

/// The beginning of a text, to be shown.
pub(crate) fn cut(text: &str) -> String {
    const SHOWN: usize = 400;
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
    }
}
