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

/// What an answer is.
enum Kinds<'a> {
    Result(Text<'a>),
    Error(ErrorObject<'a>),
    /// No valid response: what is wrong with it is for the rules of messages to say.
    Other,
}

/// Judges an outcome: the breach, if there is one, and the rules that were kept.
pub fn judge(outcome: &Outcome) -> (Option<Breach>, Vec<&'static str>) {
    let probe = &outcome.probe;
    let kept = || {
        let rules = [probe.rules.silence, probe.rules.error, probe.rules.result];
        let mut rules: Vec<_> = rules.into_iter().filter(|rule| !rule.is_empty()).collect();
        rules.dedup();
        rules
    };
    let Some(came) = outcome.came.first() else {
        if !outcome.is_final {
            return (None, Vec::new());
        }
        return match probe.due {
            Due::Nothing => (None, kept()),
            _ => (Some(silence(outcome)), Vec::new()),
        };
    };
    let answer = read(&came.text);
    let breach = |rule: &'static str, seen: String, advice: String| {
        let pointer = Pointer::spelled(match &answer {
            Kinds::Result(_) => "/result",
            Kinds::Error(_) => "/error",
            Kinds::Other => "",
        });
        let at_most = Level::Must;
        let breach = Breach { rule, seen, advice, answer: Some(came.at), pointer, at_most };
        (Some(breach).filter(|breach| !breach.rule.is_empty()), Vec::new())
    };
    let seen = |what: &str| format!("For {}, {what} came; due is {}.", probe.sends, probe.due);
    match (&answer, probe.due) {
        (_, Due::Nothing) => breach(
            "notification-answered",
            format!("{} was answered.", sentence(&probe.sends)),
            "Send nothing for a message without an id.".to_owned(),
        ),
        (Kinds::Other, _) => (None, Vec::new()),
        (_, Due::Answer) | (Kinds::Result(_), Due::Result | Due::Handshake) => (None, kept()),
        (Kinds::Result(result), Due::Refusal) if is_refused(*result) => (None, kept()),
        (Kinds::Result(result), Due::Refusal) => match result.get("resultType") {
            Some(kind) if !kind.is_string("complete") => (None, Vec::new()),
            _ => breach(
                probe.rules.result,
                seen("a result without `isError: true`"),
                "Validate the arguments against the tool's input schema before it runs.".to_owned(),
            ),
        },
        (Kinds::Result(result), Due::Error(code)) => {
            if probe.name == "resource-unknown" && !is_empty(*result) {
                return (None, Vec::new());
            }
            breach(probe.rules.result, seen("a result"), format!("Answer with error {code}."))
        }
        (Kinds::Error(error), Due::Error(code)) => {
            let came = error.code.0;
            if came == code {
                return (echo(outcome, error), kept());
            }
            let what = format!("error {came} (“{}”)", clip(&error.message));
            breach(probe.rules.error, seen(&what), format!("Answer with error {code}."))
        }
        (Kinds::Error(error), Due::Refusal) if error.code.0 == -32602 => (None, kept()),
        (Kinds::Error(error), Due::Handshake) if names_version(error) => (None, kept()),
        (Kinds::Error(error), due) => {
            let what = format!("error {} (“{}”)", error.code.0, clip(&error.message));
            let advice = match due {
                Due::Refusal => {
                    "Answer with a result that has `isError: true`, so that the \
                                 model can mend its call."
                }
                Due::Handshake => {
                    "Name the versions that are spoken in the error's `data` or \
                                   message."
                }
                _ => "Answer with a result.",
            };
            breach(probe.rules.error, seen(&what), advice.to_owned())
        }
    }
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
fn echo(outcome: &Outcome, error: &ErrorObject<'_>) -> Option<Breach> {
    let requested = error.data.filter(|data| data.kind() == Kind::Object)?.get("requested")?;
    let requested = requested.as_string()?;
    if outcome.probe.name != "version-unknown" || outcome.probe.line.contains(&*requested) {
        return None;
    }
    Some(Breach {
        rule: "version-unsupported-echo",
        seen: format!("`requested` is {:?}, but the request named another.", clip(&requested)),
        advice: "Repeat the version that the request names.".to_owned(),
        answer: outcome.came.first().map(|came| came.at),
        pointer: Pointer::spelled("/error/data/requested"),
        at_most: Level::Must,
    })
}

fn read(text: &[u8]) -> Kinds<'_> {
    match Incoming::parse(text) {
        Incoming::Response(response) => match response.outcome {
            Response::Result(result) => Kinds::Result(result),
            Response::Error(error) => Kinds::Error(error),
        },
        _ => Kinds::Other,
    }
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
