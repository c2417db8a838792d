//! Facts about JSON text: what is there, where it stands and how it is spelled.
//!
//! [`Scanner`] checks the grammar in one pass over borrowed bytes, without recursion, and hands
//! out [`Text`]: slices that are known to be valid JSON. Nothing is decoded or copied, so that
//! numbers of any size, the order of members, repeated keys and unknown members survive.
//! Payloads are decoded from such slices by serde, by whoever needs them.

mod decimal;
mod fault;
mod members;
mod number;
mod pointer;
mod scanner;
mod stops;
mod string;
mod text;

pub use decimal::{is_integer, same_number};
pub(crate) use decimal::{is_normal_number, normal_number};
pub use fault::{JsonFault, JsonProblem};
pub use members::{Elements, Key, KeySet, Members};
pub use pointer::Pointer;
pub use scanner::Scanner;
pub use string::{LoneSurrogate, write_string};
pub use text::{Kind, Text};
