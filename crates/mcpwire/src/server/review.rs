//! What a server will say of itself, held to the rulebook before anything is served: whoever
//! checks this server later goes by the same rules.

use mcpwire_protocol::jsonrpc::{Incoming, ParseLimits};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Facts, Level, message, rule};
use serde_json::{Value, json};

use super::lists::Listed;
use super::registry::Registry;

/// What was found: what must not be, and what should not.
#[derive(Debug, Default)]
pub(crate) struct Review {
    pub reasons: Vec<String>,
    pub advice: Vec<String>,
}

/// Judges each entry of each list, and the identity.
pub(crate) fn review(registry: &Registry) -> Review {
    let mut review = Review::default();
    for listed in Listed::ALL {
        for (key, entry) in registry.entries(listed, Revision::LATEST) {
            let what = format!("{} `{key:.140}`", noun(listed));
            let mut result = json!({"ttlMs": 0, "cacheScope": "private"});
            result[listed.member()] = json!([entry]);
            let place = format!("/result/{}/0", listed.member());
            review.judge(&what, listed.method(), result, &place);
        }
    }
    let result = json!({
        "supportedVersions": [Revision::LATEST.as_str()], "capabilities": {},
        "ttlMs": 0, "cacheScope": "private",
        "_meta": {"io.modelcontextprotocol/serverInfo": registry.identity}
    });
    let place = "/result/_meta/io.modelcontextprotocol~1serverInfo";
    review.judge("The server's identity", "server/discover", result, place);
    review
}

fn noun(listed: Listed) -> &'static str {
    match listed {
        Listed::Tools => "Tool",
        Listed::Resources => "Resource",
        Listed::Templates => "Resource template",
        Listed::Prompts => "Prompt",
    }
}

impl Review {
    /// Judges a result, as far as it is about what stands at `place`.
    fn judge(&mut self, what: &str, method: &str, mut result: Value, place: &str) {
        result["resultType"] = "complete".into();
        let text = json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string();
        // How deep a schema may be has its own limit.
        let incoming = Incoming::parse_with(text.as_bytes(), &ParseLimits { depth: usize::MAX });
        let facts = Facts { method: Some(method), ..Facts::default() };
        for violation in message(&incoming, &facts) {
            let Some(inside) = violation.place.pointer.as_str().strip_prefix(place) else {
                continue;
            };
            let at = if inside.is_empty() { String::new() } else { format!(" at `{inside}`") };
            let text = format!(
                "{what} breaks the rule `{}`{at}: {} {}",
                violation.rule, violation.seen, violation.advice
            );
            match rule(violation.rule.as_str()).map(|rule| rule.level) {
                Some(Level::Must) => self.reasons.push(text),
                Some(Level::Should | Level::Note) => self.advice.push(text),
                None => {}
            }
        }
    }
}
