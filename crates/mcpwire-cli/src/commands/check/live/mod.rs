//! The active check: a server is started, probed and judged.

mod again;
mod evidence;
mod lists;
mod run;
mod talk;
mod words;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mcpwire_check::Report;
use serde_json::Value;

use self::evidence::Evidence;
use crate::failure::Failure;
use crate::session::{Clock, Target as File};

/// Where a server is.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// This command starts it, and it is spoken to over its standard input and output.
    Command(Vec<OsString>),
    /// It is reached over HTTP.
    Url(String),
}

impl Target {
    /// Its command line; nothing where it has none.
    fn argv(&self) -> &[OsString] {
        match self {
            Target::Command(argv) => argv,
            Target::Url(_) => &[],
        }
    }
}

/// Which server to check, and how.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// Where it is.
    pub(super) target: Target,
    /// Its command line or URL as it is shown to people.
    pub(super) shown: String,
    /// How long an answer is waited for where the server's own code runs.
    pub(super) timeout: Duration,
    /// Tools to call whatever they say of themselves, with their arguments.
    pub(super) calls: Vec<(String, Value)>,
    /// Whether rules that guess at meaning are judged as well.
    pub(super) heuristics: bool,
}

/// What came of a check.
#[derive(Debug)]
pub(super) struct Checked {
    /// The judgement.
    pub(super) report: Report,
    /// The recording of all that was said.
    pub(super) recording: PathBuf,
    /// Why the server could not be judged to the end, in sentences; `None` if it could.
    pub(super) died: Option<String>,
}

/// Starts the server, probes it and judges what came. The recording goes to `record`, or to a new
/// file among the temporary ones.
///
/// # Errors
/// [`Failure::Target`] if the server cannot be started, [`Failure::Usage`] if the recording cannot
/// be written.
pub(super) fn check(server: &Server, record: Option<&Path>) -> Result<Checked, Failure> {
    let clock = Clock::start();
    let file = File::open(record, "check", server.target.argv(), clock)?;
    let plan = run::Plan {
        target: server.target.clone(),
        timeout: server.timeout,
        calls: server.calls.clone(),
    };
    let probed = match run::run(&plan, clock) {
        Ok(probed) => probed,
        Err(failure) => {
            file.discard();
            return Err(failure);
        }
    };
    let evidence = Evidence::new(server, file.path(), &probed);
    let recording = file.write(evidence.events())?;
    let report = evidence.judge();
    Ok(Checked { report, recording, died: probed.died })
}
