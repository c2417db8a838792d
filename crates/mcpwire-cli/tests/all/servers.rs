//! The bundled servers, asked over a wire in memory.

mod atrium;
mod situations;
mod support;
mod support_access;
mod talk;
