//! The faults of messages that are JSON.

use super::fault::{Fault, Place};
use crate::json::{Key, Kind, Pointer, Text};
use crate::rules::RuleId;

pub(super) fn not_an_object(text: &str, other: Text<'_>) -> Fault {
    if other.kind() == Kind::Array {
        let message = "A message is a single object; batches (arrays) are not part of this protocol. Send each message on its own.";
        return invalid(text, "jsonrpc-batch", "", other, message.to_owned());
    }
    let message = format!("A message is a JSON object, but this is {}.", other.kind());
    invalid(text, "message-not-object", "", other, message)
}

/// JSON leaves repeated names open, and two readers may pick different ones; so neither may run.
pub(super) fn repeated_member(text: &str, parent: &str, key: Key<'_>) -> Fault {
    let parent = Pointer::spelled(parent);
    // A pointer cannot name a key that is no Unicode text; then it leads to the object.
    let pointer = key.decoded().map_or(parent.clone(), |name| {
        let mut pointer = parent.clone();
        pointer.push_shortened(&name);
        pointer
    });
    let name: String = key.name().chars().take(80).flat_map(char::escape_debug).collect();
    let message = format!(
        "Member `{name}` stands twice in the same object, and readers may differ about which counts."
    );
    invalid(text, "member-repeated", pointer.as_str(), key.text(), message)
}

pub(super) fn undecidable(text: &str) -> Fault {
    whole(
        text,
        "message-kind-undecidable",
        "The message has none of `method`, `result` and `error`, so it is neither a request, a notification nor a response.",
    )
}

pub(super) fn too_deep(text: &str, limit: usize) -> Fault {
    let message = format!(
        "The message is nested deeper than {limit} levels, which is this receiver's limit."
    );
    whole(text, "limit-depth", &message)
}

pub(super) fn whole(text: &str, rule: &'static str, message: &str) -> Fault {
    let place = Place { bytes: 0..text.len(), pointer: Pointer::root() };
    Fault::new(RuleId(rule), place, message)
}

pub(super) fn invalid(
    text: &str,
    rule: &'static str,
    pointer: &str,
    value: Text<'_>,
    message: String,
) -> Fault {
    let place = Place {
        bytes: value.range_in(text).unwrap_or(0..text.len()),
        pointer: Pointer::spelled(pointer),
    };
    Fault::new(RuleId(rule), place, message)
}
