//! `mcpwire classify`: the shape of each message, and why.

mod facts;
mod notes;
mod show;

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use mcpwire_protocol::framing::{LineLimits, Lines};

use crate::failure::{Ending, Failure, Verdict};
use crate::format::Format;
use crate::screen::{Screen, escape, json_line, say};
use facts::{Facts, Tally};

/// Say which of the four shapes each message has, and why; for one that has none, what is wrong
/// and where.
///
/// One message a line, as on standard input and output of an MCP server. Blank lines are no
/// messages. Nothing is sent anywhere.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  echo '{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\"' | mcpwire classify
  mcpwire classify messages.jsonl
  my-server < requests.jsonl | mcpwire classify --format json

Exit codes: 0 every line is a message, 1 a line is malformed, 3 the input cannot be read.")]
pub struct Classify {
    /// A file with one message a line; standard input where it is absent or `-`.
    file: Option<PathBuf>,
    /// How to show what was found; JSON is one object for each line.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// How a recording of this program begins.
const RECORDING: &[u8] = br#"{"mcpwire":"recording""#;

/// How many bytes one read asks for at least.
const BLOCK: usize = 64 << 10;

impl Classify {
    /// Reads to the end of the input.
    pub fn run(self) -> Ending {
        let file = self.file.as_deref().filter(|file| *file != Path::new("-"));
        match file {
            Some(path) => {
                let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
                let mut head = Vec::new();
                let read = file.by_ref().take(RECORDING.len() as u64).read_to_end(&mut head);
                read.map_err(|error| unreadable(path, &error))?;
                if head == RECORDING {
                    say(
                        "This is a recording, of which `mcpwire check` reads the messages; here each \
                         of its lines is taken for one.",
                    );
                }
                self.read(head.chain(file), path)
            }
            None => {
                let stdin = io::stdin();
                if stdin.is_terminal() {
                    say("Reading messages from the terminal, one a line; Ctrl+D ends the input.");
                }
                self.read(stdin.lock(), Path::new("standard input"))
            }
        }
    }

    fn read(&self, mut input: impl Read, name: &Path) -> Ending {
        let mut screen = Screen::new();
        let mut tally = Tally::default();
        let mut lines = Lines::new(LineLimits::default());
        loop {
            let read = match input.read(lines.space(BLOCK)) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(unreadable(name, &error)),
            };
            lines.filled(read);
            // What one block held is printed at once: a write for each line would be slow, and
            // somebody may be watching.
            let mut out = String::new();
            while let Some(line) = lines.next_line() {
                self.show(&Facts::of(&line, &mut tally), &screen, &mut out);
            }
            if read == 0
                && let Some(line) = lines.finish()
            {
                self.show(&Facts::of(&line, &mut tally), &screen, &mut out);
            }
            screen.print(&out)?;
            if read == 0 {
                break;
            }
        }
        say(&tally.sentence());
        Ok(Verdict::found(tally.malformed() > 0))
    }

    fn show(&self, facts: &Option<Facts<'_>>, screen: &Screen, out: &mut String) {
        match (facts, self.format) {
            (Some(facts), Format::Full) => show::full(facts, screen.columns(), out),
            (Some(facts), Format::Json) => out.push_str(&json_line(facts)),
            (None, _) => {}
        }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let path = path.display().to_string();
    Failure::Input(format!("The messages in {} cannot be read: {error}.", escape(&path)))
}
