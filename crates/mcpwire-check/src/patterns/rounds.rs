//! Requests for input: where they may be made, and of whom.

use mcpwire_protocol::json::{Pointer, Text};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::revision::Revision;

use crate::answered::Answered;
use crate::asked::declared::Declared;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// How many requests of one result are looked at.
const MOST: usize = 256;

impl Stream {
    /// Judges a result that asks for input.
    pub(crate) fn input_required(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        let Some(method) = one.asked.method else { return };
        let usage = method.at(Revision::LATEST);
        let may_ask = usage.is_some_and(|usage| usage.may_ask_input);
        if !may_ask && !matches!(method, Method::TasksGet | Method::TasksResult) {
            let kind = result.get("resultType").unwrap_or(result);
            let seen = format!("A result for `{}` asks for input.", method.name());
            let advice = "Ask for input only in answers to `tools/call`, `prompts/get` and `resources/read`.";
            let at = here.member(kind, "/result/resultType");
            return desk.blame(here, Exchange::InputUnsupported, at, seen, advice);
        }
        desk.evidence.occasion(Exchange::InputUnsupported);
        let requests = result.get("inputRequests").into_iter().flat_map(Text::members);
        let place = Pointer::spelled("/result/inputRequests");
        for (key, request) in requests.take(MOST) {
            let place = place.member(&key.name());
            ask(desk, here, &one.asked.declared, request, &place);
        }
    }
}

/// Judges one request for input by what the client declares.
fn ask(desk: &mut Desk, here: &Here<'_>, declared: &Declared, request: Text<'_>, place: &Pointer) {
    let params = request.get("params");
    let asks = request.get("method");
    let is = |name: &str| asks.is_some_and(|asks| asks.is_string(name));
    let (capability, rule) = match () {
        () if is("elicitation/create") => ("elicitation", Exchange::InputElicitation),
        () if is("sampling/createMessage") => ("sampling", Exchange::InputSampling),
        () if is("roots/list") => ("roots", Exchange::InputRoots),
        () => return,
    };
    let Some(has) = declared.has(&[capability]) else { return };
    if !has {
        let seen = format!("The request does not declare `{capability}`, and is asked for it.");
        let advice = "Ask only for what the request declares; refuse with -32021 if it is needed.";
        return desk.blame(here, rule, here.at(request, place.clone()), seen, advice);
    }
    desk.evidence.occasion(rule);
    match capability {
        "elicitation" => mode(desk, here, declared, (request, params), place),
        "sampling" => sampling(desk, here, declared, params, place),
        _ => {}
    }
}

fn mode(
    desk: &mut Desk,
    here: &Here<'_>,
    declared: &Declared,
    (request, params): (Text<'_>, Option<Text<'_>>),
    place: &Pointer,
) {
    let (form, url) =
        (declared.has(&["elicitation", "form"]), declared.has(&["elicitation", "url"]));
    let mode = params.and_then(|params| params.get("mode"));
    let is_url = mode.is_some_and(|mode| mode.is_string("url"));
    let is_form = mode.is_none_or(|mode| mode.is_string("form"));
    let (rule, is_wrong, name) = match () {
        () if is_url => (Exchange::ElicitMode, url == Some(false), "url"),
        // Nothing inside means forms.
        () if is_form => (Exchange::ElicitForm, form == Some(false) && url == Some(true), "form"),
        () => return,
    };
    if !is_wrong {
        return desk.evidence.occasion(rule);
    }
    let (value, place) = match mode {
        Some(mode) => (mode, place.member("params").member("mode")),
        None => (request, place.clone()),
    };
    let seen = format!("The request declares elicitation without the mode `{name}`.");
    let advice = "Use only the modes that the request declares; nothing inside means `form`.";
    desk.blame(here, rule, here.at(value, place), seen, advice);
}

fn sampling(
    desk: &mut Desk,
    here: &Here<'_>,
    declared: &Declared,
    params: Option<Text<'_>>,
    place: &Pointer,
) {
    let Some(params) = params else { return };
    let place = place.member("params");
    for name in ["tools", "toolChoice"] {
        let Some(value) = params.get(name) else { continue };
        if declared.has(&["sampling", "tools"]) == Some(false) {
            let seen =
                format!("`{name}` is sent, but the request does not declare `sampling.tools`.");
            let advice = "Send tools only to clients that declare `sampling.tools`.";
            let at = here.at(value, place.member(name));
            desk.blame(here, Exchange::SamplingTools, at, seen, advice);
            break;
        }
        desk.evidence.occasion(Exchange::SamplingTools);
    }
    let context = params.get("includeContext");
    let wide = |it: &Text<'_>| it.is_string("thisServer") || it.is_string("allServers");
    let Some(context) = context.filter(wide) else { return };
    if declared.has(&["sampling", "context"]) == Some(false) {
        let seen = format!(
            "`includeContext` is {context:.20}, but the request does not declare `sampling.context`."
        );
        let advice = "Leave `includeContext` out, or say `none`.";
        let at = here.at(context, place.member("includeContext"));
        return desk.blame(here, Exchange::SamplingContext, at, seen, advice);
    }
    desk.evidence.occasion(Exchange::SamplingContext);
}
