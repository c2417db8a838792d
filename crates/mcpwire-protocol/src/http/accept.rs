use super::header::{Headers, Values};

/// Which kinds of answer the sender of a request takes.
///
/// Specification: `basic/transports/streamable-http#sending-messages`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accept {
    /// `application/json`
    pub json: bool,
    /// `text/event-stream`
    pub stream: bool,
}

impl Accept {
    /// Reads the header. Without one, anything is taken (RFC 9110, section 12.5.1).
    pub fn of(headers: &dyn Headers) -> Self {
        match headers.values("accept") {
            Values::Absent => Accept { json: true, stream: true },
            Values::One(line) => Self::read(line),
            // Lines of one header are one list; whoever has to choose is generous.
            Values::Several => Accept { json: true, stream: true },
        }
    }

    /// Reads the value of one line: media ranges with weights.
    pub fn read(line: &[u8]) -> Self {
        Self::read_all([line])
    }

    /// Reads the values of all lines of the header, which are one list.
    pub fn read_all<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let (mut json, mut stream, mut is_absent) = (Match::NONE, Match::NONE, true);
        for line in lines {
            is_absent = false;
            // What nearly every client sends.
            if line == b"application/json, text/event-stream" {
                return Accept { json: true, stream: true };
            }
            let text = std::str::from_utf8(line).unwrap_or_default();
            for range in text.split(',') {
                let mut parts = range.split(';').map(str::trim);
                let media = parts.next().unwrap_or_default();
                let is_refused = parts.any(is_zero_weight);
                json.see(media, "application", "json", is_refused);
                stream.see(media, "text", "event-stream", is_refused);
            }
        }
        if is_absent {
            return Accept { json: true, stream: true };
        }
        Accept { json: json.is_taken, stream: stream.is_taken }
    }
}

/// The most precise range that was seen, which decides.
struct Match {
    precision: u8,
    is_taken: bool,
}

impl Match {
    const NONE: Self = Match { precision: 0, is_taken: false };

    fn see(&mut self, media: &str, kind: &str, sub: &str, is_refused: bool) {
        let precision = match media.split_once('/') {
            Some(("*", "*")) => 1,
            Some((it, "*")) if it.eq_ignore_ascii_case(kind) => 2,
            Some((it, other))
                if it.eq_ignore_ascii_case(kind) && other.eq_ignore_ascii_case(sub) =>
            {
                3
            }
            _ => return,
        };
        if precision >= self.precision {
            *self = Match { precision, is_taken: !is_refused };
        }
    }
}

/// `q=0`, `q=0.0` and so on.
fn is_zero_weight(parameter: &str) -> bool {
    let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
    weight.is_some_and(|weight| weight.trim().parse::<f32>() == Ok(0.0))
}
