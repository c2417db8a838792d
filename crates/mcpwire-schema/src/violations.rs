//! From the validator's errors to violations.

use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::demand::{self, Demand};
use crate::document::escape;
use crate::suggest;
use crate::violation::{Violation, Violations};
use crate::words;
use jsonschema::error::ValidationErrorKind as Kind;

/// The reasons why an instance does not fit, at most `keep` of them in words.
pub(crate) fn collect(
    validator: &Validator,
    schema: &Value,
    instance: &Value,
    keep: usize,
) -> Violations {
    let mut violations = Violations { list: Vec::new(), total: 0 };
    for error in validator.iter_errors(instance) {
        add(&mut violations, &error, schema, instance, keep.max(1));
    }
    if violations.list.is_empty() {
        // The verdict was "does not fit", whatever the explanation says.
        return unexplained(instance);
    }
    violations
}

/// For an instance that does not fit and would take too long to explain.
pub(crate) fn unexplained(instance: &Value) -> Violations {
    Violations {
        list: vec![Violation {
            instance: String::new(),
            schema: String::new(),
            expected: "must fit the schema".to_owned(),
            found: words::found(instance),
            advice: Some(" that does not".to_owned()),
        }],
        total: 1,
    }
}

fn add(
    violations: &mut Violations,
    error: &ValidationError<'_>,
    schema: &Value,
    instance: &Value,
    keep: usize,
) {
    let mut put = |violation: &dyn Fn() -> Violation| {
        violations.total += 1;
        if violations.list.len() < keep {
            violations.list.push(violation());
        }
    };
    match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            for name in unexpected {
                put(&|| unknown(error, name, schema));
            }
        }
        _ if is_closed(error) => {
            let object = instance.pointer(error.instance_path().as_str());
            for (name, _) in object.and_then(Value::as_object).into_iter().flatten() {
                put(&|| Violation {
                    advice: Some("; no members are".to_owned()),
                    ..unknown(error, name, schema)
                });
            }
        }
        _ => put(&|| one(error, schema)),
    }
}

/// Whether the error is that of `additionalProperties: false` without any `properties`: it speaks
/// of the object and shows the first member's value.
fn is_closed(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::FalseSchema)
        && error.schema_path().as_str().ends_with("/additionalProperties")
}

/// One error in words. Errors with several unknown members speak of the first.
pub(crate) fn one(error: &ValidationError<'_>, schema: &Value) -> Violation {
    match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            if let Some(name) = unexpected.first() {
                return unknown(error, name, schema);
            }
        }
        Kind::Required { property } => {
            return missing(error, property.as_str().unwrap_or_default(), schema);
        }
        _ if is_closed(error) => {
            return Violation {
                instance: error.instance_path().as_str().to_owned(),
                schema: error.schema_path().as_str().to_owned(),
                expected: "must have no members".to_owned(),
                found: String::new(),
                advice: None,
            };
        }
        _ => {}
    }
    let Demand { instance, expected, found, advice } = demand::of(error, schema);
    Violation { instance, schema: error.schema_path().as_str().to_owned(), expected, found, advice }
}

fn unknown(error: &ValidationError<'_>, name: &str, schema: &Value) -> Violation {
    let known = properties(error, schema);
    let instance = error.instance();
    let expected = "is not known here".to_owned();
    let near = known.and_then(|known| {
        let free = known.keys().filter(|name| instance.get(name.as_str()).is_none());
        suggest::nearest(name, free)
    });
    let advice = match (near, known) {
        (Some(near), _) => Some(format!("; did you mean `{near}`?")),
        (None, Some(known)) if known.is_empty() => Some("; no members are".to_owned()),
        (None, Some(known)) if known.len() <= 8 => Some(format!(
            "; known are {}",
            known
                .keys()
                .map(|name| format!("`{}`", words::cut(name)))
                .collect::<Vec<_>>()
                .join(", ")
        )),
        _ => None,
    };
    Violation {
        instance: member(error, name),
        schema: error.schema_path().as_str().to_owned(),
        expected,
        found: String::new(),
        advice,
    }
}

fn missing(error: &ValidationError<'_>, name: &str, schema: &Value) -> Violation {
    let what = properties(error, schema)
        .and_then(|known| known.get(name))
        .and_then(|schema| schema.get("type"))
        .and_then(Value::as_str)
        .map(words::type_name);
    Violation {
        instance: member(error, name),
        schema: error.schema_path().as_str().to_owned(),
        expected: match what {
            Some(what) => format!("is missing ({what})"),
            None => "is missing".to_owned(),
        },
        found: String::new(),
        advice: None,
    }
}

fn member(error: &ValidationError<'_>, name: &str) -> String {
    format!("{}/{}", error.instance_path().as_str(), escape(&words::cut(name)))
}

/// The `properties` beside the keyword that was broken.
fn properties<'a>(
    error: &ValidationError<'_>,
    schema: &'a Value,
) -> Option<&'a serde_json::Map<String, Value>> {
    let (parent, _) = error.schema_path().as_str().rsplit_once('/')?;
    // `required` has its index behind it in some errors.
    let parent = parent.strip_suffix("/required").unwrap_or(parent);
    schema.pointer(parent)?.get("properties")?.as_object()
}
