//! What it means that something came, or that nothing did.

use std::time::Duration;

use mcpwire_protocol::json::{Kind, Pointer, Text};
use mcpwire_protocol::jsonrpc::{ErrorObject, Incoming, Outcome as Response};
use mcpwire_protocol::rules::Level;

use super::due::{Due, Probe};

/// A probe that was sent, with what came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The probe.
    pub probe: Probe,
    /// Which event of its process the line is, from 0.
    pub sent: usize,
    /// The answers.
    pub came: Vec<Came>,
    /// How long an answer was waited for after a later request was answered.
    pub waited: Duration,
    /// Whether it was waited long enough to say that nothing comes.
    pub is_final: bool,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Came {
    /// Which event of its process it is, from 0.
    pub at: usize,
    /// The line.
    pub text: Vec<u8>,
}

/// A rule that is broken by what came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The rule's id.
    pub rule: &'static str,
    /// What was seen, in a sentence.
    pub seen: String,
    /// What to do, in a sentence.
    pub advice: String,
    /// The event of the answer; `None` for silence.
    pub answer: Option<usize>,
    /// The place in the answer.
    pub pointer: Pointer,
    /// The most that it counts.
    pub at_most: Level,
}

/// The breach, if there is one, and the rules that were kept.
type Judgement = (Option<Breach>, Vec<&'static str>);

const OPEN: Judgement = (None, Vec::new());

/// Judges an outcome: the breach, if there is one, and the rules that were kept.
pub fn judge(outcome: &Outcome) -> (Option<Breach>, Vec<&'static str>) {
    let probe = &outcome.probe;
    let Some(came) = outcome.came.first() else {
        return match probe.due {
            _ if !outcome.is_final => OPEN,
            Due::Nothing => kept(probe),
            _ => (Some(silence(outcome)), Vec::new()),
        };
    };
    if probe.due == Due::Nothing {
        let seen = format!("{} was answered.", sentence(&probe.sends));
        let advice = "Send nothing for a message without an id.";
        return broken("notification-answered", came, "", seen, advice);
    }
    match Incoming::parse(&came.text) {
        Incoming::Response(response) => match response.outcome {
            Response::Result(result) => by_result(probe, came, result),
            Response::Error(error) => by_error(probe, came, &error),
        },
        // What is wrong with it is for the rules of messages to say.
        _ => OPEN,
    }
}

fn by_result(probe: &Probe, came: &Came, result: Text<'_>) -> Judgement {
    let rule = probe.rules.result;
    let seen = |what: &str| format!("For {}, {what} came; due is {}.", probe.sends, probe.due);
    match probe.due {
        Due::Refusal if is_refused(result) => kept(probe),
        Due::Refusal if !is_complete(result) => OPEN,
        Due::Refusal => {
            let advice = "Validate the arguments against the tool's input schema before it runs.";
            broken(rule, came, "/result", seen("a result without `isError: true`"), advice)
        }
        // A template may match any address.
        Due::Error(_) if probe.name == "resource-unknown" && !is_empty(result) => OPEN,
        Due::Error(code) => {
            broken(rule, came, "/result", seen("a result"), &format!("Answer with error {code}."))
        }
        Due::Status(status) => Judgement::from((
            broken(
                rule,
                came,
                "/result",
                seen("a result"),
                &format!("Refuse it with HTTP status {status}."),
            )
            .0
            // Which pages are strangers is for the server to say.
            .map(|breach| Breach { at_most: Level::Should, ..breach }),
            Vec::new(),
        )),
        Due::Result | Due::Answer | Due::Handshake | Due::Nothing => kept(probe),
    }
}

fn by_error(probe: &Probe, came: &Came, error: &ErrorObject<'_>) -> Judgement {
    let code = error.code.0;
    let advice = match probe.due {
        Due::Answer | Due::Nothing | Due::Status(_) => return kept(probe),
        Due::Error(due) if due == code => return (echo(probe, came, error), kept(probe).1),
        Due::Refusal if code == -32602 => return kept(probe),
        Due::Handshake if names_version(error) => return kept(probe),
        Due::Error(due) => &format!("Answer with error {due}."),
        Due::Refusal => {
            "Answer with a result that has `isError: true`, so that the model can mend its call."
        }
        Due::Handshake => "Name the versions that are spoken in the error's `data` or message.",
        Due::Result => "Answer with a result.",
    };
    let seen = format!(
        "For {}, error {code} (“{}”) came; due is {}.",
        probe.sends,
        clip(&error.message),
        probe.due
    );
    broken(probe.rules.error, came, "/error", seen, advice)
}

fn kept(probe: &Probe) -> Judgement {
    let rules = [probe.rules.silence, probe.rules.error, probe.rules.result];
    let mut rules: Vec<_> = rules.into_iter().filter(|rule| !rule.is_empty()).collect();
    rules.dedup();
    (None, rules)
}

/// A breach by an answer; nothing where no rule speaks of it.
fn broken(rule: &'static str, came: &Came, pointer: &str, seen: String, advice: &str) -> Judgement {
    if rule.is_empty() {
        return OPEN;
    }
    let breach = Breach {
        rule,
        seen,
        advice: advice.to_owned(),
        answer: Some(came.at),
        pointer: Pointer::spelled(pointer),
        at_most: Level::Must,
    };
    (Some(breach), Vec::new())
}

fn silence(outcome: &Outcome) -> Breach {
    let probe = &outcome.probe;
    let waited = outcome.waited.as_millis();
    let advice = match probe.due {
        Due::Error(code) => format!("Answer with error {code}."),
        Due::Answer => "Answer every request, with a result or an error.".to_owned(),
        due => format!("Answer with {due}."),
    };
    let seen = format!(
        "Nothing came for {}, up to {waited} ms after a later request was answered; due is {}.",
        probe.sends, probe.due
    );
    // Whoever reads the line as no message owes an error, which weighs less than an answer.
    let at_most = if probe.is_doubtful { Level::Should } else { Level::Must };
    Breach {
        rule: probe.rules.silence,
        seen,
        advice,
        answer: None,
        pointer: Pointer::root(),
        at_most,
    }
}

/// The version that -32022 says was asked for has to be the one that was.
fn echo(probe: &Probe, came: &Came, error: &ErrorObject<'_>) -> Option<Breach> {
    let requested = error.data.filter(|data| data.kind() == Kind::Object)?.get("requested")?;
    let requested = requested.as_string()?;
    if probe.name != "version-unknown" || probe.line.contains(&*requested) {
        return None;
    }
    let seen = format!("`requested` is {:?}, but the request named another.", clip(&requested));
    let advice = "Repeat the version that the request names.";
    broken("version-unsupported-echo", came, "/error/data/requested", seen, advice).0
}

/// Whether the tool is done: it asks for nothing and promises nothing.
fn is_complete(result: Text<'_>) -> bool {
    result.get("resultType").is_none_or(|kind| kind.is_string("complete"))
}

fn is_refused(result: Text<'_>) -> bool {
    result.get("isError").and_then(Text::boolean) == Some(true)
}

/// Whether the contents of a resource are there, and are none.
fn is_empty(result: Text<'_>) -> bool {
    result.get("contents").is_some_and(|contents| {
        contents.kind() == Kind::Array && contents.elements().next().is_none()
    })
}

/// Whether an error speaks of any version.
fn names_version(error: &ErrorObject<'_>) -> bool {
    let is_date = |bytes: &[u8]| {
        bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    let speaks = |text: &str| text.as_bytes().windows(10).any(is_date);
    speaks(&error.message) || error.data.is_some_and(|data| speaks(data.as_str()))
}

fn clip(text: &str) -> String {
    let mut short: String = text.chars().take(80).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
