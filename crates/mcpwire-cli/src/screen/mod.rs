//! What the commands show: one way to escape, colour, measure, wrap and print.
//!
//! Whatever a peer sent passes through [`escape`] before it reaches a terminal.

mod escape;
mod excerpt;
mod json;
mod output;
pub mod style;
mod table;
mod text;

pub use escape::{escape, escape_bytes, is_harmless};
pub use excerpt::Excerpt;
pub use json::json_line;
pub use output::{Color, Screen, choose_color, say};
pub use table::{Cell, Column, Table};
pub use text::{clip, pad, paint, width, wrap, wrap_json};
