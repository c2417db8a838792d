//! What a message is, in a few words for people.

mod envelope;
mod page;
mod result_kind;
mod shape;
mod summary;

pub use envelope::{envelope, result_kind};
pub use page::address;
pub use result_kind::{DefinedResultKind, RESULT_KINDS, ResultKind};
pub use shape::Shape;
pub use summary::summary;
