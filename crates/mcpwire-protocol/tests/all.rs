//! All integration tests of the crate, in one binary.
#![allow(missing_docs)]

#[path = "all/classify.rs"]
mod classify;
#[path = "all/generate.rs"]
mod generate;
#[path = "all/json.rs"]
mod json;
#[path = "all/numbers.rs"]
mod numbers;
#[path = "all/parse.rs"]
mod parse;
