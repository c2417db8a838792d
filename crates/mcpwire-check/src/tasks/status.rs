//! The state of a task, as `tasks/get` and `notifications/tasks` tell it.

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::Notification;

use crate::answered::Answered;
use crate::asked::mark_of;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Carrier, Stream};

/// A state, where it stands, and the event after which it was asked for.
struct Told<'a> {
    state: Text<'a>,
    place: &'static str,
    after: u64,
}

impl Stream {
    /// Judges the state that `tasks/get` tells.
    pub(crate) fn task_told(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        failed(desk, here, result);
        let Some(task) = one.asked.task else { return };
        let created = self.known.tasks.entry(task).created;
        if created.is_some_and(|created| created.is_tool) {
            completed(desk, here, result);
        }
        let told = Told { state: result, place: "/result", after: one.asked.spot.event };
        self.frozen(desk, here, task, &told);
        if one.asked.is_whole {
            self.task_inputs(desk, here, task, result);
        }
    }

    /// Judges the state that a notification tells.
    pub(crate) fn task_news(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        notification: &Notification<'_>,
    ) {
        let Some(state) = notification.params.text else { return };
        let id = state.get("taskId").and_then(Text::as_string);
        // Streams of their own may overtake each other.
        if let Some(id) = id.filter(|_| self.carrier == Carrier::Lines) {
            let told = Told { state, place: "/params", after: here.spot.event };
            self.frozen(desk, here, mark_of(&id), &told);
        }
    }

    /// A task that has ended stays as it is.
    fn frozen(&mut self, desk: &mut Desk, here: &Here<'_>, task: u64, told: &Told<'_>) {
        let Some(status) = told.state.get("status") else { return };
        let seen = self.known.tasks.entry(task);
        match &seen.ended {
            // What was asked for before may have been answered before.
            Some((ended, event)) if *event < told.after => {
                if status.is_string(ended) {
                    return desk.evidence.occasion(Exchange::TaskFrozen);
                }
                let seen = format!("`status` is {status:.40}, after \"{ended}\".");
                let advice = "Leave the status of a task that has ended.";
                let at = here.member(status, &format!("{}/status", told.place));
                desk.blame(here, Exchange::TaskFrozen, at, seen, advice);
            }
            Some(_) => {}
            None => {
                let ends = ["completed", "failed", "cancelled"];
                if let Some(end) = ends.into_iter().find(|end| status.is_string(end)) {
                    seen.ended = Some((end.into(), here.spot.event));
                }
            }
        }
    }
}

/// A task fails by an error of the protocol, and says why; a tool that fails completes it.
fn failed(desk: &mut Desk, here: &Here<'_>, state: Text<'_>) {
    if !state.get("status").is_some_and(|status| status.is_string("failed")) {
        return;
    }
    let flag = state.get("result").and_then(|result| result.get("isError"));
    if let Some(flag) = flag.filter(|flag| flag.as_str() == "true") {
        let seen = "The task failed with the result of a tool.".to_owned();
        let advice = "Complete the task with the tool's result; fail it for a JSON-RPC error only.";
        let at = here.member(flag, "/result/result/isError");
        return desk.blame(here, Exchange::TaskToolError, at, seen, advice);
    }
    desk.evidence.occasion(Exchange::TaskToolError);
    if state.get("statusMessage").is_some() {
        return desk.evidence.occasion(Exchange::TaskFailedMessage);
    }
    let seen = "The failed task has no `statusMessage`.".to_owned();
    let at = here.member(state, "/result");
    desk.blame(here, Exchange::TaskFailedMessage, at, seen, "Say in `statusMessage` what failed.");
}

/// The result of a task that stands for that of a tool.
fn completed(desk: &mut Desk, here: &Here<'_>, state: Text<'_>) {
    let is_completed = state.get("status").is_some_and(|status| status.is_string("completed"));
    let result = state.get("result").filter(|_| is_completed);
    let Some(result) = result.filter(|result| result.kind() == Kind::Object) else { return };
    if result.get("content").is_some_and(|content| content.kind() == Kind::Array) {
        return desk.evidence.occasion(Exchange::TaskResult);
    }
    let seen = "The task's `result` has no `content`, as the result of a tool has.".to_owned();
    let advice = "Put the result of `tools/call` there, as it would have been sent.";
    let at = here.member(result, "/result/result");
    desk.blame(here, Exchange::TaskResult, at, seen, advice);
}
