//! Any cut gives the same lines, and they are those of a splitter that sees all at once.

use mcpwire_protocol::framing::{BOM, HEAD_BYTES, Line, LineLimits, Lines};

use crate::cuts::Stream;

pub fn hold(data: &[u8]) {
    let Some(stream) = Stream::of(data) else { return };
    let expected = expected(&stream);
    let whole = read(&stream, [stream.bytes].into_iter(), false);
    assert_eq!(whole, expected);
    assert_eq!(read(&stream, stream.pieces(), false), expected);
    let full = expected.iter().filter(|line| line.0 != "blank").cloned();
    assert_eq!(read(&stream, stream.pieces(), true), full.collect::<Vec<_>>());
}

/// What the line is, its content, its bytes, its length and whether a line feed ended it.
type Owned = (&'static str, Vec<u8>, Vec<u8>, u64, bool);

fn owned(line: Line<'_>) -> Owned {
    match line {
        Line::Text { bytes, raw } => ("text", bytes.to_vec(), raw.to_vec(), 0, true),
        Line::Blank { raw } => ("blank", Vec::new(), raw.to_vec(), 0, true),
        Line::TooLong { head, length, ended } => {
            ("too long", Vec::new(), head.to_vec(), length, ended)
        }
    }
}

fn expected(stream: &Stream<'_>) -> Vec<Owned> {
    let mut lines = Vec::new();
    for (index, raw) in stream.bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let ended = raw.ends_with(b"\n");
        let line = if raw.len() - usize::from(ended) > stream.limit {
            let head = &raw[..stream.limit.min(HEAD_BYTES)];
            Line::TooLong { head, length: raw.len() as u64, ended }
        } else {
            let bytes = if index == 0 { raw.strip_prefix(BOM).unwrap_or(raw) } else { raw };
            let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
            if bytes.iter().all(|byte| b" \t\r".contains(byte)) {
                Line::Blank { raw }
            } else {
                Line::Text { bytes, raw }
            }
        };
        lines.push(owned(line));
    }
    lines
}

fn read<'a>(
    stream: &Stream<'_>,
    pieces: impl Iterator<Item = &'a [u8]>,
    skip_blank: bool,
) -> Vec<Owned> {
    let mut lines = Lines::new(LineLimits { line: stream.limit, keep: 32 });
    let (mut found, mut largest) = (Vec::new(), 0);
    for piece in pieces {
        largest = largest.max(piece.len());
        lines.push(piece);
        loop {
            while skip_blank && lines.skip_blank() {}
            let Some(line) = lines.next_line() else { break };
            found.push(owned(line));
        }
        assert!(lines.memory() <= 4 * (stream.limit + largest + 32) + HEAD_BYTES);
    }
    if let Some(line) = lines.finish() {
        let blank = matches!(line, Line::Blank { .. });
        if !(skip_blank && blank) {
            found.push(owned(line));
        }
    }
    assert!(lines.finish().is_none() && lines.next_line().is_none());
    found
}
