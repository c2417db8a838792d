//! The keys of `expect` that are for machines.

use serde_json::{Map, Value};

use super::case::{Case, unknown};
use super::message::Message;
use super::outcome::{ALIVE_ID, Outcome};

/// What is wrong, and whether it is only that something took too long.
pub(crate) struct Problem {
    pub(crate) sentence: String,
    pub(crate) slow: bool,
}

impl From<String> for Problem {
    fn from(sentence: String) -> Self {
        Self { sentence, slow: false }
    }
}

/// Which ids the responses must have.
enum Ids {
    Any,
    /// Responses without id, and none with one but the sign of life.
    Absent,
    /// Exactly these, besides the sign of life.
    These(Vec<String>),
}

/// The machine keys of one case.
pub(crate) struct Expect {
    ids: Ids,
    replies: Option<usize>,
    codes: Option<Vec<i64>>,
    is_error: Option<Vec<bool>>,
    pub(crate) alive: bool,
    all_results: bool,
    within_ms: Option<u64>,
    exit_code: Option<i64>,
    exit_within_ms: Option<u64>,
    max_cpu_ms: Option<u64>,
}

impl Expect {
    /// Reads the keys.
    ///
    /// # Errors
    /// A sentence for a key or a value that the runner does not know.
    pub(crate) fn read(case: &Case) -> Result<Self, String> {
        let all = &case.expect;
        for name in all.keys() {
            let known = matches!(
                name.as_str(),
                "text"
                    | "reply_id"
                    | "reply_ids"
                    | "reply_id_text"
                    | "replies"
                    | "error_code"
                    | "isError"
                    | "alive"
                    | "outcome"
                    | "within_ms"
                    | "exit_code"
                    | "exit_within_ms"
                    | "max_cpu_ms"
            ) || (case.side == "both"
                && matches!(name.as_str(), "next" | "client_writes_after"));
            if !known {
                return Err(unknown(&case.id, &format!("expect.{name}")));
            }
        }
        let wrong = |name: &str| unknown(&case.id, &format!("expect.{name} with this value"));
        let number = |name: &str| match all.get(name) {
            None => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(|| wrong(name)),
        };
        let list = |name: &str| all.get(name).map(listed);
        let typed = |name: &str| list(name).ok_or_else(|| wrong(name));
        Ok(Self {
            ids: ids(all).ok_or_else(|| wrong("reply_id"))?,
            replies: number("replies")?.map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
            codes: match list("error_code") {
                None => None,
                Some(codes) => Some(
                    codes
                        .iter()
                        .map(Value::as_i64)
                        .collect::<Option<_>>()
                        .ok_or_else(|| wrong("error_code"))?,
                ),
            },
            is_error: match list("isError") {
                None => None,
                Some(_) => Some(
                    typed("isError")?
                        .iter()
                        .map(Value::as_bool)
                        .collect::<Option<_>>()
                        .ok_or_else(|| wrong("isError"))?,
                ),
            },
            alive: match all.get("alive") {
                None => false,
                Some(value) => value.as_bool().ok_or_else(|| wrong("alive"))?,
            },
            all_results: match all.get("outcome").map(Value::as_str) {
                None => false,
                Some(Some("ok")) => true,
                Some(_) => return Err(wrong("outcome")),
            },
            within_ms: number("within_ms")?,
            exit_code: match all.get("exit_code") {
                None => None,
                Some(value) => Some(value.as_i64().ok_or_else(|| wrong("exit_code"))?),
            },
            exit_within_ms: number("exit_within_ms")?,
            max_cpu_ms: number("max_cpu_ms")?,
        })
    }

    /// Whether the case is about the end of the process.
    pub(crate) fn ends(&self) -> bool {
        self.exit_code.is_some() || self.exit_within_ms.is_some()
    }

    /// Whether everything that is waited for has come.
    pub(crate) fn is_satisfied(&self, outcome: &Outcome) -> bool {
        let replies = outcome.replies();
        let named = match &self.ids {
            Ids::Any => true,
            Ids::Absent => replies.iter().any(|reply| reply.id().is_none()),
            Ids::These(ids) => ids
                .iter()
                .all(|id| outcome.replies().iter().any(|reply| spelled(reply) == Some(id.clone()))),
        };
        let least = self.replies.unwrap_or(usize::from(!self.alive));
        named && replies.len() >= least && (!self.alive || sign_of_life(outcome).is_some())
    }

    /// Everything in which the outcome differs.
    pub(crate) fn check(&self, outcome: &Outcome) -> Vec<Problem> {
        let mut problems = Vec::new();
        self.check_ids(outcome, &mut problems);
        self.check_answers(outcome, &mut problems);
        self.check_end(outcome, &mut problems);
        problems
    }

    fn check_ids(&self, outcome: &Outcome, problems: &mut Vec<Problem>) {
        let mut push = |sentence: String| problems.push(sentence.into());
        let replies = outcome.replies();
        if let Some(count) = self.replies.filter(|count| *count != replies.len()) {
            push(format!("expected {count} responses, but {} came", replies.len()));
        }
        if self.alive && !sign_of_life(outcome).is_some_and(Message::is_result) {
            push("the server/discover that follows was not answered with a result".to_owned());
        }
        let mut came: Vec<String> = replies.iter().filter_map(|reply| spelled(reply)).collect();
        if self.alive
            && outcome.asks_sign_of_life()
            && let Some(index) = came.iter().position(|id| id == "2")
        {
            came.remove(index);
        }
        let mut wanted = match &self.ids {
            Ids::Any => return,
            Ids::Absent => {
                if outcome.replies_without_id().is_empty() {
                    push("expected a response without id, but none came".to_owned());
                }
                vec![]
            }
            Ids::These(ids) => ids.clone(),
        };
        if self.alive && outcome.asks_sign_of_life() {
            wanted.retain(|id| id != "2");
        }
        came.sort();
        wanted.sort();
        if came != wanted {
            push(format!("expected responses with the ids {wanted:?}, but {came:?} came"));
        }
    }

    fn check_answers(&self, outcome: &Outcome, problems: &mut Vec<Problem>) {
        let mut push = |sentence: String| problems.push(sentence.into());
        let judged = self.judged(outcome);
        if let Some(codes) = &self.codes {
            if judged.is_empty() {
                push(format!("expected an error with one of {codes:?}, but no response came"));
            }
            for reply in &judged {
                if !reply.error_code().is_some_and(|code| codes.contains(&code)) {
                    push(format!(
                        "expected an error with one of {codes:?}, but this came: {}",
                        super::message::cut(&reply.line)
                    ));
                }
            }
        }
        if let Some(wanted) = &self.is_error {
            let came: Vec<bool> = judged
                .iter()
                .map(|reply| {
                    reply.is_result() && reply.at("/result/isError") == Some(Value::Bool(true))
                })
                .collect();
            if came != *wanted || judged.iter().any(|reply| !reply.is_result()) {
                push(format!("expected results whose isError is {wanted:?}, but it is {came:?}"));
            }
        }
        if self.all_results {
            for request in outcome.requests() {
                let answered =
                    request.id().and_then(|id| outcome.reply(id)).is_some_and(Message::is_result);
                if !answered && request.id() != Some(ALIVE_ID) {
                    push(format!(
                        "expected a result for the request with id {}",
                        request.id().unwrap_or_default()
                    ));
                }
            }
        }
    }

    /// The responses that the codes are about: those named, in the named
    /// order, otherwise all but the sign of life.
    fn judged<'a>(&self, outcome: &'a Outcome) -> Vec<&'a Message> {
        match &self.ids {
            Ids::Absent => outcome.replies_without_id(),
            Ids::These(ids) => ids
                .iter()
                .filter(|id| !(self.alive && outcome.asks_sign_of_life() && *id == "2"))
                .filter_map(|id| {
                    outcome.replies().into_iter().find(|reply| spelled(reply).as_ref() == Some(id))
                })
                .collect(),
            Ids::Any => outcome
                .replies()
                .into_iter()
                .filter(|reply| {
                    !(self.alive && outcome.asks_sign_of_life() && reply.id() == Some("2"))
                })
                .collect(),
        }
    }

    fn check_end(&self, outcome: &Outcome, problems: &mut Vec<Problem>) {
        if let Some(limit) = self.within_ms {
            let last = outcome
                .replies()
                .last()
                .map(|reply| reply.at.saturating_duration_since(outcome.written));
            if let Some(took) = last.filter(|took| took.as_millis() > u128::from(limit)) {
                problems.push(Problem {
                    sentence: format!(
                        "expected the answer within {limit} ms, but it took {} ms",
                        took.as_millis()
                    ),
                    slow: true,
                });
            }
        }
        // That the process does not end at all is a trouble noted elsewhere.
        let Some(exit) = &outcome.exit else { return };
        if let Some(code) = self.exit_code
            && exit.status.code().map(i64::from) != Some(code)
        {
            problems.push(
                format!("expected exit code {code}, but it ended with {}", exit.status).into(),
            );
        }
        if let Some(limit) =
            self.exit_within_ms.filter(|limit| exit.took.as_millis() > u128::from(*limit))
        {
            problems.push(Problem {
                sentence: format!(
                    "expected the end within {limit} ms, but it took {} ms",
                    exit.took.as_millis()
                ),
                slow: true,
            });
        }
        if let (Some(limit), Some(cpu)) = (self.max_cpu_ms, exit.cpu_ms)
            && cpu > limit
        {
            problems.push(Problem {
                sentence: format!("expected at most {limit} ms of CPU, but it used {cpu} ms"),
                slow: true,
            });
        }
    }
}

/// The id of a message, strings in their shortest spelling, numbers as they are.
fn spelled(message: &Message) -> Option<String> {
    let raw = message.id()?;
    let text: Result<String, _> = serde_json::from_str(raw);
    Some(text.map_or_else(|_| raw.to_owned(), |text| Value::String(text).to_string()))
}

fn sign_of_life(outcome: &Outcome) -> Option<&Message> {
    if outcome.asks_sign_of_life() {
        return outcome.replies().into_iter().find(|reply| reply.id() == Some("2"));
    }
    outcome.own.iter().find(|reply| reply.id() == Some(ALIVE_ID))
}

fn ids(all: &Map<String, Value>) -> Option<Ids> {
    if let Some(value) = all.get("reply_id_text") {
        let texts = listed(value);
        return texts
            .iter()
            .map(|text| text.as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .map(Ids::These);
    }
    if let Some(value) = all.get("reply_ids") {
        return Some(Ids::These(listed(value).iter().map(Value::to_string).collect()));
    }
    Some(match all.get("reply_id") {
        None => Ids::Any,
        Some(Value::String(word)) if word == "absent" => Ids::Absent,
        Some(id @ (Value::String(_) | Value::Number(_))) => Ids::These(vec![id.to_string()]),
        Some(_) => return None,
    })
}

fn listed(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}
