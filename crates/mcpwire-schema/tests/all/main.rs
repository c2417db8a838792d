//! What the crate promises, by example and by law.

mod bounds;
mod laws;
mod plain;
mod refused;
mod verdicts;
mod words;
