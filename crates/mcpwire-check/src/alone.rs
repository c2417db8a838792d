//! What a message shows by itself.

use mcpwire_protocol::rules::RuleId;

use crate::checker::Checker;

/// Where a line to copy sends the answers, if they show what was found by themselves.
pub const SHOWN_BY: &str = " | mcpwire check -";

/// Whether a message shows by itself that it breaks a rule, without what came before it: then
/// judging the lines of a server shows it again.
pub fn shows_alone(rule: RuleId, message: &[u8]) -> bool {
    let mut checker = Checker::new();
    checker.bare_line(1, message);
    checker.finish().causes.iter().any(|cause| cause.rule == rule)
}
