//! Streamable HTTP without sockets: header names, how values are written in them, what they
//! mirror, which status belongs to which refusal.
//!
//! Specification: `basic/transports/streamable-http`.

mod accept;
mod annotation;
mod challenge;
mod header;
mod media_type;
mod mirror;
mod mirrored;
mod param;
mod status;
mod value;

pub use accept::Accept;
pub use annotation::{AnnotationError, HeaderParam, header_params};
pub use challenge::Challenge;
pub use header::{
    Headers, LAST_EVENT_ID, METHOD, NAME, PARAM_PREFIX, PROTOCOL_VERSION, SESSION_ID, Values,
    named_member,
};
pub use media_type::is_json;
pub use mirror::mirror;
pub use mirrored::check_mirrored;
pub use param::check_params;
pub use status::status;
pub use value::{BadValue, decode, encode};
