//! Wrong and right examples of a rule.

use std::fmt::Write as _;

use mcpwire_check::{Finding, Report, check_example, examples_of};
use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::json::{Kind, Pointer, Text};
use mcpwire_protocol::rules::fixture::{Example, Fixture, Message, Step};

use super::{heading, prose};
use crate::message::marked;
use crate::screen::{Excerpt, clip, escape, escape_bytes};

/// How many wrong and how many right examples are shown.
const MOST: usize = 2;

/// A message, by its direction, and a place in it.
type Place = (Direction, Pointer);

/// The wrong examples of a rule, then the right ones.
pub(super) fn show(out: &mut String, rule: &str, columns: usize) {
    let (right, wrong): (Vec<&Example>, Vec<&Example>) =
        examples_of(rule).iter().partition(|it| it.is_good());
    let mut places = Vec::new();
    for example in wrong.iter().take(MOST) {
        let Ok(fixture) = example.fixture() else { continue };
        heading_or_gap(out, "Wrong", places.is_empty());
        let report = check_example(&fixture, example.topic, true);
        let all = report.causes.iter().flat_map(|cause| &cause.findings);
        let own = all.filter(|finding| finding.rule.as_str() == rule);
        let own = own.map(|it| (it.at.direction, it.at.pointer.clone()));
        places.extend(own.filter_map(|(direction, pointer)| Some((direction?, pointer))));
        one(out, &fixture, example, &places, columns);
    }
    for (number, example) in right.iter().take(MOST).enumerate() {
        let Ok(fixture) = example.fixture() else { continue };
        heading_or_gap(out, "Right", number == 0);
        one(out, &fixture, example, &places, columns);
    }
}

fn heading_or_gap(out: &mut String, title: &str, is_first: bool) {
    if is_first {
        heading(out, title);
    } else {
        out.push('\n');
    }
}

fn one(
    out: &mut String,
    fixture: &Fixture<'_>,
    example: &Example,
    places: &[Place],
    columns: usize,
) {
    let report = check_example(fixture, example.topic, true);
    let mut event = 0;
    for step in &fixture.steps {
        match step {
            Step::Comment(words) => prose(out, words, columns),
            Step::Head(direction, line) => {
                let _ = writeln!(out, "  {} {}", arrow(*direction), escape(line));
            }
            Step::Message(message) => {
                event += 1;
                let findings: Vec<_> = findings(&report, event, message).collect();
                show_message(out, message, &findings, places, columns);
            }
        }
    }
}

/// What the example says that it breaks. It may be about one message of a conversation that has
/// no other.
fn findings<'r>(
    report: &'r Report,
    event: u64,
    message: &'r Message<'_>,
) -> impl Iterator<Item = &'r Finding> {
    let all = report.causes.iter().flat_map(|cause| &cause.findings);
    all.filter(move |finding| {
        let said = message.expected.iter().any(|one| one.rule == finding.rule.as_str());
        said && finding.at.event == event
    })
}

fn show_message(
    out: &mut String,
    message: &Message<'_>,
    findings: &[&Finding],
    places: &[Place],
    columns: usize,
) {
    let way = arrow(message.direction);
    let room = columns.saturating_sub(4);
    // What is about the head of an HTTP message is at no place in its body.
    let in_body = findings.iter().find(|one| one.at.excerpt.length == message.bytes.len());
    if let Some(first) = in_body {
        let bytes = &first.at.bytes;
        // Carets below everything would point at nothing.
        let is_whole = bytes.len() == message.bytes.len();
        let place = if is_whole { 0..1 } else { marked(&message.bytes, bytes.clone()) };
        let excerpt = Excerpt::new(&message.bytes, &place, room).print("    ");
        let _ = write!(out, "  {way} {}", excerpt.trim_start_matches(' '));
    } else {
        let text = match around(message, places) {
            Some(place) => Excerpt::new(&message.bytes, &place, room).text(),
            None => clip(&escape_bytes(&message.bytes), room).into_owned(),
        };
        let _ = writeln!(out, "  {way} {text}");
        if let Some(first) = findings.first() {
            out.push_str(&Excerpt::new(&first.at.excerpt.bytes, &(0..1), room).print("    "));
        }
    }
    for finding in findings {
        prose(out, &escape(&finding.seen), columns);
        prose(out, &escape(&finding.advice), columns);
    }
}

/// Where a message without a finding differs from the wrong one: what stands at the place of the
/// finding there, or around it.
fn around(message: &Message<'_>, places: &[Place]) -> Option<std::ops::Range<usize>> {
    let whole = std::str::from_utf8(&message.bytes).ok()?;
    let text = Text::parse(whole).ok()?;
    let own = places.iter().filter(|(direction, _)| *direction == message.direction);
    let value = own.filter_map(|(_, pointer)| nearest(text, pointer)).next()?;
    Some(marked(&message.bytes, value.range_in(whole)?))
}

/// The value at a place, or the nearest that holds the place and is more than the message, its
/// parameters or its result.
fn nearest<'m>(text: Text<'m>, place: &Pointer) -> Option<Text<'m>> {
    let mut way = place.as_str();
    loop {
        let value = text.at(&Pointer::spelled(way));
        let is_small = |value: &Text<'_>| !matches!(value.kind(), Kind::Object | Kind::Array);
        let tells = |value: &Text<'_>| way.matches('/').count() > 1 || is_small(value);
        if let Some(value) = value.filter(tells) {
            return Some(value);
        }
        way = way.rsplit_once('/')?.0;
    }
}

fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::ClientToServer => "→",
        Direction::ServerToClient => "←",
    }
}
