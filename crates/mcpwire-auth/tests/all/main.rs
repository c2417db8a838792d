//! What authorization promises, in one binary.
#![allow(missing_docs)]

mod authority;
mod browsers;
mod challenges;
mod discoveries;
mod flows;
mod grants;
mod guards;
mod proofs;
mod real;
mod registrations;
mod stores;
mod world;
