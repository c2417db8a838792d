//! Lines to copy that show a finding again.

use mcpwire_check::probe::{Outcome, repeat, repeat_over_http};
use mcpwire_check::{Finding, SHOWN_BY, shows_alone};

use super::run::Probed;
use super::{Server, Target};
use crate::session::{Crossed, What};

/// The probes that open a conversation.
const OPENINGS: [&str; 4] = ["discovery", "handshake", "older-client", "initialized"];

/// The line of a probe behind those that open the conversation, and the first plain request: some
/// servers decide only then which lifecycle the process is in.
pub(super) fn line(server: &Server, probed: &Probed, track: usize, outcome: &Outcome) -> String {
    if let Target::Url(url) = &server.target {
        return over_http(url, probed, track, outcome);
    }
    let outcomes = &probed.outcomes[track];
    let plain = outcomes.iter().position(|one| one.probe.name == "plain");
    let opening = outcomes
        .iter()
        .enumerate()
        .filter(|(at, one)| OPENINGS.contains(&one.probe.name) || Some(*at) == plain)
        .map(|(_, one)| one)
        .take_while(|one| one.sent < outcome.sent);
    let opening: Vec<&str> = opening.map(|one| &*one.probe.line).collect();
    repeat(&opening, &outcome.probe.line, &server.shown)
}

/// The request of a probe with the head that it had.
fn over_http(url: &str, probed: &Probed, track: usize, outcome: &Outcome) -> String {
    let request = probed.tracks[track].seen.get(outcome.sent).map(|seen| &seen.what);
    let Some(What::Http(_, Crossed::Request { method, headers, .. })) = request else {
        return repeat_over_http(url, "POST", &[], &outcome.probe.line);
    };
    // What curl says by itself, and what it is told for every message.
    let is_usual = |name: &str| matches!(name, "host" | "content-type" | "accept");
    let shown: Vec<(&str, &str)> = headers
        .iter()
        .filter(|(name, _)| !is_usual(name))
        .filter_map(|(name, value)| Some((name.as_str(), str::from_utf8(value).ok()?)))
        .collect();
    repeat_over_http(url, method, &shown, &outcome.probe.line)
}

/// Gives a finding the line that shows it again. `place` is what was seen there: the track and the
/// number in it, where the finding is about something seen.
pub(super) fn show(
    server: &Server,
    probed: &Probed,
    place: Option<(usize, usize)>,
    finding: &mut Finding,
) {
    let cause = place.and_then(|(track, at)| Some((track, cause(&probed.outcomes[track], at)?)));
    let first = || Some((0, probed.outcomes.first()?.first()?));
    let cause = match &finding.repeat {
        // What a probe has found is shown by its own line, as long as nothing tells more.
        Some(_) => cause,
        None => cause.or_else(first),
    };
    if let Some((track, outcome)) = cause {
        finding.repeat = Some(line(server, probed, track, outcome));
    }
    let text = place.and_then(|(track, at)| match &probed.tracks[track].seen.get(at)?.what {
        What::Received(raw) => Some(raw.text()),
        _ => None,
    });
    if let Some(repeat) = &mut finding.repeat
        && text.is_some_and(|text| shows_alone(finding.rule, text))
    {
        repeat.push_str(SHOWN_BY);
    }
}

/// The probe that something seen comes from: the one that it is, or answers. What answers nothing
/// was most likely written on the way to the next answer.
fn cause(outcomes: &[Outcome], at: usize) -> Option<&Outcome> {
    let own = outcomes.iter().find(|one| one.sent == at || one.came.iter().any(|it| it.at == at));
    own.or_else(|| {
        let next = |one: &Outcome| one.came.iter().map(|it| it.at).find(|answer| *answer > at);
        let on_the_way = outcomes.iter().filter(|one| one.sent < at && next(one).is_some());
        on_the_way.min_by_key(|one| next(one))
    })
    .or_else(|| outcomes.iter().rfind(|one| one.sent < at))
}
