//! The check of a server that runs: a conversation is held with it and judged.

use std::ffi::OsString;

use super::Shown;
use crate::failure::{Ending, Failure};

/// Checks the server that `command` starts, or the bundled `support` where it is empty.
pub(super) fn run(command: &[OsString], shown: Shown) -> Ending {
    let _ = (command, shown);
    Err(Failure::Usage(
        "A running server cannot be checked yet; name a recording, as in \
         `mcpwire check conversation.jsonl`."
            .to_owned(),
    ))
}
