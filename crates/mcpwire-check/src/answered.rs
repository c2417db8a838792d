//! An answer with its request, and what follows from both.

use mcpwire_protocol::conversation::Answer;
use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::{Outcome, Response};
use mcpwire_protocol::method::Method;

use crate::asked::Asked;
use crate::checker::Desk;
use crate::finding::At;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Stream, Trust};

/// An answer with its request.
pub(crate) struct Answered<'r, 'a> {
    pub(crate) asked: &'r Asked,
    pub(crate) response: &'r Response<'a>,
    pub(crate) answer: Answer,
}

impl Answered<'_, '_> {
    /// The answer in two words.
    pub(crate) fn told(&self) -> String {
        match &self.response.outcome {
            Outcome::Error(error) => format!("Error {}", error.code),
            Outcome::Result(_) if self.answer == Answer::ToolError => "A tool's error".to_owned(),
            Outcome::Result(_) => "A result".to_owned(),
        }
    }

    /// What decides: the code, or that there is a result.
    pub(crate) fn place(&self, here: &Here<'_>) -> At {
        match &self.response.outcome {
            Outcome::Error(error) => match error.text.get("code") {
                Some(code) => here.at(code, Pointer::spelled("/error/code")),
                None => here.at(error.text, Pointer::spelled("/error")),
            },
            Outcome::Result(result) => match result.get("isError") {
                Some(flag) if self.answer == Answer::ToolError => {
                    here.at(flag, Pointer::spelled("/result/isError"))
                }
                _ => here.at(*result, Pointer::spelled("/result")),
            },
        }
    }
}

impl Stream {
    /// Judges an answer by what its request says.
    pub(crate) fn answer_by_request(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
    ) {
        let is_whole = one.asked.is_whole && here.trust == Trust::Whole;
        if !is_whole || one.asked.shares_id || !one.asked.revision.is_modern() {
            return;
        }
        let command = self.command.take();
        let answers = command.as_deref().map(|command| (&one.asked.text, command));
        self.by_request(desk, &Here { answers, ..*here }, one);
        self.command = command;
    }

    fn by_request(&mut self, desk: &mut Desk, here: &Here<'_>, one: &Answered<'_, '_>) {
        self.task_answer(desk, here, one);
        let result = match &one.response.outcome {
            Outcome::Error(error) => return self.code(desk, here, one, error),
            Outcome::Result(result) => *result,
        };
        match one.answer {
            Answer::InputRequired => return self.input_required(desk, here, one, result),
            Answer::Task => return self.task_created(desk, here, one, result),
            Answer::OtherResult => return foreign_type(desk, here, one, result),
            _ => {}
        }
        desk.evidence.occasion(Exchange::ForeignType);
        self.served_bad_level(desk, here, one, result);
        self.undeclared_feature(desk, here, one, result);
        self.page(desk, here, one, result);
        match one.asked.method {
            Some(Method::ServerDiscover) => self.discovered(desk, here, one, result),
            Some(Method::ToolsList) => {
                self.schemas(desk, here, result);
                self.tools_in_order(desk, here, one, result);
            }
            Some(Method::ToolsCall) => self.output(desk, here, one, result),
            Some(Method::SubscriptionsListen) => {
                if let Some(listen) = one.asked.listen.as_deref() {
                    self.subscription_ended(desk, here, one, (listen, result));
                }
            }
            _ => {}
        }
    }
}

/// A kind of result that nobody has declared.
fn foreign_type(desk: &mut Desk, here: &Here<'_>, one: &Answered<'_, '_>, result: Text<'_>) {
    let Some(kind) = result.get("resultType") else { return };
    if one.asked.declared.has(&["extensions"]) != Some(false) {
        return;
    }
    let seen = format!("`resultType` is {kind:.60}, and the request declares no extension.");
    let advice = "Answer with `complete` or `input_required`, or as a declared extension says.";
    let at = here.member(kind, "/result/resultType");
    desk.blame(here, Exchange::ForeignType, at, seen, advice);
}
