//! Reading what is remembered of a request.

use std::time::Duration;

use mcpwire_protocol::conversation::Opened;
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Id, Malformed, Request};
use mcpwire_protocol::meta::LogLevel;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::revision::Revision;

use super::declared::Declared;
use super::wishes::{Filter, Listen, LogWish, Progress};
use super::{Asked, Due, Kept, mark_of};
use crate::here::Here;
use crate::stream::Trust;

/// How many keys of brought input are kept of a request.
const MOST_KEYS: usize = 256;

impl Asked {
    pub(crate) fn of(
        here: &Here<'_>,
        request: &Request<'_>,
        (opened, fault): (Opened, Option<Due>),
        now: Duration,
    ) -> Self {
        let method = Method::named(&request.method());
        let params = &request.params;
        let version = short(params.meta.protocol_version);
        // Large arguments are not searched for members that are not there.
        let get = |member: &str| params.has_others.then(|| params.get(member)).flatten();
        let mark = |member: &str| get(member).and_then(Text::as_string).map(|it| mark_of(&it));
        let progress = params.meta.progress_token.and_then(Id::new).map(|token| {
            let is_shared = opened.token_in_use.is_some();
            Box::new(Progress { token: token.key(), last: None, is_shared })
        });
        let listen = (method == Some(Method::SubscriptionsListen)).then(|| {
            let wants = Filter::of(params.get("notifications"));
            Box::new(Listen { wants, granted: None })
        });
        Asked {
            method,
            fault,
            version: version.filter(|version| Revision::named(version).is_none()),
            tool: short(params.name.filter(|_| method == Some(Method::ToolsCall))),
            has_cursor: get("cursor").is_some(),
            is_whole: here.trust == Trust::Whole,
            declared: Declared::of(&params.meta),
            logs: logs(params.meta.log_level),
            progress,
            listen,
            cursor: mark("cursor"),
            task: is_about_task(method).then(|| mark("taskId")).flatten(),
            brings: brings(method, get("inputResponses")),
            ..Asked::bare(here, request.id, now)
        }
    }

    pub(crate) fn malformed(
        here: &Here<'_>,
        malformed: &Malformed<'_>,
        id: Id<'_>,
        now: Duration,
    ) -> Self {
        let fault = &malformed.fault;
        let method = malformed.method.and_then(Text::as_string);
        Asked {
            method: method.and_then(|name| Method::named(&name)),
            fault: Some(Due { rule: fault.rule, code: fault.code, malformed: true }),
            ..Asked::bare(here, id, now)
        }
    }

    fn bare(here: &Here<'_>, id: Id<'_>, now: Duration) -> Self {
        Asked {
            spot: here.spot.clone(),
            at: now,
            id: id.key(),
            plain_id: is_plain(id.text()),
            method: None,
            revision: here.revision,
            text: Kept::of(here.bytes),
            fault: None,
            version: None,
            tool: None,
            has_cursor: false,
            shares_id: false,
            is_whole: false,
            declared: Declared::default(),
            logs: LogWish::None,
            progress: None,
            listen: None,
            cursor: None,
            task: None,
            brings: Vec::new(),
        }
    }
}

/// A string that is not too long to keep.
fn short(text: Option<Text<'_>>) -> Option<Box<str>> {
    let text = text?.as_string().filter(|text| text.len() <= 200)?;
    Some(Box::from(&*text))
}

fn logs(level: Option<Text<'_>>) -> LogWish {
    match level.map(|level| level.as_string().and_then(|name| LogLevel::named(&name))) {
        None => LogWish::None,
        Some(Some(level)) => LogWish::From(level),
        Some(None) => LogWish::Unreadable,
    }
}

/// Whether a method of the client is about one task.
pub(crate) fn is_about_task(method: Option<Method>) -> bool {
    matches!(
        method,
        Some(Method::TasksGet | Method::TasksUpdate | Method::TasksCancel | Method::TasksResult)
    )
}

fn brings(method: Option<Method>, responses: Option<Text<'_>>) -> Vec<u64> {
    let responses = responses.filter(|_| method == Some(Method::TasksUpdate));
    let keys = responses.into_iter().flat_map(Text::members).take(MOST_KEYS);
    keys.map(|(key, _)| mark_of(&key.name())).collect()
}

/// Whether every reader takes an id for the same: a string without escapes, or plain digits.
fn is_plain(id: Text<'_>) -> bool {
    let text = id.as_str();
    match text.as_bytes() {
        [b'"', ..] => !text.contains('\\'),
        digits => digits.len() < 16 && digits.iter().all(u8::is_ascii_digit),
    }
}
