//! What was seen, as a recording on disk.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use mcpwire_protocol::recording::{
    Close, CloseReason, Direction, Event, EventKind, Gap, Header, Line, Mark, MarkKind, MarkPlace,
    Micros, Open, OpenKind, ProcessExit, ProcessStart, Stderr, StreamId, write_event, write_header,
};

use super::create::create;
use super::tape::{Clock, Dropped, Raw, Seen, What};
use crate::failure::Failure;
use crate::screen::escape;

/// A recording that is being written.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    file: File,
    argv: Vec<OsString>,
    /// The stream of the process that is recorded now.
    stream: StreamId,
    /// Why not everything could be written.
    trouble: Option<io::Error>,
}

/// What was seen of one process, for a recording.
#[derive(Debug)]
pub struct Track {
    /// Its stream in the recording.
    pub stream: StreamId,
    /// Everything that was seen, in order.
    pub seen: Vec<Seen>,
}

/// The stream of the first process.
const ONLY: StreamId = StreamId(1);

impl Target {
    /// Makes the file that was asked for, or one among the temporary files, with the header of a
    /// conversation that `command` of this program holds with the server that `argv` starts. A
    /// file that is there already is left as it is, and so is what somebody else's link points to;
    /// only what a command of this program recorded before is replaced.
    ///
    /// # Errors
    /// [`Failure::Usage`] if the file cannot be made.
    pub fn open(
        path: Option<&Path>,
        command: &str,
        argv: &[OsString],
        clock: Clock,
    ) -> Result<Self, Failure> {
        let temporary = || std::env::temp_dir().join(file_name(command, clock));
        let path = path.map_or_else(temporary, Path::to_path_buf);
        let file = create(&path).map_err(|error| unwritable(&path, &error))?;
        let mut target = Target { path, file, argv: argv.to_vec(), stream: ONLY, trouble: None };
        let since = clock.started.duration_since(UNIX_EPOCH).ok();
        let mut header = Header::new(since.and_then(|time| time.as_micros().try_into().ok()));
        header.writer = Some(concat!("mcpwire ", env!("CARGO_PKG_VERSION")).to_owned());
        header.title = Some(format!("mcpwire {command}"));
        let mut out = Vec::new();
        write_header(&mut out, &header);
        target.append(&out);
        Ok(target)
    }

    /// Goes on with another process.
    pub fn next(&mut self, stream: StreamId, argv: &[OsString]) {
        self.stream = stream;
        self.argv = argv.to_vec();
    }

    /// Writes what was just seen of the process: it is on disk, however this program ends.
    pub(super) fn add(&mut self, seen: &Seen) {
        let mut out = Vec::new();
        for event in events_of(&self.argv, self.stream, seen) {
            write_event(&mut out, &event);
        }
        self.append(&out);
    }

    /// Where it goes.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes all that happened, such as [`events`] of several processes, and ends the recording
    /// as [`close`](Self::close) does.
    ///
    /// # Errors
    /// [`Failure::Usage`] if not everything could be written.
    pub fn write(mut self, events: &[Event<'_>]) -> Result<PathBuf, Failure> {
        let mut out = Vec::new();
        for event in events {
            write_event(&mut out, event);
        }
        self.append(&out);
        self.close()
    }

    /// Where the recording is.
    ///
    /// # Errors
    /// [`Failure::Usage`] if it is not whole, with the reason.
    pub fn close(self) -> Result<PathBuf, Failure> {
        match self.trouble {
            None => Ok(self.path),
            Some(error) => Err(unwritable(&self.path, &error)),
        }
    }

    /// Removes the file, because there was nothing to record.
    pub fn discard(self) {
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

/// An event of a recording, and what was seen that it tells.
#[derive(Debug)]
pub struct Placed<'a> {
    /// Which track, and which of what was seen there.
    pub place: (usize, usize),
    /// The event.
    pub event: Event<'a>,
}

/// The events of all tracks in the order of their times. Where one thing seen is several events,
/// the last one is what counts of it.
pub fn events<'a>(argv: &[OsString], tracks: &'a [Track]) -> Vec<Placed<'a>> {
    let mut events: Vec<Placed<'a>> = Vec::new();
    for (track, one) in tracks.iter().enumerate() {
        for (at, seen) in one.seen.iter().enumerate() {
            let placed = |event| Placed { place: (track, at), event };
            events.extend(events_of(argv, one.stream, seen).into_iter().map(placed));
        }
    }
    events.sort_by_key(|placed| placed.event.at);
    events
}

fn file_name(command: &str, clock: Clock) -> String {
    let since = clock.started.duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("mcpwire-{command}-{}-{}.jsonl", since.as_millis(), std::process::id())
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display().to_string();
    let path = escape(&path);
    Failure::Usage(if error.kind() == io::ErrorKind::AlreadyExists {
        format!(
            "The recording cannot be written: there is a file {path} already, which this program \
             has not recorded, and it is left as it is. Remove it, or name another with \
             `--record FILE`."
        )
    } else {
        format!("The recording {path} cannot be written: {error}. `--record FILE` names another.")
    })
}

/// The events that one thing seen is: a start opens the stream, too.
fn events_of<'a>(argv: &[OsString], stream: StreamId, seen: &'a Seen) -> Vec<Event<'a>> {
    match &seen.what {
        What::Started { .. } => {
            let open = Open { what: OpenKind::Lines, within: None, peer: None };
            let open = Event::new(seen.at.into(), stream, EventKind::Open(open));
            [open].into_iter().chain(event(argv, stream, seen)).collect()
        }
        What::Http(exchange, crossed) => {
            let event = |kind| Event::new(seen.at.into(), StreamId(*exchange), kind);
            crossed.events().into_iter().map(event).collect()
        }
        _ => event(argv, stream, seen).into_iter().collect(),
    }
}

/// What was seen of a process.
fn event<'a>(argv: &[OsString], stream: StreamId, seen: &'a Seen) -> Option<Event<'a>> {
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
        // A gap among the messages makes a conversation doubtful; one in the log does not.
        What::Gap(dropped) if dropped.of_log => (EventKind::Stderr(Stderr::of(b"")), None),
        What::Gap(dropped) => (gap(*dropped), None),
        What::Http(..) => return None,
    };
    let mut event = Event::new(Micros::from(seen.at), stream, kind);
    let cut_from = match &seen.what {
        What::Gap(dropped) if dropped.of_log => Some(dropped.bytes),
        _ => raw.and_then(|raw| raw.cut_from),
    };
    if let Some(original_length) = cut_from {
        event.marks.push(Mark {
            what: MarkKind::Truncated,
            place: MarkPlace::Content,
            original_length,
        });
    }
    Some(event)
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
