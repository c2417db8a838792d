//! What the `mcpwire` command is made of, one file or folder per command, and the servers that it
//! brings along.

pub mod commands;
pub mod failure;
pub mod format;
pub mod message;
pub mod screen;
pub mod servers;
pub mod session;
