//! A file, block by block, as events or bare messages.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::Path;

use mcpwire_check::Checker;
use mcpwire_protocol::framing::{Line, LineLimits, Lines};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::recording::{Entry, FaultKind, ReadLimits, Reader};

use super::progress::Progress;
use crate::failure::Failure;
use crate::screen::{escape, say};

/// How many bytes one read asks for at least.
const BLOCK: usize = 256 << 10;

/// How many lines of a recording that cannot be read are told; more are counted.
const MOST_FAULTS: u64 = 5;

/// Judges a file, or standard input where it is `-`.
pub(super) fn file(checker: &mut Checker, path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            say("Reading from the terminal, one message a line; Ctrl+D ends the input.");
        }
        checker.begin("standard input");
        return Reading::new("standard input".to_owned(), None).run(checker, stdin.lock());
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    let size = file.metadata().ok().filter(|about| about.is_file()).map(|about| about.len());
    checker.begin(&name);
    Reading::new(name, size).run(checker, file)
}

/// A file that is being read.
struct Reading {
    name: String,
    progress: Option<Progress>,
    faults: u64,
}

impl Reading {
    fn new(name: String, size: Option<u64>) -> Self {
        Reading { name, progress: Progress::of(size), faults: 0 }
    }

    /// The first line tells whether the file is a recording.
    fn run(mut self, checker: &mut Checker, mut input: impl Read) -> Result<(), Failure> {
        let mut head = Vec::new();
        let mut block = vec![0; BLOCK];
        let mut ended = false;
        while !ended && first_line(&head).is_none() && head.len() < (1 << 20) {
            let read = self.block(&mut input, &mut block)?;
            head.extend_from_slice(&block[..read]);
            ended = read == 0;
        }
        if is_header(first_line(&head).unwrap_or(&head)) {
            let mut reader = Reader::new(ReadLimits::default());
            reader.push(&head);
            self.recording(checker, reader, input)
        } else {
            let mut lines = Lines::new(LineLimits::default());
            lines.push(&head);
            self.bare(checker, lines, input)
        }
    }

    fn recording(
        mut self,
        checker: &mut Checker,
        mut reader: Reader,
        mut input: impl Read,
    ) -> Result<(), Failure> {
        loop {
            while let Some((line, entry)) = reader.next_numbered() {
                self.entry(checker, line, &entry)?;
            }
            let read = self.block(&mut input, reader.space(BLOCK))?;
            reader.filled(read);
            if read == 0 {
                break;
            }
        }
        while let Some((line, entry)) = reader.finish_numbered() {
            self.entry(checker, line, &entry)?;
        }
        drop(self.progress.take());
        if let Some(more @ 1..) = self.faults.checked_sub(MOST_FAULTS) {
            say(&format!("{more} more lines of {} cannot be read.", escape(&self.name)));
        }
        Ok(())
    }

    fn entry(
        &mut self,
        checker: &mut Checker,
        line: u64,
        entry: &Entry<'_>,
    ) -> Result<(), Failure> {
        match entry {
            Entry::Event(event) => checker.event(Some(line), event),
            // A header further down begins another run.
            Entry::Header(_) if line > 1 => checker.begin(&self.name),
            Entry::Header(_) => {}
            Entry::Unknown { .. } => checker.skip(),
            Entry::Fault(fault) => {
                if matches!(fault.kind, FaultKind::TooNew { .. }) {
                    return Err(Failure::Input(format!("{}: {fault}", escape(&self.name))));
                }
                checker.skip();
                self.faults += 1;
                if self.faults <= MOST_FAULTS {
                    say(&format!("{}: {}", escape(&self.name), escape(&fault.to_string())));
                }
            }
        }
        Ok(())
    }

    fn bare(
        mut self,
        checker: &mut Checker,
        mut lines: Lines,
        mut input: impl Read,
    ) -> Result<(), Failure> {
        let mut number = 0;
        loop {
            while let Some(line) = lines.next_line() {
                number += 1;
                bare_line(checker, number, &line);
            }
            let read = self.block(&mut input, lines.space(BLOCK))?;
            lines.filled(read);
            if read == 0 {
                break;
            }
        }
        if let Some(line) = lines.finish() {
            bare_line(checker, number + 1, &line);
        }
        Ok(())
    }

    fn block(&mut self, input: &mut impl Read, space: &mut [u8]) -> Result<usize, Failure> {
        loop {
            match input.read(space) {
                Ok(read) => {
                    if let Some(progress) = &mut self.progress {
                        progress.add(read);
                    }
                    return Ok(read);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(&self.name, &error)),
            }
        }
    }
}

fn bare_line(checker: &mut Checker, number: u64, line: &Line<'_>) {
    match line {
        Line::Text { bytes, .. } => checker.bare_line(number, bytes),
        Line::Blank { .. } => {}
        Line::TooLong { .. } => checker.skip(),
    }
}

/// The first line that is not blank, if it is there as a whole.
fn first_line(head: &[u8]) -> Option<&[u8]> {
    let lines = head.split_inclusive(|byte| *byte == b'\n');
    let mut text = lines.filter(|line| line.ends_with(b"\n") && !line.trim_ascii().is_empty());
    text.next()
}

fn is_header(line: &[u8]) -> bool {
    let text = std::str::from_utf8(line).ok().and_then(|text| Text::parse(text.trim()).ok());
    text.is_some_and(|text| text.get("mcpwire").is_some_and(|kind| kind.is_string("recording")))
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::Input(format!("The messages in {} cannot be read: {error}.", escape(name)))
}
