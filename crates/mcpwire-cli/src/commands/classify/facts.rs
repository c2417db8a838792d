//! What is known of one line.

use mcpwire_protocol::framing::Line;
use mcpwire_protocol::jsonrpc::{Fault, Incoming, Outcome, Place, Response};
use mcpwire_protocol::rules::RuleId;
use mcpwire_protocol::types::ResultType;
use serde::Serialize;
use serde_json::value::RawValue;

use super::notes::notes;
use crate::message::{Shape, result_type, summary};

/// What is known of one line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Facts<'a> {
    /// Its number, from 1, blank lines counted.
    pub(super) line: u64,
    pub(super) shape: Shape,
    pub(super) why: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<i64>,
    /// How many bytes the line has without its end.
    bytes: u64,
    pub(super) summary: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<FaultFacts>,
    #[serde(skip)]
    pub(super) text: &'a [u8],
}

/// What is wrong with a malformed line.
#[derive(Debug, Serialize)]
pub(super) struct FaultFacts {
    pub(super) rule: &'static str,
    /// The error code due to whoever sent it, if it was meant as a request.
    pub(super) code: i64,
    pub(super) message: String,
    pub(super) pointer: String,
    /// From this byte of the line to that one.
    pub(super) bytes: [usize; 2],
}

impl<'a> Facts<'a> {
    /// What is known of a line; `None` for a blank one.
    pub(super) fn of(line: &Line<'a>, tally: &mut Tally) -> Option<Self> {
        tally.lines += 1;
        let facts = match line {
            Line::Blank { .. } => return None,
            Line::Text { bytes, .. } => Self::of_message(tally.lines, bytes),
            Line::TooLong { head, length, .. } => Self::too_long(tally.lines, head, *length),
        };
        tally.shapes[facts.shape as usize] += 1;
        Some(facts)
    }

    fn of_message(line: u64, bytes: &'a [u8]) -> Self {
        let message = Incoming::parse(bytes);
        let shape = Shape::of(&message);
        let (fault, text) = match &message {
            Incoming::Malformed(malformed) => {
                (Some(FaultFacts::of(&malformed.fault)), malformed.bytes)
            }
            _ => (None, bytes),
        };
        let code = match &message {
            Incoming::Response(Response { outcome: Outcome::Error(error), .. }) => {
                Some(error.code.0)
            }
            _ => None,
        };
        Facts {
            line,
            shape,
            why: why(&message, shape),
            id: message.id().and_then(|id| serde_json::from_str(id.as_str()).ok()),
            method: message.method().map(|method| method.into_owned()),
            result_type: result_type(&message).and_then(Result::ok).map(ResultType::as_str),
            code,
            bytes: bytes.len() as u64,
            summary: summary(&message),
            notes: notes(&message),
            fault,
            text,
        }
    }

    fn too_long(line: u64, head: &'a [u8], length: u64) -> Self {
        let message = format!(
            "The line has {length} bytes, more than the 64 MiB that are read of one message."
        );
        let place = Place { bytes: head.len()..head.len(), ..Place::default() };
        let fault = Fault::new(RuleId("limit-size"), place, &message);
        Facts {
            line,
            shape: Shape::Malformed,
            why: message.clone(),
            id: None,
            method: None,
            result_type: None,
            code: None,
            bytes: length,
            summary: message,
            notes: Vec::new(),
            fault: Some(FaultFacts::of(&fault)),
            text: head,
        }
    }
}

impl FaultFacts {
    fn of(fault: &Fault) -> Self {
        FaultFacts {
            rule: fault.rule.as_str(),
            code: fault.code.0,
            message: fault.message.clone(),
            pointer: fault.place.pointer.as_str().to_owned(),
            bytes: [fault.place.bytes.start, fault.place.bytes.end],
        }
    }
}

fn why(message: &Incoming<'_>, shape: Shape) -> String {
    match message {
        Incoming::Malformed(malformed) => malformed.fault.message.clone(),
        Incoming::Response(Response { outcome: Outcome::Error(_), id: None, .. }) => {
            "has `error` and no id, as when the request could not be read".to_owned()
        }
        _ => shape.why().to_owned(),
    }
}

/// How many lines of which shape.
#[derive(Debug, Default)]
pub(super) struct Tally {
    lines: u64,
    shapes: [u64; 5],
}

impl Tally {
    /// How many lines are malformed.
    pub(super) fn malformed(&self) -> u64 {
        self.shapes[Shape::Malformed as usize]
    }

    /// All counts in one sentence.
    pub(super) fn sentence(&self) -> String {
        let messages: u64 = self.shapes.iter().sum();
        if messages == 0 {
            return "There was no message in the input.".to_owned();
        }
        let shapes = Shape::VALID.into_iter().chain([Shape::Malformed]);
        let counts: Vec<String> = shapes
            .map(|shape| (self.shapes[shape as usize], shape))
            .filter(|(count, _)| *count > 0)
            .map(|(count, shape)| {
                let plural = if count == 1 || shape == Shape::Malformed { "" } else { "s" };
                format!("{count} {}{plural}", shape.name())
            })
            .collect();
        let plural = if messages == 1 { "" } else { "s" };
        format!("{messages} line{plural}: {}.", counts.join(", "))
    }
}
