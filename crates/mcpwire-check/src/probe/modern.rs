//! What is sent to a server that speaks 2026-07-28.
//!
//! The groups are meant in the order of the functions: discovery, lists, features, protocol, noise
//! (one group after the other), and a request that shows that the server still works.

use serde_json::json;

use super::due::{Due, Group, Probe};
pub use super::features::features;
use super::line::{Lines, Meta};
use super::offer::Offer;

/// A version that nobody speaks yet.
const FAR_VERSION: &str = "2099-01-01";

/// The first request: `server/discover`.
pub fn discovery(lines: &mut Lines) -> Probe {
    let (line, id) = lines.request("server/discover", &[]);
    Probe::new("discovery", "`server/discover`", Due::Result)
        .line(line, Some(id))
        .proves("discover-implemented")
}

/// The lists of what was declared.
pub fn lists(lines: &mut Lines, offer: &Offer) -> Group {
    let rows = [
        ("tools", "tools/list", "tools-list-served"),
        ("resources", "resources/list", "resources-list-served"),
        ("resources", "resources/templates/list", "resources-templates-served"),
        ("prompts", "prompts/list", "prompts-list-served"),
    ];
    let declared = rows.into_iter().filter(|(capability, ..)| offer.has(capability));
    let probes = declared.map(|(_, method, served)| {
        let (line, id) = lines.request(method, &[]);
        Probe::new("list", format!("`{method}`"), Due::Result).line(line, Some(id)).failed(served)
    });
    Group { probes: probes.collect() }
}

/// What the protocol itself answers: versions, `_meta`, ids, methods and notifications.
/// `answered` is the id of a request that was answered before.
pub fn protocol(lines: &mut Lines, offer: &Offer, answered: &str) -> Group {
    let method = simple(offer);
    let mut probes = metas(lines, method);
    let (line, id) = lines.request("mcpwire/no_such_method", &[]);
    let probe = Probe::new("method-unknown", "an unknown method", Due::Error(-32601));
    let rule = "method-not-found-code";
    probes.push(probe.line(line, Some(id)).failed(rule).served(rule));
    let id = format!("\"mcpwire-{}\"", lines.id());
    let line = lines.request_as(&id, method);
    let probe = Probe::new("id-string", "a request with a string for an id", Due::Result);
    probes.push(probe.line(line, Some(id)));
    probes.extend(notifications(lines, answered));
    Group { probes }
}

fn metas(lines: &mut Lines, method: &str) -> Vec<Probe> {
    let full = Meta::FULL;
    let mut probes = Vec::new();
    let far = Meta { version: Some(FAR_VERSION), ..full };
    let (line, id) = lines.request_with(method, far);
    let sends = format!("a request at revision {FAR_VERSION}");
    let probe = Probe::new("version-unknown", sends, Due::Error(-32022)).line(line, Some(id));
    probes.push(probe.failed("version-unsupported-code").served("version-unsupported-served"));
    let (line, id) = lines.request(method, &[]);
    let line = match line.split_once(r#","params""#) {
        Some((head, _)) => format!("{head}}}"),
        None => line,
    };
    let probe = Probe::new("meta-missing", "a request without `_meta`", Due::Error(-32602));
    let rule = "meta-rejection-code";
    let probe = probe.line(line, Some(id)).failed(rule).served(rule);
    probes.push(probe.breaking(&["params-missing"]));
    let version = Meta { version: None, ..full };
    let capabilities = Meta { capabilities: false, ..full };
    let rows: [(_, _, _, &[_]); 2] = [
        ("version-missing", "protocolVersion", version, &["meta-protocol-version-missing"]),
        (
            "capabilities-missing",
            "clientCapabilities",
            capabilities,
            &["meta-client-capabilities-missing"],
        ),
    ];
    for (name, member, meta, breaks) in rows {
        let (line, id) = lines.request_with(method, meta);
        let sends = format!("a request whose `_meta` lacks `{member}`");
        let probe = Probe::new(name, sends, Due::Error(-32602)).line(line, Some(id));
        probes.push(probe.failed(rule).served(rule).breaking(breaks));
    }
    let (line, id) = lines.request_with(method, Meta { client: false, ..full });
    let sends = "a request without `clientInfo`, which is optional";
    let probe = Probe::new("client-missing", sends, Due::Result).line(line, Some(id));
    let probe = probe.failed("meta-client-info-required-by-server");
    probes.push(probe.breaking(&["meta-client-info-missing"]));
    probes
}

fn notifications(lines: &Lines, answered: &str) -> [Probe; 2] {
    let id = answered.parse::<u64>().map_or_else(|_| json!(answered), |number| json!(number));
    let late = lines.notification("notifications/cancelled", &[("requestId", &id)]);
    let unknown = lines.notification("notifications/mcpwire/no_such_thing", &[]);
    let probe = |name, sends: &str, line| {
        Probe::new(name, sends, Due::Nothing).line(line, None).proves("notification-answered")
    };
    [
        probe("cancellation-late", "a cancellation that comes too late", late),
        probe("notification-unknown", "an unknown notification", unknown),
    ]
}

/// Lines that are no messages, or that one may take for none. Their answers may have no id, so
/// that each is sent for itself.
pub fn noise(lines: &mut Lines, offer: &Offer) -> Vec<Probe> {
    let method = simple(offer);
    let probe = |name, sends: &str, code, line, rule| {
        Probe::new(name, sends, Due::Error(code)).line(line, None).proves(rule).doubtful()
    };
    let (whole, _) = lines.request(method, &[]);
    let broken = whole.strip_suffix('}').unwrap_or(&whole).to_owned();
    let (whole, id) = lines.request(method, &[]);
    let bare = whole.replacen(r#""jsonrpc":"2.0","#, "", 1);
    let rule = "invalid-request-code";
    let unversioned = probe("jsonrpc-missing", "a line without `jsonrpc`", -32600, bare, rule);
    let null = lines.request_as("null", method);
    let (one, _) = lines.request(method, &[]);
    let decimal = format!("{}.0", lines.id());
    let line = lines.request_as(&decimal, method);
    let sends = format!("a request with the id {decimal}, an integer by its value");
    vec![
        probe("line-broken", "a broken line", -32700, broken, "parse-error-code")
            .breaking(&["json-invalid"]),
        Probe { id: Some(id), ..unversioned }.breaking(&["jsonrpc-version"]),
        probe("id-null", "a request with the id null", -32600, null, rule).breaking(&["id-null"]),
        probe("batch", "an array of requests", -32600, format!("[{one}]"), rule)
            .breaking(&["jsonrpc-batch"]),
        Probe::new("id-decimal", sends, Due::Answer).line(line, Some(decimal)).doubtful(),
    ]
}

/// A request that any server of this revision answers.
pub fn plain(lines: &mut Lines, offer: &Offer) -> Probe {
    let method = simple(offer);
    let (line, id) = lines.request(method, &[]);
    Probe::new("plain", format!("`{method}`"), Due::Result).line(line, Some(id))
}

/// A handshake where the requests before it carried `_meta`: both may be served, or this refused.
pub fn handshake_after(lines: &mut Lines) -> Probe {
    let (line, id) = super::legacy::initialize(lines);
    let sends = "`initialize` after a request with `_meta`";
    Probe::new("handshake-after", sends, Due::Answer).line(line, Some(id))
}

/// The handshake of an older client, in a process of its own.
pub fn older_client(lines: &mut Lines) -> Probe {
    let (line, id) = super::legacy::initialize(lines);
    Probe::new("older-client", "`initialize` of an older client", Due::Handshake)
        .line(line, Some(id))
        .failed("compat-initialize-names-versions")
}

pub(super) fn simple(offer: &Offer) -> &'static str {
    if offer.has("tools") { "tools/list" } else { "server/discover" }
}
