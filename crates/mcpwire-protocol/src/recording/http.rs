//! Events of an HTTP exchange.

use super::content::Content;
use crate::direction::Direction;
use serde::{Deserialize, Serialize};

/// One header field, as it was spelled and in the order in which it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HttpField<'a> {
    /// The name.
    pub name: String,
    /// The value, which need not be UTF-8.
    #[serde(borrow)]
    pub value: Content<'a>,
}

/// The head of an HTTP request. It goes from the client to the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestHead<'a> {
    /// The method, such as `POST`.
    pub method: String,
    /// The request target: path and query, or the whole URL where that was sent or is known.
    pub target: String,
    /// The version, such as `HTTP/1.1`. Absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The header fields.
    #[serde(borrow)]
    pub headers: Vec<HttpField<'a>>,
}

/// The head of an HTTP response. It goes from the server to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResponseHead<'a> {
    /// The status code.
    pub status: u16,
    /// The version, such as `HTTP/1.1`. Absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The header fields.
    #[serde(borrow)]
    pub headers: Vec<HttpField<'a>>,
}

/// A body of an HTTP message, or a piece of one. A body read as server-sent events has these instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body<'a> {
    /// Which way it went.
    pub direction: Direction,
    /// The bytes.
    #[serde(borrow)]
    pub content: Content<'a>,
    /// More of the same body follows in a later event.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

/// A server-sent event. It goes from the server to the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SseEvent<'a> {
    /// The data, its lines joined by line feeds. Absent where the event had none and no listener got it.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub data: Option<Content<'a>>,
    /// The type of the event. Absent where it was not said.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub event: Option<Content<'a>>,
    /// The id. Absent where it was not said.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    pub id: Option<Content<'a>>,
    /// When to connect again, in milliseconds. Absent where it was not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry: Option<u64>,
}

/// A comment in a stream of server-sent events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SseComment<'a> {
    /// What stands behind the colon.
    #[serde(borrow)]
    pub content: Content<'a>,
}

/// The start of a server-sent event of which the rest is not here: the stream ended inside it or, where the event
/// has a mark that says so, it was too long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SseIncomplete<'a> {
    /// Its bytes as they came.
    #[serde(borrow)]
    pub content: Content<'a>,
}
