//! Writing server-sent events.

use memchr::memchr2;

/// What an event has besides its data. The default is nothing: an event of type `message` without id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SseHead<'a> {
    /// The type of the event.
    pub event: Option<&'a str>,
    /// The id to resume from.
    pub id: Option<&'a str>,
    /// How long to wait before connecting again, in milliseconds.
    pub retry: Option<u64>,
}

/// A mistake of the program that wanted to write an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SseWriteError {
    /// The type of the event has a line break in it.
    EventName,
    /// The id has a line break or a NUL in it.
    Id,
}

impl std::fmt::Display for SseWriteError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::EventName => "The name of a server-sent event cannot hold a line break; nothing was written.",
            Self::Id => "The id of a server-sent event cannot hold a line break or a NUL; nothing was written.",
        })
    }
}

impl std::error::Error for SseWriteError {}

/// Appends one event to `out`.
///
/// Every line break in `data` (LF, CR, CR LF) becomes a line of its own; a reader gets them all as LF. Data without
/// a line break, such as compact JSON, arrives exactly.
///
/// # Errors
/// A name or an id that the format cannot carry; `out` is then as it was.
pub fn write_event(out: &mut Vec<u8>, data: &[u8], head: SseHead<'_>) -> Result<(), SseWriteError> {
    let breaks = |text: &str| memchr2(b'\n', b'\r', text.as_bytes()).is_some();
    if head.event.is_some_and(breaks) {
        return Err(SseWriteError::EventName);
    }
    if head.id.is_some_and(|id| breaks(id) || id.contains('\0')) {
        return Err(SseWriteError::Id);
    }
    out.reserve(data.len() + 16);
    if let Some(event) = head.event {
        write_field(out, b"event: ", event.as_bytes());
    }
    if let Some(id) = head.id {
        write_field(out, b"id: ", id.as_bytes());
    }
    if let Some(retry) = head.retry {
        write_field(out, b"retry: ", retry.to_string().as_bytes());
    }
    write_lines(out, b"data: ", data);
    out.push(b'\n');
    Ok(())
}

/// Appends a comment to `out`: what keeps a silent connection alive. Each line of `text` becomes one.
pub fn write_comment(out: &mut Vec<u8>, text: &[u8]) {
    write_lines(out, b":", text);
    out.push(b'\n');
}

fn write_field(out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    out.extend_from_slice(name);
    out.extend_from_slice(value);
    out.push(b'\n');
}

fn write_lines(out: &mut Vec<u8>, name: &[u8], text: &[u8]) {
    let mut rest = text;
    while let Some(end) = memchr2(b'\n', b'\r', rest) {
        write_field(out, name, &rest[..end]);
        let width = if rest[end..].starts_with(b"\r\n") {
            2
        } else {
            1
        };
        rest = &rest[end + width..];
    }
    write_field(out, name, rest);
}
