//! The four shapes, ids and result types.

use mcpwire_protocol::types::DEFINED_RESULT_TYPES;

use super::reference::{Row, Section};
use crate::message::Shape;

pub(super) fn shapes() -> Section {
    let rows = Shape::VALID.map(|shape| Row {
        name: shape.name().to_owned(),
        meaning: format!("{}.", capital(shape.why())),
        example: Some(example(shape)),
        page: match shape {
            Shape::Request => "basic/index#requests",
            Shape::Notification => "basic/index#notifications",
            Shape::ResultResponse => "basic/index#result-responses",
            Shape::ErrorResponse | Shape::Malformed => "basic/index#error-responses",
        },
    });
    Section {
        key: "shapes",
        title: "Messages",
        says: "A message is one JSON object with `\"jsonrpc\": \"2.0\"`, alone: one line on stdio, \
               one body over HTTP. Its members decide what it is. There are no batches.",
        columns: ["Shape", "What makes it one"],
        rows: rows.into(),
    }
}

fn example(shape: Shape) -> &'static str {
    match shape {
        Shape::Request => {
            r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hello","arguments":{"name":"Amira"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#
        }
        Shape::Notification => {
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#
        }
        Shape::ResultResponse => {
            r#"{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[{"type":"text","text":"Hello, Amira!"}]}}"#
        }
        Shape::ErrorResponse | Shape::Malformed => {
            r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"There is no such method."}}"#
        }
    }
}

pub(super) fn ids() -> Section {
    let page = "basic/index#requests";
    Section {
        key: "ids",
        title: "Ids",
        says: "The sender of a request chooses its id; the answer repeats it exactly. No two open \
               requests of one sender share an id.",
        columns: ["Id", "What it is"],
        rows: vec![
            Row::new("\"a-7\"", "A string: valid, also the empty one.", page),
            Row::new("7", "An integer: valid. It is not the same id as \"7\".", page),
            Row::new(
                "absent",
                "The message is a notification, or an error to something that could not be read.",
                "basic/index#notifications",
            ),
            Row::new("null", "Not valid in a request.", page),
            Row::new("7.5, true, [], {}", "Not valid; no answer repeats such an id.", page),
        ],
    }
}

pub(super) fn result_types() -> Section {
    let defined = DEFINED_RESULT_TYPES.iter().map(|defined| {
        Row::new(defined.value.as_str(), format!("{}.", capital(defined.meaning)), defined.page)
    });
    let page = "basic/index#resulttype";
    let others = [
        Row::new(
            "another string",
            "Invalid, unless an extension that both sides declared defines it.",
            page,
        ),
        Row::new(
            "absent",
            "Counts as complete from a server of a revision up to 2025-11-25; a mistake since.",
            page,
        ),
    ];
    Section {
        key: "resultTypes",
        title: "resultType",
        says: "Every result says what kind it is, since not every result is the answer.",
        columns: ["Value", "What the result holds"],
        rows: defined.chain(others).collect(),
    }
}

/// The text with a capital at its start, unless it starts with code.
pub(super) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
