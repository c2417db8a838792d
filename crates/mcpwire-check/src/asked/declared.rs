//! What a client says that it can do.

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::Meta;

/// The capabilities that a request declares, where they are in evidence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared(Option<Box<str>>);

impl Declared {
    /// The longest text that is kept; of a longer one nothing is known.
    const LONGEST: usize = 4096;

    pub(crate) fn of(meta: &Meta<'_>) -> Self {
        let text = meta.client_capabilities.filter(|text| text.kind() == Kind::Object);
        let text = text.map(Text::as_str).filter(|text| text.len() <= Self::LONGEST);
        Declared(text.map(Box::from))
    }

    /// The capabilities, if they are known.
    pub(crate) fn text(&self) -> Option<Text<'_>> {
        self.0.as_deref().and_then(|text| Text::parse(text).ok())
    }

    /// Whether a member is there, along a path of members; `None` where nobody knows.
    pub(crate) fn has(&self, path: &[&str]) -> Option<bool> {
        let whole = self.text()?;
        let found = path.iter().try_fold(whole, |value, name| {
            value.get(name).filter(|value| value.kind() == Kind::Object)
        });
        Some(found.is_some())
    }

    /// Whether the extension for tasks is declared; `None` where nobody knows.
    pub(crate) fn tasks(&self) -> Option<bool> {
        self.has(&["extensions", "io.modelcontextprotocol/tasks"])
    }
}
