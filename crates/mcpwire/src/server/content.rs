use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mcpwire_protocol::json::write_string;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::Role;
use serde_json::{Map, Value, json};

use super::about::{put, roles};
use super::link::Link;
use super::meta::check_key;
use super::misuse::Misuse;
use super::resource::ResourceContents;

/// One block of what a tool or a prompt says, ready as JSON text.
///
/// ```
/// use mcpwire::{Content, Role};
///
/// let chart = Content::image(b"\x89PNG", "image/png")
///     .audience([Role::User])
///     .priority(0.9)
///     .last_modified("2026-07-28T12:00:00Z");
/// ```
///
/// Specification: `server/tools#tool-result`.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    json: String,
    /// The first revision that knows this kind of block, and a text for earlier ones.
    since: Revision,
    instead: String,
    /// Members beside those that the kind of block demands, which most blocks have none of.
    more: Option<Box<Map<String, Value>>>,
}

impl Content {
    /// About how many bytes it takes in an answer.
    pub(crate) fn size_hint(&self) -> usize {
        self.json.len() + 1
    }

    /// Text.
    pub fn text(text: impl AsRef<str>) -> Self {
        let mut json = br#"{"type":"text","text":"#.to_vec();
        write_string(&mut json, text.as_ref());
        json.push(b'}');
        let json = String::from_utf8(json).unwrap_or_default();
        Content { json, since: Revision::V2024_11_05, instead: String::new(), more: None }
    }

    /// An image; the bytes are written as Base64.
    pub fn image(bytes: &[u8], mime_type: &str) -> Self {
        let block = json!({"type": "image", "data": STANDARD.encode(bytes), "mimeType": mime_type});
        Self::block(&block, Revision::V2024_11_05, String::new())
    }

    /// A sound; the bytes are written as Base64. Clients of 2024-11-05 get a text instead.
    pub fn audio(bytes: &[u8], mime_type: &str) -> Self {
        let block = json!({"type": "audio", "data": STANDARD.encode(bytes), "mimeType": mime_type});
        let instead = format!("(A sound of type {mime_type}, which this client cannot take.)");
        Self::block(&block, Revision::V2025_03_26, instead)
    }

    /// A link to a resource, which the client may read; [`Link`] says more about it.
    pub fn link(uri: &str, name: &str) -> Self {
        Link::new(uri, name).into()
    }

    /// A resource inside: text or bytes that stand at `uri`, if they name no other place.
    pub fn embedded(uri: &str, contents: &ResourceContents) -> Self {
        let resource = contents.to_json(uri, None, Revision::LATEST);
        let block = json!({"type": "resource", "resource": resource});
        Self::block(&block, Revision::V2024_11_05, String::new())
    }

    /// A resource with its text inside.
    pub fn embedded_text(uri: &str, mime_type: &str, text: &str) -> Self {
        Self::embedded(uri, &ResourceContents::text(text).mime_type(mime_type))
    }

    /// A resource with its bytes inside, written as Base64.
    pub fn embedded_blob(uri: &str, mime_type: &str, bytes: &[u8]) -> Self {
        Self::embedded(uri, &ResourceContents::blob(bytes).mime_type(mime_type))
    }

    /// A block that revisions since `since` know.
    pub(crate) fn block(block: &Value, since: Revision, instead: String) -> Self {
        Content { json: block.to_string(), since, instead, more: None }
    }

    /// Who it is for.
    ///
    /// Specification: `server/resources#annotations`.
    #[must_use]
    pub fn audience(self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.annotate("audience", roles(audience))
    }

    /// How much it matters, from 0 (may be left out) to 1 (is required); what is beyond counts as
    /// the nearer of the two.
    #[must_use]
    pub fn priority(self, priority: f64) -> Self {
        if priority.is_nan() {
            return self;
        }
        self.annotate("priority", priority.clamp(0.0, 1.0).into())
    }

    /// When it last changed: a timestamp of ISO 8601, such as `2026-07-28T12:00:00Z`.
    #[must_use]
    pub fn last_modified(self, timestamp: impl Into<String>) -> Self {
        self.annotate("lastModified", timestamp.into().into())
    }

    fn annotate(mut self, hint: &str, value: Value) -> Self {
        put(self.more.get_or_insert_default(), "annotations", hint, value);
        self
    }

    /// Adds a member to its `_meta`. Use a prefix in reverse DNS order, such as
    /// `com.example/page`.
    ///
    /// # Errors
    ///
    /// A key that breaks the grammar of keys, or that only the protocol may define.
    ///
    /// Specification: `basic/index#meta`.
    pub fn meta(mut self, key: &str, value: impl Into<Value>) -> Result<Self, Misuse> {
        check_key(key)?;
        put(self.more.get_or_insert_default(), "_meta", key, value.into());
        Ok(self)
    }

    /// Adds a member, or replaces one.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        if matches!(member, "type" | "text" | "data" | "mimeType" | "uri" | "name" | "resource") {
            let mut block: Map<String, Value> =
                serde_json::from_str(&self.json).unwrap_or_default();
            block.insert(member.to_owned(), value.into());
            self.json = Value::Object(block).to_string();
        } else {
            self.more.get_or_insert_default().insert(member.to_owned(), value.into());
        }
        self
    }

    pub(crate) fn with_all(mut self, members: Map<String, Value>) -> Self {
        for (member, value) in members {
            self = self.with(&member, value);
        }
        self
    }

    /// Appends the block as a client of `revision` can take it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, revision: Revision) {
        if revision < self.since {
            out.extend_from_slice(Content::text(&self.instead).json.as_bytes());
            return;
        }
        out.extend_from_slice(self.json.as_bytes());
        let Some(more) = &self.more else { return };
        out.pop();
        for (member, value) in more.iter() {
            let since = match &**member {
                "_meta" => Revision::V2025_06_18,
                "icons" => Revision::V2025_11_25,
                _ => Revision::V2024_11_05,
            };
            if revision >= since {
                out.push(b',');
                write_string(out, member);
                out.push(b':');
                out.extend_from_slice(value.to_string().as_bytes());
            }
        }
        out.push(b'}');
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
