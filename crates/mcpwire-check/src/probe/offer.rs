//! What a server offers, as far as it is needed to choose probes.

use mcpwire_protocol::jsonrpc::{Incoming, Outcome};
use serde_json::Value;

/// What a server says that it offers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// The names of its capabilities.
    pub capabilities: Vec<String>,
    /// Its tools, as listed.
    pub tools: Vec<ToolOffer>,
    /// The URIs of its resources, as listed.
    pub resources: Vec<String>,
    /// Its prompts, as listed.
    pub prompts: Vec<Named>,
}

/// A tool in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOffer {
    /// Its name.
    pub name: String,
    /// What its arguments must be; `null` if it does not say.
    pub schema: Value,
    /// Whether it says that it only reads.
    pub reads_only: bool,
}

/// A prompt in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// The arguments that it cannot do without.
    pub required: Vec<String>,
}

impl Offer {
    /// Whether a capability was declared.
    pub fn has(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|one| one == capability)
    }

    /// Takes in a result: of discovery, a handshake or a list. What is not as it must be is
    /// passed over; that is for the rules to say.
    pub fn learn(&mut self, message: &[u8]) {
        let Incoming::Response(response) = Incoming::parse(message) else { return };
        let Outcome::Result(result) = response.outcome else { return };
        let Ok(result) = serde_json::from_str::<Value>(result.as_str()) else { return };
        if let Some(Value::Object(capabilities)) = result.get("capabilities") {
            self.capabilities = capabilities.keys().cloned().collect();
        }
        let list = |name| result.get(name).and_then(Value::as_array).into_iter().flatten();
        self.tools.extend(list("tools").filter_map(tool));
        let uri = |one: &Value| Some(one.get("uri")?.as_str()?.to_owned());
        self.resources.extend(list("resources").filter_map(uri));
        self.prompts.extend(list("prompts").filter_map(prompt));
    }
}

fn tool(tool: &Value) -> Option<ToolOffer> {
    let hint = tool.pointer("/annotations/readOnlyHint");
    Some(ToolOffer {
        name: tool.get("name")?.as_str()?.to_owned(),
        schema: tool.get("inputSchema").cloned().unwrap_or_default(),
        reads_only: hint.and_then(Value::as_bool).unwrap_or(false),
    })
}

fn prompt(prompt: &Value) -> Option<Named> {
    let arguments = prompt.get("arguments").and_then(Value::as_array).into_iter().flatten();
    let required = arguments
        .filter(|argument| argument.get("required") == Some(&Value::Bool(true)))
        .filter_map(|argument| Some(argument.get("name")?.as_str()?.to_owned()));
    Some(Named { name: prompt.get("name")?.as_str()?.to_owned(), required: required.collect() })
}
