//! Which check looks at what.

use std::borrow::Cow;
use std::collections::HashSet;

use super::basic::index::{capabilities, errors, icons, meta};
use super::client::{elicitation, roots, sampling};
use super::findings::{Findings, Site};
use super::judge::Visitor;
use super::path::Path;
use super::server::utilities::{caching, logging, pagination};
use super::server::{content, discover, prompts, resources, tools};
use super::shape::ObjectShape;
use super::tasks;
use crate::json::Text;
use crate::jsonrpc::{ErrorObject, Params};
use crate::method::Method;

/// Lets the checks look at each object that a shape names.
pub(super) struct Checks<'c, 'f, 'a> {
    method: Option<&'c str>,
    findings: Option<&'c mut Findings<'f, 'a>>,
    /// The names of the tools so far.
    tools: HashSet<Cow<'a, str>>,
    /// Whether the result says which server sent it.
    pub(super) names_server: bool,
}

impl<'c, 'f, 'a> Checks<'c, 'f, 'a> {
    pub(super) fn new(method: Option<&'c str>, findings: &'c mut Findings<'f, 'a>) -> Self {
        Checks { method, findings: Some(findings), tools: HashSet::new(), names_server: false }
    }

    /// Nothing is looked at.
    pub(super) fn none() -> Self {
        Checks { method: None, findings: None, tools: HashSet::new(), names_server: false }
    }
}

impl<'a> Visitor<'a> for Checks<'_, '_, 'a> {
    fn object(&mut self, shape: &'static ObjectShape, object: Text<'a>, path: Path<'_, 'a>) {
        if let Some(findings) = self.findings.as_mut().filter(|findings| !findings.is_full()) {
            let site = Site { text: object, path, method: self.method };
            match shape.name {
                "Tool" => tools::checks::tool(&site, &mut self.tools, findings),
                name => object_checks(name, &site, findings),
            }
        }
    }

    fn meta(&mut self, meta: Text<'a>, path: Path<'_, 'a>) {
        if let Some(findings) = self.findings.as_mut().filter(|findings| !findings.is_full()) {
            let site = Site { text: meta, path, method: self.method };
            let names_server = meta::checks::entries(&site, findings);
            self.names_server |= names_server && path.is_in_result();
        }
    }
}

/// What is looked for in an object, by its type in the schema.
fn object_checks(name: &str, site: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    match name {
        "Implementation" => capabilities::checks::implementation(site, findings),
        "ClientCapabilities" => capabilities::checks::client(site, findings),
        "ServerCapabilities" => capabilities::checks::server(site, findings),
        "DiscoverResult" => discover::checks::body(site, findings),
        "Icon" => icons::checks::icon(site, findings),
        "Annotations" => content::checks::annotations(site, findings),
        "ImageContent" => content::checks::image(site, findings),
        "AudioContent" => content::checks::audio(site, findings),
        "Resource" | "ResourceLink" => resources::checks::resource(site, findings),
        "ResourceTemplate" => resources::checks::template(site, findings),
        "ReadResourceRequestParams" => resources::checks::read(site, findings),
        "TextResourceContents" | "BlobResourceContents" => {
            resources::checks::contents(site, findings);
        }
        "PromptMessage" => prompts::checks::message(site, findings),
        "LoggingMessageNotificationParams" => logging::checks::secrets(site, findings),
        "ElicitRequestURLParams" => elicitation::checks::url(site, findings),
        "ElicitRequestFormParams" => elicitation::checks::form(site, findings),
        "ElicitResult" => elicitation::checks::result(site, findings),
        "RequestedSchema" => elicitation::schema::checks::root(site, findings),
        "StringSchema"
        | "NumberSchema"
        | "BooleanSchema"
        | "UntitledSingleSelectEnumSchema"
        | "TitledSingleSelectEnumSchema"
        | "UntitledMultiSelectEnumSchema"
        | "TitledMultiSelectEnumSchema"
        | "LegacyTitledEnumSchema" => elicitation::schema::checks::field(site, findings),
        "CreateMessageRequestParams" => sampling::checks::question(site, findings),
        "CreateMessageResult" => sampling::checks::answer(site, findings),
        "Root" => roots::checks::root(site, findings),
        "CreateTaskResult" | "WorkingTask" | "InputRequiredTask" | "CompletedTask"
        | "FailedTask" | "CancelledTask" => tasks::state::checks::times(site, findings),
        _ => {}
    }
}

/// What is looked for in the parameters of any request.
pub(super) fn request_checks(
    site: &Site<'_, '_>,
    params: &Params<'_>,
    method: Option<Method>,
    findings: &mut Findings<'_, '_>,
) {
    meta::checks::client_info(site, params, findings);
    if params.has_others {
        pagination::checks::cursor(site, method, findings);
        tools::checks::task(site, method, findings);
    }
}

/// What is looked for in any result.
pub(super) fn result_checks(
    result: &Site<'_, '_>,
    names_server: bool,
    findings: &mut Findings<'_, '_>,
) {
    if !names_server {
        meta::checks::server_info(result, findings);
    }
    if findings.guesses() {
        elicitation::checks::credentials(result, findings);
    }
    let Some(kind) = result.get("resultType") else { return };
    if kind.is_string("input_required") {
        caching::checks::hints(result, findings);
    } else if kind.is_string("task") {
        tasks::state::checks::result(result, findings);
    }
}

/// What is looked for in any error.
pub(super) fn error_checks(
    site: &Site<'_, '_>,
    error: &ErrorObject<'_>,
    findings: &mut Findings<'_, '_>,
) {
    errors::checks::code(site, error, findings);
    errors::checks::data(site, error, findings);
}
