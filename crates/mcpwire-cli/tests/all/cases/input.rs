//! What a case does to the server, as steps.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value};

use super::case::{Case, unknown};
use super::generate;

/// One thing that is done to the server under test.
#[derive(Debug)]
pub(crate) enum Step {
    /// Write these bytes at once.
    Write(Vec<u8>),
    /// Wait until what was asked so far is answered.
    AwaitAnswers,
    /// Let this time pass.
    Pause(Duration),
    /// Close the server's standard input.
    CloseInput,
    /// Close the read end of the server's standard output.
    CloseOutput,
    /// Send this signal, by the name `kill` knows.
    Signal(&'static str),
}

/// Members that say what is sent; a case has exactly one of them.
const SOURCES: [&str; 6] =
    ["lines", "bytes_b64", "chunks_b64", "generate", "process", "client_sends"];

/// The steps of a case with wire input.
///
/// # Errors
/// A sentence that names what in the input is not understood.
pub(crate) fn steps(case: &Case) -> Result<Vec<Step>, String> {
    for name in case.input.keys() {
        let known = SOURCES.contains(&name.as_str())
            || matches!(name.as_str(), "eol" | "pause_ms" | "then" | "then_eof" | "server")
            // The other half of a case that is for clients too.
            || (case.side == "both" && name == "peer");
        if !known {
            return Err(unknown(&case.id, &format!("input.{name}")));
        }
    }
    if SOURCES.iter().filter(|name| case.input.contains_key(**name)).count() != 1 {
        return Err(format!("{}: the input must have one of {SOURCES:?}.", case.id));
    }
    let mut steps = Vec::new();
    if let Some(process) = case.input.get("process") {
        for step in process.as_array().ok_or("process is a list.")? {
            steps.extend(process_step(&case.id, step)?);
        }
    } else {
        steps.extend(written(case)?);
    }
    if let Some(then) = case.input.get("then") {
        let then = then.as_object().ok_or("then is an object.")?;
        if let Some(name) = then.keys().find(|name| !matches!(name.as_str(), "lines" | "eol")) {
            return Err(unknown(&case.id, &format!("input.then.{name}")));
        }
        steps.push(Step::Write(lines(then)?));
    }
    match case.input.get("then_eof") {
        None | Some(Value::Bool(false)) => {}
        Some(Value::Bool(true)) => steps.push(Step::CloseInput),
        Some(_) => return Err(unknown(&case.id, "input.then_eof with this value")),
    }
    Ok(steps)
}

fn written(case: &Case) -> Result<Vec<Step>, String> {
    let input = &case.input;
    if input.contains_key("lines") {
        return Ok(vec![Step::Write(lines(input)?)]);
    }
    if let Some(sends) = input.get("client_sends") {
        if case.side != "both" {
            return Err(unknown(&case.id, "input.client_sends"));
        }
        let sends = sends.as_object().ok_or("client_sends must have lines.")?;
        return Ok(vec![Step::Write(lines(sends)?)]);
    }
    if let Some(bytes) = input.get("bytes_b64") {
        return Ok(vec![Step::Write(decoded(bytes)?)]);
    }
    if let Some(generate) = input.get("generate") {
        return Ok(vec![Step::Write(generate::bytes(&case.id, generate)?)]);
    }
    let pause = input.get("pause_ms").and_then(Value::as_u64).unwrap_or(20);
    let mut steps = Vec::new();
    let chunks = input.get("chunks_b64").and_then(Value::as_array);
    for chunk in chunks.ok_or("chunks_b64 is a list.")? {
        if !steps.is_empty() {
            steps.push(Step::Pause(Duration::from_millis(pause)));
        }
        steps.push(Step::Write(decoded(chunk)?));
    }
    Ok(steps)
}

fn process_step(id: &str, step: &Value) -> Result<Vec<Step>, String> {
    if let Some(words) = step.as_str() {
        return Ok(match words {
            "start" => vec![],
            "close stdin" => vec![Step::CloseInput],
            "client: close the read end of the server's stdout, keep stdin open" => {
                vec![Step::CloseOutput]
            }
            "send SIGTERM" | "send SIGTERM, keep stdin open" | "server: graceful shutdown" => {
                vec![Step::Signal("TERM")]
            }
            "send SIGINT" | "send SIGINT, keep stdin open" => vec![Step::Signal("INT")],
            _ => return Err(unknown(id, words)),
        });
    }
    let object = step.as_object().ok_or("a step is text or an object.")?;
    match (object.len(), object.get("send"), object.get("pause_ms")) {
        (1, Some(Value::Array(sent)), _) => {
            Ok(vec![Step::Write(joined(sent, "\n")?), Step::AwaitAnswers])
        }
        (1, _, Some(pause)) if pause.is_u64() => {
            Ok(vec![Step::Pause(Duration::from_millis(pause.as_u64().unwrap_or_default()))])
        }
        _ => Err(unknown(id, &step.to_string())),
    }
}

fn lines(input: &Map<String, Value>) -> Result<Vec<u8>, String> {
    let lines = input.get("lines").and_then(Value::as_array).ok_or("lines is a list.")?;
    let eol = match input.get("eol") {
        None => "\n",
        Some(Value::String(eol)) => eol,
        Some(_) => return Err("eol is text.".to_owned()),
    };
    joined(lines, eol)
}

fn joined(lines: &[Value], eol: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for line in lines {
        bytes.extend_from_slice(line.as_str().ok_or("a line is text.")?.as_bytes());
        bytes.extend_from_slice(eol.as_bytes());
    }
    Ok(bytes)
}

fn decoded(value: &Value) -> Result<Vec<u8>, String> {
    let text = value.as_str().ok_or("base64 is text.")?;
    STANDARD.decode(text).map_err(|error| format!("base64: {error}."))
}
