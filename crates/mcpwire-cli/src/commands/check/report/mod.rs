//! One file for each way to show a report.

mod concise;
mod full;
mod json;

pub(super) use concise::concise;
pub(super) use full::full;
pub(super) use json::json;
