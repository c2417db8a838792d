use super::answer::Answer;
use super::exchange::Ending;
use super::link::{Link, Timing};

/// How many of what were seen. Every message counts once among the first four, and every
/// followed request once among open, answered, cancelled and given up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Requests, well formed.
    pub requests: u64,
    /// Notifications.
    pub notifications: u64,
    /// Responses.
    pub responses: u64,
    /// What is no valid message.
    pub malformed: u64,
    /// Exchanges answered with the result that was asked for.
    pub complete: u64,
    /// Exchanges answered with a request for input.
    pub input_required: u64,
    /// Exchanges answered with a task.
    pub tasks: u64,
    /// Exchanges answered with a result of an unknown type.
    pub other_results: u64,
    /// Exchanges answered with a tool's error.
    pub tool_errors: u64,
    /// Exchanges answered with a JSON-RPC error.
    pub protocol_errors: u64,
    /// Exchanges answered with something that is no valid response.
    pub malformed_answers: u64,
    /// Exchanges that were cancelled.
    pub cancelled: u64,
    /// Exchanges that ended without an answer.
    pub given_up: u64,
    /// Answers that came after a cancellation or after giving up.
    pub late: u64,
    /// Answers to what had one already.
    pub duplicate: u64,
    /// Messages that refer to something unknown.
    pub unknown: u64,
    /// Requests that were not followed because of a limit.
    pub overflow: u64,
}

impl Totals {
    pub(super) fn count_ending(&mut self, ending: Ending) {
        let counter = match ending {
            Ending::Answered(Answer::Complete) => &mut self.complete,
            Ending::Answered(Answer::InputRequired) => &mut self.input_required,
            Ending::Answered(Answer::Task) => &mut self.tasks,
            Ending::Answered(Answer::OtherResult) => &mut self.other_results,
            Ending::Answered(Answer::ToolError) => &mut self.tool_errors,
            Ending::Answered(Answer::ProtocolError(_)) => &mut self.protocol_errors,
            Ending::Answered(Answer::Malformed) => &mut self.malformed_answers,
            Ending::Cancelled(_) => &mut self.cancelled,
            Ending::GivenUp => &mut self.given_up,
        };
        *counter += 1;
    }

    pub(super) fn count_link(&mut self, link: &Link) {
        let counter = match link {
            Link::Answer { timing: Timing::Duplicate, .. } => &mut self.duplicate,
            Link::Answer { timing: Timing::AfterCancellation | Timing::AfterGivingUp, .. } => {
                &mut self.late
            }
            Link::Unknown { .. } => &mut self.unknown,
            Link::Overflow(_) => &mut self.overflow,
            _ => return,
        };
        *counter += 1;
    }
}
