//! The integration tests of the command, one program for all.

mod cases;
mod check_server;
mod classify;
mod command;
mod demo;
mod escape;
mod help;
mod meta_key;
mod result_kind;
mod screen;
mod servers;
mod shapes;
