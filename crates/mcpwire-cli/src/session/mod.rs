//! A server, as a child process or over HTTP, and everything that was seen of it.

mod child;
mod create;
mod exchange;
mod group;
mod headers;
mod http;
mod record;
mod secure;
mod tape;

pub use child::Server;
pub use exchange::Crossed;
pub use http::{Endpoint, Request};
pub use record::{Placed, Target, Track, events};
pub use tape::{Clock, Dropped, Raw, Seen, Tape, What};
