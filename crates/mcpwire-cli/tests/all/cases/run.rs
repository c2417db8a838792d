//! Plays one case and reports how it went.

use std::thread;
use std::time::{Duration, Instant};

use super::case::Case;
use super::expect::{Expect, Problem};
use super::input::{self, Step};
use super::message::{Message, cut};
use super::outcome::{ALIVE_ID, Exit, Outcome};
use super::process::Server;
use super::{schema, text};

/// How long answers are waited for; only a failing case comes to it.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a cancelled call gets to show that it goes on.
const SILENCE: Duration = Duration::from_millis(300);
/// A case that was only too slow, on a machine that others use, is run again.
const ATTEMPTS: usize = 3;
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// Runs a case; an error is the whole report about it.
pub(crate) fn run(case: &Case) -> Result<(), String> {
    for attempt in 1..=ATTEMPTS {
        let mut outcome = Outcome::new();
        let problems = match judge(case, &mut outcome) {
            Ok(problems) => problems,
            Err(sentence) => vec![sentence.into()],
        };
        if problems.is_empty() {
            return Ok(());
        }
        if attempt == ATTEMPTS || problems.iter().any(|problem| !problem.slow) {
            return Err(report(case, &problems, &outcome));
        }
    }
    Ok(())
}

fn judge(case: &Case, outcome: &mut Outcome) -> Result<Vec<Problem>, String> {
    if schema::is_about_schemas(case) {
        return schema::run(case);
    }
    let expect = Expect::read(case)?;
    let steps = input::steps(case)?;
    play(case, &expect, steps, outcome)?;
    let mut problems: Vec<Problem> = outcome.troubles.iter().cloned().map(Problem::from).collect();
    problems.extend(outcome.received.iter().flat_map(Message::faults).map(Problem::from));
    problems.extend(expect.check(outcome));
    problems.extend(text::check(&case.id, outcome));
    Ok(problems)
}

fn play(
    case: &Case,
    expect: &Expect,
    steps: Vec<Step>,
    outcome: &mut Outcome,
) -> Result<(), String> {
    let mut server = Server::start(case.modern_only)?;
    if !steps.iter().any(|step| matches!(step, Step::CloseOutput)) {
        server.read_answers();
    }
    let ended_by_case = steps
        .iter()
        .any(|step| matches!(step, Step::CloseInput | Step::CloseOutput | Step::Signal(_)));
    let mut idle_cpu = None;
    for step in steps {
        if matches!(step, Step::Write(_) | Step::CloseOutput) {
            idle_cpu = server.cpu_ms();
        }
        take(step, &mut server, outcome);
    }
    if !ended_by_case {
        converse(case, expect, &mut server, outcome);
        server.close_input();
    }
    let since = if ended_by_case { outcome.written } else { Instant::now() };
    match server.wait(Instant::now() + PATIENCE) {
        Some((status, cpu)) => {
            let cpu_ms = cpu.zip(idle_cpu).map(|(now, then)| now.saturating_sub(then));
            outcome.exit = Some(Exit { status, took: since.elapsed(), cpu_ms });
        }
        None => {
            outcome.troubles.push(format!("the server did not end within {} s", PATIENCE.as_secs()))
        }
    }
    collect(&server, outcome, Instant::now() + Duration::from_secs(1), |_| false);
    if outcome.exit.as_ref().is_some_and(|exit| !exit.status.success()) && !expect.ends() {
        let status = outcome.exit.as_ref().map(|exit| exit.status.to_string()).unwrap_or_default();
        outcome.troubles.push(format!("at the end of its input the server ended with {status}"));
    }
    outcome.stderr = server.stderr();
    Ok(())
}

fn take(step: Step, server: &mut Server, outcome: &mut Outcome) {
    let done = match step {
        Step::Write(bytes) => {
            outcome.note_written(&bytes);
            let done = server.write(bytes, Instant::now() + PATIENCE);
            outcome.written = Instant::now();
            done
        }
        Step::AwaitAnswers => {
            let asked = outcome.requests().len();
            let deadline = Instant::now() + Duration::from_secs(2);
            // A stream of notifications has no answer, but is acknowledged.
            collect(server, outcome, deadline, |outcome| {
                outcome.replies().len() + outcome.acknowledgements().len() >= asked
            });
            Ok(())
        }
        Step::Pause(time) => {
            thread::sleep(time);
            Ok(())
        }
        Step::CloseInput => {
            server.close_input();
            outcome.written = Instant::now();
            Ok(())
        }
        Step::CloseOutput => {
            server.close_output();
            Ok(())
        }
        Step::Signal(name) => {
            outcome.written = Instant::now();
            server.signal(name)
        }
    };
    outcome.troubles.extend(done.err());
}

/// Adds the runner's own requests and waits for what the case expects.
fn converse(case: &Case, expect: &Expect, server: &mut Server, outcome: &mut Outcome) {
    let mut own: Vec<String> = text::questions(&case.id);
    if expect.alive && !outcome.asks_sign_of_life() {
        own.push(format!(
            r#"{{"jsonrpc":"2.0","id":{ALIVE_ID},"method":"server/discover","params":{{{META}}}}}"#
        ));
    }
    let questions = own.len();
    if questions > 0 {
        let bytes = own.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect();
        outcome.troubles.extend(server.write(bytes, Instant::now() + PATIENCE).err());
    }
    let deadline = Instant::now() + PATIENCE;
    collect(server, outcome, deadline, |outcome| {
        outcome.own.len() >= questions && expect.is_satisfied(outcome)
    });
    if outcome.sent.iter().any(|sent| sent.method().as_deref() == Some("notifications/cancelled")) {
        collect(server, outcome, Instant::now() + SILENCE, |_| false);
    }
}

/// Takes what the server writes until `enough`, `deadline` or its end.
fn collect(
    server: &Server,
    outcome: &mut Outcome,
    deadline: Instant,
    enough: impl Fn(&Outcome) -> bool,
) {
    while !enough(outcome) {
        let Ok(Some(message)) = server.next_line(deadline) else {
            return;
        };
        outcome.note_received(message);
    }
}

fn report(case: &Case, problems: &[Problem], outcome: &Outcome) -> String {
    const SHOWN: usize = 8;
    let mut lines = vec![format!("{}: {}", case.id, case.title)];
    lines.extend(
        problems.iter().take(SHOWN).map(|problem| format!("  wrong: {}", problem.sentence)),
    );
    let wanted = case.expect.get("text").and_then(|text| text.as_str()).unwrap_or_default();
    lines.push(format!("  the case says: {wanted}"));
    lines.extend(
        outcome
            .received
            .iter()
            .take(SHOWN)
            .map(|message| format!("  came: {}", cut(&message.line))),
    );
    if outcome.received.is_empty() {
        lines.push("  came: nothing".to_owned());
    }
    if outcome.received.len() > SHOWN {
        lines.push(format!("  came: {} more", outcome.received.len() - SHOWN));
    }
    let stderr: Vec<&str> = outcome.stderr.lines().collect();
    let tail = &stderr[stderr.len().saturating_sub(SHOWN)..];
    lines.extend(tail.iter().map(|line| format!("  stderr: {}", cut(line))));
    lines.join("\n")
}
