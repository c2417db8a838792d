//! What each keyword wants, in words, and what came instead.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::branches;
use crate::words::{self, count, literal};

/// JSON inside a string is looked for up to this length.
const JSON_TEXT: usize = 1 << 16;

/// The parts of a sentence about one value.
pub(crate) struct Demand {
    pub(crate) instance: String,
    pub(crate) expected: String,
    pub(crate) found: String,
    pub(crate) advice: Option<String>,
}

/// The sentence for any error but missing and unknown members.
pub(crate) fn of(error: &ValidationError<'_>, schema: &Value) -> Demand {
    let value = error.instance();
    let mut demand = Demand {
        instance: error.instance_path().as_str().to_owned(),
        expected: String::new(),
        found: words::found(value),
        advice: None,
    };
    match error.kind() {
        Kind::Type { kind } => wrong_type(&mut demand, &types(kind), value),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            return branches::none_fits(demand, context, value, schema);
        }
        Kind::OneOfMultipleValid { context } => {
            let fitting = context.iter().filter(|branch| branch.is_empty()).count();
            demand.expected =
                format!("must fit exactly one of {} forms, and fits {fitting}", context.len());
        }
        Kind::PropertyNames { error } => {
            demand.expected = format!("has a member name that {}", of(error, schema).expected);
            demand.found = String::new();
        }
        kind => demand.expected = simple(kind, value),
    }
    demand
}

fn simple(kind: &Kind, value: &Value) -> String {
    match kind {
        Kind::AdditionalItems { limit } => {
            format!("must have at most {}", count(*limit as u64, "item"))
        }
        Kind::UnevaluatedItems { .. } => "has items that the schema does not know".to_owned(),
        Kind::Constant { expected_value } => format!("must be {}", literal(expected_value)),
        Kind::Enum { options } => match &**options {
            Value::Array(options) => format!("must be one of {}", words::list(options)),
            other => format!("must be {}", literal(other)),
        },
        Kind::Contains => "must contain an item of the form that the schema asks for".to_owned(),
        Kind::ContentEncoding { content_encoding } => {
            format!("must be encoded as {}", words::cut(content_encoding))
        }
        Kind::FromUtf8 { .. } => "must hold UTF-8 text".to_owned(),
        Kind::ContentMediaType { content_media_type } => {
            format!("must hold {}", words::cut(content_media_type))
        }
        Kind::ExclusiveMaximum { limit } => format!("must be less than {}", literal(limit)),
        Kind::ExclusiveMinimum { limit } => format!("must be greater than {}", literal(limit)),
        Kind::Maximum { limit } => format!("must be at most {}", literal(limit)),
        Kind::Minimum { limit } => format!("must be at least {}", literal(limit)),
        Kind::MultipleOf { multiple_of } => format!("must be a multiple of {multiple_of}"),
        Kind::MaxLength { limit } => {
            format!("must have at most {}{}", count(*limit, "character"), has(value))
        }
        Kind::MinLength { limit } => {
            format!("must have at least {}{}", count(*limit, "character"), has(value))
        }
        Kind::MaxItems { limit } => format!("must have at most {}", count(*limit, "item")),
        Kind::MinItems { limit } => format!("must have at least {}", count(*limit, "item")),
        Kind::MaxProperties { limit } => format!("must have at most {}", count(*limit, "member")),
        Kind::MinProperties { limit } => format!("must have at least {}", count(*limit, "member")),
        Kind::Format { format } => format!("must be in the format `{}`", words::cut(format)),
        Kind::Pattern { pattern } => format!("must match the pattern `{}`", words::cut(pattern)),
        Kind::UniqueItems => "must not have the same item twice".to_owned(),
        Kind::Not { .. } => "must not fit the schema under `not`".to_owned(),
        Kind::FalseSchema => "is not allowed here".to_owned(),
        other => format!("must satisfy `{}`", words::cut(other.keyword())),
    }
}

/// The length of a text, which cannot be seen where the text is cut.
fn has(value: &Value) -> String {
    match value {
        Value::String(text) => format!(" (it has {})", text.chars().count()),
        _ => String::new(),
    }
}

/// The names of the types that an error asks for.
pub(crate) fn types(kind: &TypeKind) -> Vec<&'static str> {
    match kind {
        TypeKind::Single(one) => vec![one.as_str()],
        TypeKind::Multiple(set) => set.iter().map(|one| one.as_str()).collect(),
    }
}

/// Fills in the words for a value of the wrong type.
pub(crate) fn wrong_type(demand: &mut Demand, types: &[&str], value: &Value) {
    let names: Vec<_> = types.iter().map(|name| words::type_name(name)).collect();
    demand.expected = format!("must be {}", words::alternatives(&names));
    let Value::String(text) = value else { return };
    if text.len() > JSON_TEXT {
        return;
    }
    let text = text.trim();
    let structure = match text.as_bytes().first() {
        Some(b'{') => "object",
        Some(b'[') => "array",
        _ => "",
    };
    if types.contains(&structure) && serde_json::from_str::<IgnoredAny>(text).is_ok() {
        demand.found = "a string that holds JSON".to_owned();
        demand.advice = Some(format!(": send the {structure} itself, not its text"));
        return;
    }
    let bare = match serde_json::from_str::<Value>(text) {
        Ok(Value::Number(_)) if types.contains(&"number") => "number",
        Ok(Value::Number(number)) if types.contains(&"integer") && !number.is_f64() => "number",
        Ok(Value::Bool(_)) if types.contains(&"boolean") => "boolean",
        _ => return,
    };
    demand.advice = Some(format!(": send the {bare} itself, without quotes"));
}
