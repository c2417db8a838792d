use crate::json::Text;

/// The parameters of a request or notification, with the members that routing needs.
///
/// The members are whatever stands there, not checked for their type: absent, `null` and wrong
/// type are told apart by who reads them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Params<'a> {
    /// The whole object; `None` where the member is absent.
    pub text: Option<Text<'a>>,
    /// `_meta` and the members of it that the protocol defines.
    pub meta: Meta<'a>,
    /// `name`: of a tool or a prompt.
    pub name: Option<Text<'a>>,
    /// `arguments`: of a tool or a prompt.
    pub arguments: Option<Text<'a>>,
    /// `uri`: of a resource.
    pub uri: Option<Text<'a>>,
    /// Whether there are members beside `_meta` and these.
    pub has_others: bool,
}

impl<'a> Params<'a> {
    /// A member by its name.
    pub fn get(&self, name: &str) -> Option<Text<'a>> {
        self.text?.get(name)
    }
}

/// `_meta` as it stands in a message.
///
/// Specification: `basic/index#meta`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meta<'a> {
    /// The whole member; `None` where it is absent. Not necessarily an object.
    pub text: Option<Text<'a>>,
    /// `io.modelcontextprotocol/protocolVersion`
    pub protocol_version: Option<Text<'a>>,
    /// `io.modelcontextprotocol/clientInfo`
    pub client_info: Option<Text<'a>>,
    /// `io.modelcontextprotocol/clientCapabilities`
    pub client_capabilities: Option<Text<'a>>,
    /// `io.modelcontextprotocol/logLevel`
    pub log_level: Option<Text<'a>>,
    /// `io.modelcontextprotocol/subscriptionId`
    pub subscription_id: Option<Text<'a>>,
    /// `progressToken`
    pub progress_token: Option<Text<'a>>,
    /// `traceparent`
    pub traceparent: Option<Text<'a>>,
}

impl<'a> Meta<'a> {
    /// Any key, also a foreign one.
    pub fn get(&self, key: &str) -> Option<Text<'a>> {
        self.text?.get(key)
    }
}
