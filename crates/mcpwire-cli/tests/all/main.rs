//! The integration tests of the command, one program for all.

mod cases;
mod check;
mod check_recorded;
mod check_server;
mod check_url;
mod classify;
mod command;
mod demo;
mod escape;
mod explain;
mod help;
mod meta_key;
mod result_type;
mod rules;
mod screen;
mod servers;
mod shapes;
