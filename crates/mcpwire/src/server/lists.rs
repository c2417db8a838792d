//! The lists and the discovery, kept as bytes: they are written once per revision and copied until
//! the list changes.

use std::sync::Arc;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value};

use super::envelope::write_result;
use super::pages::{Page, Pages};
use super::registry::Registry;
use super::route::{Routed, Step, refuse};
use super::tool_call::Call;

/// A list as it is kept for a revision.
#[derive(Debug)]
pub(crate) enum Kept {
    /// The entries as JSON in the order of registration, with commas between them.
    Whole(String),
    Paged(Pages),
}

impl Kept {
    /// Entries with their keys, in pages of `size` entries at most if there is a size.
    pub(crate) fn new(entries: Vec<(&str, Value)>, size: Option<usize>) -> Self {
        match size {
            Some(size) => Kept::Paged(Pages::new(entries, size)),
            None => {
                let texts = entries.iter().map(|(_, entry)| entry.to_string());
                Kept::Whole(texts.collect::<Vec<_>>().join(","))
            }
        }
    }
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listed {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl Listed {
    /// The member of the result that holds the list.
    pub(crate) fn member(self) -> &'static str {
        match self {
            Listed::Tools => "tools",
            Listed::Resources => "resources",
            Listed::Templates => "resourceTemplates",
            Listed::Prompts => "prompts",
        }
    }

    /// The method that asks for the list.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Listed::Tools => "tools/list",
            Listed::Resources => "resources/list",
            Listed::Templates => "resources/templates/list",
            Listed::Prompts => "prompts/list",
        }
    }

    /// What the cursors of this list are sealed for, so that they are good for no other.
    fn purpose(self) -> String {
        format!("cursor of {}", self.method())
    }
}

/// Answers a request for a list.
pub(crate) fn list(
    registry: &Registry,
    call: &Call<'_>,
    listed: Listed,
    out: &mut Vec<u8>,
) -> Routed {
    let after = after(registry, call, listed)?;
    let kept = registry.listed(listed, call.revision);
    let page = match &*kept {
        Kept::Whole(entries) => Page { entries, next: None },
        Kept::Paged(pages) => {
            let seal = |key: &str| registry.seal.seal(&listed.purpose(), key.as_bytes());
            pages.after(after.as_deref(), seal)
        }
    };
    let members = |out: &mut Vec<u8>| {
        for piece in ["\"", listed.member(), "\":[", page.entries, "]"] {
            out.extend_from_slice(piece.as_bytes());
        }
        if let Some(cursor) = page.next {
            for piece in [r#","nextCursor":""#, cursor, "\""] {
                out.extend_from_slice(piece.as_bytes());
            }
        }
    };
    let (id, cache) = (call.request.id.as_str(), Some(registry.cache.lists));
    write_result(out, &registry.envelope, id, call.revision, members, cache, &Map::new());
    Ok(Step::Answered)
}

/// The key after which the page begins; `None` for the first page.
fn after(registry: &Registry, call: &Call<'_>, listed: Listed) -> Result<Option<String>, RpcError> {
    let Some(cursor) = call.request.params.get("cursor") else { return Ok(None) };
    match cursor.kind() {
        // An older habit; it means the same as an absent cursor.
        Kind::Null => {
            registry.note("A list was asked for with a null cursor, which is read as none.");
            Ok(None)
        }
        Kind::String => opened(registry, cursor, listed).map(Some).ok_or_else(|| {
            let text = "The cursor is not one of this server's. Start again without a cursor.";
            refuse(reason!("cursor-unknown"), "/params/cursor", text)
        }),
        kind => {
            let text = format!("Member `cursor` must be a string, but is {kind}.");
            Err(refuse(reason!("page-cursor-type"), "/params/cursor", text))
        }
    }
}

/// The key in a cursor of this server. Where lists are one page, none was given out.
fn opened(registry: &Registry, cursor: Text<'_>, listed: Listed) -> Option<String> {
    registry.page_size?;
    let key = registry.seal.open(&listed.purpose(), &cursor.as_string()?)?;
    String::from_utf8(key).ok()
}

impl Registry {
    fn listed(&self, listed: Listed, revision: Revision) -> Arc<Kept> {
        let size = self.page_size;
        match listed {
            Listed::Tools => self.tools.load().listed(revision, size),
            Listed::Resources => self.resources.load().listed(revision, size),
            Listed::Templates => self.templates.load().listed(revision, size),
            Listed::Prompts => self.prompts.load().listed(revision, size),
        }
    }

    /// The members of the answer to `server/discover`, which only the modern revisions have.
    pub(crate) fn discovery(&self, revision: Revision) -> &str {
        self.discovery.get_or_init(|| {
            let versions = Revision::MODERN.iter().map(|version| version.as_str());
            let mut members = format!(
                r#""supportedVersions":{},"capabilities":{}"#,
                Value::from(versions.collect::<Vec<_>>()),
                self.capabilities(revision)
            );
            if let Some(instructions) = &self.instructions {
                let instructions = Value::from(instructions.as_str());
                members.push_str(&format!(r#","instructions":{instructions}"#));
            }
            members
        })
    }
}
