//! The part of JSON Schema that forms may use.

use crate::json::Text;
use crate::rules::check::TypeCheck;
use crate::rules::findings::{Findings, Site};

pub(in crate::rules) const CHECKS: &[TypeCheck] = &[
    TypeCheck { of: "RequestedSchema", check: root },
    TypeCheck { of: "StringSchema", check: field },
    TypeCheck { of: "NumberSchema", check: field },
    TypeCheck { of: "BooleanSchema", check: field },
    TypeCheck { of: "UntitledSingleSelectEnumSchema", check: field },
    TypeCheck { of: "TitledSingleSelectEnumSchema", check: field },
    TypeCheck { of: "UntitledMultiSelectEnumSchema", check: field },
    TypeCheck { of: "TitledMultiSelectEnumSchema", check: field },
    TypeCheck { of: "LegacyTitledEnumSchema", check: field },
    TypeCheck { of: "LegacyTitledEnumSchema", check: names },
];

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

fn root(schema: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    others(schema, ROOT, "elicit-schema-root-extra", findings);
}

fn field(schema: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    others(schema, FIELD, "elicit-schema-keyword-extra", findings);
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

fn names(schema: &Site<'_, '_>, findings: &mut Findings<'_, '_>) {
    if schema.get("enumNames").is_some() {
        let advice = "Give the choices titles with `oneOf`, each with `const` and `title`.";
        findings.at("elicit-schema-enum-names", schema, "enumNames", advice);
    }
}
