//! The fixtures, as the suite meets them.

mod answers;
mod lists;
mod rounds;
mod talk;
