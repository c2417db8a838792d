//! The head of an HTTP message, as far as the rules read it.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::http::{Headers, PARAM_PREFIX, Values};
use mcpwire_protocol::json::Pointer;
use mcpwire_protocol::recording::{Event, HttpField, MarkPlace};

use crate::asked::Spot;
use crate::excerpt::Excerpt;
use crate::finding::At;

/// A head, with the fields that count.
#[derive(Debug, Default)]
pub(crate) struct Head {
    spot: Spot,
    /// Its first line, or what is known of it.
    line: String,
    fields: Vec<(String, Box<[u8]>)>,
    redacted: Vec<String>,
    /// Whether a field that is not here was not there.
    is_whole: bool,
}

/// The fields that some rule reads.
const READ: &[&str] = &[
    "accept",
    "authorization",
    "content-type",
    "host",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
    "www-authenticate",
    "x-accel-buffering",
];
const MOST_FIELDS: usize = 64;
const LONGEST_VALUE: usize = 8 * 1024;

impl Head {
    pub(crate) fn of(spot: &Spot, event: &Event<'_>, line: &str, all: &[HttpField<'_>]) -> Self {
        let line: String = line.chars().take(200).collect();
        // Foreign logs may leave fields out.
        let mut head =
            Head { spot: spot.clone(), line, is_whole: event.origin.is_none(), ..Head::default() };
        for mark in &event.marks {
            match &mark.place {
                MarkPlace::Header(name) => head.redacted.push(name.to_ascii_lowercase()),
                MarkPlace::Content | MarkPlace::Pointer(_) => head.is_whole = false,
            }
        }
        for field in all {
            let name = field.name.to_ascii_lowercase();
            if !READ.contains(&&*name) && !name.starts_with(PARAM_PREFIX) {
                continue;
            }
            let value = field.value.bytes().trim_ascii();
            if head.fields.len() < MOST_FIELDS && value.len() <= LONGEST_VALUE {
                head.fields.push((name, value.into()));
            } else {
                head.is_whole = false;
            }
        }
        head
    }

    /// The first value of a field; `None` also where it was redacted.
    pub(crate) fn first(&self, name: &str) -> Option<&[u8]> {
        let own = self.fields.iter().find(|(own, _)| own == name);
        own.map(|(_, value)| &**value).filter(|_| !self.is_redacted(name))
    }

    /// All values of a field.
    pub(crate) fn all<'h>(&'h self, name: &'h str) -> impl Iterator<Item = &'h [u8]> {
        self.fields.iter().filter(move |(own, _)| own == name).map(|(_, value)| &**value)
    }

    pub(crate) fn is_redacted(&self, name: &str) -> bool {
        self.redacted.iter().any(|own| own == name)
    }

    /// Whether a field is certainly not there.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        self.is_whole && !self.is_redacted(name) && self.first(name).is_none()
    }

    /// Whether what stands under these names, or does not, is known.
    pub(crate) fn knows(&self, names: &[&str]) -> bool {
        self.is_whole && !names.iter().any(|name| self.is_redacted(name))
    }

    /// The head as the place of a finding: a field of it, or its first line.
    pub(crate) fn at(&self, direction: Direction, name: &str) -> At {
        let text = match self.first(name) {
            Some(value) => [name.as_bytes(), b": ", value].concat(),
            None => self.line.clone().into_bytes(),
        };
        At {
            file: self.spot.file.clone(),
            line: self.spot.line,
            column: None,
            event: self.spot.event,
            direction: Some(direction),
            bytes: 0..text.len(),
            pointer: Pointer::root(),
            excerpt: Excerpt::of(&text, &(0..text.len())),
        }
    }
}

impl Headers for Head {
    fn values(&self, name: &str) -> Values<'_> {
        let mut own = self.fields.iter().filter(|(own, _)| own == name);
        match (own.next(), own.next()) {
            (None, _) => Values::Absent,
            (Some((_, value)), None) => Values::One(value),
            (Some(_), Some(_)) => Values::Several,
        }
    }
}
