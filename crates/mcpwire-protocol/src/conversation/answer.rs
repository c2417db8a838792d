use crate::json::{Kind, Text};
use crate::jsonrpc::{ErrorCode, Outcome};
use crate::method::Method;
use crate::types::ResultType;

/// What kind of answer a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The result that was asked for.
    Complete,
    /// A result that asks for input before it can go on.
    InputRequired,
    /// A result that promises a task in place of the thing itself.
    Task,
    /// A result of a type that no known revision or extension defines.
    OtherResult,
    /// A tool ran, or refused its arguments, and says so in its result (`isError`).
    ToolError,
    /// A JSON-RPC error.
    ProtocolError(ErrorCode),
    /// Something with the id of the request that is no valid response.
    Malformed,
}

/// Who can do something about how an exchange ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// The program that speaks the protocol: it polls, corrects the request or gives up.
    Client,
    /// The model: it reads the result and goes on, or mends the call.
    Model,
    /// The application around it, and its user.
    Host,
}

impl Answer {
    /// Who is to react to such an answer to a request of this method.
    ///
    /// Specification: `server/tools#error-handling`.
    pub fn audience(self, method: Option<Method>) -> Audience {
        match self {
            Answer::ToolError => Audience::Model,
            Answer::Complete if method == Some(Method::ToolsCall) => Audience::Model,
            Answer::Complete | Answer::InputRequired => Audience::Host,
            Answer::Task | Answer::OtherResult | Answer::ProtocolError(_) | Answer::Malformed => {
                Audience::Client
            }
        }
    }
}

/// An answer with what later messages may refer to.
pub(super) struct AnswerFacts<'a> {
    pub(super) answer: Answer,
    pub(super) request_state: Option<Text<'a>>,
    pub(super) task_id: Option<Text<'a>>,
}

pub(super) fn read<'a>(outcome: &Outcome<'a>, method: Option<Method>) -> AnswerFacts<'a> {
    let result = match outcome {
        Outcome::Error(error) => {
            let answer = Answer::ProtocolError(error.code);
            return AnswerFacts { answer, request_state: None, task_id: None };
        }
        Outcome::Result(result) => *result,
    };
    let (mut kind, mut is_error, mut old_task) = (None, false, None);
    let (mut request_state, mut task_id) = (None, None);
    for (key, value) in result.members() {
        match &*key.name() {
            "resultType" => kind = Some(value),
            "isError" => is_error = value.as_str() == "true",
            "requestState" => request_state = Some(value),
            "taskId" => task_id = Some(value),
            // Revision 2025-11-25 has the task in an object of its own, and no `resultType`.
            "task" if value.kind() == Kind::Object => old_task = value.get("taskId"),
            _ => {}
        }
    }
    let runs_tools = matches!(method, Some(Method::ToolsCall | Method::TasksResult));
    let finished = if is_error && runs_tools { Answer::ToolError } else { Answer::Complete };
    let answer = match (kind, old_task) {
        (None, Some(_)) => Answer::Task,
        (Some(word), _) if word.kind() == Kind::String => match ResultType::named(word) {
            Some(ResultType::Complete) => finished,
            Some(ResultType::InputRequired) => Answer::InputRequired,
            Some(ResultType::TASK) => Answer::Task,
            Some(ResultType::Extension(_)) | None => Answer::OtherResult,
        },
        _ => finished,
    };
    let task_id = task_id.or(old_task).filter(|_| answer == Answer::Task);
    let request_state = request_state.filter(|_| answer == Answer::InputRequired);
    AnswerFacts { answer, request_state, task_id }
}
