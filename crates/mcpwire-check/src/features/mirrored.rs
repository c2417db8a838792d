//! The arguments of tools that headers mirror.

use std::collections::HashMap;

use mcpwire_protocol::http::{HeaderParam, header_params};
use mcpwire_protocol::json::Text;
use serde_json::Value;

use crate::asked::mark_of;

/// The annotations of the tools that a server has listed, by the marks of their names.
#[derive(Debug, Default)]
pub(crate) struct Mirrored {
    tools: HashMap<u64, Box<[HeaderParam]>>,
}

/// How many tools with annotations are kept, and how long the schema of one may be.
const MOST_TOOLS: usize = 256;
const LONGEST_SCHEMA: usize = 64 * 1024;

impl Mirrored {
    pub(crate) fn lose(&mut self) {
        self.tools.clear();
    }

    /// Takes in a page of tools.
    pub(crate) fn page(&mut self, result: Text<'_>, has_cursor: bool) {
        if !has_cursor {
            self.lose();
        }
        for tool in result.get("tools").into_iter().flat_map(Text::elements) {
            let schema = tool.get("inputSchema").map(Text::as_str);
            let schema = schema.filter(|text| text.len() <= LONGEST_SCHEMA);
            let Some(schema) = schema.filter(|text| text.contains("x-mcp-header")) else {
                continue;
            };
            let name = tool.get("name").and_then(Text::as_string);
            let schema = serde_json::from_str::<Value>(schema).ok();
            let params = schema.and_then(|schema| header_params(&schema).ok());
            if let (Some(name), Some(params)) = (name, params)
                && self.tools.len() < MOST_TOOLS
            {
                self.tools.insert(mark_of(&name), params.into());
            }
        }
    }

    /// What the headers of a call have to mirror; nothing where that is not known.
    pub(crate) fn of(&self, tool: &str) -> &[HeaderParam] {
        self.tools.get(&mark_of(tool)).map_or(&[], |params| params)
    }
}
