//! What is sent over HTTP only: requests whose head is not what their message demands.

use serde_json::json;

use super::due::{Due, Probe};
use super::line::Lines;
use super::offer::Offer;

/// How the head of a request differs from the one that its message demands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Head {
    /// Not at all.
    #[default]
    AsDue,
    /// This header is left out.
    Without(&'static str),
    /// This header has this value.
    With(&'static str, &'static str),
    /// There is another method than POST, and no body.
    Method(&'static str),
}

/// The page that no server on this machine knows.
const STRANGER: &str = "http://mcpwire-check.example";

/// Requests that differ in their heads, for a server of 2026-07-28. Most of what is due for them is
/// judged by the rules of exchanges, which see every status. `is_local` says that the server is
/// reached on this machine, where pages of others have no business.
pub fn heads(lines: &mut Lines, offer: &Offer, is_local: bool) -> Vec<Probe> {
    let method = super::modern::simple(offer);
    let refused = Due::Error(-32020);
    let mut probes = Vec::new();
    let rows: [(_, _, _, &[_]); 3] = [
        (
            "header-version-missing",
            "a request without the header `MCP-Protocol-Version`",
            Head::Without("mcp-protocol-version"),
            &["header-version-missing"],
        ),
        (
            "header-method-missing",
            "a request without the header `Mcp-Method`",
            Head::Without("mcp-method"),
            &["header-method-missing"],
        ),
        (
            "header-method-other",
            "a request whose header `Mcp-Method` names another method",
            Head::With("mcp-method", "prompts/get"),
            &["header-method-mismatch"],
        ),
    ];
    for (name, sends, head, breaks) in rows {
        let (line, id) = lines.request(method, &[]);
        probes.push(
            Probe::new(name, sends, refused).line(line, Some(id)).headed(head).breaking(breaks),
        );
    }
    if offer.has("tools") {
        let name = json!("mcpwire_no_such_tool");
        let (line, id) = lines.request("tools/call", &[("name", &name), ("arguments", &json!({}))]);
        let sends = "a call whose header `Mcp-Name` names another tool";
        let head = Head::With("mcp-name", "mcpwire_another_tool");
        let probe = Probe::new("header-name-other", sends, refused).line(line, Some(id));
        probes.push(probe.headed(head).breaking(&["header-name-mismatch"]));
    }
    for (name, header, rule) in [
        ("session-id", "mcp-session-id", "http-session-id-ignored"),
        ("last-event-id", "last-event-id", "http-last-event-id-ignored"),
    ] {
        let (line, id) = lines.request(method, &[]);
        let sends = format!("a request with the header `{header}` of older revisions");
        let probe = Probe::new(name, sends, Due::Result).line(line, Some(id));
        probes.push(probe.headed(Head::With(header, "mcpwire-check")).failed(rule));
    }
    for method in ["GET", "DELETE"] {
        let probe = Probe::new("method-other", format!("{method} without a session"), Due::Answer);
        probes.push(probe.headed(Head::Method(method)));
    }
    if is_local {
        let (line, id) = lines.request(method, &[]);
        let sends = format!("a request from the page {STRANGER}");
        let probe = Probe::new("origin-foreign", sends, Due::Status(403)).line(line, Some(id));
        let rule = "http-origin-invalid-403";
        probes.push(probe.headed(Head::With("origin", STRANGER)).served(rule));
    }
    probes
}
