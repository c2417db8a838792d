//! For programs.

use mcpwire_check::Report;

use crate::screen::json_line;

/// The report as one line of JSON.
pub(in super::super) fn json(report: &Report) -> String {
    json_line(&report.json())
}
