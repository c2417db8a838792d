//! What servers ask people, and what comes back.

use crate::json::Text;
use crate::rules::findings::{Findings, Site};
use crate::rules::formats::is_uri;
use crate::rules::guesses::{holds_address, holds_credential, names_secret};

pub(in crate::rules) fn url(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if params.get("elicitationId").is_some() {
        let advice = "Leave it out; `requestState` carries what the server has to remember.";
        findings.at("elicit-url-id", params, "elicitationId", advice);
    }
    let Some(url) = params.string("url") else { return };
    if !is_uri(&url) {
        findings.at("elicit-url-valid", params, "url", "Send an absolute URL.");
        return;
    }
    let plain = url.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("http://"));
    if plain && !is_near(&url[7..]) {
        findings.at("elicit-url-https", params, "url", "Use HTTPS outside development.");
    }
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let secret = query
        .split(['&', '#'])
        .any(|pair| names_secret(pair.split('=').next().unwrap_or_default()));
    if secret || holds_address(query) || holds_credential(query) {
        let advice =
            "Keep what is known of the user at the server, and name it by an opaque value.";
        findings.at("elicit-url-no-user-data", params, "url", advice);
    }
}

/// Whether a URL without its scheme leads to a machine of one's own, as in development.
fn is_near(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let name = host.split(':').next().unwrap_or_default();
    let private = ["127.", "10.", "192.168.", "172.", "169.254."];
    host.starts_with('[')
        || !name.contains('.')
        || private.iter().any(|start| name.starts_with(start))
        || [".localhost", ".local", ".test", ".internal"].iter().any(|end| name.ends_with(end))
}

pub(in crate::rules) fn form(params: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if !findings.guesses() {
        return;
    }
    let schema = params.get("requestedSchema");
    let fields = schema.and_then(|schema| schema.get("properties"));
    for (key, field) in fields.into_iter().flat_map(Text::members) {
        let name = key.name();
        if names_secret(&name) && !findings.is_full() {
            let pointer = params.pointer().member("requestedSchema").member("properties");
            let seen = format!("The form asks for `{name:.80}`.");
            let advice = "Ask for secrets in URL mode, where the client does not see them.";
            findings.add("elicit-form-secrets", (field, pointer.member(&name)), seen, advice);
        }
    }
    if params
        .string("message")
        .is_some_and(|text| text.contains("https://") || text.contains("http://"))
    {
        let advice = "Send people to a URL by URL mode.";
        findings.at("elicit-form-no-links", params, "message", advice);
    }
}

pub(in crate::rules) fn result(answer: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    let refused =
        answer.string("action").is_some_and(|action| matches!(&*action, "decline" | "cancel"));
    if refused && answer.get("content").is_some() {
        let advice = "Send `content` only with the action `accept`.";
        findings.at("elicit-content-on-decline", answer, "content", advice);
    }
}

/// Credentials in the text of a result.
pub(in crate::rules) fn credentials(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if !findings.guesses() {
        return;
    }
    let blocks = result.get("content").into_iter().flat_map(Text::elements);
    for (index, block) in blocks.enumerate() {
        let Some(text) = block.get("text").filter(|text| holds_credential(text.as_str())) else {
            continue;
        };
        let pointer = result.pointer().member("content").element(index).member("text");
        let advice = "Keep credentials at the server.";
        findings.add(
            "elicit-credentials-not-sent",
            (text, pointer),
            "The text looks like a credential.",
            advice,
        );
    }
}
