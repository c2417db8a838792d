//! The conversation as one JSON object, for programs.

use std::ffi::OsString;
use std::path::Path;

use mcpwire_check::Cause;
use serde::Serialize;
use serde_json::value::RawValue;

use super::announced::{Came, audience, kind};
use super::closing::Played;
use super::judged::Judged;
use super::situations::Situated;
use super::stage::{Counts, Stage};
use crate::message::Shape;

/// The whole conversation.
#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    /// The server's command line.
    server: Vec<String>,
    steps: Vec<StepReport<'a>>,
    /// The situations at a support desk; none with a server of the user's.
    situations: Vec<SituationReport<'a>>,
    /// Of the steps.
    totals: Totals,
    /// The rules that were broken.
    broken: Vec<BrokenReport<'a>>,
    /// Each a sentence.
    differences: &'a [String],
    verdict: &'static str,
    /// The file that it was recorded in.
    recording: String,
}

/// One situation, with what was recorded once and what came here.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SituationReport<'a> {
    title: &'a str,
    steps: Vec<StepReport<'a>>,
    recorded: &'a str,
    here: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    sent_bytes: u64,
    received_bytes: u64,
}

/// One rule that was broken.
#[derive(Debug, Serialize)]
struct BrokenReport<'a> {
    rule: &'static str,
    level: &'static str,
    party: &'static str,
    count: u64,
    seen: &'a str,
}

/// One step, with what came of it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct StepReport<'a> {
    number: usize,
    title: &'a str,
    /// The line that was sent; not each one is JSON.
    sent: &'a str,
    announced: String,
    as_announced: bool,
    kind: &'static str,
    /// Who is to react: client, model or host. Null if nobody is.
    reacts: Option<&'static str>,
    waited_ms: f64,
    came: Vec<CameReport<'a>>,
}

#[derive(Debug, Serialize)]
struct CameReport<'a> {
    what: String,
    /// As it is spelled in the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    /// The message; empty if it is none.
    text: &'a str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Totals {
    sent: Amounts,
    received: Amounts,
    tool_errors: u64,
    unanswered: usize,
    log_lines: u64,
    last_event_ms: f64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Amounts {
    requests: u64,
    notifications: u64,
    results: u64,
    errors: u64,
    malformed: u64,
    bytes: u64,
    /// How many of the bytes are `_meta`.
    meta_bytes: u64,
}

impl<'a> Report<'a> {
    /// What the conversation came to.
    pub(super) fn new(
        argv: &[OsString],
        parts: (&'a [Played], &'a [Situated]),
        stage: &Stage,
        judged: &'a Judged,
        differences: &'a [String],
        recording: &Path,
    ) -> Self {
        Report {
            server: argv.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            steps: parts.0.iter().map(StepReport::of).collect(),
            situations: parts.1.iter().map(SituationReport::of).collect(),
            totals: Totals {
                sent: Amounts::of(&stage.sent),
                received: Amounts::of(&stage.received),
                tool_errors: stage.conversation.totals().tool_errors,
                unanswered: stage.conversation.open_count(),
                log_lines: stage.logs,
                last_event_ms: stage.last.as_secs_f64() * 1e3,
            },
            broken: judged.0.causes.iter().filter_map(BrokenReport::of).collect(),
            differences,
            verdict: if differences.is_empty() { "as-announced" } else { "different" },
            recording: recording.to_string_lossy().into_owned(),
        }
    }
}

impl<'a> SituationReport<'a> {
    fn of(one: &'a Situated) -> Self {
        SituationReport {
            title: one.situation.title,
            steps: one.played.iter().map(StepReport::of).collect(),
            recorded: one.then(),
            here: one.now(),
            why: one.why(),
            sent_bytes: one.sent,
            received_bytes: one.received,
        }
    }
}

impl<'a> BrokenReport<'a> {
    fn of(cause: &'a Cause) -> Option<Self> {
        let finding = cause.findings.first()?;
        Some(BrokenReport {
            rule: finding.rule.as_str(),
            level: finding.level.as_str(),
            party: finding.party.as_str(),
            count: cause.count,
            seen: &finding.seen,
        })
    }
}

impl<'a> StepReport<'a> {
    fn of(played: &'a Played) -> Self {
        let Played { number, step, came, waited } = played;
        StepReport {
            number: *number,
            title: step.title,
            sent: step.line,
            announced: step.announced.to_string(),
            as_announced: step.announced.is(came),
            kind: kind(came),
            reacts: audience(&step.announced, came),
            waited_ms: waited.as_secs_f64() * 1e3,
            came: came.iter().map(CameReport::of).collect(),
        }
    }
}

impl<'a> CameReport<'a> {
    fn of(came: &'a Came) -> Self {
        CameReport {
            what: came.to_string(),
            // Ids are kept as they are shown: one that had to be escaped is told in `what` alone.
            id: came.id.as_deref().and_then(|id| serde_json::from_str(id).ok()),
            text: &came.text,
        }
    }
}

impl Amounts {
    fn of(counts: &Counts) -> Self {
        Amounts {
            requests: counts.of(Shape::Request),
            notifications: counts.of(Shape::Notification),
            results: counts.of(Shape::ResultResponse),
            errors: counts.of(Shape::ErrorResponse),
            malformed: counts.of(Shape::Malformed),
            bytes: counts.bytes,
            meta_bytes: counts.envelopes,
        }
    }
}
