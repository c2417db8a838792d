//! A task in place of a result: for whom, and for what.

use std::time::Duration;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::method::Method;

use super::seen::Created;
use crate::answered::Answered;
use crate::asked::mark_of;
use crate::asked::read::is_about_task;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

impl Stream {
    /// Judges a result that promises a task.
    pub(crate) fn task_created(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        let Some(kind) = result.get("resultType") else { return };
        let at = || here.member(kind, "/result/resultType");
        // The methods of tasks have rules of their own for this.
        if is_about_task(one.asked.method) {
            return;
        }
        let declared = &one.asked.declared;
        match (declared.tasks(), declared.has(&["tasks"])) {
            (Some(false), Some(true)) => {
                let seen = "The request declares only the `tasks` capability of 2025-11-25.";
                let advice = "Create tasks only for requests that declare the extension.";
                desk.blame(here, Exchange::TaskOldOnly, at(), seen.to_owned(), advice);
            }
            (Some(false), _) => {
                let seen = "The request does not declare the extension for tasks.".to_owned();
                let advice = "Create tasks only for requests that declare the extension.";
                desk.blame(here, Exchange::TaskUndeclared, at(), seen, advice);
            }
            _ => {
                desk.evidence.occasion(Exchange::TaskUndeclared);
                desk.evidence.occasion(Exchange::TaskOldOnly);
            }
        }
        match one.asked.method {
            Some(Method::ToolsCall) => desk.evidence.occasion(Exchange::TaskMethod),
            None => {}
            Some(method) => {
                let seen = format!("`{}` is answered with a task.", method.name());
                let advice = "Create tasks for `tools/call` only.";
                desk.blame(here, Exchange::TaskMethod, at(), seen, advice);
            }
        }
        let is_tool = one.asked.method == Some(Method::ToolsCall);
        self.remember_task(here, result, is_tool);
    }

    fn remember_task(&mut self, here: &Here<'_>, result: Text<'_>, is_tool: bool) {
        let Some(id) = result.get("taskId").and_then(Text::as_string) else { return };
        let ttl = result.get("ttlMs");
        let millis = ttl.and_then(|ttl| ttl.as_str().parse::<u64>().ok());
        let is_endless = ttl.is_some_and(|ttl| ttl.as_str() == "null");
        // Without a readable time to live, nothing is promised.
        if millis.is_none() && !is_endless {
            return;
        }
        let until = millis.map(|millis| self.now.saturating_add(Duration::from_millis(millis)));
        let event = here.spot.event;
        self.known.tasks.entry(mark_of(&id)).created = Some(Created { event, is_tool, until });
    }
}
