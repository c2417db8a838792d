//! Patterns of messages.

pub(in crate::rules) mod cancellation;
pub(in crate::rules) mod exchanges;
pub(in crate::rules) mod mrtr;
pub(in crate::rules) mod progress;
pub(in crate::rules) mod subscriptions;
