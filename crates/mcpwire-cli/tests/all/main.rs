//! The integration tests of the command, one program for all.

mod cases;
mod servers;
