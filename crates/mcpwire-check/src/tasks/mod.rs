//! The rules of the extension for tasks that need more than one message.

mod answers;
mod created;
mod inputs;
mod seen;
mod status;

pub(crate) use seen::Tasks;
