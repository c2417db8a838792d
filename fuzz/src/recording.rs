//! A recording says the same read whole or in pieces; every event read and every event made of any
//! bytes is written so that it is read again.

use mcpwire_protocol::recording::{
    Body, Content, Direction, Entry, Event, EventKind, Line, Micros, ReadLimits, Reader, StreamId,
    read, write_event, write_header,
};

use crate::cuts::Stream;

pub fn hold(data: &[u8]) {
    let Some(stream) = Stream::of(data) else { return };
    let whole: Vec<String> = read(stream.bytes).map(|entry| format!("{entry:?}")).collect();
    let mut reader = Reader::new(ReadLimits::default());
    let mut found = Vec::new();
    for piece in stream.pieces() {
        reader.push(piece);
        while let Some(entry) = reader.next_entry() {
            found.push(format!("{entry:?}"));
        }
    }
    while let Some(entry) = reader.finish() {
        found.push(format!("{entry:?}"));
    }
    assert_eq!(found, whole);
    read(stream.bytes).for_each(|entry| again(&entry));
    for direction in [Direction::ClientToServer, Direction::ServerToClient] {
        event(EventKind::Line(Line::of(direction, stream.bytes)));
        let content = Content::of(stream.bytes);
        assert_eq!(content.bytes(), stream.bytes);
        event(EventKind::Body(Body { direction, content, more: true }));
    }
}

fn event(kind: EventKind<'_>) {
    again(&Entry::Event(Event::new(Micros(u64::MAX), StreamId(0), kind)));
}

/// Writes an entry and reads it.
fn again(entry: &Entry<'_>) {
    let mut written = Vec::new();
    match entry {
        Entry::Header(header) => write_header(&mut written, header),
        Entry::Event(event) => write_event(&mut written, event),
        Entry::Unknown { .. } | Entry::Fault(_) => return,
    }
    assert_eq!(written.iter().filter(|byte| **byte == b'\n').count(), 1);
    let entries: Vec<Entry<'_>> = read(&written).collect();
    assert_eq!(entries.first(), Some(entry));
}
