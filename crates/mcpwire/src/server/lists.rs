//! The lists and the discovery, kept as bytes: they are written once per revision and copied from
//! then on.

use std::sync::OnceLock;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value};

use super::entries::entry;
use super::envelope::write_result;
use super::pages::{Page, Pages};
use super::registry::Registry;
use super::route::{Routed, Step, refuse};
use super::tool_call::Call;

/// What is kept for each revision.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    kept: [[OnceLock<Kept>; Listed::COUNT]; Revision::ALL.len()],
    discovery: [OnceLock<String>; Revision::ALL.len()],
}

#[derive(Debug)]
enum Kept {
    /// The entries as JSON in the order of registration, with commas between them.
    Whole(String),
    Paged(Pages),
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
    const COUNT: usize = 4;

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
    let page = match registry.listed(listed, call.revision) {
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
fn after(
    registry: &Registry,
    call: &Call<'_>,
    listed: Listed,
) -> Result<Option<String>, mcpwire_protocol::jsonrpc::RpcError> {
    let Some(cursor) = call.request.params.get("cursor") else { return Ok(None) };
    match cursor.kind() {
        // An older habit; it means the same as an absent cursor.
        Kind::Null => {
            registry.note("A list was asked for with a null cursor, which is read as none.");
            Ok(None)
        }
        Kind::String => opened(registry, cursor, listed).map(Some).ok_or_else(|| {
            let text = "The cursor is not one of this server's. Start again without a cursor.";
            refuse("cursor-unknown", "/params/cursor", text)
        }),
        kind => {
            let text = format!("Member `cursor` must be a string, but is {kind}.");
            Err(refuse("page-cursor-type", "/params/cursor", text))
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
    fn listed(&self, listed: Listed, revision: Revision) -> &Kept {
        let kept = &self.lists.kept[revision as usize][listed as usize];
        kept.get_or_init(|| {
            let entries = self.entries(listed, revision);
            match self.page_size {
                Some(size) => Kept::Paged(Pages::new(entries, size)),
                None => {
                    let texts = entries.iter().map(|(_, entry)| entry.to_string());
                    Kept::Whole(texts.collect::<Vec<_>>().join(","))
                }
            }
        })
    }

    /// The entries of a list as `revision` knows them, with their keys, in the order of
    /// registration.
    pub(crate) fn entries(&self, listed: Listed, revision: Revision) -> Vec<(&str, Value)> {
        match listed {
            Listed::Tools => {
                let tools = self.tools.iter();
                tools.map(|tool| (&*tool.tool.name, tool.listed(revision))).collect()
            }
            Listed::Resources => {
                let resources = self.resources.iter().map(|it| (&*it.uri, &it.about));
                resources.map(|(uri, about)| (uri, entry("uri", uri, about, revision))).collect()
            }
            Listed::Templates => {
                let templates = self.templates.iter().map(|it| &it.template);
                let templates = templates.map(|it| (&*it.uri_template, &it.about));
                let listed = |(form, about)| (form, entry("uriTemplate", form, about, revision));
                templates.map(listed).collect()
            }
            Listed::Prompts => {
                let prompts = self.prompts.iter().map(|it| (&*it.name, &it.about));
                prompts.map(|(name, about)| (name, entry("name", name, about, revision))).collect()
            }
        }
    }

    /// The members of the answer to `server/discover`.
    pub(crate) fn discovery(&self, revision: Revision) -> &str {
        self.lists.discovery[revision as usize].get_or_init(|| {
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
