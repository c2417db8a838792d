/// Where a page that rules name can be read, such as `basic/index#meta`, `schema#Tool` or
/// `tasks/task-polling`.
pub fn page_url(page: &str) -> String {
    const SITE: &str = "https://modelcontextprotocol.io";
    let (path, anchor) = page.split_once('#').unwrap_or((page, ""));
    if let Some(heading) = path.strip_prefix("tasks/") {
        return format!("{SITE}/seps/2663-tasks-extension#{heading}");
    }
    let path = path.strip_suffix("/index").unwrap_or(path);
    let path = if path == "index" { "" } else { path };
    // The schema's page spells the names of types in small letters.
    let anchor = if path == "schema" { anchor.to_ascii_lowercase() } else { anchor.to_owned() };
    let hash = if anchor.is_empty() { "" } else { "#" };
    let slash = if path.is_empty() { "" } else { "/" };
    format!("{SITE}/specification/2026-07-28{slash}{path}{hash}{anchor}")
}
