//! The laws that must hold for any bytes. Each module has one function, `hold`, which panics where
//! its law is broken; the programs in `targets/` give it what a fuzzer thinks of, and the tests give
//! it the seeds.

mod cuts;
pub mod lines;
pub mod parse;
pub mod recording;
pub mod scanner;
pub mod sse;
