//! What an answer must have of its request.

use mcpwire_protocol::conversation::{Answer, Link, Reference, Timing};
use mcpwire_protocol::json::Pointer;
use mcpwire_protocol::jsonrpc::{ErrorCode, Incoming, Outcome, Response};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::rules::Party;

use crate::answered::Answered;
use crate::asked::wishes::LogWish;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::silence::rule_for;
use crate::stream::{Carrier, Stream};

impl Stream {
    /// Takes in a message of the server; says whether what else is wrong with it only follows
    /// from what was found here.
    pub(crate) fn server_sent(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        incoming: &Incoming<'_>,
        link: &Link,
    ) -> bool {
        let is_message = here.revision.is_modern() && !matches!(incoming, Incoming::Malformed(_));
        if is_message && self.carrier == Carrier::Lines {
            desk.evidence.occasion(Exchange::StdoutNotMcp);
        }
        match (incoming, link) {
            (Incoming::Response(response), Link::Answer { exchange, answer, timing }) => {
                self.answer(desk, here, response, (*exchange, *answer, *timing))
            }
            (Incoming::Response(response), Link::AnswerWithoutId) => {
                if let Outcome::Error(error) = &response.outcome {
                    self.without_id(desk, here, error);
                }
                false
            }
            (Incoming::Response(response), Link::Unknown { reference, certain }) => {
                if let Outcome::Result(result) = &response.outcome {
                    self.schemas_of_somebody(desk, here, *result);
                }
                let to_request = *reference == Reference::Request && !self.has_gaps;
                if to_request && !self.answers_unread(desk, here, &response.outcome) && *certain {
                    self.id_of_nobody(desk, here, response);
                }
                false
            }
            (Incoming::Malformed(malformed), Link::Malformed) if self.repeats_bad_id(malformed) => {
                self.served_unread(desk, here);
                true
            }
            (Incoming::Malformed(malformed), link) => {
                if let Link::Answer { exchange, .. } = link {
                    self.asked.remove(exchange);
                } else if malformed.fault.rule.as_str() == Exchange::ResultIdMismatch.id().as_str()
                    && self.asked.len() == 1
                {
                    self.asked.clear();
                }
                false
            }
            (Incoming::Notification(notification), link) => {
                self.server_notified(desk, here, notification, link);
                false
            }
            _ => false,
        }
    }

    fn answer(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        response: &Response<'_>,
        (exchange, answer, timing): (u64, Answer, Timing),
    ) -> bool {
        let asked = match timing {
            Timing::InTime => self.asked.remove(&exchange),
            Timing::Duplicate => {
                self.duplicate(desk, here, response, exchange);
                return false;
            }
            Timing::AfterCancellation => {
                self.answer_after_cancellation(desk, here, exchange);
                return false;
            }
            Timing::AfterGivingUp => return false,
        };
        // Nothing is known of what the server asks, and of what was asked before a gap.
        let Some(asked) = asked else { return false };
        self.last_answered = self.last_answered.max(Some(exchange));
        if self.stray.as_ref().is_some_and(|(open, _)| *open == exchange)
            && let Some((_, finding)) = self.stray.take()
        {
            self.unsolicited(desk, finding);
        }
        for rule in [
            Exchange::Missing,
            Exchange::Duplicate,
            Exchange::Unsolicited,
            Exchange::IdTypeChanged,
            match response.outcome {
                Outcome::Result(_) => Exchange::ResultIdMismatch,
                Outcome::Error(_) => Exchange::ErrorIdMismatch,
            },
        ] {
            desk.evidence.occasion(rule);
        }
        if let Outcome::Error(_) = response.outcome {
            desk.evidence.occasion(Exchange::ErrorIdMissing);
        }
        if let (Some(Method::ToolsList), Outcome::Result(result)) =
            (asked.method, &response.outcome)
        {
            self.known.tools.page(*result, asked.has_cursor);
            self.known.outputs.page(*result, asked.has_cursor);
            self.known.mirrored.page(*result, asked.has_cursor);
        }
        self.logs_ended[0] |= asked.logs != LogWish::None;
        let judged = Answered { asked: &asked, response, answer };
        let consequence = match asked.fault {
            Some(_) => self.answer_to_fault(desk, here, &judged),
            None => self.answer_to_valid(desk, here, &judged),
        };
        if !consequence {
            self.answer_by_request(desk, here, &judged);
        }
        consequence
    }

    /// An answer to a request for which an error is due.
    fn answer_to_fault(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
    ) -> bool {
        let Some(due) = one.asked.fault else { return false };
        let repeat = one.asked.text.repeat(self.command.as_deref());
        let told = one.asked.spot.told();
        if due.malformed {
            let rule = rule_for(due.code);
            desk.evidence.occasion(rule);
            let fits = match &one.response.outcome {
                Outcome::Result(_) => false,
                // JSON-RPC knows parameters by position, and so may call them wrong parameters.
                Outcome::Error(error) => {
                    error.code == due.code
                        || due.rule.as_str() == "params-not-object"
                            && error.code == ErrorCode::INVALID_PARAMS
                }
            };
            if !fits {
                let seen = format!(
                    "{} answers {told}, which is no valid request ({}); {} is due.",
                    one.told(),
                    due.rule,
                    due.code
                );
                let advice = "Answer what is no valid request with -32600.";
                let place = (Party::Server, one.place(here));
                let finding = desk.broken(rule, one.asked.revision, place, (seen, advice));
                desk.add(finding.map(|finding| finding.repeat(repeat)));
            }
            return !fits;
        }
        if !is_meta(due.rule.as_str()) || one.asked.method.is_none() {
            return false;
        }
        desk.evidence.occasion(Exchange::MetaRejectionCode);
        if let Outcome::Error(error) = &one.response.outcome
            && error.code == ErrorCode::INVALID_PARAMS
        {
            self.meta_refused = true;
            return false;
        }
        let seen =
            format!("{} answers {told}, which breaks {}; -32602 is due.", one.told(), due.rule);
        let advice = "Refuse requests without the required fields of `_meta` with -32602.";
        let place = (Party::Server, one.place(here));
        if let Some(finding) =
            desk.broken(Exchange::MetaRejectionCode, one.asked.revision, place, (seen, advice))
        {
            self.known.if_modern(desk, finding.repeat(repeat));
        }
        // A result in the form of an older revision only follows from serving the request.
        matches!(&one.response.outcome, Outcome::Result(result) if result.get("resultType").is_none())
    }

    fn answer_to_valid(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
    ) -> bool {
        if let Some(version) = &one.asked.version {
            return self.answer_to_version(desk, here, one, version);
        }
        if let Some(tool) = &one.asked.tool
            && self.known.tools.has(tool) == Some(false)
        {
            self.answer_to_unknown_tool(desk, here, one, tool);
        }
        false
    }

    /// An answer to a request that names a revision that is none yet.
    fn answer_to_version(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        version: &str,
    ) -> bool {
        let repeat = one.asked.text.repeat(self.command.as_deref());
        let broken = |rule, at, words| {
            let finding = desk.broken(rule, one.asked.revision, (Party::Server, at), words);
            desk.add(finding.map(|finding| finding.repeat(repeat)));
        };
        match &one.response.outcome {
            Outcome::Error(error) if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
                let requested = error.data.and_then(|data| data.get("requested"));
                match requested.filter(|requested| !requested.is_string(version)) {
                    Some(requested) => {
                        let at = here.at(requested, Pointer::spelled("/error/data/requested"));
                        let seen = format!(
                            "`requested` is {requested:.40}, but the request names \"{version}\"."
                        );
                        let advice = "Repeat the version that the request names.";
                        broken(Exchange::VersionEcho, at, (seen, advice));
                    }
                    None => desk.evidence.occasion(Exchange::VersionEcho),
                }
                desk.evidence.occasion(Exchange::VersionCode);
                desk.evidence.occasion(Exchange::VersionServed);
                false
            }
            _ if self.known.versions.is_empty()
                || self.known.speaks(version)
                || one.asked.method.is_none() =>
            {
                false
            }
            Outcome::Error(_) => {
                let seen = format!(
                    "{} answers a request at \"{version}\", which the server does not speak; -32022 is due.",
                    one.told()
                );
                let advice = "Refuse versions that are not spoken with -32022, before anything else about the request.";
                broken(Exchange::VersionCode, one.place(here), (seen, advice));
                false
            }
            Outcome::Result(_) => {
                let seen = format!(
                    "A result answers a request at \"{version}\", which the server does not name among the versions that it speaks."
                );
                let advice = "Refuse versions that are not spoken with -32022.";
                broken(Exchange::VersionServed, one.place(here), (seen, advice));
                true
            }
        }
    }

    fn answer_to_unknown_tool(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        tool: &str,
    ) {
        let fits = match &one.response.outcome {
            // Refused before any tool was looked for.
            Outcome::Error(error) if is_early(error.code) => return,
            Outcome::Error(error) => error.code == ErrorCode::INVALID_PARAMS,
            // A tool that works may be one that is not listed.
            Outcome::Result(_) if one.answer != Answer::ToolError => return,
            Outcome::Result(_) => false,
        };
        desk.evidence.occasion(Exchange::UnknownTool);
        if fits {
            return;
        }
        let seen = format!(
            "{} answers a call of \"{tool}\", which is not among the listed tools.",
            one.told()
        );
        let advice = "Answer a call of an unknown tool with the error -32602.";
        let at = one.place(here);
        let broken = (Party::Server, at);
        let finding =
            desk.broken(Exchange::UnknownTool, one.asked.revision, broken, (seen, advice));
        let repeat = one.asked.text.repeat(self.command.as_deref());
        desk.add(finding.map(|finding| finding.repeat(repeat)));
    }
}

/// Whether a code says that a request was refused whatever it asks for.
fn is_early(code: ErrorCode) -> bool {
    [
        ErrorCode::PARSE_ERROR,
        ErrorCode::INVALID_REQUEST,
        ErrorCode::HEADER_MISMATCH,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
    ]
    .contains(&code)
}

/// Whether a rule is about the fields that each request has in `_meta`.
fn is_meta(rule: &str) -> bool {
    matches!(
        rule,
        "params-missing"
            | "meta-missing"
            | "meta-not-object"
            | "meta-protocol-version-missing"
            | "meta-protocol-version-type"
            | "meta-client-capabilities-missing"
            | "meta-client-capabilities-type"
    )
}
