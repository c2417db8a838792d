//! The parts of a message that speak about the message.

use std::ops::Range;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Incoming, Outcome};
use mcpwire_protocol::types::{ResultType, ResultTypeFault, ResultTypes};

/// The bytes of the member `_meta`, name and value, in the text of a message: of `params` in a
/// request or notification, of `result` in a response, of either in JSON that is no valid
/// message. `None` where there is none.
pub fn envelope(message: &Incoming<'_>) -> Option<Range<usize>> {
    let (text, holder) = match message {
        Incoming::Request(request) => (request.text, request.params.text?),
        Incoming::Notification(notification) => (notification.text, notification.params.text?),
        Incoming::Response(response) => match &response.outcome {
            Outcome::Result(result) => (response.text, *result),
            Outcome::Error(_) => return None,
        },
        Incoming::Malformed(malformed) => {
            let text = std::str::from_utf8(malformed.bytes).ok().filter(|_| malformed.is_json)?;
            let whole = Text::parse(text).ok()?;
            (text, whole.get("params").or_else(|| whole.get("result"))?)
        }
    };
    let (key, value): (_, Text<'_>) = holder.members().find(|(key, _)| key.name() == "_meta")?;
    let (from, to) = (key.text().range_in(text)?, value.range_in(text)?);
    Some(from.start..to.end)
}

/// The type of the result, for a message that holds one, whatever extension defines it: what was
/// declared stands in another message.
pub fn result_type(message: &Incoming<'_>) -> Option<Result<ResultType, ResultTypeFault>> {
    match message {
        Incoming::Response(response) => match &response.outcome {
            Outcome::Result(result) => Some(ResultTypes::defined().of(*result)),
            Outcome::Error(_) => None,
        },
        _ => None,
    }
}
