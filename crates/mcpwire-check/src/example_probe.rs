//! Examples of the rules that only an active check judges: a request of it, and the answer.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::rules::fixture::{Fixture, Message};
use mcpwire_protocol::rules::{Party, rule};
use serde_json::json;

use crate::excerpt::Excerpt;
use crate::finding::{At, Finding};
use crate::probe::{
    Came, Lines, Named, Offer, Opening, Outcome, Probe, ToolOffer, heads, judge, modern,
};

/// What an active check finds in an example of one of its rules. Its request is the last of the
/// method that the probe has, and the answer comes behind it.
pub(crate) fn finding(fixture: &Fixture<'_>, topic: &str) -> Option<Finding> {
    let probe = probe_for(topic)?;
    let messages: Vec<_> = (1..).zip(fixture.messages()).collect();
    // What no revision knows is unknown, whatever its name is.
    let method = |line: &[u8]| member(line, "method").map(|it| Method::named(it.trim_matches('"')));
    let asks = |message: &Message<'_>| {
        message.direction == Direction::ClientToServer
            && method(&message.bytes) == method(probe.line.as_bytes())
    };
    let (sent, request) = messages.iter().rfind(|(_, message)| asks(message))?;
    let id = member(&request.bytes, "id");
    let (at, answer) = messages.iter().find(|(number, message)| {
        number > sent
            && message.direction == Direction::ServerToClient
            && member(&message.bytes, "id") == id
    })?;
    let line = String::from_utf8_lossy(&request.bytes).into_owned();
    let outcome = Outcome {
        probe: probe.line(line, id),
        sent: *sent,
        came: vec![Came { at: *at, text: answer.bytes.to_vec() }],
        waited: std::time::Duration::ZERO,
        is_final: true,
    };
    let breach = judge(&outcome).0?;
    let place = place(&answer.bytes, breach.pointer, *at);
    let finding = Finding::new(rule(breach.rule)?, Party::Server, place, breach.seen);
    Some(finding.advice(breach.advice).at_most(breach.at_most))
}

fn place(message: &[u8], pointer: Pointer, event: usize) -> At {
    let text = std::str::from_utf8(message).unwrap_or_default();
    let value = Text::parse(text).ok().and_then(|whole| whole.at(&pointer)?.range_in(text));
    let bytes = value.unwrap_or(0..message.len());
    At {
        event: event as u64,
        direction: Some(Direction::ServerToClient),
        excerpt: Excerpt::of(message, &bytes),
        bytes,
        pointer,
        ..At::default()
    }
}

/// A member of a message, as spelled.
fn member(message: &[u8], name: &str) -> Option<String> {
    let text = Text::parse(std::str::from_utf8(message).ok()?).ok()?;
    text.get(name).map(|value| value.as_str().to_owned())
}

/// The probe that is evidence for a rule, for a server that offers what the examples have.
fn probe_for(topic: &str) -> Option<Probe> {
    let schema = json!({
        "type": "object",
        "properties": { "shelf": { "type": "string" } },
        "required": ["shelf"],
    });
    let offer = Offer {
        capabilities: ["tools", "resources", "prompts"].map(str::to_owned).to_vec(),
        tools: vec![ToolOffer { name: "count_stock".to_owned(), schema, reads_only: true }],
        resources: vec!["stock://shelf/a".to_owned()],
        prompts: vec![Named { name: "reorder".to_owned(), required: vec!["item".to_owned()] }],
    };
    let mut lines = Lines::new(Opening::PerRequest, 1);
    let mut probes = vec![modern::discovery(&mut lines), modern::older_client(&mut lines)];
    probes.extend(modern::lists(&mut lines, &offer).probes);
    probes.extend(modern::features(&mut lines, &offer, &[]).0.probes);
    probes.extend(modern::protocol(&mut lines, &offer, "1").probes);
    probes.extend(heads(&mut lines, &offer, true));
    probes.into_iter().find(|probe| [probe.rules.error, probe.rules.result].contains(&topic))
}
