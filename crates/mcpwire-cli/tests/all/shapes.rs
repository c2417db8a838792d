//! `mcpwire shapes`.

use super::command::mcpwire;
use mcpwire_cli::commands::shapes::Reference;
use mcpwire_cli::message::Shape;
use mcpwire_protocol::jsonrpc::{CODE_RANGES, CodeClass, ErrorCode, Incoming, NAMED_CODES};
use mcpwire_protocol::meta::{Key, KeyStatus};
use serde_json::Value;

#[test]
fn the_page_in_docs_is_what_the_command_writes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/shapes.md");
    let page = mcpwire(&["shapes", "--format", "markdown"]).stdout;
    if std::env::var_os("MCPWIRE_BLESS").is_some() {
        std::fs::write(path, &page).expect("docs/shapes.md can be written");
    }
    let written = std::fs::read_to_string(path).expect("docs/shapes.md is there");
    assert!(
        written.replace("\r\n", "\n") == page,
        "docs/shapes.md is not what `mcpwire shapes --format markdown` writes. Run this test with \
         MCPWIRE_BLESS=1 to write it anew, and read the difference."
    );
}

#[test]
fn every_example_has_the_shape_that_it_shows() {
    let reference = Reference::new();
    let mut seen = 0;
    for row in reference.sections.iter().flat_map(|section| &section.rows) {
        if let Some(example) = row.example {
            seen += 1;
            let shape = Shape::of(&Incoming::parse(example.as_bytes()));
            assert_eq!(shape.name(), row.name, "{example}");
        }
    }
    assert_eq!(seen, Shape::VALID.len());
}

#[test]
fn every_key_is_whose_the_page_says() {
    let reference = Reference::new();
    let statuses = reference.sections.iter().find(|section| section.key == "keyStatuses");
    for row in &statuses.expect("the section is there").rows {
        let status = Key::parse(&row.name).expect("the keys of the page are valid").status();
        let word = row.meaning.split(':').next();
        match status {
            KeyStatus::Reserved => assert_eq!(word, Some("Reserved"), "{}", row.name),
            KeyStatus::Free => assert_eq!(word, Some("Free"), "{}", row.name),
            KeyStatus::Defined(_) => panic!("{} is no example of a rule", row.name),
        }
    }
}

#[test]
fn the_json_has_every_section_by_name() {
    let run = mcpwire(&["shapes", "--format", "json"]);
    let page: Value = serde_json::from_str(&run.stdout).expect("one JSON text");
    for section in Reference::new().sections {
        let rows = page[section.key].as_array().expect("each section is an array");
        assert_eq!(rows.len(), section.rows.len());
        assert!(
            rows.iter()
                .all(|row| row["page"].as_str().is_some_and(|page| page.starts_with("https://")))
        );
    }
}

#[test]
fn the_page_as_text_is_what_comes_unasked() {
    let asked = mcpwire(&["shapes", "--format", "full"]);
    assert_eq!(asked.code, Some(0), "{}", asked.stderr);
    assert_eq!(asked.stdout, mcpwire(&["shapes"]).stdout);
}

#[test]
fn a_code_is_whose_the_first_range_with_it_says() {
    let reference = Reference::new();
    let section = reference.sections.iter().find(|section| section.key == "codeRanges");
    let rows = &section.expect("the section is there").rows;
    for code in -33_000..=-31_000_i64 {
        let has = |range: &str| match range.split_once(" to ") {
            Some((first, last)) => {
                (first.parse().expect("a code")..=last.parse().expect("a code")).contains(&code)
            }
            None => range == code.to_string(),
        };
        let row = rows.iter().find(|row| row.name == "all others" || row.name.split(", ").any(has));
        let class = ErrorCode(code).class();
        let range = CODE_RANGES.iter().find(|range| range.class == class);
        assert_eq!(
            row.map(|row| row.meaning.as_str()),
            range.map(|range| range.whose),
            "{code} is {class:?}"
        );
    }
}

#[test]
fn the_codes_of_the_page_are_those_with_a_name() {
    // Beyond both ends of what JSON-RPC reserves.
    for code in (-33_000..=-31_000).map(ErrorCode) {
        let rows = NAMED_CODES.iter().filter(|named| named.code == code).count();
        assert_eq!(rows, usize::from(code.name().is_some()), "{code}");
        let class = code.class();
        let has_meaning =
            matches!(class, CodeClass::JsonRpc | CodeClass::Defined | CodeClass::Retired);
        assert_eq!(code.name().is_some(), has_meaning, "{code} is {class:?}");
    }
}
