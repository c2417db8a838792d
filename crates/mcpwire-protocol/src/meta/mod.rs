//! `_meta`: the grammar of its keys, what each request says about itself, trace context.
//!
//! Specification: `basic/index#meta`.

mod key;
mod key_fault;
mod key_table;
mod log_level;
mod progress_token;
mod request;
pub mod trace;

pub use key::{DEFINED_KEYS, DefinedKey, Key, KeyStatus, RESERVED_LABELS};
pub use key_fault::{KeyFault, KeyProblem};
pub use key_table::{KEY_GRAMMAR, KEY_SAMPLES, KeyPart, KeySample};
pub use log_level::LogLevel;
pub use progress_token::ProgressToken;
pub use request::{RequestFields, modern};

/// The key of the protocol version of a request.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The key of a client's name and version.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// The key of what a client offers for the sake of a request.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The key of the lowest log level that a request wants to hear.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The key that says which subscription a notification belongs to.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
/// The key of a server's name and version.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// The key by which a request asks for progress.
pub const PROGRESS_TOKEN: &str = "progressToken";
/// The key of the position in a trace.
pub const TRACEPARENT: &str = "traceparent";
/// The key of what tracing systems add to a trace.
pub const TRACESTATE: &str = "tracestate";
/// The key of an application's own trace values.
pub const BAGGAGE: &str = "baggage";
