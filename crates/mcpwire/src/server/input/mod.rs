//! What a handler asks of the client, and how the answers come back.
//!
//! A question that has no answer yet ends the handler; the client is asked, and the handler is run
//! again from its start with all answers so far. Nothing is kept between the rounds but the sealed
//! `requestState`. Towards a legacy client the questions are requests of our own, and the rounds
//! happen here (`legacy.rs`).
//!
//! Specification: `basic/patterns/mrtr`.

mod digest;
mod elicit;
mod legacy;
mod question;
mod rounds;
mod several;
mod state;

pub use elicit::{Elicit, Elicited, Form, Page};
pub use question::{Question, Roots};
pub use several::Questions;

pub(crate) use legacy::in_rounds;
pub(crate) use rounds::{AwaitsInput, Client, Rounds};
pub(crate) use state::StateLimits;
