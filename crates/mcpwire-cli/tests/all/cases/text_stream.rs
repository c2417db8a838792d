//! The words of the cases about order, silence and ends.

use std::time::Duration;

use serde_json::{Value, json};

use super::expect::Problem;
use super::message::{Message, cut};
use super::outcome::Outcome;

/// A server whose calls are all stopped ends at once; one that still works on
/// something takes its grace of two seconds.
const PROMPT: Duration = Duration::from_millis(1500);

/// Everything in which the outcome differs from the words of the case `id`.
pub(crate) fn check(id: &str, outcome: &Outcome) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut must = |holds: bool, sentence: &str| {
        if !holds {
            problems.push(Problem::from(sentence.to_owned()));
        }
    };
    match id {
        "STD-18" => must(
            outcome.exit.as_ref().is_some_and(|exit| !exit.status.success()),
            "an exit code other than 0 must show that the answers went nowhere",
        ),
        "STD-19" => must(
            outcome.reply("1").is_some_and(Message::is_result),
            "what was asked before the signal must be answered",
        ),
        "STD-24" => large_results(outcome, &mut must),
        "CAN-03" => {
            let behind = outcome.received.iter().skip_while(|message| message.id() != Some("2"));
            let late = behind
                .filter(|message| message.method().as_deref() == Some("notifications/progress"));
            must(late.count() == 0, "no progress may follow the cancellation");
        }
        "CAN-08" => {
            rising(outcome, &json!(0), &mut must);
            rising(outcome, &json!("0"), &mut must);
        }
        "SUB-04" => must(
            subscribed(outcome) == [json!("notifications/subscriptions/acknowledged")],
            "the stream must be acknowledged, and told of nothing that it did not ask for",
        ),
        "SUB-05" => stream_end(outcome, &mut must),
        "HTTP-29" => same_id(outcome, &mut must),
        _ => {}
    }
    let slow_to_end = outcome.exit.as_ref().is_some_and(|exit| exit.took > PROMPT);
    if matches!(id, "STD-23" | "CAN-03") && slow_to_end {
        problems.push(Problem {
            sentence: "the cancelled call seems to run on, because the server did not end promptly"
                .to_owned(),
            slow: true,
        });
    }
    problems
}

/// The methods of what carries the subscription id 1, in order; null for a result.
fn subscribed(outcome: &Outcome) -> Vec<Value> {
    let tagged = |message: &&Message| {
        let under = if message.is_result() { "result" } else { "params" };
        let tag = message.at(&format!("/{under}/_meta"));
        tag.is_some_and(|meta| meta["io.modelcontextprotocol/subscriptionId"] == 1)
    };
    outcome.received.iter().filter(tagged).map(|message| json!(message.method())).collect()
}

fn stream_end(outcome: &Outcome, must: &mut impl FnMut(bool, &str)) {
    let cancelled = outcome
        .received
        .iter()
        .position(|it| it.method().as_deref() == Some("notifications/cancelled"));
    let result = outcome.received.iter().position(|it| it.is_result() && it.id() == Some("1"));
    must(
        cancelled.is_some_and(|at| outcome.received[at].at("/params/requestId") == Some(json!(1))),
        "the server must cancel the stream by its id",
    );
    must(cancelled < result, "the result of the stream must come after its cancellation");
    let complete = result
        .is_some_and(|at| outcome.received[at].at("/result/resultType") == Some(json!("complete")));
    must(
        complete && subscribed(outcome).last() == Some(&Value::Null),
        "the stream must end with a complete result that names it",
    );
}

fn large_results(outcome: &Outcome, must: &mut impl FnMut(bool, &str)) {
    const BYTES: usize = 65_536;
    for number in 1..=200 {
        let id = format!("\"{number}\"");
        let answers: Vec<&Message> =
            outcome.replies().into_iter().filter(|reply| reply.id() == Some(&id)).collect();
        must(
            answers.len() == 1,
            &format!("id {id} must be answered exactly once, not {} times", answers.len()),
        );
        let whole = answers.iter().all(|reply| reply.is_result() && reply.line.len() > BYTES);
        must(whole, &format!("the result for {id} must carry {BYTES} bytes"));
    }
}

/// Progress for this token came, and its values rise strictly.
fn rising(outcome: &Outcome, token: &Value, must: &mut impl FnMut(bool, &str)) {
    let values: Vec<f64> = outcome
        .progress(token)
        .iter()
        .filter_map(|message| message.at("/params/progress")?.as_f64())
        .collect();
    must(!values.is_empty(), &format!("progress must carry the token {token}"));
    must(
        values.windows(2).all(|pair| pair[0] < pair[1]),
        &format!("progress must rise strictly, but is {values:?}"),
    );
}

fn same_id(outcome: &Outcome, must: &mut impl FnMut(bool, &str)) {
    let replies = outcome.replies();
    let refusal = replies.iter().find(|reply| reply.is_error());
    must(
        refusal.is_some_and(|reply| reply.id() == Some("1") && reply.error_code() == Some(-32600)),
        "the second request must be refused with -32600 and its id",
    );
    let result = replies.iter().find(|reply| reply.is_result());
    // The tag is in the text or in the structured content, in words of the tool.
    let says = |reply: &Message, tag: char| {
        let result = reply.raw("result").unwrap_or_default();
        result.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word.chars().eq([tag]))
    };
    let first = result.is_some_and(|reply| says(reply, 'A') && !says(reply, 'B'));
    must(
        first,
        &format!(
            "the first request must be answered with its tag A, but: {}",
            result.map_or_else(String::new, |reply| cut(&reply.line))
        ),
    );
    must(!outcome.stderr.is_empty(), "the refusal must be logged to stderr");
}
