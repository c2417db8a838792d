//! The report for other programs, as `docs/report.schema.json` describes it.

use std::borrow::Cow;

use mcpwire_protocol::direction::Direction;
use serde::Serialize;

use crate::cause::Cause;
use crate::finding::Finding;
use crate::report::{Report, Totals};

/// The version of the format: raised when a member changes its meaning or goes away.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'r> {
    mcpwire: &'static str,
    version: u32,
    totals: TotalsJson,
    remarks: &'r [String],
    causes: Vec<CauseJson<'r>>,
    findings: Vec<FindingJson<'r>>,
    expected: Vec<ExpectedJson>,
    rules: Vec<JudgedJson>,
}

#[derive(Serialize)]
struct ExpectedJson {
    rule: &'static str,
    count: u64,
}

#[derive(Serialize)]
struct CauseJson<'r> {
    cause: &'r str,
    rule: &'static str,
    level: &'static str,
    party: &'static str,
    page: &'static str,
    count: u64,
}

#[derive(Serialize)]
struct FindingJson<'r> {
    rule: &'static str,
    level: &'static str,
    party: &'static str,
    cause: &'r str,
    page: &'static str,
    at: AtJson<'r>,
    seen: &'r str,
    advice: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeat: Option<&'r str>,
}

#[derive(Serialize)]
struct AtJson<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    event: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<Direction>,
    bytes: [usize; 2],
    pointer: &'r str,
    excerpt: ExcerptJson<'r>,
}

#[derive(Serialize)]
struct ExcerptJson<'r> {
    text: Cow<'r, str>,
    start: usize,
    length: usize,
}

#[derive(Serialize)]
struct JudgedJson {
    id: &'static str,
    verdict: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TotalsJson {
    events: u64,
    messages: u64,
    requests: u64,
    notifications: u64,
    responses: u64,
    malformed: u64,
    skipped: u64,
    must: u64,
    should: u64,
    note: u64,
    expected: u64,
    broken: u64,
    kept: u64,
    not_verifiable: u64,
}

impl Report {
    /// The report as one JSON object, described by `docs/report.schema.json`. Bytes in excerpts
    /// that are no UTF-8 become replacement characters.
    pub fn json(&self) -> impl Serialize + '_ {
        let findings = self.causes.iter().flat_map(|cause| {
            cause.findings.iter().map(move |finding| FindingJson::of(cause, finding))
        });
        let expected = self.expected.iter();
        let rules = self.rules.iter();
        Document {
            mcpwire: "report",
            version: VERSION,
            totals: TotalsJson::of(&self.totals),
            remarks: &self.remarks,
            causes: self.causes.iter().map(CauseJson::of).collect(),
            findings: findings.collect(),
            expected: expected
                .map(|(rule, count)| ExpectedJson { rule: rule.as_str(), count: *count })
                .collect(),
            rules: rules
                .map(|judged| JudgedJson {
                    id: judged.rule.as_str(),
                    verdict: judged.verdict.as_str(),
                })
                .collect(),
        }
    }
}

impl<'r> CauseJson<'r> {
    fn of(cause: &'r Cause) -> Self {
        CauseJson {
            cause: &cause.name,
            rule: cause.rule.as_str(),
            level: cause.level.as_str(),
            party: cause.party.as_str(),
            page: cause.page(),
            count: cause.count,
        }
    }
}

impl<'r> FindingJson<'r> {
    fn of(cause: &'r Cause, finding: &'r Finding) -> Self {
        let at = &finding.at;
        FindingJson {
            rule: finding.rule.as_str(),
            level: finding.level.as_str(),
            party: finding.party.as_str(),
            cause: &cause.name,
            page: cause.page(),
            at: AtJson {
                file: at.file.as_deref(),
                line: at.line,
                column: at.column,
                event: at.event,
                direction: at.direction,
                bytes: [at.bytes.start, at.bytes.end],
                pointer: at.pointer.as_str(),
                excerpt: ExcerptJson {
                    text: String::from_utf8_lossy(&at.excerpt.bytes),
                    start: at.excerpt.start,
                    length: at.excerpt.length,
                },
            },
            seen: &finding.seen,
            advice: &finding.advice,
            repeat: finding.repeat.as_deref(),
        }
    }
}

impl TotalsJson {
    fn of(totals: &Totals) -> Self {
        TotalsJson {
            events: totals.events,
            messages: totals.messages,
            requests: totals.requests,
            notifications: totals.notifications,
            responses: totals.responses,
            malformed: totals.malformed,
            skipped: totals.skipped,
            must: totals.must,
            should: totals.should,
            note: totals.note,
            expected: totals.expected,
            broken: totals.broken,
            kept: totals.kept,
            not_verifiable: totals.not_verifiable,
        }
    }
}
