//! The integration tests of the command, one program for all.

mod cases;
mod classify;
mod command;
mod demo;
mod escape;
mod help;
mod meta_key;
mod result_type;
mod screen;
mod servers;
mod shapes;
