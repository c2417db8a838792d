//! Any cut gives the same items; without a limit in the way they are those of a reader that goes by
//! the letter of the HTML standard; events that are written are read again.

use mcpwire_protocol::framing::{
    BOM, HEAD_BYTES, SseHead, SseItem, SseLimits, SseReader, write_event,
};

use crate::cuts::Stream;

pub fn hold(data: &[u8]) {
    let Some(stream) = Stream::of(data) else { return };
    let whole = read(stream.limit, [stream.bytes].into_iter());
    assert_eq!(read(stream.limit, stream.pieces()), whole);
    if !whole.iter().any(|item| item.starts_with("TooLong")) {
        let complete = whole.iter().filter(|item| !item.starts_with("Incomplete"));
        assert_eq!(complete.cloned().collect::<Vec<_>>(), expected(stream.bytes));
    }
    write_and_read(stream.bytes);
}

fn say(
    kind: &str,
    data: Option<&[u8]>,
    event: Option<&[u8]>,
    id: Option<&[u8]>,
    retry: Option<u64>,
) -> String {
    let text = |bytes: Option<&[u8]>| bytes.map(|bytes| bytes.escape_ascii().to_string());
    format!("{kind} {:?} {:?} {:?} {retry:?}", text(data), text(event), text(id))
}

fn say_item(item: SseItem<'_>) -> String {
    match item {
        SseItem::Event { data, fields } => {
            say("Event", Some(data), fields.event, fields.id, fields.retry)
        }
        SseItem::NoData { fields } => say("NoData", None, fields.event, fields.id, fields.retry),
        SseItem::Comment { text } => say("Comment", Some(text), None, None, None),
        other => format!("{other:?}"),
    }
}

fn read<'a>(limit: usize, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let mut reader = SseReader::new(SseLimits { event: limit, keep: 32 });
    let (mut found, mut largest) = (Vec::new(), 0);
    for piece in pieces {
        largest = largest.max(piece.len());
        reader.push(piece);
        while let Some(item) = reader.next_item() {
            found.push(say_item(item));
        }
        assert!(reader.memory() <= 8 * (limit + largest + 32) + HEAD_BYTES);
    }
    found.extend(reader.finish().map(say_item));
    assert!(reader.finish().is_none());
    found
}

/// The lines of a stream, each of which has ended.
fn lines(stream: &[u8]) -> Vec<&[u8]> {
    let mut rest = stream.strip_prefix(BOM).unwrap_or(stream);
    let mut lines = Vec::new();
    while let Some(end) = rest.iter().position(|byte| b"\r\n".contains(byte)) {
        lines.push(&rest[..end]);
        let width = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
        rest = &rest[end + width..];
    }
    lines
}

fn expected(stream: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let (mut data, mut event, mut id, mut retry) = (None::<Vec<u8>>, None, None, None);
    let mut lines_of_event = 0;
    for line in lines(stream) {
        if line.is_empty() {
            if lines_of_event > 0 {
                let kind = if data.is_some() { "Event" } else { "NoData" };
                found.push(say(kind, data.as_deref(), event, id, retry));
            }
            (data, event, id, retry, lines_of_event) = (None, None, None, None, 0);
            continue;
        }
        let colon = line.iter().position(|byte| *byte == b':');
        let (name, value) = match colon {
            Some(0) => {
                found.push(say("Comment", Some(&line[1..]), None, None, None));
                // Behind another line of an event a comment is one of its lines.
                lines_of_event += usize::from(lines_of_event > 0);
                continue;
            }
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &b""[..]),
        };
        lines_of_event += 1;
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name {
            b"data" => match &mut data {
                Some(data) => data.extend([b"\n", value].concat()),
                None => data = Some(value.to_vec()),
            },
            b"event" => event = Some(value),
            b"id" if !value.contains(&0) => id = Some(value),
            b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                let digits = std::str::from_utf8(value).unwrap();
                retry = Some(digits.parse().unwrap_or(u64::MAX));
            }
            _ => {}
        }
    }
    found
}

fn write_and_read(data: &[u8]) {
    let name = std::str::from_utf8(data).unwrap_or("message");
    let head = SseHead { event: Some(name), id: Some(name), retry: Some(data.len() as u64) };
    let mut written = Vec::new();
    let head = match write_event(&mut written, data, head) {
        Ok(()) => head,
        Err(_) => {
            assert!(written.is_empty());
            write_event(&mut written, data, SseHead::default()).unwrap();
            SseHead::default()
        }
    };
    let unix = unix(data).escape_ascii().to_string();
    let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().escape_ascii().to_string());
    let line = format!(
        "Event {:?} {:?} {:?} {:?}",
        Some(unix),
        bytes(head.event),
        bytes(head.id),
        head.retry
    );
    assert_eq!(read(1 << 24, [&written[..]].into_iter()), [line]);
}

/// Every line break as a line feed.
fn unix(data: &[u8]) -> Vec<u8> {
    let after_return = |index: usize| index > 0 && data[index - 1] == b'\r';
    let kept =
        data.iter().enumerate().filter(|(index, byte)| **byte != b'\n' || !after_return(*index));
    kept.map(|(_, byte)| if *byte == b'\r' { b'\n' } else { *byte }).collect()
}
