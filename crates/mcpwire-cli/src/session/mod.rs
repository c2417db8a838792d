//! A server as a child process, and everything that was seen of it.

mod child;
mod create;
mod group;
mod record;
mod tape;

pub use child::Server;
pub use record::{Target, Track, events};
pub use tape::{Clock, Dropped, Raw, Seen, Tape, What};
