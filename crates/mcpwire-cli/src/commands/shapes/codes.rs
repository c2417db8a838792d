//! Error codes.

use mcpwire_protocol::jsonrpc::{CODE_RANGES, CodeClass, NAMED_CODES};

use super::reference::{Row, Section};

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
    let rows =
        CODE_RANGES.iter().map(|range| Row::new(spelled(range.codes), range.whose, range.page));
    Section {
        key: "codeRanges",
        title: "Whose a code is",
        says: "The range tells who may give a code a meaning; the first row that has a code counts.",
        columns: ["Range", "Whose"],
        rows: rows.collect(),
    }
}

fn spelled(codes: &[(i64, i64)]) -> String {
    if codes.is_empty() {
        return "all others".to_owned();
    }
    let pairs = codes.iter().map(|(first, last)| {
        if first == last { first.to_string() } else { format!("{first} to {last}") }
    });
    pairs.collect::<Vec<_>>().join(", ")
}
