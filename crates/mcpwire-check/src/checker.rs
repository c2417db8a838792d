use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::framing::BOM;
use mcpwire_protocol::jsonrpc::Incoming;
use mcpwire_protocol::lifecycle::batch_messages;
use mcpwire_protocol::recording::{
    self, Event, EventKind, MarkKind, MarkPlace, OpenKind, Origin, StreamId,
};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Party, RuleId, catalogue, rule};

use crate::asked::{Spot, quoted};
use crate::cause::Causes;
use crate::evidence::Evidence;
use crate::finding::{At, Finding};
use crate::http::{Authorities, Http};
use crate::infer::direction_of;
use crate::meant::Meant;
use crate::options::Options;
use crate::report::{Judged, Report, Totals, Verdict};
use crate::rules::Exchange;
use crate::stream::{Stream, Trust};

/// Judges a conversation, event by event.
///
/// Its memory is bounded: see [`Checker::MOST_STREAMS`] and [`MOST_CAUSES`](crate::MOST_CAUSES).
#[derive(Debug, Default)]
pub struct Checker {
    desk: Desk,
    file: Option<Arc<str>>,
    /// Foreign logs, by their numbers.
    sources: BTreeMap<u32, Arc<str>>,
    streams: BTreeMap<StreamId, Stream>,
    http: Http,
}

/// What all streams share: how to judge, and what was found.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    pub(crate) options: Options,
    pub(crate) evidence: Evidence,
    pub(crate) causes: Causes,
    pub(crate) totals: Totals,
    pub(crate) authorities: Authorities,
    meant: Meant,
    /// Rules that an active check has tried.
    tried: BTreeSet<RuleId>,
    remarks: Vec<&'static str>,
}

/// The stream of lines that come without a recording around them.
const BARE: StreamId = StreamId(0);

impl Checker {
    /// How many streams are followed at once; beyond that the one that was silent longest is
    /// taken as ended.
    pub const MOST_STREAMS: usize = 16;

    /// How many foreign logs are known by name.
    const MOST_SOURCES: usize = 64;

    /// A checker that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// A checker that judges in another way.
    pub fn with_options(options: Options) -> Self {
        Checker { desk: Desk { options, ..Desk::default() }, ..Self::default() }
    }

    /// Says that what follows is from another file, which begins conversations of its own.
    pub fn begin(&mut self, file: &str) {
        self.end_streams();
        self.file = Some(file.into());
        self.sources.clear();
    }

    /// Judges an event of a recording; `line` is where it stands in the file.
    pub fn event(&mut self, line: Option<u64>, event: &Event<'_>) {
        self.desk.totals.events += 1;
        self.desk.meant.enter(self.desk.totals.events, &event.expected);
        let spot = self.spot(line, event.origin);
        if self.is_http(event) {
            if let EventKind::Gap(_) = event.kind {
                self.desk.remark(GAP);
            }
            return self.http.event(&mut self.desk, &spot, event);
        }
        match &event.kind {
            EventKind::Line(content) => {
                let trust = trust(event);
                let stream = self.stream(event.stream, spot.event);
                stream.now = event.at.into();
                let (stream, desk) = self.both(event.stream);
                let direction = match content.direction {
                    recording::Direction::ClientToServer => Direction::ClientToServer,
                    recording::Direction::ServerToClient => Direction::ServerToClient,
                };
                stream.line(desk, &spot, direction, content.content.bytes(), trust);
            }
            EventKind::Open(open) if open.what == OpenKind::Lines => {
                self.stream(event.stream, spot.event).begins = true;
            }
            EventKind::ProcessStart(start) => {
                let words: Vec<_> = start.argv.iter().map(|word| quoted(word)).collect();
                let stream = self.stream(event.stream, spot.event);
                stream.begins = true;
                stream.command = Some(words.join(" "));
            }
            EventKind::Close(close) => {
                self.timed(event, spot.event, |stream| stream.close(close));
            }
            EventKind::ProcessExit(exit) => {
                self.timed(event, spot.event, |stream| stream.exit = Some(exit.exit));
            }
            EventKind::Gap(_) => {
                self.timed(event, spot.event, Stream::lose);
                self.http.lose();
                self.desk.remark(GAP);
            }
            EventKind::Source(source) if self.sources.len() < Self::MOST_SOURCES => {
                self.sources.insert(source.source, source.file.as_str().into());
            }
            // What a process says on standard error is no message, but it shows that time passed.
            EventKind::Stderr(_) => self.timed(event, spot.event, |_| {}),
            // What is HTTP was judged above, and a connection is none of its exchanges.
            EventKind::Open(_)
            | EventKind::RequestHead(_)
            | EventKind::ResponseHead(_)
            | EventKind::Body(_)
            | EventKind::SseEvent(_)
            | EventKind::SseComment(_)
            | EventKind::SseIncomplete(_)
            | EventKind::Source(_) => {}
        }
    }

    /// Whether an event belongs to an HTTP exchange.
    fn is_http(&self, event: &Event<'_>) -> bool {
        match &event.kind {
            EventKind::Open(open) => open.what == OpenKind::Exchange,
            EventKind::RequestHead(_)
            | EventKind::ResponseHead(_)
            | EventKind::Body(_)
            | EventKind::SseEvent(_)
            | EventKind::SseComment(_)
            | EventKind::SseIncomplete(_) => true,
            EventKind::Close(_) | EventKind::Gap(_) => self.http.owns(event.stream),
            _ => false,
        }
    }

    /// Judges a message that comes without a recording around it; which way it went is told by
    /// its members, see [`direction_of`]. `line` is where it stands in the file.
    pub fn bare_line(&mut self, line: u64, bytes: &[u8]) {
        if bytes.trim_ascii().is_empty() {
            return;
        }
        self.desk.totals.events += 1;
        self.desk.remark(BARE_LINES);
        let whole = bytes;
        let bytes = if line == 1 { bytes.strip_prefix(BOM).unwrap_or(bytes) } else { bytes };
        let spot = Spot { start: Some(whole.len() - bytes.len()), ..self.spot(Some(line), None) };
        self.stream(BARE, spot.event).is_bare = true;
        let (stream, _) = self.both(BARE);
        match batch_messages(bytes, stream.conversation.handshake()) {
            Some(messages) => {
                for message in messages {
                    let message = message.as_bytes();
                    // It is a piece of the line.
                    let start = (message.as_ptr() as usize).checked_sub(whole.as_ptr() as usize);
                    self.bare_message(&Spot { start, ..spot.clone() }, message);
                }
            }
            None => self.bare_message(&spot, bytes),
        }
    }

    fn bare_message(&mut self, spot: &Spot, bytes: &[u8]) {
        let incoming = Incoming::parse(bytes);
        let (stream, desk) = self.both(BARE);
        let direction = direction_of(&incoming).map(|direction| match &incoming {
            // In older revisions servers asked too.
            Incoming::Response(response) if stream.asked_by_server(response) => direction.reverse(),
            _ => direction,
        });
        match direction {
            Some(direction) => {
                stream.incoming(desk, spot, direction, (bytes, &incoming), Trust::Whole);
            }
            None => desk.sender_unknown(spot, bytes, &incoming),
        }
    }

    /// Says that a stream is seen from its beginning, as an event that opens it would.
    pub fn begins(&mut self, stream: StreamId) {
        let event = self.desk.totals.events;
        self.stream(stream, event).begins = true;
    }

    /// Says which number the next event has, where several events are told of one message.
    pub(crate) fn number_next(&mut self, number: u64) {
        self.desk.totals.events = number.saturating_sub(1);
    }

    /// Says that no handshake came before what is seen of a stream, so that what tells no other
    /// revision is of the newest.
    pub(crate) fn has_no_handshake(&mut self, stream: StreamId) {
        let event = self.desk.totals.events;
        self.stream(stream, event).no_handshake = true;
    }

    /// Says that a line was left out: it was too long, or no event.
    pub fn skip(&mut self) {
        self.desk.totals.events += 1;
        self.desk.totals.skipped += 1;
        for stream in self.streams.values_mut() {
            stream.lose();
        }
        self.http.lose();
    }

    /// Adds what somebody else found, such as an active check that knows what it asked for.
    pub fn add(&mut self, finding: Finding) {
        self.desk.add(finding);
    }

    /// Says that one of the [`EXCHANGE_RULES`](crate::EXCHANGE_RULES) could have been broken.
    pub fn occasion(&mut self, rule: &str) {
        let rules = crate::EXCHANGE_RULES.iter().zip(Exchange::ALL);
        if let Some((_, rule)) = rules.into_iter().find(|(id, _)| **id == rule) {
            self.desk.evidence.occasion(*rule);
        }
    }

    /// Says that a rule had an occasion to be broken, in what somebody else saw.
    pub fn tried(&mut self, rule: RuleId) {
        self.desk.tried.insert(rule);
    }

    /// How much is remembered: streams, requests that wait for an answer, causes. All are bounded.
    pub fn remembered(&self) -> [usize; 3] {
        let asked: usize = self.streams.values().map(Stream::remembered).sum();
        let [exchanges, waiting] = self.http.remembered();
        [self.streams.len() + exchanges, asked + waiting, self.desk.causes.len()]
    }

    /// Ends all conversations, and gives the verdicts.
    pub fn finish(mut self) -> Report {
        self.end_streams();
        self.desk.report()
    }

    fn end_streams(&mut self) {
        for stream in std::mem::take(&mut self.streams).into_values() {
            stream.end(&mut self.desk);
        }
        self.http.end(&mut self.desk);
    }

    fn spot(&self, line: Option<u64>, origin: Option<Origin>) -> Spot {
        let event = self.desk.totals.events;
        match origin {
            Some(origin) => {
                let file = self.sources.get(&origin.source).cloned();
                Spot { file, line: Some(origin.line), start: None, event }
            }
            None => Spot { file: self.file.clone(), line, start: None, event },
        }
    }

    fn stream(&mut self, id: StreamId, event: u64) -> &mut Stream {
        if !self.streams.contains_key(&id) && self.streams.len() >= Self::MOST_STREAMS {
            let oldest = self.streams.iter().min_by_key(|(_, stream)| stream.used);
            let oldest = oldest.map(|(id, _)| *id);
            if let Some(stream) = oldest.and_then(|id| self.streams.remove(&id)) {
                stream.end(&mut self.desk);
            }
        }
        let stream = self.streams.entry(id).or_default();
        stream.used = event;
        stream
    }

    fn timed(&mut self, event: &Event<'_>, number: u64, act: impl FnOnce(&mut Stream)) {
        let stream = self.stream(event.stream, number);
        stream.now = event.at.into();
        act(stream);
    }

    fn both(&mut self, id: StreamId) -> (&mut Stream, &mut Desk) {
        (self.streams.entry(id).or_default(), &mut self.desk)
    }
}

const GAP: &str = "Something is missing from the recording: what may refer to it is not judged.";
const BARE_LINES: &str = "The lines do not say which way they went: requests and the client's \
    notifications count as sent by the client, everything else as sent by the server.";

/// How far the text of an event is what crossed the wire.
pub(crate) fn trust(event: &Event<'_>) -> Trust {
    let lost = |mark: &recording::Mark| match (&mark.what, &mark.place) {
        (MarkKind::Truncated, _) | (_, MarkPlace::Content | MarkPlace::Header(_)) => true,
        (MarkKind::Redacted, MarkPlace::Pointer(pointer)) => {
            pointer.is_empty() || !pointer[1..].contains('/')
        }
    };
    match event.marks.as_slice() {
        [] => Trust::Whole,
        marks if marks.iter().any(lost) => Trust::Lost,
        _ => Trust::Redacted,
    }
}

impl Desk {
    /// Enters a finding, if there is one.
    pub(crate) fn add(&mut self, finding: impl Into<Option<Finding>>) {
        if let Some(finding) = finding.into()
            && (!self.options.server_only || finding.party == Party::Server)
            && !self.meant.takes(&finding)
        {
            self.causes.add(finding);
        }
    }

    /// The finding that a rule about several messages is broken; `None` where the rule does not
    /// hold in the revision.
    pub(crate) fn broken(
        &mut self,
        which: Exchange,
        revision: Revision,
        (party, at): (Party, At),
        (seen, advice): (String, impl Into<Cow<'static, str>>),
    ) -> Option<Finding> {
        self.evidence.occasion(which);
        let rule = rule(which.id().as_str()).filter(|rule| rule.holds_in(revision))?;
        Some(Finding::new(rule, party, at, seen).advice(advice))
    }

    pub(crate) fn remark(&mut self, remark: &'static str) {
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    fn report(self) -> Report {
        let on = |rule: &mcpwire_protocol::rules::Rule| {
            (self.options.heuristics || rule.is_on_by_default())
                && !(self.options.server_only && rule.party == Party::Client)
        };
        let judge = |rule: &mcpwire_protocol::rules::Rule| {
            let verdict = if self.causes.has(rule.id) {
                Verdict::Broken
            } else if on(rule) && (self.evidence.shows(rule) || self.tried.contains(&rule.id)) {
                Verdict::Kept
            } else {
                Verdict::NotVerifiable
            };
            Judged { rule: rule.id, verdict }
        };
        let rules: Vec<_> = catalogue().map(judge).collect();
        let mut report = Report {
            rules,
            totals: self.totals,
            remarks: self.remarks.iter().map(|remark| (*remark).to_owned()).collect(),
            causes: self.causes.finish(),
            expected: self.meant.finish(),
        };
        report.count();
        report
    }
}
