//! The tape as a recording on disk.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mcpwire_protocol::recording::{
    Close, CloseReason, Direction, Event, EventKind, Header, Line, Mark, MarkKind, MarkPlace,
    Micros, Open, OpenKind, ProcessExit, ProcessStart, Stderr, StreamId, write_event, write_header,
};

use super::tape::{Raw, Seen, Tape, What};
use crate::failure::Failure;
use crate::screen::escape;

/// Where a recording goes.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) path: PathBuf,
    file: File,
}

const STREAM: StreamId = StreamId(1);

impl Target {
    /// Opens the file that was asked for, or a new one among the temporary files.
    pub(super) fn open(path: Option<&Path>, tape: &Tape) -> Result<Self, Failure> {
        let (path, file) = match path {
            Some(path) => (path.to_owned(), File::create(path)),
            None => {
                let path = std::env::temp_dir().join(file_name(tape));
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

    /// Writes all that was seen.
    pub(super) fn write(mut self, argv: &[OsString], tape: &Tape) -> Result<PathBuf, Failure> {
        let mut out = Vec::new();
        let since = tape.started.duration_since(UNIX_EPOCH).ok();
        let mut header = Header::new(since.and_then(|time| time.as_micros().try_into().ok()));
        header.writer = Some(concat!("mcpwire ", env!("CARGO_PKG_VERSION")).to_owned());
        header.title = Some("mcpwire demo".to_owned());
        write_header(&mut out, &header);
        for seen in tape.since(0) {
            event(&mut out, argv, &seen);
        }
        match self.file.write_all(&out).and_then(|()| self.file.flush()) {
            Ok(()) => Ok(self.path),
            Err(error) => Err(unwritable(&self.path, &error)),
        }
    }
}

fn file_name(tape: &Tape) -> String {
    let since = tape.started.duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("mcpwire-demo-{}-{}.jsonl", since.as_millis(), std::process::id())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display().to_string();
    Failure::Usage(format!(
        "The recording {} cannot be written: {error}. `--record FILE` names another.",
        escape(&path)
    ))
}

fn event(out: &mut Vec<u8>, argv: &[OsString], seen: &Seen) {
    let at = Micros::from(seen.at);
    let (kind, raw) = match &seen.what {
        What::Started { pid } => {
            let argv = argv.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            let start = ProcessStart { argv, pid: Some(*pid), cwd: None };
            let open = Open { what: OpenKind::Lines, within: None, peer: None };
            write_event(out, &Event::new(at, STREAM, EventKind::Open(open)));
            (EventKind::ProcessStart(start), None)
        }
        What::Sent(raw) => (line(Direction::ClientToServer, raw), Some(raw)),
        What::Received(raw) => (line(Direction::ServerToClient, raw), Some(raw)),
        What::Log(raw) => (EventKind::Stderr(Stderr::of(&raw.bytes)), Some(raw)),
        What::InputEnded => (close(Direction::ClientToServer), None),
        What::OutputEnded => (close(Direction::ServerToClient), None),
        What::Exited(exit) => (EventKind::ProcessExit(ProcessExit { exit: *exit }), None),
    };
    let mut event = Event::new(at, STREAM, kind);
    if let Some(original_length) = raw.and_then(|raw| raw.cut_from) {
        event.marks.push(Mark {
            what: MarkKind::Truncated,
            place: MarkPlace::Content,
            original_length,
        });
    }
    write_event(out, &event);
}

fn line(direction: Direction, raw: &Raw) -> EventKind<'_> {
    EventKind::Line(Line::of(direction, &raw.bytes))
}

fn close(direction: Direction) -> EventKind<'static> {
    EventKind::Close(Close { direction: Some(direction), reason: CloseReason::End, detail: None })
}
