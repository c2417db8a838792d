use mcpwire_protocol::json::Text;

use crate::fields::cut;

/// The most bytes of arguments or of a result that are recorded.
const MOST: usize = 64 << 10;

/// The result in a response.
pub(crate) fn result(message: &[u8]) -> Option<&str> {
    let text = Text::parse(std::str::from_utf8(message).ok()?).ok()?;
    text.get("result").map(short)
}

/// As much of JSON text as is recorded.
pub(crate) fn short(text: Text<'_>) -> &str {
    cut(text.as_str(), MOST)
}
