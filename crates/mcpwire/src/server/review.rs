//! What a server will say of itself, held to the rulebook before it is said: whoever checks this
//! server later goes by the same rules.

use mcpwire_protocol::jsonrpc::{Incoming, ParseLimits};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Facts, Level, message, rule};
use serde_json::{Map, Value};

use super::lists::Listed;

/// Judges an entry as the newest revision lists it. `what` begins each sentence.
pub(crate) fn review_entry(what: &str, listed: Listed, entry: &Value, reasons: &mut Vec<String>) {
    let member = listed.member();
    let members = format!(r#""_meta":{{"{SERVER_INFO}":{SOMEBODY}}},"{member}":[{entry}]"#);
    judge(what, listed.method(), &members, &format!("/result/{member}/0"), reasons);
}

/// Judges the server's description of itself.
pub(crate) fn review_identity(identity: &Map<String, Value>, reasons: &mut Vec<String>) {
    let identity = Value::Object(identity.clone());
    let newest = Revision::LATEST;
    let members = format!(
        r#""supportedVersions":["{newest}"],"capabilities":{{}},"_meta":{{"{SERVER_INFO}":{identity}}}"#
    );
    let place = "/result/_meta/io.modelcontextprotocol~1serverInfo";
    judge("The server's identity", "server/discover", &members, place, reasons);
}

const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// Without it, each entry would be told that its server is not named.
const SOMEBODY: &str = r#"{"name":"server","version":"1"}"#;

/// Judges a result with these members, as far as it is about what stands at `place`. It is written
/// as text at once: a server with a thousand tools is judged before it can answer.
fn judge(what: &str, method: &str, members: &str, place: &str, reasons: &mut Vec<String>) {
    let text = format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"resultType":"complete","ttlMs":0,"cacheScope":"private",{members}}}}}"#
    );
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
