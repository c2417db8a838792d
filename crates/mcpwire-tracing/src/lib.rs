//! Spans and log messages of [`mcpwire`] servers, through [`tracing`].
//!
//! [`Spans`] opens one span for each request that a server gets, under the names of
//! OpenTelemetry's semantic conventions, and runs the handler inside it. Whoever wants the spans
//! elsewhere brings a subscriber, such as `tracing-opentelemetry` with an exporter: the example
//! `opentelemetry` of this crate is a whole program.
//!
//! [`ClientLogs`] sends what a handler logs by `tracing` to the client that asked for logs.
//!
//! ```
//! use mcpwire::{Server, Tool};
//! use mcpwire_tracing::{ClientLogs, Spans};
//! use tracing_subscriber::prelude::*;
//!
//! let subscriber = tracing_subscriber::registry()
//!     .with(ClientLogs::new().only(|metadata| metadata.target().starts_with("notes")));
//!
//! let server = Server::new("notes", "1.0.0")
//!     .logging()
//!     .observe(Spans::new())
//!     .tool(Tool::new("count", || async {
//!         tracing::info!(target: "notes", "counting");
//!         3
//!     }));
//! # let _ = subscriber;
//! # server.build().unwrap();
//! ```

mod body;
mod client_logs;
mod fields;
mod offer;
mod opening;
mod request;
mod spans;
mod trace_context;

pub use client_logs::ClientLogs;
pub use spans::Spans;
pub use trace_context::TraceContext;

/// The target of the spans of this crate, for filters.
pub const TARGET: &str = "mcpwire";
