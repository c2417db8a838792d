use std::sync::{Mutex, PoisonError};

use mcpwire_protocol::json::write_string;
use serde_json::Number;

/// The progress of one request, as its token asks for it.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The token as spelled in the request.
    token: String,
    last: Mutex<f64>,
}

impl Progress {
    pub(crate) fn new(token: &str) -> Self {
        Progress { token: token.to_owned(), last: Mutex::new(f64::NEG_INFINITY) }
    }

    /// The parameters of the next notification; `None` if it may not be sent.
    pub(crate) fn params(
        &self,
        done: f64,
        total: Option<f64>,
        message: Option<&str>,
    ) -> Option<String> {
        let mut params =
            format!(r#"{{"progressToken":{},"progress":{}"#, self.token, number(done)?);
        {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            if done <= *last {
                return None;
            }
            *last = done;
        }
        if let Some(total) = total.and_then(number) {
            params.push_str(&format!(r#","total":{total}"#));
        }
        if let Some(message) = message {
            let mut text = br#","message":"#.to_vec();
            write_string(&mut text, message);
            params.push_str(&String::from_utf8_lossy(&text));
        }
        params.push('}');
        Some(params)
    }
}

/// Whole numbers are written without a fraction; JSON has no infinity.
fn number(value: f64) -> Option<Number> {
    if value.fract() == 0.0 && value.abs() < 9e15 {
        return Some(Number::from(value as i64));
    }
    Number::from_f64(value)
}
