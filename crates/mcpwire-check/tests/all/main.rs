//! The tests of the checker, one program for all.

mod authorization;
mod bounds;
mod causes;
mod evidence;
mod fixtures;
mod http;
mod json;
mod meant;
mod outputs;
mod pages;
mod probe;
mod probe_judge;
mod revisions;
mod schemas;
mod silence;
mod talk;
