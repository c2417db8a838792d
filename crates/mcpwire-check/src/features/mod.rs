//! The rules of `server/…` that need more than one message.

mod codes;
mod discovery;
mod logging;
pub(crate) mod mirrored;
pub(crate) mod offers;
pub(crate) mod order;
pub(crate) mod outputs;
pub(crate) mod pages;
mod schema_advice;
pub(crate) mod schemas;
