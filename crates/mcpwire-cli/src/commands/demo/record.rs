//! The tape as a recording on disk.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mcpwire_protocol::recording::{
    Close, CloseReason, Direction, Event, EventKind, Gap, Header, Line, Mark, MarkKind, MarkPlace,
    Micros, Open, OpenKind, ProcessExit, ProcessStart, Stderr, StreamId, write_event, write_header,
};

use super::tape::{Dropped, Raw, Seen, Tape, What};
use crate::failure::Failure;
use crate::screen::escape;

/// A recording that is being written, an event at a time: what was seen is on disk, however this
/// program ends.
#[derive(Debug)]
pub(super) struct Target {
    path: PathBuf,
    file: File,
    argv: Vec<String>,
    /// Why not everything could be written.
    trouble: Option<io::Error>,
}

const STREAM: StreamId = StreamId(1);

impl Target {
    /// Makes the file that was asked for, or one among the temporary files, with the header of a
    /// conversation with the server that `argv` starts. A file that is there already is left as
    /// it is, and so is what somebody else's link points to.
    pub(super) fn open(
        path: Option<&Path>,
        argv: &[OsString],
        tape: &Tape,
    ) -> Result<Self, Failure> {
        let path =
            path.map_or_else(|| std::env::temp_dir().join(file_name(tape)), Path::to_path_buf);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let file = file.map_err(|error| unwritable(&path, &error))?;
        let argv = argv.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let mut target = Target { path, file, argv, trouble: None };
        let since = tape.started.duration_since(UNIX_EPOCH).ok();
        let mut header = Header::new(since.and_then(|time| time.as_micros().try_into().ok()));
        header.writer = Some(concat!("mcpwire ", env!("CARGO_PKG_VERSION")).to_owned());
        header.title = Some("mcpwire demo".to_owned());
        let mut out = Vec::new();
        write_header(&mut out, &header);
        target.append(&out);
        Ok(target)
    }

    /// Writes an event.
    pub(super) fn add(&mut self, seen: &Seen) {
        let mut out = Vec::new();
        event(&mut out, &self.argv, seen);
        self.append(&out);
    }

    /// Where the recording is, or why it is not whole.
    pub(super) fn close(self) -> Result<PathBuf, Failure> {
        match self.trouble {
            None => Ok(self.path),
            Some(error) => Err(unwritable(&self.path, &error)),
        }
    }

    /// Removes the file, because there was nothing to record.
    pub(super) fn discard(self) {
        // If it cannot be removed, it says truly that nothing happened.
        let _ = std::fs::remove_file(self.path);
    }

    /// Behind what could not be written nothing more is: half a line may stand there.
    fn append(&mut self, bytes: &[u8]) {
        if self.trouble.is_none() {
            self.trouble = self.file.write_all(bytes).and_then(|()| self.file.flush()).err();
        }
    }
}

fn file_name(tape: &Tape) -> String {
    let since = tape.started.duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("mcpwire-demo-{}-{}.jsonl", since.as_millis(), std::process::id())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display().to_string();
    let path = escape(&path);
    Failure::Usage(if error.kind() == io::ErrorKind::AlreadyExists {
        format!(
            "The recording cannot be written: there is a file {path} already, and it is left as it \
             is. Remove it, or name another with `--record FILE`."
        )
    } else {
        format!("The recording {path} cannot be written: {error}. `--record FILE` names another.")
    })
}

fn event(out: &mut Vec<u8>, argv: &[String], seen: &Seen) {
    let at = Micros::from(seen.at);
    let (kind, raw) = match &seen.what {
        What::Started { pid } => {
            let start = ProcessStart { argv: argv.to_vec(), pid: Some(*pid), cwd: None };
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
        What::Gap(dropped) => (gap(*dropped), None),
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

fn gap(dropped: Dropped) -> EventKind<'static> {
    EventKind::Gap(Gap {
        events: Some(dropped.lines),
        bytes: Some(dropped.bytes),
        direction: Some(Direction::ServerToClient),
        why: "The server wrote more lines than are kept of a conversation.".to_owned(),
    })
}

fn close(direction: Direction) -> EventKind<'static> {
    EventKind::Close(Close { direction: Some(direction), reason: CloseReason::End, detail: None })
}
