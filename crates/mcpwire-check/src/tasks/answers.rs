//! Answers to the methods of tasks.

use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::{ErrorCode, Outcome};
use mcpwire_protocol::method::Method;

use crate::answered::Answered;
use crate::asked::read::is_about_task;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

impl Stream {
    /// Judges an answer to a request about a task.
    pub(crate) fn task_answer(&mut self, desk: &mut Desk, here: &Here<'_>, one: &Answered<'_, '_>) {
        let Some(method) = one.asked.method.filter(|method| is_about_task(Some(*method))) else {
            return;
        };
        let result = match &one.response.outcome {
            Outcome::Error(error) => return self.task_refused(desk, here, one, error.code),
            Outcome::Result(result) => *result,
        };
        if method == Method::TasksResult {
            let seen = "`tasks/result` is served, and does not exist any more.".to_owned();
            let advice = "Refuse it with -32601; `tasks/get` brings the result.";
            let at = here.member(result, "/result");
            return desk.blame(here, Exchange::TaskResultRemoved, at, seen, advice);
        }
        if one.asked.declared.tasks() == Some(false) {
            let seen = "The request does not declare the extension for tasks.".to_owned();
            let advice = "Refuse it with -32021.";
            let at = here.member(result, "/result");
            return desk.blame(here, Exchange::TaskMethods, at, seen, advice);
        }
        desk.evidence.occasion(Exchange::TaskMethods);
        if let Some(task) = one.asked.task {
            self.known.tasks.entry(task).was_found = true;
        }
        match method {
            Method::TasksGet => self.task_told(desk, here, one, result),
            Method::TasksUpdate => {
                self.task_updated(&one.asked.brings, one.asked.task);
                empty(desk, here, result, Exchange::TaskUpdateAck);
            }
            _ => empty(desk, here, result, Exchange::TaskCancelAck),
        }
    }

    fn task_refused(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        code: ErrorCode,
    ) {
        match one.asked.method {
            Some(Method::TasksResult) => {
                desk.evidence.occasion(Exchange::TaskResultRemoved);
            }
            Some(Method::TasksGet) if code == ErrorCode::INVALID_PARAMS => {
                self.task_not_found(desk, here, one);
            }
            _ => desk.evidence.occasion(Exchange::TaskMethods),
        }
    }

    /// A task that was promised has to be found from the first moment on.
    fn task_not_found(&self, desk: &mut Desk, here: &Here<'_>, one: &Answered<'_, '_>) {
        let task = one.asked.task.and_then(|task| self.known.tasks.get(task));
        let Some((task, created)) = task.and_then(|task| Some((task, task.created?))) else {
            return;
        };
        let is_kept = created.until.is_none_or(|until| self.now < until);
        let is_later = one.asked.spot.event > created.event;
        if task.was_found || !is_kept || !is_later || one.asked.fault.is_some() {
            return;
        }
        let seen = "The task was promised before, and is not found.".to_owned();
        let advice = "Answer with a task only when `tasks/get` would find it.";
        desk.blame(here, Exchange::TaskDurable, one.place(here), seen, advice);
    }
}

/// An acknowledgement has no members of its own.
fn empty(desk: &mut Desk, here: &Here<'_>, result: Text<'_>, rule: Exchange) {
    let mut members = result.members().map(|(key, value)| (key.name(), value));
    let extra = members.find(|(key, _)| !matches!(&**key, "resultType" | "_meta"));
    let Some((key, value)) = extra else { return desk.evidence.occasion(rule) };
    let seen = format!("The result has the member {:.60?}.", &*key);
    let at = here.at(value, Pointer::spelled("/result").member(&key));
    desk.blame(here, rule, at, seen, "Answer with `resultType` and `_meta` only.");
}
