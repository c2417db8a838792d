//! What an answer must have of its request.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use mcpwire_protocol::conversation::{Answer, Link, Reference, Timing};
use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::jsonrpc::{ErrorCode, ErrorObject, Incoming, Outcome, Response};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::rules::Party;

use crate::asked::Asked;
use crate::checker::Desk;
use crate::finding::Finding;
use crate::rules::Exchange;
use crate::silence::rule_for;
use crate::stream::{Here, Stream};

/// What a server has told of itself.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Whether it has answered as only servers of this revision do.
    is_modern: bool,
    /// Findings that count only if it is.
    if_modern: Vec<Finding>,
    /// The revisions that it says it speaks.
    versions: Vec<Box<str>>,
    pub(crate) tools: Tools,
}

/// The tools that a server has listed, by hashes of their names.
#[derive(Debug, Default)]
pub(crate) struct Tools {
    names: HashSet<u64>,
    /// Whether the pages seen so far begin with the first.
    whole_so_far: bool,
    /// Whether the last page was seen too.
    complete: bool,
}

const MOST_TOOLS: usize = 20_000;
const MOST_VERSIONS: usize = 20;
const MOST_IF_MODERN: usize = 16;

impl Known {
    pub(crate) fn findings_if_modern(&mut self) -> Vec<Finding> {
        let findings = std::mem::take(&mut self.if_modern);
        if self.is_modern { findings } else { Vec::new() }
    }

    fn if_modern(&mut self, desk: &mut Desk, finding: Finding) {
        if self.is_modern {
            desk.add(finding);
        } else if self.if_modern.len() < MOST_IF_MODERN {
            self.if_modern.push(finding);
        }
    }

    fn name_versions(&mut self, list: Option<Text<'_>>) {
        let list = list.into_iter().flat_map(Text::elements).take(MOST_VERSIONS);
        let versions = list.filter_map(|version| Some(Box::from(&*version.as_string()?)));
        self.versions = versions.filter(|version: &Box<str>| version.len() < 100).collect();
    }

    fn speaks(&self, version: &str) -> bool {
        self.versions.is_empty() || self.versions.iter().any(|one| **one == *version)
    }
}

impl Tools {
    pub(crate) fn lose(&mut self) {
        *self = Tools::default();
    }

    fn page(&mut self, result: Text<'_>, has_cursor: bool) {
        if !has_cursor {
            *self = Tools { whole_so_far: true, ..Tools::default() };
        }
        for tool in result.get("tools").into_iter().flat_map(Text::elements) {
            if let Some(name) = tool.get("name").and_then(Text::as_string) {
                self.names.insert(hash(&name));
            }
        }
        if self.names.len() > MOST_TOOLS {
            return self.lose();
        }
        self.complete = self.whole_so_far && result.get("nextCursor").is_none();
    }

    /// Whether a tool is listed; `None` where not all are known.
    fn has(&self, name: &str) -> Option<bool> {
        self.complete.then(|| self.names.contains(&hash(name)))
    }
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

impl Stream {
    /// Takes in what a message tells about its server.
    pub(crate) fn learn(&mut self, incoming: &Incoming<'_>, method: Option<Method>) {
        match incoming {
            Incoming::Response(Response { outcome: Outcome::Result(result), .. }) => {
                if !self.known.is_modern && result.get("resultType").is_some() {
                    self.known.is_modern = true;
                }
                if method == Some(Method::ServerDiscover) {
                    self.known.name_versions(result.get("supportedVersions"));
                }
            }
            Incoming::Response(Response { outcome: Outcome::Error(error), .. })
                if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION =>
            {
                self.known.is_modern = true;
                self.known.name_versions(error.data.and_then(|data| data.get("supported")));
            }
            Incoming::Notification(_) if method == Some(Method::ToolsListChanged) => {
                self.known.tools.lose();
            }
            _ => {}
        }
    }

    /// Takes in a message of the server; says whether what else is wrong with it only follows
    /// from what was found here.
    pub(crate) fn from_server(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        incoming: &Incoming<'_>,
        link: &Link,
    ) -> bool {
        if here.revision.is_modern() && !matches!(incoming, Incoming::Malformed(_)) {
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
                if *reference == Reference::Request && *certain && !self.has_gaps {
                    self.to_nobody(desk, here, response);
                }
                false
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
            Timing::AfterCancellation | Timing::AfterGivingUp => return false,
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
        }
        let judged = Answered { asked: &asked, response, answer };
        match asked.fault {
            Some(_) => self.answer_to_fault(desk, here, &judged),
            None => self.answer_to_valid(desk, here, &judged),
        }
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

    fn duplicate(&self, desk: &mut Desk, here: &Here<'_>, response: &Response<'_>, exchange: u64) {
        let first = self.conversation.exchange(exchange).and_then(|exchange| exchange.closed);
        let malformed = mcpwire_protocol::conversation::Ending::Answered(Answer::Malformed);
        if self.has_gaps || first.is_some_and(|closing| closing.ending == malformed) {
            return;
        }
        let Some(id) = response.id else { return };
        let seen = format!("The request with the id {id:.40} has its answer already.");
        let advice = "Answer each request once.";
        let place = (Party::Server, here.at(id.text(), Pointer::spelled("/id")));
        let finding = desk.broken(Exchange::Duplicate, here.revision, place, (seen, advice));
        desk.add(finding);
    }

    /// An error without an id: for a line that could not be read, or for something else.
    fn without_id(&mut self, desk: &mut Desk, here: &Here<'_>, error: &ErrorObject<'_>) {
        let code = |rule: Exchange, told: String, due: ErrorCode| {
            let seen = format!("`code` is {}, but {told} asks for {due}.", error.code);
            let place = error.text.get("code").unwrap_or(error.text);
            let at = here.at(place, Pointer::spelled("/error/code"));
            let advice =
                "Answer what is no JSON with -32700, and what is no valid request with -32600.";
            (rule, (Party::Server, at), (seen, advice))
        };
        let known = self.unread.iter().find(|unread| unread.due.code == error.code);
        if let Some(unread) = known {
            // Servers may answer the first of several only.
            desk.evidence.occasion(unread.rule());
            self.unread.retain(|unread| unread.due.code != error.code);
            return;
        }
        // A line whose id could be read may be answered without it.
        let same =
            |asked: &Asked| asked.fault.is_some_and(|due| due.malformed && due.code == error.code);
        let readable = self.asked.iter().find(|(_, asked)| same(asked)).map(|(at, _)| *at);
        if let Some(exchange) = readable {
            self.conversation.give_up(exchange, self.now);
            self.asked.remove(&exchange);
            return;
        }
        if let Some(unread) = self.unread.pop_front() {
            if self.unread.is_empty() {
                let told = unread.spot.told();
                let (rule, place, words) = code(unread.rule(), told, unread.due.code);
                let finding = desk.broken(rule, unread.revision, place, words);
                let repeat = unread.text.repeat(self.command.as_deref());
                desk.add(finding.map(|finding| finding.repeat(repeat)));
            }
            self.unread.clear();
            return;
        }
        let malformed =
            self.asked.iter().find(|(_, asked)| asked.fault.is_some_and(|due| due.malformed));
        if let Some(exchange) = malformed.map(|(exchange, _)| *exchange) {
            self.conversation.give_up(exchange, self.now);
            self.asked.remove(&exchange);
            return;
        }
        if self.unreadable == 0 && self.begins && !self.has_gaps {
            self.error_for_what(desk, here);
        }
    }

    /// An error without an id, though everything that the client sent could be read.
    fn error_for_what(&mut self, desk: &mut Desk, here: &Here<'_>) {
        let open = self.asked.iter().find(|(_, asked)| asked.plain_id).map(|(at, _)| *at);
        let (rule, seen, advice) = match (open, self.notifications) {
            (Some(exchange), 0) if self.asked.len() == 1 => {
                self.conversation.give_up(exchange, self.now);
                let asked = self.asked.remove(&exchange);
                let id = asked.map_or_else(String::new, |asked| asked.id.to_string());
                let seen =
                    format!("The error has no id, but the only open request has the id {id:.40}.");
                (Exchange::ErrorIdMissing, seen, "Repeat the id of the request.")
            }
            (None, 1..) if self.asked.is_empty() => {
                let seen =
                    "The error answers no request: none is open, and a notification came before.";
                let advice = "Answer no notification, not even one that is wrong.";
                (Exchange::NotificationAnswered, seen.to_owned(), advice)
            }
            _ => return,
        };
        let place = (Party::Server, here.whole());
        let finding = desk.broken(rule, here.revision, place, (seen, advice));
        desk.add(finding);
    }

    /// A response with an id that no request had.
    fn to_nobody(&mut self, desk: &mut Desk, here: &Here<'_>, response: &Response<'_>) {
        let Some(id) = response.id else { return };
        if !self.begins {
            return;
        }
        let at = here.at(id.text(), Pointer::spelled("/id"));
        let bare = |key: &str| key.trim_matches('"').to_owned();
        let own = id.key();
        // Only the latest: more would cost a peer's flood of answers too much time.
        let mut latest = self.asked.iter().rev().take(64);
        let close = latest.find(|(_, asked)| bare(asked.id.as_str()) == bare(own.as_str()));
        if let Some((exchange, asked)) = close {
            let exchange = *exchange;
            let seen = format!("`id` is {id:.40}, but the request has {:.40}.", asked.id.as_str());
            let advice = "Repeat the id of the request as it came: a string as a string, a number as a number.";
            let revision = asked.revision;
            let finding =
                desk.broken(Exchange::IdTypeChanged, revision, (Party::Server, at), (seen, advice));
            self.conversation.give_up(exchange, self.now);
            self.asked.remove(&exchange);
            desk.add(finding);
            return;
        }
        let only = match (self.asked.len(), self.asked.first_key_value()) {
            (1, Some((exchange, asked))) => Some((*exchange, asked.id.to_string())),
            _ => None,
        };
        let (rule, seen, advice) = match &only {
            Some((_, open)) => (
                match response.outcome {
                    Outcome::Result(_) => Exchange::ResultIdMismatch,
                    Outcome::Error(_) => Exchange::ErrorIdMismatch,
                },
                format!("`id` is {id:.40}, but the only open request has {open:.40}."),
                "Repeat the id of the request, exactly as it was sent.",
            ),
            None => (
                Exchange::Unsolicited,
                format!("No open request has the id {id:.40}."),
                "Answer requests only, and each with its own id.",
            ),
        };
        let finding = desk.broken(rule, here.revision, (Party::Server, at), (seen, advice));
        let Some(finding) = finding else { return };
        match only {
            Some((exchange, _)) => {
                if let Some((_, earlier)) = self.stray.replace((exchange, finding)) {
                    self.unsolicited(desk, earlier);
                }
            }
            None => desk.add(finding),
        }
    }

    /// What looked like the answer to the one open request was none: that one came too.
    fn unsolicited(&self, desk: &mut Desk, finding: Finding) {
        let words = (
            "No open request has this id.".to_owned(),
            "Answer requests only, and each with its own id.",
        );
        let place = (Party::Server, finding.at);
        let finding = desk.broken(
            Exchange::Unsolicited,
            mcpwire_protocol::revision::Revision::LATEST,
            place,
            words,
        );
        desk.add(finding);
    }
}

/// An answer with its request.
struct Answered<'r, 'a> {
    asked: &'r Asked,
    response: &'r Response<'a>,
    answer: Answer,
}

impl Answered<'_, '_> {
    /// The answer in two words.
    fn told(&self) -> String {
        match &self.response.outcome {
            Outcome::Error(error) => format!("Error {}", error.code),
            Outcome::Result(_) if self.answer == Answer::ToolError => "A tool's error".to_owned(),
            Outcome::Result(_) => "A result".to_owned(),
        }
    }

    /// What decides: the code, or that there is a result.
    fn place(&self, here: &Here<'_>) -> crate::finding::At {
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
