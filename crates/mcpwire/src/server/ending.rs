use serde_json::{Map, Value};

use super::context::Context;
use super::envelope::Answer;
use super::reply::Reply;

/// How the work of a handler ends: everything that its answer needs.
pub(crate) struct Ending {
    pub answer: Answer,
    /// The context, if the handler took one.
    pub context: Option<Context>,
}

impl Ending {
    /// What the handler put into the result's `_meta`.
    pub(crate) fn meta(&self) -> Map<String, Value> {
        self.context.as_ref().map(Context::take_result_meta).unwrap_or_default()
    }

    /// The work goes on as a task with these members.
    ///
    /// Specification: SEP-2663, "Task Creation".
    pub(crate) fn begun(&self, members: &str) -> Reply {
        let write = |out: &mut Vec<u8>| out.extend_from_slice(members.as_bytes());
        let mut message = Vec::with_capacity(members.len() + 256);
        self.answer.result_of("task", &mut message, write, &self.meta());
        Reply { has_begun: true, ..Reply::result(message) }
    }

    /// The client is asked before there is an answer: by the result, or by requests under the
    /// older revisions.
    ///
    /// Specification: `basic/patterns/mrtr#inputrequiredresult`.
    pub(crate) fn input_required(&self) -> Reply {
        let Some(context) = self.context.as_ref().filter(|_| self.answer.revision.is_modern())
        else {
            return Reply::again();
        };
        let (asked, state) = (context.rounds().take_asked(), context.seal_rounds());
        let asked = serde_json::to_string(&asked).unwrap_or_default();
        let members = |out: &mut Vec<u8>| {
            out.extend_from_slice(br#""inputRequests":"#);
            out.extend_from_slice(asked.as_bytes());
            if let Some(state) = state {
                // Base64 needs no escaping.
                out.extend_from_slice(format!(r#","requestState":"{state}""#).as_bytes());
            }
        };
        let mut message = Vec::with_capacity(asked.len() + 512);
        self.answer.result_of("input_required", &mut message, members, &self.meta());
        Reply::result(message)
    }
}
