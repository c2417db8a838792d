//! What a message is, in a few words for people.

mod envelope;
mod page;
mod place;
mod shape;
mod summary;

pub use envelope::{envelope, result_type};
pub use page::address;
pub use place::marked;
pub use shape::Shape;
pub use summary::summary;
