//! One file or folder per command.

pub mod check;
pub mod classify;
pub mod demo;
pub mod meta_key;
pub mod serve;
pub mod shapes;
