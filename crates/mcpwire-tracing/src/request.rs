use std::sync::Arc;

use mcpwire::{ErrorCode, Logs, Observed, Outcome};
use tracing::Span;

use crate::body;
use crate::offer::Voice;

/// The span of one request.
pub(crate) struct RequestSpan {
    pub span: Span,
    pub method: String,
    pub bodies: bool,
    /// What brings log messages to the client, if a layer made use of it.
    pub voice: Option<Arc<Voice>>,
}

impl Observed for RequestSpan {
    fn enter(&self, piece: &mut dyn FnMut()) {
        self.span.in_scope(piece);
    }

    fn end(&self, outcome: &Outcome<'_>) {
        match outcome {
            Outcome::Result(message) => self.record_result(message),
            Outcome::ToolError(message) => {
                self.record_result(message);
                self.span.record("error.type", "tool_error");
                self.span.record("otel.status_code", "ERROR");
            }
            Outcome::Error { code, rule, text } => {
                let number = code.to_string();
                self.span.record("rpc.response.status_code", &*number);
                if let Some(rule) = rule {
                    self.span.record("mcpwire.rule", rule.as_str());
                }
                if is_failure(*code) {
                    self.span.record("error.type", &*number);
                    self.span.record("otel.status_code", "ERROR");
                    self.span.record("otel.status_description", &**text);
                }
            }
            Outcome::Cancelled => drop(self.span.record("mcpwire.cancelled", true)),
            _ => {}
        }
    }

    fn wants_logs(&self) -> bool {
        self.voice.is_some()
    }

    fn take_logs(&self, logs: Logs) {
        if let Some(voice) = &self.voice {
            let _ = voice.logs.set(logs);
        }
    }
}

impl RequestSpan {
    fn record_result(&self, message: &[u8]) {
        if self.bodies
            && self.method == "tools/call"
            && let Some(result) = body::result(message)
        {
            self.span.record("gen_ai.tool.call.result", result);
        }
    }
}

/// Whether a code says that the server failed, by the semantic conventions.
fn is_failure(code: ErrorCode) -> bool {
    code == ErrorCode::INTERNAL_ERROR || (-32099..=-32000).contains(&code.0)
}
