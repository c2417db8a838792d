use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mcpwire_protocol::json::write_string;
use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value, json};

/// One block of what a tool or a prompt says, ready as JSON text.
///
/// Specification: `server/tools#tool-result`.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    json: String,
    /// The first revision that knows this kind of block, and a text for earlier ones.
    since: Revision,
    instead: String,
}

impl Content {
    /// Text.
    pub fn text(text: impl AsRef<str>) -> Self {
        let mut json = br#"{"type":"text","text":"#.to_vec();
        write_string(&mut json, text.as_ref());
        json.push(b'}');
        let json = String::from_utf8(json).unwrap_or_default();
        Content { json, since: Revision::V2024_11_05, instead: String::new() }
    }

    /// An image; the bytes are written as Base64.
    pub fn image(bytes: &[u8], mime_type: &str) -> Self {
        let block = json!({"type": "image", "data": STANDARD.encode(bytes), "mimeType": mime_type});
        Content { json: block.to_string(), since: Revision::V2024_11_05, instead: String::new() }
    }

    /// A sound; the bytes are written as Base64.
    pub fn audio(bytes: &[u8], mime_type: &str) -> Self {
        let block = json!({"type": "audio", "data": STANDARD.encode(bytes), "mimeType": mime_type});
        let instead = format!("(A sound of type {mime_type}, which this client cannot take.)");
        Content { json: block.to_string(), since: Revision::V2025_03_26, instead }
    }

    /// A link to a resource, which the client may read.
    pub fn link(uri: &str, name: &str) -> Self {
        let block = json!({"type": "resource_link", "uri": uri, "name": name});
        let instead = format!("{name}: {uri}");
        Content { json: block.to_string(), since: Revision::V2025_06_18, instead }
    }

    /// A resource with its text inside.
    pub fn embedded_text(uri: &str, mime_type: &str, text: &str) -> Self {
        let resource = json!({"uri": uri, "mimeType": mime_type, "text": text});
        let block = json!({"type": "resource", "resource": resource});
        Content { json: block.to_string(), since: Revision::V2024_11_05, instead: String::new() }
    }

    /// A resource with its bytes inside, written as Base64.
    pub fn embedded_blob(uri: &str, mime_type: &str, bytes: &[u8]) -> Self {
        let resource = json!({"uri": uri, "mimeType": mime_type, "blob": STANDARD.encode(bytes)});
        let block = json!({"type": "resource", "resource": resource});
        Content { json: block.to_string(), since: Revision::V2024_11_05, instead: String::new() }
    }

    /// Adds a member, such as `annotations` or `_meta`, or replaces one.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        let mut block: Map<String, Value> = serde_json::from_str(&self.json).unwrap_or_default();
        block.insert(member.to_owned(), value.into());
        self.json = Value::Object(block).to_string();
        self
    }

    /// Appends the block as a client of `revision` can take it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, revision: Revision) {
        if revision >= self.since {
            out.extend_from_slice(self.json.as_bytes());
        } else {
            out.extend_from_slice(Content::text(&self.instead).json.as_bytes());
        }
    }
}

impl<T: AsRef<str>> From<T> for Content {
    fn from(text: T) -> Self {
        Content::text(text)
    }
}

/// Appends a list of blocks as a JSON array.
pub(crate) fn write_blocks(out: &mut Vec<u8>, blocks: &[Content], revision: Revision) {
    out.push(b'[');
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        block.write(out, revision);
    }
    out.push(b']');
}
