//! How often the tools of an [`mcpwire`] server may be called.
//!
//! ```
//! use mcpwire::{Server, Tool};
//! use mcpwire_limits::{Rate, RateLimits};
//!
//! Server::new("library", "1.0.0")
//!     .throttle(
//!         RateLimits::new()
//!             .per_caller(Rate::per_minute(120).burst(20))
//!             .per_tool("search", Rate::per_second(2))
//!             .in_all("reindex", Rate::per_hour(4)),
//!     )
//!     .tool(Tool::new("search", || async { "nothing" }))
//! #   .build().unwrap();
//! ```
//!
//! A call that comes too early is not run: its answer is a result with `isError` that tells the
//! model when to come again, on stdio as over HTTP, and over HTTP the header `Retry-After` says the
//! same.

mod keyed;
mod rate;
mod rate_limits;

pub use rate::Rate;
pub use rate_limits::RateLimits;
