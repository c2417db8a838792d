//! The part of JSON Schema that forms may use.

use crate::json::Text;
use crate::rules::findings::{Findings, Site};

const ROOT: &[&str] = &["$schema", "type", "properties", "required"];

const FIELD: &[&str] = &[
    "type",
    "title",
    "description",
    "default",
    "minLength",
    "maxLength",
    "format",
    "minimum",
    "maximum",
    "enum",
    "enumNames",
    "oneOf",
    "items",
    "minItems",
    "maxItems",
];

pub(in crate::rules) fn root(schema: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    others(schema, ROOT, "elicit-schema-root-extra", findings);
}

pub(in crate::rules) fn field(schema: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    others(schema, FIELD, "elicit-schema-keyword-extra", findings);
    if schema.get("enumNames").is_some() {
        let advice = "Give the choices titles with `oneOf`, each with `const` and `title`.";
        findings.at("elicit-schema-enum-names", schema, "enumNames", advice);
    }
}

/// The first keyword beyond the listed ones; more of them have the same cause.
fn others(
    schema: &Site<'_, '_>,
    listed: &[&str],
    rule: &'static str,
    findings: &mut Findings<'_, '_>,
) {
    let mut keys = schema.text.members().map(|(key, _): (_, Text<'_>)| key.name());
    if let Some(name) = keys.find(|name| !listed.contains(&&**name)) {
        let advice = "Leave it out; clients need not understand it in a form.";
        findings.at(rule, schema, &name, advice);
    }
}
