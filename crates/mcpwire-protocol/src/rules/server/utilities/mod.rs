//! What several server features share.

pub(in crate::rules) mod caching;
pub(in crate::rules) mod completion;
pub(in crate::rules) mod logging;
pub(in crate::rules) mod pagination;
