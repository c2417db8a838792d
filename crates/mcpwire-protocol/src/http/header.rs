use crate::method::Method;

/// `MCP-Protocol-Version`, in the lower case of HTTP/2.
pub const PROTOCOL_VERSION: &str = "mcp-protocol-version";
/// `Mcp-Method`
pub const METHOD: &str = "mcp-method";
/// `Mcp-Name`
pub const NAME: &str = "mcp-name";
/// What the names of headers begin with that mirror arguments of a tool.
pub const PARAM_PREFIX: &str = "mcp-param-";
/// `Mcp-Session-Id`, of the revisions from 2025-03-26 to 2025-11-25.
pub const SESSION_ID: &str = "mcp-session-id";
/// `Last-Event-ID`, of the same revisions.
pub const LAST_EVENT_ID: &str = "last-event-id";

/// The headers of a request, as far as the protocol reads them.
pub trait Headers {
    /// What stands under a name, which is given in lower case.
    fn values(&self, name: &str) -> Values<'_>;
}

/// The lines of one header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values<'a> {
    /// There is none.
    Absent,
    /// There is one.
    One(&'a [u8]),
    /// There are several, so that readers may differ in which they take.
    Several,
}

/// The member of `params` that `Mcp-Name` mirrors.
pub const fn named_member(method: Method) -> Option<&'static str> {
    match method {
        Method::ToolsCall | Method::PromptsGet => Some("name"),
        Method::ResourcesRead => Some("uri"),
        Method::TasksGet | Method::TasksUpdate | Method::TasksCancel => Some("taskId"),
        _ => None,
    }
}
