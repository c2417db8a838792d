//! What a request wants to hear before its answer.

use std::collections::BTreeSet;

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::IdKey;
use mcpwire_protocol::meta::LogLevel;

use super::mark_of;

/// The logs that a request asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LogWish {
    /// None.
    #[default]
    None,
    /// From this level on.
    From(LogLevel),
    /// Something that is no level.
    Unreadable,
}

/// The progress of a request.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub(crate) token: IdKey,
    /// The latest value.
    pub(crate) last: Option<f64>,
    /// Whether another open request has the same token.
    pub(crate) is_shared: bool,
}

/// A subscription.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listen {
    pub(crate) wants: Filter,
    /// What the server has agreed to.
    pub(crate) granted: Option<Filter>,
}

/// The kinds of news that a subscription can bring.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    pub(crate) tools: bool,
    pub(crate) prompts: bool,
    pub(crate) resources: bool,
    uris: BTreeSet<u64>,
    pub(crate) tasks: BTreeSet<u64>,
    /// Whether it names more than is kept, or something that cannot be read.
    pub(crate) is_unclear: bool,
}

impl Filter {
    /// How many addresses, and how many tasks, are kept.
    const MOST: usize = 4096;

    /// A filter of which nobody knows what it says.
    pub(crate) fn unclear() -> Self {
        Filter { is_unclear: true, ..Filter::default() }
    }

    pub(crate) fn of(text: Option<Text<'_>>) -> Self {
        let mut filter = Filter::default();
        let Some(text) = text.filter(|text| text.kind() == Kind::Object) else {
            return Filter::unclear();
        };
        for (key, value) in text.members() {
            match &*key.name() {
                "toolsListChanged" => filter.tools = value.as_str() == "true",
                "promptsListChanged" => filter.prompts = value.as_str() == "true",
                "resourcesListChanged" => filter.resources = value.as_str() == "true",
                "resourceSubscriptions" => filter.is_unclear |= names(value, &mut filter.uris),
                "taskIds" => filter.is_unclear |= names(value, &mut filter.tasks),
                _ => {}
            }
        }
        filter
    }

    pub(crate) fn wants_resources(&self) -> bool {
        !self.uris.is_empty()
    }

    /// What this has and another one has not, in the words of the protocol.
    pub(crate) fn beyond(&self, other: &Filter) -> Option<&'static str> {
        let more = |own: &BTreeSet<u64>, others: &BTreeSet<u64>| !own.is_subset(others);
        match other {
            _ if self.is_unclear || other.is_unclear => None,
            _ if self.tools && !other.tools => Some("toolsListChanged"),
            _ if self.prompts && !other.prompts => Some("promptsListChanged"),
            _ if self.resources && !other.resources => Some("resourcesListChanged"),
            _ if more(&self.uris, &other.uris) => Some("resourceSubscriptions"),
            _ if more(&self.tasks, &other.tasks) => Some("taskIds"),
            _ => None,
        }
    }
}

/// Takes in a list of names; says whether something of it is not kept.
fn names(list: Text<'_>, marks: &mut BTreeSet<u64>) -> bool {
    for name in list.elements() {
        match name.as_string() {
            Some(name) if marks.len() < Filter::MOST => marks.insert(mark_of(&name)),
            _ => return true,
        };
    }
    list.kind() != Kind::Array
}
