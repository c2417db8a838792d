//! Server-sent events: what makes one, what is reported beside it, and that no cut changes that.

use super::framing_cut::{cuts, pieces, telling_bytes};
use mcpwire_protocol::framing::{
    BOM, SseField, SseHead, SseItem, SseLimits, SseReader, SseWriteError, write_comment,
    write_event,
};
use proptest::prelude::*;

fn reader(limit: usize) -> SseReader {
    SseReader::new(SseLimits {
        event: limit,
        keep: 64,
    })
}

fn read(limit: usize, pieces: &[&[u8]]) -> Vec<String> {
    read_on(&mut reader(limit), pieces)
}

fn read_on(reader: &mut SseReader, pieces: &[&[u8]]) -> Vec<String> {
    let mut all = Vec::new();
    for piece in pieces {
        reader.push(piece);
        while let Some(item) = reader.next_item() {
            all.push(told(&item));
        }
    }
    all.extend(reader.finish().map(|item| told(&item)));
    assert!(reader.finish().is_none(), "finish empties the reader");
    all
}

/// An item in short words, exact enough to compare.
fn told(item: &SseItem<'_>) -> String {
    let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
    let (mut told, fields) = match item {
        SseItem::Event { data, fields } => (format!("event[{}]", text(data)), fields),
        SseItem::NoData { fields } => ("no-data".to_owned(), fields),
        SseItem::Comment { text: comment } => return format!("comment[{}]", text(comment)),
        SseItem::Incomplete { raw } => return format!("incomplete[{}]", text(raw)),
        SseItem::TooLong {
            head,
            length,
            ended,
        } => return format!("too-long[{}] {length} {ended}", text(head)),
    };
    if let Some(event) = fields.event {
        told += &format!(" type={}", text(event));
    }
    if let Some(id) = fields.id {
        told += &format!(" id={}", text(id));
    }
    if let Some(retry) = fields.retry {
        told += &format!(" retry={retry}");
    }
    if fields.ignored > 0 {
        told += &format!(" ignored={}", fields.ignored);
    }
    if let Some(field) = fields.not_utf8 {
        told += &format!(" not-utf8={field:?}");
    }
    told
}

#[test]
fn the_rules_of_an_event() {
    let table: &[(&[u8], &[&str])] = &[
        (b"", &[]),
        (b"data: a\n\n", &["event[a]"]),
        (
            b"data: a\r\rdata: b\r\n\r\ndata: c\n\n",
            &["event[a]", "event[b]", "event[c]"],
        ),
        (b"data: a\r\n\ndata:b\n\r", &["event[a]", "event[b]"]),
        (b"data\n\ndata\ndata\n\n", &["event[]", r"event[\n]"]),
        (b"data:  two\n\n", &["event[ two]"]),
        (b"data: a\ndata: b\ndata:\n\n", &[r"event[a\nb\n]"]),
        (b"data:a:b\n\n", &["event[a:b]"]),
        (
            b"event: x\ndata: 1\nevent: y\nid: 7\nretry: 15\n\n",
            &["event[1] type=y id=7 retry=15"],
        ),
        (b"id\ndata: a\n\n", &["event[a] id="]),
        (b"id: a\0b\ndata: a\n\n", &["event[a] ignored=1"]),
        (
            b"retry: 1x\nretry:\nretry: -1\nretry: 99999999999999999999\n\n",
            &["no-data retry=18446744073709551615 ignored=3"],
        ),
        (b"id: 5\nretry: 3000\n\n", &["no-data id=5 retry=3000"]),
        (b"Data: a\n data: b\nfoo\n\n", &["no-data ignored=3"]),
        (b":\n\n: hi\n\n\n\n", &["comment[]", "comment[ hi]"]),
        (
            b"data: a\n: inside\ndata: b\n\n",
            &["comment[ inside]", r"event[a\nb]"],
        ),
        (b"data: a", &["incomplete[data: a]"]),
        (
            b"data: a\n\ndata: b\r\n",
            &["event[a]", r"incomplete[data: b\r\n]"],
        ),
        (b": unfinished", &["incomplete[: unfinished]"]),
        (
            b"\xEF\xBB\xBFdata: a\n\n\xEF\xBB\xBFdata: b\n\n",
            &["event[a]", "no-data ignored=1"],
        ),
        (b"\xEF\xBB", &[r"incomplete[\xef\xbb]"]),
        (
            b"data: \xFF\ndata: ok\n\n",
            &[r"event[\xff\nok] not-utf8=Data"],
        ),
        (
            b"data: \xE2\x82\ndata: \xAC\n\n",
            &[r"event[\xe2\x82\n\xac] not-utf8=Data"],
        ),
        (
            b"event: \xFF\ndata: a\n\n",
            &[r"event[a] type=\xff not-utf8=Event"],
        ),
    ];
    for (bytes, expected) in table {
        assert_eq!(read(1000, &[bytes]), *expected, "{}", bytes.escape_ascii());
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(
            read(1000, &single),
            *expected,
            "{} byte by byte",
            bytes.escape_ascii()
        );
    }
}

#[test]
fn reading_goes_on_after_an_event_that_is_too_long() {
    let table: &[(&[u8], &[&str])] = &[
        (b"data: 12\n\n", &["event[12]"]),
        (b"data: 12\r\n\r\n", &["event[12]"]),
        (
            b"data: 123\n\ndata: a\n\n",
            &["too-long[data: 12] 10 true", "event[a]"],
        ),
        (
            b"data: 1\r\nid: 5\r\n\r\ndata: a\n\n",
            &[r"too-long[data: 1\r] 16 true", "event[a]"],
        ),
        (
            b"data: 123456\n: c\ndata: b\n\n:x\n",
            &["too-long[data: 12] 25 true", "comment[x]"],
        ),
        (b"data: 123456\n", &["too-long[data: 12] 13 false"]),
    ];
    for (bytes, expected) in table {
        assert_eq!(read(8, &[bytes]), *expected, "{}", bytes.escape_ascii());
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(
            read(8, &single),
            *expected,
            "{} byte by byte",
            bytes.escape_ascii()
        );
    }
}

#[test]
fn an_event_arrives_with_the_line_end_that_ends_it() {
    let mut reader = SseReader::new(SseLimits::default());
    reader.push(b"data: a\r\n\r");
    assert!(
        matches!(reader.next_item(), Some(SseItem::Event { data: b"a", .. })),
        "without waiting for a line feed"
    );
    reader.push(b"\ndata: b\n\n");
    assert!(matches!(
        reader.next_item(),
        Some(SseItem::Event { data: b"b", .. })
    ));
}

#[test]
fn comments_and_long_events_take_no_memory() {
    let mut reader = SseReader::new(SseLimits {
        event: 1 << 16,
        keep: 1 << 12,
    });
    for _ in 0..10_000 {
        reader.push(b": still here, be patient\n");
        assert!(matches!(reader.next_item(), Some(SseItem::Comment { .. })));
    }
    assert!(reader.memory() <= 1 << 12, "{}", reader.memory());
    for _ in 0..1000 {
        reader.push(b"data: ");
        reader.push(&[b'x'; 1000]);
        reader.push(b"\n");
        assert!(reader.next_item().is_none());
        assert!(reader.memory() <= 3 << 16, "{}", reader.memory());
    }
}

#[test]
fn what_the_format_cannot_carry_is_refused() {
    let mut out = b"before".to_vec();
    let name = SseHead {
        event: Some("a\nb"),
        ..SseHead::default()
    };
    assert_eq!(
        write_event(&mut out, b"x", name),
        Err(SseWriteError::EventName)
    );
    for id in ["a\rb", "a\0b"] {
        let head = SseHead {
            id: Some(id),
            ..SseHead::default()
        };
        assert_eq!(write_event(&mut out, b"x", head), Err(SseWriteError::Id));
    }
    assert_eq!(out, b"before");
}

#[test]
fn what_is_written_for_a_plain_message() {
    let mut out = Vec::new();
    write_event(&mut out, b"{}", SseHead::default()).unwrap();
    write_comment(&mut out, b"");
    assert_eq!(out, b"data: {}\n\n:\n\n");
}

const WORDS: &[&[u8]] = &[
    b"\n",
    b"\r",
    b"\r\n",
    b"\n\n",
    b"data: ",
    b"data:x\n",
    b"id: 1\n",
    b"event:",
    b":",
    b"retry: 5\n",
    BOM,
    b"\xEF",
];

proptest! {
    #[test]
    fn no_cut_makes_a_difference(bytes in telling_bytes(WORDS), cuts in cuts(), limit in 1usize..60) {
        prop_assert_eq!(read(limit, &[&bytes]), read(limit, &pieces(&bytes, &cuts)));
        // Nor does it when items are taken late.
        let mut late = reader(limit);
        pieces(&bytes, &cuts).iter().for_each(|piece| late.push(piece));
        prop_assert_eq!(read(limit, &[&bytes]), read_on(&mut late, &[b""]));
    }

    #[test]
    fn what_is_written_is_read(
        data in "[^\r]{0,40}",
        event in proptest::option::of("[^\r\n]{0,8}"),
        id in proptest::option::of("[^\r\n\0]{0,8}"),
        retry in proptest::option::of(any::<u64>()),
        comment in "[^\r\n]{0,8}",
    ) {
        let mut out = Vec::new();
        let head = SseHead { event: event.as_deref(), id: id.as_deref(), retry };
        write_comment(&mut out, comment.as_bytes());
        write_event(&mut out, data.as_bytes(), head).unwrap();
        let mut reader = SseReader::new(SseLimits::default());
        reader.push(&out);
        match reader.next_item() {
            Some(SseItem::Comment { text }) => prop_assert_eq!(text, comment.as_bytes()),
            other => prop_assert!(false, "no comment: {other:?}"),
        }
        match reader.next_item() {
            Some(SseItem::Event { data: read, fields }) => {
                prop_assert_eq!(read, data.as_bytes());
                prop_assert_eq!(fields.event, event.as_deref().map(str::as_bytes));
                prop_assert_eq!(fields.id, id.as_deref().map(str::as_bytes));
                prop_assert_eq!(fields.retry, retry);
                prop_assert_eq!(fields.not_utf8, None::<SseField>);
            }
            other => prop_assert!(false, "no event: {other:?}"),
        }
        prop_assert!(reader.next_item().is_none() && reader.finish().is_none());
    }
}
