//! Error codes.

use mcpwire_protocol::jsonrpc::{CodeClass, NAMED_CODES};

use super::reference::{Row, Section};

const PAGE: &str = "basic/index#error-codes";

pub(super) fn named() -> Section {
    let rows = NAMED_CODES.iter().map(|named| {
        let retired = if named.code.class() == CodeClass::Retired { "Retired. " } else { "" };
        let name = named.code.name().unwrap_or_default();
        let meaning = format!("{retired}{name}: {}.", named.meaning);
        Row::new(named.code.to_string(), meaning, named.page)
    });
    Section {
        key: "errorCodes",
        title: "Error codes",
        says: "A protocol error says that the request itself failed. A tool that refuses or fails \
               is no error here: it is a result with `\"isError\": true`, for the model to read.",
        columns: ["Code", "When it is due"],
        rows: rows.collect(),
    }
}

pub(super) fn ranges() -> Section {
    let rows = [
        ("-32700, -32603 to -32600", "Five codes of JSON-RPC, above."),
        ("-32099 to -32020", "The specification's: only the codes above may be sent."),
        ("-32019 to -32000", "Used before there was a policy: assume no meaning, add no code."),
        ("-32768 to -32000", "All else in it is reserved by JSON-RPC."),
        ("all others", "An application's own."),
    ];
    Section {
        key: "codeRanges",
        title: "Whose a code is",
        says: "The range tells who may give a code a meaning.",
        columns: ["Range", "Whose"],
        rows: rows.map(|(range, whose)| Row::new(range, whose, PAGE)).into(),
    }
}
