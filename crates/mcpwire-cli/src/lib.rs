//! What the `mcpwire` command is made of, one file per command, and the servers that it brings
//! along.

pub mod commands;
pub mod servers;
