//! Streamable HTTP for the Model Context Protocol: the endpoint of a server, and HTTP for clients
//! ([`client`]).
//!
//! ```no_run
//! use mcpwire::{Server, Tool};
//!
//! # async fn run() -> Result<(), mcpwire_http::ServeError> {
//! let server = Server::new("clock", "1.0.0").tool(Tool::new("tick", || async { "tock" }));
//! mcpwire_http::serve("127.0.0.1:8080", server).await
//! # }
//! ```
//!
//! Inside another program, [`service`] is a [`tower_service::Service`] that mounts in hyper and in
//! axum (`Router::route_service("/mcp", …)`).
//!
//! A request is answered by one JSON object until its handler speaks; then the answer becomes an
//! event stream. No task is made for it: whoever reads the response drives the handler, and a
//! client that goes away stops it.
//!
//! Specification: `basic/transports/streamable-http`.

mod body;
pub mod client;
mod connection;
mod connections;
mod cors;
mod denial;
mod ending;
mod events;
mod exchange;
mod guard;
mod headers;
mod limits;
mod read;
mod refusal;
mod serve;
mod service;
mod sessions;
mod traffic;

pub use body::Body;
pub use denial::Denial;
pub use guard::Hosts;
pub use limits::Limits;
pub use serve::{Bound, Serve, ServeError, serve};
pub use service::{Service, service};

/// The examples of the text, compiled with the tests.
#[cfg(doctest)]
mod texts {
    #[doc = include_str!("../../../docs/http.md")]
    mod http {}
}
