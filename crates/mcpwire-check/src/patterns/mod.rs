//! The rules of `basic/patterns`: what belongs to a request before and after its answer.

mod cancellation;
mod notice;

mod progress;
mod rounds;
mod subscription_end;
mod subscriptions;

pub(crate) use notice::Notice;
