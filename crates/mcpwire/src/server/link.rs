use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value, json};

use super::about::{about, annotated};
use super::content::Content;

/// A link to a resource, which the client may read: what a list of resources says of one, as a
/// block of content. Clients of revisions before 2025-06-18 get its name and URI as text.
///
/// ```
/// use mcpwire::{Content, Link, Role, Tool};
///
/// let tool = Tool::new("find", || async {
///     let report = Link::new("file:///reports/may.pdf", "may")
///         .title("The report of May")
///         .mime_type("application/pdf")
///         .size(48_210)
///         .audience([Role::User])
///         .priority(0.8);
///     Content::from(report)
/// });
/// # mcpwire::Server::new("s", "1").tool(tool).build().unwrap();
/// ```
///
/// Specification: `server/tools#resource-links`.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    uri: String,
    name: String,
    about: Map<String, Value>,
}

impl Link {
    /// A link to the resource at `uri`.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Link { uri: uri.into(), name: name.into(), about: Map::new() }
    }

    /// The resource's media type.
    #[must_use]
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.with("mimeType", mime_type.into())
    }

    /// The resource's size in bytes, before any encoding.
    #[must_use]
    pub fn size(self, bytes: u64) -> Self {
        self.with("size", bytes)
    }
}

about!(Link, "one of a later revision");
annotated!(Link);

impl From<Link> for Content {
    fn from(link: Link) -> Self {
        let block = json!({"type": "resource_link", "uri": link.uri, "name": link.name});
        let instead = format!("{}: {}", link.name, link.uri);
        Content::block(&block, Revision::V2025_06_18, instead).with_all(link.about)
    }
}
