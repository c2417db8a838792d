//! What a server will say of itself, held to the rulebook before it is said: whoever checks this
//! server later goes by the same rules.

use mcpwire_protocol::jsonrpc::{Incoming, ParseLimits};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Facts, Level, message, rule};
use serde_json::{Map, Value, json};

use super::lists::Listed;

/// Judges an entry as the newest revision lists it. `what` begins each sentence.
pub(crate) fn review_entry(what: &str, listed: Listed, entry: Value, reasons: &mut Vec<String>) {
    let mut result = json!({"ttlMs": 0, "cacheScope": "private"});
    result[listed.member()] = json!([entry]);
    let place = format!("/result/{}/0", listed.member());
    judge(what, listed.method(), result, &place, reasons);
}

/// Judges the server's description of itself.
pub(crate) fn review_identity(identity: &Map<String, Value>, reasons: &mut Vec<String>) {
    let result = json!({
        "supportedVersions": [Revision::LATEST.as_str()], "capabilities": {},
        "ttlMs": 0, "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": identity}
    });
    let place = "/result/_meta/io.modelcontextprotocol~1serverInfo";
    judge("The server's identity", "server/discover", result, place, reasons);
}

/// Judges a result, as far as it is about what stands at `place`.
fn judge(what: &str, method: &str, mut result: Value, place: &str, reasons: &mut Vec<String>) {
    result["resultType"] = "complete".into();
    let text = json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string();
    // How deep a schema may be has its own limit.
    let incoming = Incoming::parse_with(text.as_bytes(), &ParseLimits { depth: usize::MAX });
    let facts = Facts { method: Some(method), ..Facts::default() };
    for violation in message(&incoming, &facts) {
        let Some(inside) = violation.place.pointer.as_str().strip_prefix(place) else { continue };
        // A note breaks nothing.
        if rule(violation.rule.as_str()).is_none_or(|rule| rule.level == Level::Note) {
            continue;
        }
        let at = if inside.is_empty() { String::new() } else { format!(" at `{inside}`") };
        reasons.push(format!(
            "{what} breaks the rule `{}`{at}: {} {}",
            violation.rule, violation.seen, violation.advice
        ));
    }
}
