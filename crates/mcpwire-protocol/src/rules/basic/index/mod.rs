//! The base page: messages, `_meta`, capabilities, errors, icons, schemas.

pub(in crate::rules) mod capabilities;
pub(in crate::rules) mod errors;
pub(in crate::rules) mod icons;
pub(in crate::rules) mod json_schema;
pub(in crate::rules) mod messages;
pub(in crate::rules) mod meta;
pub(in crate::rules) mod trace;
