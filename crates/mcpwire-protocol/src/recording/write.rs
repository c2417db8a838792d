//! Writing a recording.

use super::{Event, Header};
use serde::Serialize;

/// Appends the line of the header to `out`. It comes first in a file.
pub fn write_header(out: &mut Vec<u8>, header: &Header) {
    write_line(out, header);
}

/// Appends the line of an event to `out`.
pub fn write_event(out: &mut Vec<u8>, event: &Event<'_>) {
    write_line(out, event);
}

fn write_line(out: &mut Vec<u8>, value: &impl Serialize) {
    let start = out.len();
    // Neither memory nor our types can make this fail; if one ever does, half a line must not stay.
    if serde_json::to_writer(&mut *out, value).is_err() {
        debug_assert!(false, "an event that JSON cannot hold");
        out.truncate(start);
        return;
    }
    out.push(b'\n');
}
