//! The servers that the command brings along. Each is a short file that reads like an example.

pub mod atrium;
pub mod cases;
pub mod hello;
pub mod support;
