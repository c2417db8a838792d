//! What is sent after a handshake (up to 2025-11-25).

use serde_json::{Value, json};

use super::due::{Due, Group, Probe};
use super::line::Lines;
use super::offer::Offer;

/// The newest version that is opened by a handshake.
pub const VERSION: &str = "2025-11-25";

/// The line of the handshake, with its id.
pub(super) fn initialize(lines: &mut Lines) -> (String, String) {
    let id = lines.id();
    let version = env!("CARGO_PKG_VERSION");
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{"protocolVersion":"{VERSION}","capabilities":{{}},"clientInfo":{{"name":"mcpwire-check","version":"{version}"}}}}}}"#
    );
    (line, id)
}

/// The handshake of a server that speaks nothing newer.
pub fn handshake(lines: &mut Lines) -> Probe {
    let (line, id) = initialize(lines);
    Probe::new("handshake", "`initialize`", Due::Result).line(line, Some(id))
}

/// The end of the handshake.
pub fn initialized(lines: &Lines) -> Probe {
    let line = lines.notification("notifications/initialized", &[]);
    Probe::new("initialized", "`notifications/initialized`", Due::Nothing)
        .line(line, None)
        .proves("notification-answered")
}

/// The lists of what was declared.
pub fn lists(lines: &mut Lines, offer: &Offer) -> Group {
    let rows = [
        ("tools", "tools/list"),
        ("resources", "resources/list"),
        ("resources", "resources/templates/list"),
        ("prompts", "prompts/list"),
    ];
    let declared = rows.into_iter().filter(|(capability, _)| offer.has(capability));
    let probes = declared.map(|(_, method)| {
        let (line, id) = lines.request(method, &[]);
        Probe::new("list", format!("`{method}`"), Due::Result).line(line, Some(id))
    });
    Group { probes: probes.collect() }
}

/// Calls of the tools that may be called, and what JSON-RPC itself demands.
pub fn protocol(lines: &mut Lines, offer: &Offer, calls: &[(String, Value)]) -> Group {
    let mut probes = Vec::new();
    for (name, arguments) in calls {
        let (line, id) =
            lines.request("tools/call", &[("name", &json!(name)), ("arguments", arguments)]);
        let sends = format!("a call of the tool `{name}`");
        probes.push(Probe::new("call", sends, Due::Answer).line(line, Some(id)).patiently());
    }
    for tool in offer.tools.iter().filter(|tool| tool.reads_only) {
        let Some(arguments) = super::sample_arguments(&tool.schema) else { continue };
        let (line, id) =
            lines.request("tools/call", &[("name", &json!(tool.name)), ("arguments", &arguments)]);
        let sends = format!("a call of the tool `{}`", tool.name);
        probes.push(Probe::new("call", sends, Due::Answer).line(line, Some(id)).patiently());
    }
    let (line, id) = lines.request("mcpwire/no_such_method", &[]);
    let rule = "method-not-found-code";
    let probe = Probe::new("method-unknown", "an unknown method", Due::Error(-32601));
    probes.push(probe.line(line, Some(id)).failed(rule).served(rule));
    let id = format!("\"mcpwire-{}\"", lines.id());
    let line = lines.request_as(&id, "ping");
    let probe = Probe::new("id-string", "a request with a string for an id", Due::Result);
    probes.push(probe.line(line, Some(id)));
    let line = lines.notification("notifications/mcpwire/no_such_thing", &[]);
    let probe = Probe::new("notification-unknown", "an unknown notification", Due::Nothing);
    probes.push(probe.line(line, None).proves("notification-answered"));
    Group { probes }
}

/// Lines that are no messages. Their answers have no id, so that each is sent for itself.
pub fn noise(lines: &mut Lines) -> Vec<Probe> {
    let (whole, _) = lines.request("ping", &[]);
    let broken = whole.strip_suffix('}').unwrap_or(&whole).to_owned();
    let (whole, id) = lines.request("ping", &[]);
    let unversioned = whole.replacen(r#""jsonrpc":"2.0","#, "", 1);
    vec![
        Probe::new("line-broken", "a broken line", Due::Error(-32700))
            .line(broken, None)
            .proves("parse-error-code")
            .doubtful()
            .breaking(&["json-invalid"]),
        Probe::new("jsonrpc-missing", "a line without `jsonrpc`", Due::Error(-32600))
            .line(unversioned, Some(id))
            .proves("invalid-request-code")
            .doubtful()
            .breaking(&["jsonrpc-version"]),
    ]
}

/// A request that any server answers.
pub fn plain(lines: &mut Lines) -> Probe {
    let (line, id) = lines.request("ping", &[]);
    Probe::new("plain", "`ping`", Due::Result).line(line, Some(id))
}
