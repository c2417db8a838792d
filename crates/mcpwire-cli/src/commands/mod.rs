//! One file or folder per command.

pub mod check;
pub mod classify;
pub mod demo;
pub mod explain;
pub mod meta_key;
pub mod rules;
pub mod serve;
pub mod shapes;
