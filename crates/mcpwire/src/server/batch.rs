use mcpwire_protocol::json::{Scanner, Text};

/// A batch that is being worked through. Its messages are taken one by one, as lines are, so that
/// what runs and what waits to be written stays bounded however many there are.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The array, known to be JSON.
    text: String,
    /// Everything before was taken.
    at: usize,
}

impl Batch {
    /// The batch on a line; `None` where there is no array with at least one element.
    pub(crate) fn on(line: &[u8]) -> Option<Self> {
        let text = Text::parse(std::str::from_utf8(line).ok()?).ok()?;
        text.elements().next()?;
        Some(Batch { text: text.as_str().to_owned(), at: 1 })
    }

    /// The text of the next message.
    pub(crate) fn next(&mut self) -> Option<&str> {
        let rest = self.text[self.at..].trim_ascii_start();
        let rest = rest.strip_prefix(',').unwrap_or(rest).trim_ascii_start();
        // The bracket that closes the array is no value.
        let message = Scanner::new(rest).value().ok()?.as_str();
        self.at = self.text.len() - rest.len() + message.len();
        Some(message)
    }
}
