//! Recordings: what is written is read, and nothing in a file makes the reader fail.

use super::framing_cut::{cuts, pieces, telling_bytes};
use super::recording_samples::{event, header};
use mcpwire_protocol::framing::Ending;
use mcpwire_protocol::recording::*;
use proptest::prelude::*;
use std::borrow::Cow;

const HEADER: &str = r#"{"mcpwire":"recording","version":1}"#;
const EVENT: &str = r#"{"at":1,"stream":2,"event":{"stderr":{"content":{"text":"x"}}}}"#;

/// An entry in short words.
fn told(entry: &Entry<'_>) -> String {
    match entry {
        Entry::Header(header) => format!("header {}.{}", header.version, header.minor),
        Entry::Event(event) => format!("event {}", event.at.0),
        Entry::Unknown { line, text } => format!("unknown {line} {text}"),
        Entry::Fault(fault) => match &fault.kind {
            FaultKind::NoHeader => format!("{} no header", fault.line),
            FaultKind::BrokenHeader { .. } => format!("{} broken header", fault.line),
            FaultKind::TooNew { version } => format!("{} too new {version}", fault.line),
            FaultKind::BrokenEvent { .. } => format!("{} broken", fault.line),
            FaultKind::CutLastLine => format!("{} cut", fault.line),
            FaultKind::TooLong { length } => format!("{} too long {length}", fault.line),
        },
    }
}

fn read_whole(bytes: &[u8]) -> Vec<String> {
    read(bytes).map(|entry| told(&entry)).collect()
}

fn read_pieces(pieces: &[&[u8]], limits: ReadLimits) -> Vec<String> {
    let mut reader = Reader::new(limits);
    let mut all = Vec::new();
    for piece in pieces {
        reader.push(piece);
        while let Some(entry) = reader.next_entry() {
            all.push(told(&entry));
        }
    }
    while let Some(entry) = reader.finish() {
        all.push(told(&entry));
    }
    all
}

#[test]
fn faults_have_line_numbers_and_reading_goes_on() {
    let table: &[(&str, &[&str])] = &[
        ("", &[]),
        ("{H}\n{E}\n", &["header 1.0", "event 1"]),
        ("\u{feff}{H}\r\n\r\n{E}\r\n", &["header 1.0", "event 1"]),
        ("{H}\n{E}", &["header 1.0", "event 1"]),
        ("{H}\nnonsense\n\n{E}\n", &["header 1.0", "2 broken", "event 1"]),
        ("{H}\n{E}\n{\"at\":3,\"str", &["header 1.0", "event 1", "3 cut"]),
        ("{\"mcpwire\":\"rec", &["1 cut"]),
        ("{E}\n{E}\n", &["event 1", "1 no header", "event 1"]),
        ("{E}", &["event 1", "1 no header"]),
        ("\n{}\n{E}\n", &["2 broken", "2 no header", "event 1"]),
        ("{\"mcpwire\":\"recording\",\"version\":2,\"x\":1}\n{E}\n{E}", &["1 too new 2"]),
        ("{\"mcpwire\":\"recording\",\"version\":99999999999}\n{E}\n", &["1 too new 99999999999"]),
        ("{\"mcpwire\":\"recording\"}\n{E}\n", &["1 broken header", "event 1"]),
        ("{\"mcpwire\":\"baseline\",\"version\":1}\n{E}\n", &["1 broken header", "event 1"]),
        ("{H}\n{E}\n{H}\n{E}\n", &["header 1.0", "event 1", "header 1.0", "event 1"]),
        ("{H}\n{\"at\":1,\"event\":{\"stderr\":{}}}\n{E}", &["header 1.0", "2 broken", "event 1"]),
        (
            "{H}\n{\"at\":1,\"stream\":1,\"event\":{\"stderr\":{\"content\":{\"base64\":\"!\"}}}}\n",
            &["header 1.0", "2 broken"],
        ),
    ];
    for (file, expected) in table {
        let file = file.replace("{H}", HEADER).replace("{E}", EVENT);
        assert_eq!(read_whole(file.as_bytes()), *expected, "{file}");
        let single: Vec<&[u8]> = file.as_bytes().chunks(1).collect();
        assert_eq!(read_pieces(&single, ReadLimits::default()), *expected, "{file} byte by byte");
    }
}

#[test]
fn what_a_newer_minor_version_wrote_is_kept_as_text() {
    let kind = r#"{"at":5,"stream":1,"event":{"teleport":{"to":[1]}}}"#;
    let word = r#"{"at":6,"stream":1,"event":{"open":{"what":"carrier-pigeon"}}}"#;
    let more =
        r#"{"at":7,"stream":1,"event":{"open":{"what":"lines","colour":"blue"}},"weight":3}"#;
    let newer = r#"{"mcpwire":"recording","version":1,"minor":7,"shape":"round"}"#;
    let file = format!("{HEADER}\n{kind}\n{word}\n{more}\n");
    assert_eq!(
        read_whole(file.as_bytes()),
        ["header 1.0", &format!("unknown 2 {kind}"), "3 broken", "event 7"]
    );
    let file = format!("{newer}\n{kind}\n{word}\n{more}\n{{\n");
    let (kind, word) = (format!("unknown 2 {kind}"), format!("unknown 3 {word}"));
    assert_eq!(read_whole(file.as_bytes()), ["header 1.7", &kind, &word, "event 7", "5 broken"]);
}

#[test]
fn a_line_that_is_too_long_is_left_out() {
    let file = format!("{HEADER}\n{}\n{EVENT}\n", "x".repeat(200));
    assert_eq!(
        read_pieces(&[file.as_bytes()], ReadLimits { line: 100 }),
        ["header 1.0", "2 too long 201", "event 1"]
    );
}

#[test]
fn the_faults_say_where_and_what() {
    let file = format!("{EVENT}\nnonsense\n{{");
    let said: Vec<String> =
        read(file.as_bytes())
            .filter_map(|entry| {
                if let Entry::Fault(fault) = entry { Some(fault.to_string()) } else { None }
            })
            .collect();
    assert_eq!(said.len(), 3);
    assert!(said[0].contains("Line 1") && said[0].contains("header"), "{}", said[0]);
    assert!(said[1].contains("Line 2") && said[1].contains("no event"), "{}", said[1]);
    assert!(said[2].contains('3') && said[2].contains("cut off"), "{}", said[2]);
}

#[test]
fn lines_are_exact_and_borrowed() {
    let cases: &[(&[u8], Ending, bool)] = &[
        (b"{}\n", Ending::Lf, true),
        (b"{}\r\n", Ending::CrLf, true),
        (b"\xEF\xBB\xBF{}", Ending::None, true),
        (b"\xFF\r", Ending::Cr, false),
        (b"\n", Ending::Lf, true),
    ];
    for (raw, ending, is_text) in cases {
        let line = Line::of(Direction::ClientToServer, raw);
        assert_eq!(line.ending, *ending);
        assert_eq!(matches!(line.content, Content::Text(_)), *is_text);
        assert_eq!([line.content.bytes(), line.ending.bytes()].concat(), *raw);
    }
    let file = format!("{HEADER}\n{EVENT}\n");
    let Some(Entry::Event(event)) = read(file.as_bytes()).nth(1) else { panic!("an event") };
    let EventKind::Stderr(stderr) = event.kind else { panic!("a stderr line") };
    assert!(matches!(stderr.content, Content::Text(Cow::Borrowed("x"))), "no copy without escapes");
}

#[test]
fn every_name_of_a_kind_is_known_to_the_reader() {
    // A known kind with a wrong body is broken; only an unknown one is kept.
    for name in EventKind::NAMES {
        let file = format!("{HEADER}\n{{\"at\":1,\"stream\":1,\"event\":{{\"{name}\":7}}}}\n");
        let entries: Vec<Entry<'_>> = read(file.as_bytes()).collect();
        let Entry::Fault(LineFault { kind: FaultKind::BrokenEvent { reason }, .. }) = &entries[1]
        else {
            panic!("{name}: {entries:?}")
        };
        assert!(!reason.contains("unknown variant"), "{name}: {reason}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(header in header(), events in proptest::collection::vec(event(), 0..8)) {
        let mut file = Vec::new();
        write_header(&mut file, &header);
        for event in &events {
            write_event(&mut file, event);
        }
        let lines = file.iter().filter(|byte| **byte == b'\n').count();
        prop_assert_eq!(lines, events.len() + 1, "one line each");
        let expected: Vec<Entry<'_>> =
            std::iter::once(Entry::Header(header)).chain(events.into_iter().map(Entry::Event)).collect();
        prop_assert_eq!(read(&file).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_killed_recorder_loses_its_last_line_only(events in proptest::collection::vec(event(), 1..4), cut in 1usize..40) {
        let mut file = Vec::new();
        write_header(&mut file, &Header::new(None));
        let mut last = 0;
        for event in &events {
            last = file.len();
            write_event(&mut file, event);
        }
        file.truncate((file.len() - 1 - cut).max(last + 1));
        let entries: Vec<Entry<'_>> = read(&file).collect();
        prop_assert_eq!(entries.len(), events.len() + 1);
        let cut_line = LineFault { line: events.len() as u64 + 1, kind: FaultKind::CutLastLine };
        prop_assert_eq!(entries.last(), Some(&Entry::Fault(cut_line)));
    }

    #[test]
    fn any_bytes_are_read_in_any_cut(
        bytes in telling_bytes(&[
            b"\n", b"\r\n", b"{", b"}", b"{\"mcpwire\":\"recording\",\"version\":1,\"minor\":3}\n",
            b"{\"mcpwire\":\"recording\",\"version\":3}\n", b"\"event\":{\"x\":1}", b"{\"event\":{\"x\":1}}\n",
            b"{\"at\":1,\"stream\":2,\"event\":{\"stderr\":{\"content\":{\"text\":\"x\"}}}}\n", b"\xFF",
        ]),
        cuts in cuts(),
    ) {
        prop_assert_eq!(read_whole(&bytes), read_pieces(&pieces(&bytes, &cuts), ReadLimits::default()));
    }

    #[test]
    fn content_is_exact(bytes in proptest::collection::vec(any::<u8>(), 0..30)) {
        prop_assert_eq!(Content::of(&bytes).bytes().to_vec(), bytes.clone());
        prop_assert_eq!(matches!(Content::of(&bytes), Content::Text(_)), std::str::from_utf8(&bytes).is_ok());
    }
}
