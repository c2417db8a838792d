//! Tapes as a recording on disk.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mcpwire_protocol::recording::{
    Close, CloseReason, Direction, Event, EventKind, Header, Line, Mark, MarkKind, MarkPlace,
    Micros, Open, OpenKind, ProcessExit, ProcessStart, Stderr, StreamId, write_event, write_header,
};

use super::tape::{Clock, Raw, Seen, What};
use crate::failure::Failure;
use crate::screen::escape;

/// Where a recording goes.
#[derive(Debug)]
pub struct Target {
    /// The file.
    pub path: PathBuf,
    file: File,
}

/// What was seen of one process, for a recording.
#[derive(Debug)]
pub struct Track {
    /// Its stream in the recording.
    pub stream: StreamId,
    /// Everything that was seen, in order.
    pub seen: Vec<Seen>,
}

impl Target {
    /// Opens the file that was asked for, or a new one among the temporary files, named after the
    /// command that records.
    ///
    /// # Errors
    /// [`Failure::Usage`] if the file cannot be written.
    pub fn open(path: Option<&Path>, command: &str, clock: Clock) -> Result<Self, Failure> {
        let (path, file) = match path {
            Some(path) => (path.to_owned(), File::create(path)),
            None => {
                let path = std::env::temp_dir().join(file_name(command, clock));
                // Never through a link that somebody else left there.
                let file = OpenOptions::new().write(true).create_new(true).open(&path);
                (path, file)
            }
        };
        match file {
            Ok(file) => Ok(Target { path, file }),
            Err(error) => Err(unwritable(&path, &error)),
        }
    }

    /// Writes all that was seen, on one clock.
    ///
    /// # Errors
    /// [`Failure::Usage`] if the file cannot be written.
    pub fn write(
        mut self,
        title: &str,
        clock: Clock,
        argv: &[OsString],
        tracks: &[Track],
    ) -> Result<PathBuf, Failure> {
        let mut out = Vec::new();
        let since = clock.started.duration_since(UNIX_EPOCH).ok();
        let mut header = Header::new(since.and_then(|time| time.as_micros().try_into().ok()));
        header.writer = Some(concat!("mcpwire ", env!("CARGO_PKG_VERSION")).to_owned());
        header.title = Some(title.to_owned());
        write_header(&mut out, &header);
        for event in events(argv, tracks) {
            write_event(&mut out, &event);
        }
        match self.file.write_all(&out).and_then(|()| self.file.flush()) {
            Ok(()) => Ok(self.path),
            Err(error) => Err(unwritable(&self.path, &error)),
        }
    }
}

/// The events of all tracks in the order of their times.
pub fn events<'a>(argv: &[OsString], tracks: &'a [Track]) -> Vec<Event<'a>> {
    let mut events: Vec<Event<'a>> = Vec::new();
    for track in tracks {
        for seen in &track.seen {
            if matches!(seen.what, What::Started { .. }) {
                let open = Open { what: OpenKind::Lines, within: None, peer: None };
                events.push(Event::new(seen.at.into(), track.stream, EventKind::Open(open)));
            }
            events.push(event(argv, track.stream, seen));
        }
    }
    events.sort_by_key(|event| event.at);
    events
}

fn file_name(command: &str, clock: Clock) -> String {
    let since = clock.started.duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("mcpwire-{command}-{}-{}.jsonl", since.as_millis(), std::process::id())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display().to_string();
    Failure::Usage(format!(
        "The recording {} cannot be written: {error}. `--record FILE` names another.",
        escape(&path)
    ))
}

fn event<'a>(argv: &[OsString], stream: StreamId, seen: &'a Seen) -> Event<'a> {
    let (kind, raw) = match &seen.what {
        What::Started { pid } => {
            let argv = argv.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            let start = ProcessStart { argv, pid: Some(*pid), cwd: None };
            (EventKind::ProcessStart(start), None)
        }
        What::Sent(raw) => (line(Direction::ClientToServer, raw), Some(raw)),
        What::Received(raw) => (line(Direction::ServerToClient, raw), Some(raw)),
        What::Log(raw) => (EventKind::Stderr(Stderr::of(&raw.bytes)), Some(raw)),
        What::InputEnded => (close(Direction::ClientToServer), None),
        What::OutputEnded => (close(Direction::ServerToClient), None),
        What::Exited(exit) => (EventKind::ProcessExit(ProcessExit { exit: *exit }), None),
    };
    let mut event = Event::new(Micros::from(seen.at), stream, kind);
    if let Some(original_length) = raw.and_then(|raw| raw.cut_from) {
        event.marks.push(Mark {
            what: MarkKind::Truncated,
            place: MarkPlace::Content,
            original_length,
        });
    }
    event
}

fn line(direction: Direction, raw: &Raw) -> EventKind<'_> {
    EventKind::Line(Line::of(direction, &raw.bytes))
}

fn close(direction: Direction) -> EventKind<'static> {
    EventKind::Close(Close { direction: Some(direction), reason: CloseReason::End, detail: None })
}
