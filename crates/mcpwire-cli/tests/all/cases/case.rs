//! One line of the file of cases.

use serde_json::{Map, Value};

/// Members that a case may have at its top.
const MEMBERS: [&str; 10] =
    ["id", "title", "transport", "side", "level", "input", "expect", "spec_page", "note", "server"];

/// A case as it stands in the file.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) transport: String,
    pub(crate) side: String,
    pub(crate) input: Map<String, Value>,
    pub(crate) expect: Map<String, Value>,
    /// Whether the server is started without the older lifecycle.
    pub(crate) modern_only: bool,
    server: Map<String, Value>,
}

impl Case {
    /// Reads one line; anything that is not known here is an error.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let all = value.as_object().ok_or("a case is an object.")?;
        if let Some(name) = all.keys().find(|name| !MEMBERS.contains(&name.as_str())) {
            return Err(unknown("case", name));
        }
        let text = |name: &str| {
            all.get(name)
                .and_then(Value::as_str)
                .map(str::to_owned)
                .ok_or_else(|| format!("the member {name} is missing or no string."))
        };
        let object = |name: &str| {
            all.get(name)
                .and_then(Value::as_object)
                .cloned()
                .ok_or_else(|| format!("the member {name} is missing or no object."))
        };
        let mut case = Self {
            id: text("id")?,
            title: text("title")?,
            transport: text("transport")?,
            side: text("side")?,
            input: object("input")?,
            expect: object("expect")?,
            modern_only: false,
            server: all.get("server").and_then(Value::as_object).cloned().unwrap_or_default(),
        };
        if case.is_for_a_stdio_server() {
            case.modern_only = case.wants_modern_only()?;
        }
        Ok(case)
    }

    pub(crate) fn is_for_a_stdio_server(&self) -> bool {
        self.transport == "stdio" && (self.side == "server" || self.side == "both")
    }

    /// Whether the case says how long something may take.
    pub(crate) fn has_time_limit(&self) -> bool {
        ["within_ms", "exit_within_ms", "max_cpu_ms"]
            .iter()
            .any(|name| self.expect.contains_key(*name))
    }

    fn wants_modern_only(&self) -> Result<bool, String> {
        let mut modern_only = false;
        for (name, value) in &self.server {
            match (name.as_str(), value.as_str()) {
                ("lifecycle", Some("modern-only")) => modern_only = true,
                ("lifecycle", Some("dual-era")) => {}
                _ => {
                    return Err(format!("{}: the setting {name}: {value} is not known.", self.id));
                }
            }
        }
        // Older cases name the setting within the input.
        match self.input.get("server").map(Value::as_str) {
            None => Ok(modern_only),
            Some(Some(words)) if words.contains("dual-era") => Ok(modern_only),
            Some(Some("modern-only" | "modern only")) => Ok(true),
            Some(_) => Err(unknown(&self.id, "input.server with this value")),
        }
    }
}

/// The sentence for a word of a case that this runner has no meaning for.
pub(crate) fn unknown(place: &str, name: &str) -> String {
    format!("{place}: this case says `{name}`, which the runner does not know.")
}
