use mcpwire_protocol::json::Text;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The members of `params` that may differ between the rounds of one request.
const FREE: [&str; 3] = ["_meta", "inputResponses", "requestState"];

/// What a request is about, in 32 bytes: its parameters without those that differ from round to
/// round. The order of members and white space do not count, as a client may write them anew.
pub(crate) fn digest(params: Option<Text<'_>>) -> [u8; 32] {
    let mut hash = Sha256::new();
    let members = params.and_then(|params| serde_json::from_str(params.as_str()).ok());
    if let Some(Value::Object(mut members)) = members {
        members.retain(|name, _| !FREE.contains(&name.as_str()));
        feed(&Value::Object(members), &mut hash);
    }
    hash.finalize().into()
}

/// The nesting of a message is bounded, and so is this recursion.
fn feed(value: &Value, hash: &mut Sha256) {
    match value {
        Value::Object(members) => {
            let mut names: Vec<_> = members.iter().collect();
            names.sort_unstable_by_key(|(name, _)| *name);
            hash.update([b'{']);
            for (name, value) in names {
                text(name, hash);
                feed(value, hash);
            }
            hash.update([b'}']);
        }
        Value::Array(elements) => {
            hash.update([b'[']);
            elements.iter().for_each(|element| feed(element, hash));
            hash.update([b']']);
        }
        Value::String(string) => text(string, hash),
        Value::Number(number) => text(&number.to_string(), hash),
        Value::Bool(true) => hash.update([b't']),
        Value::Bool(false) => hash.update([b'f']),
        Value::Null => hash.update([b'n']),
    }
}

/// With its length in front, so that no two sequences of texts look alike.
fn text(text: &str, hash: &mut Sha256) {
    hash.update((text.len() as u64).to_be_bytes());
    hash.update(text);
}
