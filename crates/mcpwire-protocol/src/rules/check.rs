//! Which check looks at what.

use super::findings::{Findings, Site};
use super::judge::Visitor;
use super::path::Path;
use super::shape::ObjectShape;
use super::{basic, client, server, tasks};
use crate::json::Text;
use crate::jsonrpc::ErrorObject;
use crate::method::Method;

/// A check of the objects of one type of the schema.
pub(crate) struct TypeCheck {
    /// The name of the type.
    pub(crate) of: &'static str,
    /// What is found in one such object.
    pub(crate) check: fn(&Site<'_, '_>, &mut Findings<'_, '_>),
}

/// The checks of types, page by page.
static CHECKS: &[&[TypeCheck]] = &[
    basic::index::capabilities::checks::CHECKS,
    basic::index::icons::checks::CHECKS,
    basic::transports::streamable_http::custom_headers::checks::CHECKS,
    server::content::checks::CHECKS,
    server::discover::checks::CHECKS,
    server::prompts::checks::CHECKS,
    server::resources::checks::CHECKS,
    server::tools::checks::CHECKS,
    server::utilities::logging::checks::CHECKS,
    client::elicitation::checks::CHECKS,
    client::elicitation::schema::checks::CHECKS,
    client::roots::checks::CHECKS,
    client::sampling::checks::CHECKS,
    tasks::state::checks::CHECKS,
];

/// Lets the checks look at each object that a shape names.
pub(super) struct Checks<'c, 'f, 'a> {
    method: Option<&'c str>,
    findings: Option<&'c mut Findings<'f, 'a>>,
}

impl<'c, 'f, 'a> Checks<'c, 'f, 'a> {
    pub(super) fn new(method: Option<&'c str>, findings: &'c mut Findings<'f, 'a>) -> Self {
        Checks { method, findings: Some(findings) }
    }

    /// Nothing is looked at.
    pub(super) fn none() -> Self {
        Checks { method: None, findings: None }
    }
}

impl<'a> Visitor<'a> for Checks<'_, '_, 'a> {
    fn object(&mut self, shape: &'static ObjectShape, object: Text<'a>, path: Path<'_, 'a>) {
        let Some(findings) = &mut self.findings else { return };
        for check in CHECKS.iter().flat_map(|page| page.iter()) {
            if check.of == shape.name {
                (check.check)(&Site { text: object, path, method: self.method }, findings);
            }
        }
    }

    fn meta(&mut self, meta: Text<'a>, path: Path<'_, 'a>) {
        let Some(findings) = &mut self.findings else { return };
        let site = Site { text: meta, path, method: self.method };
        basic::index::meta::checks::keys(&site, findings);
        basic::index::trace::checks::values(&site, findings);
    }
}

/// What is looked for in the parameters of any request.
pub(super) fn request_checks(
    params: &Site<'_, '_>,
    method: Option<Method>,
    findings: &mut Findings<'_, '_>,
) {
    basic::index::meta::checks::client_info(params, findings);
    server::utilities::pagination::checks::cursor(params, method, findings);
}

/// What is looked for in any result.
pub(super) fn result_checks(result: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    basic::index::meta::checks::server_info(result, findings);
    server::utilities::caching::checks::hints(result, findings);
    client::elicitation::checks::credentials(result, findings);
    tasks::state::checks::result(result, findings);
}

/// What is looked for in any error.
pub(super) fn error_checks(
    site: &Site<'_, '_>,
    error: &ErrorObject<'_>,
    findings: &mut Findings<'_, '_>,
) {
    basic::index::errors::checks::code(site, error, findings);
    basic::index::errors::checks::data(site, error, findings);
}
