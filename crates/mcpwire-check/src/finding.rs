use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::json::Pointer;
use mcpwire_protocol::rules::{Level, Party, Rule, RuleId};

use crate::excerpt::Excerpt;

/// A rule that was broken at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The broken rule.
    pub rule: RuleId,
    /// How much it counts: the level of the rule, or less where the evidence carries less.
    pub level: Level,
    /// Who is at fault: the client or the server; `Both` only where nobody knows who sent it.
    pub party: Party,
    /// Where it is seen.
    pub at: At,
    /// What is there, in one sentence.
    pub seen: String,
    /// What to do instead, in one sentence.
    pub advice: Cow<'static, str>,
    /// A command line that shows it again, where there is one.
    pub repeat: Option<String>,
}

/// A place in the evidence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The file, as the caller named it, or the foreign log that it was imported from.
    pub file: Option<Arc<str>>,
    /// The line in that file, from 1.
    pub line: Option<u64>,
    /// The byte in that line at which the place begins, from 1; `None` where the line is an event
    /// of a recording, in which the message has another spelling.
    pub column: Option<usize>,
    /// The number of the event among all that were judged, from 1.
    pub event: u64,
    /// Which way the message went, where that is known.
    pub direction: Option<Direction>,
    /// The bytes in the message, counted from its start.
    pub bytes: Range<usize>,
    /// The value in the message that holds them.
    pub pointer: Pointer,
    /// The message around the place.
    pub excerpt: Excerpt,
}

impl At {
    /// What stands at the place, as far as it is kept.
    pub fn marked(&self) -> &[u8] {
        &self.excerpt.bytes[self.excerpt.place(&self.bytes)]
    }
}

impl Finding {
    /// A finding at the rule's own level.
    pub fn new(rule: &'static Rule, party: Party, at: At, seen: impl Into<String>) -> Self {
        Finding {
            rule: rule.id,
            level: rule.level,
            party,
            at,
            seen: seen.into(),
            advice: Cow::Borrowed(""),
            repeat: None,
        }
    }

    /// The same with what to do.
    #[must_use]
    pub fn advice(self, advice: impl Into<Cow<'static, str>>) -> Self {
        Finding { advice: advice.into(), ..self }
    }

    /// The same at this level, if it is lower.
    #[must_use]
    pub fn at_most(self, level: Level) -> Self {
        Finding { level: self.level.min(level), ..self }
    }

    /// The same with a command line that shows it again.
    #[must_use]
    pub fn repeat(self, repeat: Option<String>) -> Self {
        Finding { repeat, ..self }
    }
}

/// Who sends what goes this way.
pub(crate) fn sender(direction: Option<Direction>) -> Party {
    match direction {
        Some(Direction::ClientToServer) => Party::Client,
        Some(Direction::ServerToClient) => Party::Server,
        None => Party::Both,
    }
}
