/// The lists of a server, as a set of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NONE: Self = Kinds(0);
    pub(crate) const TOOLS: Self = Kinds(1);
    pub(crate) const PROMPTS: Self = Kinds(2);
    /// Resources and their templates, which are told of together.
    pub(crate) const RESOURCES: Self = Kinds(4);
    /// Each for itself, in the order in which they are told of.
    pub(crate) const EACH: [Self; 3] = [Self::TOOLS, Self::PROMPTS, Self::RESOURCES];

    /// Whether some of `others` are in it.
    pub(crate) fn has(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    pub(crate) fn and(self, others: Self) -> Self {
        Kinds(self.0 | others.0)
    }

    pub(crate) fn without(self, others: Self) -> Self {
        Kinds(self.0 & !others.0)
    }

    /// What is in both.
    pub(crate) fn common(self, others: Self) -> Self {
        Kinds(self.0 & others.0)
    }

    /// The first that is in it.
    pub(crate) fn first(self) -> Option<Self> {
        Self::EACH.into_iter().find(|kind| self.has(*kind))
    }

    /// The name of the capability and of the list.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::TOOLS => "tools",
            Self::PROMPTS => "prompts",
            _ => "resources",
        }
    }

    /// The notification that tells of a change.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::TOOLS => "notifications/tools/list_changed",
            Self::PROMPTS => "notifications/prompts/list_changed",
            _ => "notifications/resources/list_changed",
        }
    }

    /// The member of a filter that asks for it.
    pub(crate) fn member(self) -> &'static str {
        match self {
            Self::TOOLS => "toolsListChanged",
            Self::PROMPTS => "promptsListChanged",
            _ => "resourcesListChanged",
        }
    }
}
