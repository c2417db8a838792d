//! What one line of a recording says.

use super::{Event, EventKind, FaultKind, Header, LineFault, MINOR, VERSION};
use crate::framing::{Ending, Line};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// What a line of a recording is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry<'a> {
    /// A header: the first line, or the beginning of another run.
    Header(Header),
    /// An event.
    Event(Event<'a>),
    /// An event of a kind, or in a form, that only a newer minor version of the format knows.
    Unknown {
        /// The line in the file, from 1.
        line: u64,
        /// The whole line, without its end.
        text: &'a str,
    },
    /// A line that cannot be read.
    Fault(LineFault),
}

/// What must be remembered from line to line.
#[derive(Debug, Default)]
pub(super) struct State {
    line: u64,
    minor: u32,
    begun: bool,
    /// The first line was no header, which has not been reported yet.
    no_header: bool,
    /// The file is of another major version.
    stopped: bool,
}

/// The members that tell what a line is. All are kept as text: any of them may be of the wrong type.
#[derive(Deserialize)]
struct Probe<'a> {
    #[serde(borrow)]
    mcpwire: Option<&'a RawValue>,
    #[serde(borrow)]
    version: Option<&'a RawValue>,
    #[serde(borrow)]
    event: Option<&'a RawValue>,
}

impl State {
    /// A fault of the line before: that it should have been the header.
    pub(super) fn pending(&mut self) -> Option<Entry<'static>> {
        std::mem::take(&mut self.no_header).then(|| self.fault(FaultKind::NoHeader))
    }

    /// Nothing more is to be read: the file is of another major version.
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// The number of the last line that was read.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Counts a blank line, which says nothing.
    pub(super) fn blank(&mut self) {
        self.line += 1;
    }

    /// What the next line says. Blank lines say nothing, nor do lines after a header of another major version.
    pub(super) fn read<'a>(&mut self, line: Line<'a>) -> Option<Entry<'a>> {
        self.line += 1;
        if self.stopped {
            return None;
        }
        let bytes = match line {
            Line::Blank { .. } => return None,
            Line::Text { bytes, .. } => bytes,
            Line::TooLong { length, .. } => {
                self.begun = true;
                return Some(self.fault(FaultKind::TooLong { length }));
            }
        };
        let cut = matches!(line.ending(), Ending::None | Ending::Cr);
        // Nearly every line is an event: nothing else is tried before.
        let entry = match serde_json::from_slice::<Event<'a>>(bytes) {
            Ok(event) => Entry::Event(event),
            Err(error) => self.not_an_event(bytes, &error, cut),
        };
        if !std::mem::replace(&mut self.begun, true) {
            self.no_header = match &entry {
                Entry::Header(_) => false,
                Entry::Fault(fault) => matches!(fault.kind, FaultKind::BrokenEvent { .. }),
                Entry::Event(_) | Entry::Unknown { .. } => true,
            };
        }
        Some(entry)
    }

    fn not_an_event<'a>(
        &mut self,
        bytes: &'a [u8],
        error: &serde_json::Error,
        cut: bool,
    ) -> Entry<'a> {
        let broken = if cut {
            FaultKind::CutLastLine
        } else {
            FaultKind::BrokenEvent { reason: error.to_string() }
        };
        let Ok(text) = simdutf8::basic::from_utf8(bytes) else {
            return self.fault(broken);
        };
        let Ok(probe) = serde_json::from_str::<Probe<'a>>(text) else {
            return self.fault(broken);
        };
        if probe.mcpwire.is_some() {
            return self.header(text, probe.version);
        }
        let newer =
            self.minor > MINOR || probe.event.is_some_and(|event| unknown_kind(event.get()));
        if newer { Entry::Unknown { line: self.line, text } } else { self.fault(broken) }
    }

    fn header<'a>(&mut self, text: &'a str, version: Option<&'a RawValue>) -> Entry<'a> {
        let version = version.and_then(|version| serde_json::from_str::<u64>(version.get()).ok());
        if let Some(version) = version.filter(|version| *version > u64::from(VERSION)) {
            self.stopped = true;
            return self.fault(FaultKind::TooNew { version });
        }
        match serde_json::from_str::<Header>(text) {
            Ok(header) => {
                self.minor = header.minor;
                Entry::Header(header)
            }
            Err(error) => self.fault(FaultKind::BrokenHeader { reason: error.to_string() }),
        }
    }

    fn fault(&self, kind: FaultKind) -> Entry<'static> {
        Entry::Fault(LineFault { line: self.line, kind })
    }
}

/// Whether the value of an `event` member has one member, whose name this version does not know.
fn unknown_kind(event: &str) -> bool {
    let Ok(kinds) = serde_json::from_str::<BTreeMap<String, &RawValue>>(event) else {
        return false;
    };
    let mut names = kinds.keys();
    match (names.next(), names.next()) {
        (Some(name), None) => !EventKind::NAMES.contains(&name.as_str()),
        _ => false,
    }
}
