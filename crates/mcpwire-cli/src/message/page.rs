//! Where a page of the specification can be read.

use mcpwire_protocol::revision::Revision;

const SITE: &str = "https://modelcontextprotocol.io";

/// The address of a page as the tables of the protocol crate name it: `basic/index#meta`, or
/// `tasks/…` for the tasks extension, which lives beside the specification.
pub fn address(page: &str) -> String {
    if page.starts_with("tasks/") {
        return format!("{SITE}/extensions/tasks/overview");
    }
    let (path, part) = page.split_once('#').map_or((page, ""), |(path, part)| (path, part));
    let path = path.strip_suffix("/index").unwrap_or(path);
    // The page of the schema has the names of its types in lower case.
    let part = part.to_lowercase();
    let mark = if part.is_empty() { "" } else { "#" };
    format!("{SITE}/specification/{}/{path}{mark}{part}", Revision::LATEST)
}
