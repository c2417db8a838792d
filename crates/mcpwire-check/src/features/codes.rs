//! Error codes that are kept for one case each.

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::jsonrpc::{ErrorCode, ErrorObject};
use mcpwire_protocol::rules::Level;

use crate::answered::Answered;
use crate::asked::declared::Declared;
use crate::checker::Desk;
use crate::finding::sender;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::{Carrier, Stream};

impl Stream {
    /// Judges the code of an error by its request.
    pub(crate) fn code(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        error: &ErrorObject<'_>,
    ) {
        match error.code {
            ErrorCode::HEADER_MISMATCH if self.carrier == Carrier::Lines => {
                let seen = "Error -32020 is about headers, and lines have none.".to_owned();
                self.misused(desk, here, one, seen);
            }
            ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => self.refused_version(desk, here, one, error),
            ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
                missing_capability(desk, here, &one.asked.declared, error);
            }
            _ => refused_params(desk, here, one, error),
        }
    }

    fn misused(&self, desk: &mut Desk, here: &Here<'_>, one: &Answered<'_, '_>, seen: String) {
        let advice = "Use -32020, -32021 and -32022 for nothing but the case of each.";
        desk.blame(here, Exchange::CodeMeaning, one.place(here), seen, advice);
    }

    /// A refused version must not be among those that are said to be spoken.
    fn refused_version(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        error: &ErrorObject<'_>,
    ) {
        let asked = match &one.asked.version {
            Some(version) => version,
            None => one.asked.revision.as_str(),
        };
        let member = |name| error.data.and_then(|data| data.get(name));
        let supported = member("supported");
        // Over HTTP, the version may be that of a header.
        let is_own = member("requested").is_none_or(|requested| requested.is_string(asked));
        let mut versions = supported.into_iter().flat_map(Text::elements).take(100);
        // Without a version, or with one that is older, the request itself is not modern.
        let is_named = one.asked.version.is_some() || one.asked.declared.text().is_some();
        if is_named && is_own && versions.any(|version| version.is_string(asked)) {
            let seen = format!("\"{asked}\" is refused, and named among what is spoken.");
            return self.misused(desk, here, one, seen);
        }
        desk.evidence.occasion(Exchange::CodeMeaning);
    }
}

/// The capabilities that are said to be missing have to be some, and not be declared.
fn missing_capability(
    desk: &mut Desk,
    here: &Here<'_>,
    declared: &Declared,
    error: &ErrorObject<'_>,
) {
    let required = error.data.and_then(|data| data.get("requiredCapabilities"));
    let required = required.filter(|required| required.kind() == Kind::Object);
    let (Some(required), Some(declared)) = (required, declared.text()) else { return };
    if !covers(declared, required) {
        return desk.evidence.occasion(Exchange::CapabilityNames);
    }
    let seen = match required.members().next() {
        None => "`requiredCapabilities` names nothing.".to_owned(),
        Some(_) => format!("`requiredCapabilities` is {required:.80}, all of which is declared."),
    };
    let advice = "Name the capabilities that the request does not declare and should.";
    let at = here.member(required, "/error/data/requiredCapabilities");
    desk.blame(here, Exchange::CapabilityNames, at, seen, advice);
}

/// Whether all that is required is declared, member by member.
fn covers(declared: Text<'_>, required: Text<'_>) -> bool {
    let mut open = vec![(declared, required)];
    while let Some((declared, required)) = open.pop() {
        for (key, value) in required.members() {
            let Some(own) = declared.get(&key.name()) else { return false };
            if value.kind() == Kind::Object {
                open.push((own, value));
            }
        }
    }
    true
}

/// Wrong parameters are refused as such. Which of several mistakes counts is left to the server,
/// so that only what is none of them is told.
fn refused_params(
    desk: &mut Desk,
    here: &Here<'_>,
    one: &Answered<'_, '_>,
    error: &ErrorObject<'_>,
) {
    let due = one.asked.fault.filter(|due| !due.malformed && due.code == ErrorCode::INVALID_PARAMS);
    let (Some(due), Some(_)) = (due, one.asked.method) else { return };
    if error.code != ErrorCode::INTERNAL_ERROR {
        return desk.evidence.occasion(Exchange::InvalidParamsCode);
    }
    let seen =
        format!("Error -32603 answers {}, which breaks {}.", one.asked.spot.told(), due.rule);
    let advice = "Refuse parameters of the wrong shape with -32602.";
    let place = (sender(Some(here.direction)), one.place(here));
    let finding = desk.broken(Exchange::InvalidParamsCode, here.revision, place, (seen, advice));
    desk.add(finding.map(|finding| finding.at_most(Level::Should)));
}
