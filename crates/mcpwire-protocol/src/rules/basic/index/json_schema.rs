//! Rules of `basic/index/json_schema`.

use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("jsonschema-default-dialect", Party::Both, "basic/index#schema-dialect")
        .says("A schema without $schema is read as JSON Schema 2020-12.")
        .scope(Scope::Schema)
        .on(&["tools/list"]),
    should("jsonschema-prefer-2020-12", Party::Both, "basic/index#schema-dialect")
        .says("Schemas use 2020-12.")
        .scope(Scope::Schema)
        .on(&["tools/list"]),
    must("jsonschema-unsupported-dialect", Party::Both, "basic/index#implementation-requirements")
        .says("An unsupported dialect yields a fitting error instead of a crash or silent pass.")
        .scope(Scope::Exchange)
        .on(&["tools/list", "elicitation/create"]),
    must("jsonschema-valid", Party::Both, "basic/index#schema-validation")
        .says("Every transmitted schema is valid under its dialect.")
        .scope(Scope::Schema)
        .on(&["tools/list", "elicitation/create"]),
    must("jsonschema-ref-no-fetch", Party::Both, "basic/index#ref-resolution")
        .says("A $ref that resolves to a network URI is not fetched automatically.")
        .scope(Scope::Http)
        .on(&["tools/list", "elicitation/create"]),
    should("jsonschema-ref-unresolved", Party::Both, "basic/index#ref-resolution")
        .says("A schema left with an unresolved external $ref is refused, not treated as accepting everything.")
        .scope(Scope::Exchange)
        .on(&["tools/list", "elicitation/create"]),
];
