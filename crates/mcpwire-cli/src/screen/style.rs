//! The colours, by what they mean. Nothing is said by colour alone.

use anstyle::{AnsiColor, Effects, Style};

/// What goes to the server.
pub const SENT: Style = AnsiColor::Cyan.on_default();
/// What comes from the server.
pub const RECEIVED: Style = AnsiColor::Green.on_default();
/// What is as it should be.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
/// What somebody has to react to.
pub const CARE: Style = AnsiColor::Yellow.on_default();
/// A part that decides something.
pub const MARKED: Style = AnsiColor::Magenta.on_default().effects(Effects::BOLD);
/// Headings and names.
pub const STRONG: Style = Style::new().effects(Effects::BOLD);
/// What may be skipped when reading.
pub const QUIET: Style = Style::new().effects(Effects::DIMMED);
/// Everything else.
pub const PLAIN: Style = Style::new();
