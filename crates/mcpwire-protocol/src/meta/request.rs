use std::borrow::Cow;

use super::log_level::LogLevel;
use super::progress_token::ProgressToken;
use super::{CLIENT_CAPABILITIES, LOG_LEVEL, PROGRESS_TOKEN, PROTOCOL_VERSION};
use crate::json::{Kind, Pointer, Text};
use crate::jsonrpc::{Fault, Params, Place};
use crate::revision::Revision;
use crate::rules::RuleId;

/// What a modern request says about itself in `_meta`.
///
/// Specification: `basic/index#meta`, "Per-request protocol fields".
#[derive(Clone, Copy, Debug)]
pub struct RequestFields<'a> {
    /// The revision that the request is written in; `None` if it is none that is known here.
    pub revision: Option<Revision>,
    /// That revision as it is spelled, a string.
    pub version: Text<'a>,
    /// What the client offers, an object.
    pub capabilities: Text<'a>,
    /// Who the client says it is: whatever stands there, for display only.
    pub client_info: Option<Text<'a>>,
    /// Set if the request wants to hear of its progress.
    pub progress_token: Option<ProgressToken<'a>>,
    /// Set if the request wants to hear log messages, from this level up.
    pub log_level: Option<LogLevel>,
    /// The position in a trace: whatever stands there.
    pub traceparent: Option<Text<'a>>,
}

impl<'a> RequestFields<'a> {
    /// The version that was asked for, decoded, to be repeated in a refusal.
    pub fn requested(&self) -> Cow<'a, str> {
        self.version.as_string().unwrap_or(Cow::Borrowed(self.version.as_str()))
    }

    /// Whether the client declares a capability, given as the path of members to it. A capability
    /// set to `false` or `null` is not declared.
    pub fn declares(&self, path: &[&str]) -> bool {
        let found = path.iter().try_fold(self.capabilities, |value, member| value.get(member));
        found.is_some_and(|value| !matches!(value.as_str(), "false" | "null"))
    }
}

/// Reads the fields of a modern request, or tells the first thing that is wrong with them, due as
/// -32602.
///
/// In this order: `params` and `_meta` are there and objects, then the protocol version, the
/// client capabilities, the progress token, the log level. Nothing else in `_meta` leads to a
/// refusal. `message` is the text that `params` was read from.
#[inline]
pub fn modern<'a>(params: &Params<'a>, message: &str) -> Result<RequestFields<'a>, Fault> {
    let meta = &params.meta;
    let object = meta.text.filter(|meta| meta.kind() == Kind::Object);
    let (Some(_), Some(version), Some(capabilities)) =
        (object, meta.protocol_version, meta.client_capabilities)
    else {
        return Err(missing(params, message));
    };
    if version.kind() != Kind::String {
        let what = format!("must be a string such as \"2026-07-28\", but is {}", version.kind());
        return Err(wrong(message, PROTOCOL_VERSION, "meta-protocol-version-type", version, &what));
    }
    if capabilities.kind() != Kind::Object {
        let what = format!("must be an object, possibly empty, but is {}", capabilities.kind());
        let rule = "meta-client-capabilities-type";
        return Err(wrong(message, CLIENT_CAPABILITIES, rule, capabilities, &what));
    }
    Ok(RequestFields {
        revision: revision(version),
        version,
        capabilities,
        client_info: meta.client_info,
        progress_token: match meta.progress_token {
            Some(token) => Some(progress_token(token, message)?),
            None => None,
        },
        log_level: match meta.log_level {
            Some(level) => Some(log_level(level, message)?),
            None => None,
        },
        traceparent: meta.traceparent,
    })
}

#[inline]
fn revision(version: Text<'_>) -> Option<Revision> {
    match version.as_str() {
        "\"2026-07-28\"" => Some(Revision::V2026_07_28),
        _ => Revision::named(&version.as_string()?),
    }
}

fn progress_token<'a>(token: Text<'a>, message: &str) -> Result<ProgressToken<'a>, Fault> {
    ProgressToken::new(token).ok_or_else(|| {
        let what = match token.kind() {
            Kind::Number => "must be a string or an integer, but has a fraction".to_owned(),
            kind => format!("must be a string or an integer, but is {kind}"),
        };
        wrong(message, PROGRESS_TOKEN, "meta-progress-token-type", token, &what)
    })
}

fn log_level(level: Text<'_>, message: &str) -> Result<LogLevel, Fault> {
    level.as_string().and_then(|name| LogLevel::named(&name)).ok_or_else(|| {
        let names: Vec<_> = LogLevel::ALL.iter().map(|level| level.as_str()).collect();
        let what = format!("must be one of {}, but is {level:.40}", names.join(", "));
        wrong(message, LOG_LEVEL, "meta-log-level-value", level, &what)
    })
}

/// What is missing, in the order of the fields; a version of the wrong type is told before
/// capabilities that are missing.
#[cold]
fn missing(params: &Params<'_>, message: &str) -> Fault {
    let needed =
        "every request says its protocol version and the client's capabilities in `params._meta`";
    let Some(object) = params.text else {
        let what = format!("Member `params` is missing; {needed}.");
        return fault(message, "params-missing", "", None, what);
    };
    let Some(meta) = params.meta.text else {
        let what = format!("Member `params._meta` is missing; {needed}.");
        return fault(message, "meta-missing", "/params", Some(object), what);
    };
    if meta.kind() != Kind::Object {
        let what = format!("Member `params._meta` must be an object, but is {}.", meta.kind());
        return fault(message, "meta-not-object", "/params/_meta", Some(meta), what);
    }
    let (rule, key) = match params.meta.protocol_version {
        None => ("meta-protocol-version-missing", PROTOCOL_VERSION),
        Some(version) if version.kind() != Kind::String => {
            let what =
                format!("must be a string such as \"2026-07-28\", but is {}", version.kind());
            return wrong(message, PROTOCOL_VERSION, "meta-protocol-version-type", version, &what);
        }
        Some(_) => ("meta-client-capabilities-missing", CLIENT_CAPABILITIES),
    };
    let what = format!("Member `{key}` is missing in `params._meta`; every request has it.");
    fault(message, rule, "/params/_meta", Some(meta), what)
}

#[cold]
fn wrong(message: &str, key: &str, rule: &'static str, value: Text<'_>, what: &str) -> Fault {
    let pointer = Pointer::spelled("/params/_meta").member(key);
    let what = format!("Member `{key}` of `params._meta` {what}.");
    fault(message, rule, pointer.as_str(), Some(value), what)
}

fn fault(
    message: &str,
    rule: &'static str,
    pointer: &str,
    value: Option<Text<'_>>,
    what: String,
) -> Fault {
    let whole = 0..message.len();
    let place = Place {
        bytes: value.and_then(|value| value.range_in(message)).unwrap_or(whole),
        pointer: Pointer::spelled(pointer),
    };
    Fault::new(RuleId(rule), place, what)
}
