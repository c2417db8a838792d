//! What authorization promises, in one binary.
#![allow(missing_docs)]

mod authority;
mod browsers;
mod challenges;
mod discoveries;
mod flows;
mod grants;
mod guards;
mod keys;
mod programs;
mod proofs;
mod real;
mod registrations;
mod renewals;
mod stores;
mod world;
