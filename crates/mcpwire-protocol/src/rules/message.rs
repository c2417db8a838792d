//! One message, judged by all rules that need no more than it.

use super::check::{Checks, error_checks, request_checks, result_checks};
use super::facts::Facts;
use super::findings::{Findings, Site};
use super::infer::{method_of, missing_params_rule};
use super::judge::judge_within;
use super::mismatch::Mismatch;
use super::path::Path;
use super::shape::Shape;
use super::violation::Violation;
use super::{RuleId, envelope};
use crate::json::Text;
use crate::jsonrpc::{ErrorObject, Incoming, Malformed, Notification, Outcome, Request, Response};
use crate::method::Method;
use crate::types::{
    AnyResult, InputRequiredResult, RequestParams, ResultType, Shaped, error_data_shape,
    method_shapes, params_shape, result_shape,
};

/// All rules that a message breaks, in the order of the text.
///
/// One cause breaks one rule: what only follows from another violation is not said again. A
/// message that is no message has one violation, the first fault in the order of refusals. At most
/// 64 violations are described. The time is that of reading the message a few times.
pub fn message(incoming: &Incoming<'_>, facts: &Facts<'_>) -> Vec<Violation> {
    match incoming {
        Incoming::Request(it) => request(it, facts),
        Incoming::Notification(notification) => {
            let mut findings = Findings::new(notification.text, facts);
            judge_notification(notification, facts, &mut findings);
            findings.finish()
        }
        Incoming::Response(response) => {
            let mut findings = Findings::new(response.text, facts);
            judge_response(response, facts, &mut findings);
            findings.finish()
        }
        Incoming::Malformed(malformed) => judge_malformed(malformed, facts),
    }
}

/// The same as [`message`] for what is known to be a request.
pub fn request(request: &Request<'_>, facts: &Facts<'_>) -> Vec<Violation> {
    let mut findings = Findings::new(request.text, facts);
    judge_request(request, facts, &mut findings);
    findings.finish()
}

fn judge_malformed(malformed: &Malformed<'_>, facts: &Facts<'_>) -> Vec<Violation> {
    let mut findings = Findings::new("", facts);
    findings.fault(&malformed.fault, envelope::advice(malformed.fault.rule));
    findings.finish()
}

fn judge_request<'a>(request: &Request<'a>, facts: &Facts<'_>, findings: &mut Findings<'_, 'a>) {
    let name = request.method();
    let Some(revision) = facts.modern().filter(|_| !is_handshake(request, &name)) else { return };
    let method = Method::named(&name);
    if !envelope::request(request, (method, revision), facts, findings) {
        return;
    }
    let Some(params) = request.params.text else {
        let whole = Text::parse(request.text).unwrap_or(request.method);
        findings.add(
            "params-missing",
            (whole, Path::Named(&Path::Root, "params")),
            "`params` is missing.",
            "Add `params` with `_meta`, which says the protocol version and the client's capabilities.",
        );
        return;
    };
    let path = Path::Named(&Path::Root, "params");
    let shape = params_shape(&name).unwrap_or(RequestParams::SHAPE);
    judge_part(request.text, params, path, shape, "params-not-object", Some(&name), findings);
    let site = Site { text: params, path, method: Some(&name) };
    request_checks(&site, &request.params, method, findings);
}

/// A handshake opens a legacy lifecycle, whatever is in force.
fn is_handshake(request: &Request<'_>, name: &str) -> bool {
    name == Method::Initialize.name() && request.params.meta.protocol_version.is_none()
}

fn judge_notification<'a>(
    notification: &Notification<'a>,
    facts: &Facts<'_>,
    findings: &mut Findings<'_, 'a>,
) {
    let name = notification.method();
    let Some(revision) = facts.modern() else { return };
    if !envelope::notification(notification, (Method::named(&name), revision), facts, findings) {
        return;
    }
    let shapes = method_shapes(&name).filter(|shapes| shapes.result.is_none());
    let path = Path::Named(&Path::Root, "params");
    match (notification.params.text, shapes) {
        (Some(params), shapes) => {
            let shape = shapes.map_or(envelope::ANY_NOTIFICATION, |shapes| shapes.params);
            let rule = "params-not-object";
            judge_part(notification.text, params, path, shape, rule, Some(&name), findings);
        }
        (None, Some(shapes)) if !shapes.params_optional => {
            if let Some(rule) = missing_params_rule(&name) {
                let whole = Text::parse(notification.text).unwrap_or(notification.method);
                let advice = format!("Add `params`; {name} cannot do without.");
                findings.add(rule, (whole, path), "`params` is missing.", advice);
            }
        }
        (None, _) => {}
    }
}

fn judge_response<'a>(response: &Response<'a>, facts: &Facts<'_>, findings: &mut Findings<'_, 'a>) {
    if facts.modern().is_none() || !envelope::response(response, facts, findings) {
        return;
    }
    match &response.outcome {
        Outcome::Result(result) => judge_result(response.text, *result, facts, findings),
        Outcome::Error(error) => judge_error(response.text, error, facts, findings),
    }
}

fn judge_result<'a>(
    whole: &'a str,
    result: Text<'a>,
    facts: &Facts<'_>,
    findings: &mut Findings<'_, 'a>,
) {
    findings.inferred = facts.method.is_none();
    let method = facts.method.or_else(|| method_of(result));
    let shape = match method.and_then(|method| shape_of_result(method, result)) {
        Some(shape) => shape,
        None if ResultType::InputRequired.is_of(result) => InputRequiredResult::SHAPE,
        None => AnyResult::SHAPE,
    };
    let path = Path::Named(&Path::Root, "result");
    let names_server =
        judge_part(whole, result, path, shape, "result-not-object", method, findings);
    result_checks(&Site { text: result, path, method }, names_server, findings);
}

/// What asks about tasks has one kind of result; others are chosen by `resultType`.
fn shape_of_result(method: &str, result: Text<'_>) -> Option<&'static Shape> {
    match method {
        "tasks/get" | "tasks/update" | "tasks/cancel" => method_shapes(method)?.result,
        _ => result_shape(method, result),
    }
}

fn judge_error<'a>(
    whole: &'a str,
    error: &ErrorObject<'a>,
    facts: &Facts<'_>,
    findings: &mut Findings<'_, 'a>,
) {
    let path = Path::Named(&Path::Root, "error");
    let site = Site { text: error.text, path, method: facts.method };
    error_checks(&site, error, findings);
    let Some(shape) = error_data_shape(error.code) else { return };
    let rule = envelope::data_rule(error.code);
    let Some(data) = error.data else {
        findings.at(rule, &site, "data", "Add `data` with what the code demands.");
        return;
    };
    let data_path = Path::Named(&path, "data");
    // The capabilities that an error names are the server's words, whatever the table's rows say.
    let own = |id: RuleId| match id.as_str() {
        "client-caps-shape" | "client-caps-sub-shape" | "extension-settings-object" => RuleId(rule),
        _ => id,
    };
    let judgement =
        judge_within(whole, data, data_path, (shape, RuleId(rule)), &mut Checks::none());
    for mismatch in judgement.mismatches {
        let id = own(mismatch.rule);
        findings.mismatch(mismatch, id);
    }
}

/// Compares a part with its shape; the checks of the pages look at what the shape names. Says
/// whether a result names its server.
fn judge_part<'a>(
    whole: &'a str,
    part: Text<'a>,
    path: Path<'_, 'a>,
    shape: &'static Shape,
    rule: &'static str,
    method: Option<&str>,
    findings: &mut Findings<'_, 'a>,
) -> bool {
    let mut checks = Checks::new(method, findings);
    let judgement = judge_within(whole, part, path, (shape, RuleId(rule)), &mut checks);
    let names_server = checks.names_server;
    for mismatch in judgement.mismatches {
        let id = in_context(&mismatch, method);
        findings.mismatch(mismatch, id);
    }
    names_server
}

/// Contents of resources also stand in blocks of content, where other pages speak of them.
fn in_context(mismatch: &Mismatch, method: Option<&str>) -> RuleId {
    let contents = mismatch.rule.as_str().starts_with("resource-contents-");
    match method {
        Some("resources/read") => mismatch.rule,
        Some("prompts/get") if contents => RuleId("prompt-embedded-data"),
        _ if contents => RuleId("content-embedded-resource"),
        _ => mismatch.rule,
    }
}
