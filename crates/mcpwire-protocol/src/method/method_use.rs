use crate::direction::Direction;
use crate::revision::Revision;

/// The identifier of the tasks extension.
pub const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// In which form a method crosses the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A message with an id; an answer is due.
    Request,
    /// A message without an id.
    Notification,
    /// A value in `inputRequests`, without an envelope; the answer stands in `inputResponses`.
    Embedded,
}

/// Who may send a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sender {
    /// The client only.
    Client,
    /// The server only.
    Server,
    /// Either side.
    Both,
}

impl Sender {
    /// Whether a message may go this way.
    pub const fn sends(self, direction: Direction) -> bool {
        match self {
            Sender::Client => matches!(direction, Direction::ClientToServer),
            Sender::Server => matches!(direction, Direction::ServerToClient),
            Sender::Both => true,
        }
    }
}

/// Whose capability a method needs, as the path of members in the capabilities object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Needs {
    /// No capability.
    Nothing,
    /// One that the server declares.
    Server(&'static [&'static str]),
    /// One that the client declares.
    Client(&'static [&'static str]),
    /// One that the side which receives the message declares.
    Receiver(&'static [&'static str]),
    /// One that the side which sends the message declares.
    Sender(&'static [&'static str]),
}

/// What a method is from one revision to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodUse {
    /// The first revision that this holds for.
    pub since: Revision,
    /// The last revision that this holds for.
    pub until: Revision,
    /// In which form it crosses the wire.
    pub form: Form,
    /// Who sends it.
    pub sender: Sender,
    /// The capability that it needs.
    pub needs: Needs,
    /// The member of `params` that the header `Mcp-Name` repeats.
    pub mirrored: Option<&'static str>,
    /// Whether the answer may be `input_required`.
    pub may_ask_input: bool,
    /// Whether the result says how long it may be cached.
    pub cacheable: bool,
    /// Whether the result comes in pages.
    pub paginated: bool,
    /// Whether the specification marks it as deprecated.
    pub deprecated: bool,
    /// The extension that it belongs to; the client declares it with each request.
    pub extension: Option<&'static str>,
    /// The page of the specification, within the folder of the revision in `until`.
    pub page: &'static str,
}

impl MethodUse {
    const fn new(form: Form, sender: Sender, page: &'static str) -> Self {
        MethodUse {
            since: Revision::V2024_11_05,
            until: Revision::LATEST,
            form,
            sender,
            needs: Needs::Nothing,
            mirrored: None,
            may_ask_input: false,
            cacheable: false,
            paginated: false,
            deprecated: false,
            extension: None,
            page,
        }
    }

    pub(super) const fn request(sender: Sender, page: &'static str) -> Self {
        Self::new(Form::Request, sender, page)
    }

    pub(super) const fn notification(sender: Sender, page: &'static str) -> Self {
        Self::new(Form::Notification, sender, page)
    }

    /// A request that a server wraps into the result of another request.
    pub(super) const fn embedded(page: &'static str) -> Self {
        Self::new(Form::Embedded, Sender::Server, page).deprecated().modern()
    }

    pub(super) const fn legacy(self) -> Self {
        MethodUse { until: Revision::LATEST_LEGACY, ..self }
    }

    pub(super) const fn modern(self) -> Self {
        MethodUse { since: Revision::V2026_07_28, ..self }
    }

    pub(super) const fn since(self, since: Revision) -> Self {
        MethodUse { since, ..self }
    }

    pub(super) const fn until(self, until: Revision) -> Self {
        MethodUse { until, ..self }
    }

    pub(super) const fn needs(self, needs: Needs) -> Self {
        MethodUse { needs, ..self }
    }

    pub(super) const fn mirrored(self, member: &'static str) -> Self {
        MethodUse { mirrored: Some(member), ..self }
    }

    pub(super) const fn may_ask_input(self) -> Self {
        MethodUse { may_ask_input: true, ..self }
    }

    pub(super) const fn cacheable(self) -> Self {
        MethodUse { cacheable: true, ..self }
    }

    pub(super) const fn paginated(self) -> Self {
        MethodUse { paginated: true, ..self }
    }

    pub(super) const fn deprecated(self) -> Self {
        MethodUse { deprecated: true, ..self }
    }

    pub(super) const fn current(self) -> Self {
        MethodUse { deprecated: false, ..self }
    }

    pub(super) const fn extension(self, extension: &'static str) -> Self {
        MethodUse { extension: Some(extension), ..self }
    }
}
