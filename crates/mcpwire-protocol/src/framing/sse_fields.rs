//! The fields of one server-sent event.

use memchr::memchr2;

/// A field of a server-sent event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SseField {
    /// The payload.
    Data,
    /// The type of the event.
    Event,
    /// The id to resume from.
    Id,
}

/// What a server-sent event had besides its data. The bytes are as they came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SseFields<'a> {
    /// The type: the last `event` line. Absent or empty means `message`.
    pub event: Option<&'a [u8]>,
    /// The last `id` line that has no NUL. Empty means that there is nothing to resume from any more.
    pub id: Option<&'a [u8]>,
    /// The last `retry` line of digits only, in milliseconds; a larger number than fits is the largest that does.
    pub retry: Option<u64>,
    /// How many lines meant nothing: an unknown name, an `id` with a NUL, a `retry` that is no number.
    pub ignored: usize,
    /// The first field that is not UTF-8. The bytes stand as they came, no character was replaced.
    pub not_utf8: Option<SseField>,
    /// All lines of the event with their line ends, comments among them included, the blank line at the end not.
    pub raw: &'a [u8],
}

impl<'a> SseFields<'a> {
    /// The type of the event as a listener sees it.
    pub fn kind(&self) -> &'a [u8] {
        self.event
            .filter(|event| !event.is_empty())
            .unwrap_or(b"message")
    }

    /// Reads the lines of one event. `joined` takes the data where it has more than one line.
    pub(super) fn read(raw: &'a [u8], joined: &'a mut Vec<u8>) -> (Option<&'a [u8]>, Self) {
        let mut fields = Self {
            event: None,
            id: None,
            retry: None,
            ignored: 0,
            not_utf8: None,
            raw,
        };
        let mut data: Option<&'a [u8]> = None;
        let mut several = false;
        joined.clear();
        for line in FieldLines(raw) {
            let (name, value) = split(line);
            match name {
                b"" => {}
                b"data" => match data {
                    None => data = Some(value),
                    Some(first) => {
                        if !several {
                            joined.extend_from_slice(first);
                            several = true;
                        }
                        joined.push(b'\n');
                        joined.extend_from_slice(value);
                    }
                },
                b"event" => fields.event = Some(value),
                b"id" if !value.contains(&0) => fields.id = Some(value),
                b"retry" if !value.is_empty() && value.iter().all(u8::is_ascii_digit) => {
                    fields.retry = Some(number(value));
                }
                _ => fields.ignored += 1,
            }
        }
        let data = if several {
            Some(joined.as_slice())
        } else {
            data
        };
        let texts = [
            (SseField::Data, data),
            (SseField::Event, fields.event),
            (SseField::Id, fields.id),
        ];
        fields.not_utf8 = texts
            .into_iter()
            .find(|(_, text)| text.is_some_and(|text| simdutf8::basic::from_utf8(text).is_err()))
            .map(|(field, _)| field);
        (data, fields)
    }
}

/// The name and the value of a line. A comment has the empty name.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b':', line) {
        None => (line, b""),
        Some(colon) => {
            let value = &line[colon + 1..];
            (&line[..colon], value.strip_prefix(b" ").unwrap_or(value))
        }
    }
}

fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0u64, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    })
}

/// The lines of an event, none of which is blank.
struct FieldLines<'a>(&'a [u8]);

impl<'a> Iterator for FieldLines<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            if self.0.is_empty() {
                return None;
            }
            let end = memchr2(b'\n', b'\r', self.0).unwrap_or(self.0.len());
            let line = &self.0[..end];
            self.0 = self.0.get(end + 1..).unwrap_or(b"");
            // What stands between the two bytes of CR LF is no line.
            if !line.is_empty() {
                return Some(line);
            }
        }
    }
}
