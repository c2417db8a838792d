//! The four shapes of a message, and what is none of them.

use anstyle::Style;
use mcpwire_protocol::jsonrpc::{Incoming, Outcome};
use serde::Serialize;

use crate::screen::style;

/// The shape of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// `method` with an `id`.
    Request,
    /// `method` without an `id`.
    Notification,
    /// `result`.
    ResultResponse,
    /// `error`.
    ErrorResponse,
    /// None of the four.
    Malformed,
}

impl Shape {
    /// All shapes that a message may have.
    pub const VALID: [Self; 4] =
        [Shape::Request, Shape::Notification, Shape::ResultResponse, Shape::ErrorResponse];

    /// The shape of a message.
    pub fn of(message: &Incoming<'_>) -> Self {
        match message {
            Incoming::Request(_) => Shape::Request,
            Incoming::Notification(_) => Shape::Notification,
            Incoming::Response(response) => match response.outcome {
                Outcome::Result(_) => Shape::ResultResponse,
                Outcome::Error(_) => Shape::ErrorResponse,
            },
            Incoming::Malformed(_) => Shape::Malformed,
        }
    }

    /// Its name, in the specification's words.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Request => "request",
            Shape::Notification => "notification",
            Shape::ResultResponse => "result response",
            Shape::ErrorResponse => "error response",
            Shape::Malformed => "malformed",
        }
    }

    /// Its name in one word, for narrow columns.
    pub fn word(self) -> &'static str {
        match self {
            Shape::ResultResponse => "result",
            Shape::ErrorResponse => "error",
            other => other.name(),
        }
    }

    /// What makes a message one of this shape.
    pub fn why(self) -> &'static str {
        match self {
            Shape::Request => "has `method` and an `id`, so one answer is due",
            Shape::Notification => "has `method` and no `id`, so nobody may answer",
            Shape::ResultResponse => "has `result` and repeats the `id` of its request",
            Shape::ErrorResponse => "has `error` with `code` and `message`",
            Shape::Malformed => "is none of the four shapes",
        }
    }

    /// The colour of its name.
    pub fn style(self) -> Style {
        match self {
            Shape::Malformed => style::BAD,
            Shape::ErrorResponse => style::CARE,
            _ => style::PLAIN,
        }
    }
}
