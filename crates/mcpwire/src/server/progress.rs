use mcpwire_protocol::json::write_string;
use mcpwire_protocol::meta::ProgressToken;
use serde_json::Number;
use tokio::sync::Mutex;

/// The progress of one request, as its token asks for it.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The token as spelled in the request.
    token: String,
    /// The last value that was sent.
    pub last: Mutex<f64>,
}

impl Progress {
    pub(crate) fn new(token: ProgressToken<'_>) -> Self {
        Progress { token: token.as_str().to_owned(), last: Mutex::new(f64::NEG_INFINITY) }
    }

    /// The parameters of the next notification; `None` if it may not be sent, as `done` is not
    /// larger than `last` or no number that JSON has.
    pub(crate) fn params(
        &self,
        last: &mut f64,
        done: f64,
        total: Option<f64>,
        message: Option<&str>,
    ) -> Option<String> {
        let number_done = number(done)?;
        if done <= *last {
            return None;
        }
        *last = done;
        let token = &self.token;
        let mut params = format!(r#"{{"progressToken":{token},"progress":{number_done}"#);
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
