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
use crate::session::{Clock, Target};

/// Which server to check, and how.
#[derive(Clone, Debug)]
pub(super) struct Server {
    /// Its command line.
    pub(super) argv: Vec<OsString>,
    /// The same as it is shown to people.
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
    let target = Target::open(record, "check", &server.argv, clock)?;
    let plan = run::Plan {
        argv: server.argv.clone(),
        timeout: server.timeout,
        calls: server.calls.clone(),
    };
    let probed = match run::run(&plan, clock) {
        Ok(probed) => probed,
        Err(failure) => {
            target.discard();
            return Err(failure);
        }
    };
    let evidence = Evidence::new(server, target.path(), &probed);
    let recording = target.write(evidence.events())?;
    let report = evidence.judge();
    Ok(Checked { report, recording, died: probed.died })
}
