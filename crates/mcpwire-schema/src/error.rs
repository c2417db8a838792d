//! Why a schema cannot be used.

use std::fmt;

/// Why a schema was refused. Each variant says where (a JSON pointer into the schema) and what;
/// `Display` is one sentence for the author of the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaError {
    /// A schema is an object, or `true` or `false`.
    NotAnObjectOrBoolean {
        /// Place of the value.
        pointer: String,
        /// What stands there, in words ("a string").
        found: &'static str,
    },
    /// `$schema` names a dialect that is not supported.
    UnknownDialect {
        /// Place of the schema that declares it.
        pointer: String,
        /// What `$schema` says.
        uri: String,
    },
    /// A reference leads out of the document. Nothing is ever fetched.
    ExternalReference {
        /// Place of the reference.
        pointer: String,
        /// The reference as written.
        reference: String,
    },
    /// A reference into the document finds nothing, or cannot be read.
    BrokenReference {
        /// Place of the reference.
        pointer: String,
        /// The reference as written.
        reference: String,
        /// Why it leads nowhere.
        reason: String,
    },
    /// References lead back to where they started without looking into the instance: validation
    /// would never end.
    CircularReference {
        /// Place of the schema where the circle closes.
        pointer: String,
        /// The places on the circle in order; at most eight are kept.
        chain: Vec<String>,
    },
    /// The schema breaks the rules of its dialect.
    Invalid {
        /// Place of the mistake.
        pointer: String,
        /// What is wrong, in words.
        reason: String,
    },
    /// A regular expression that cannot be used: not valid, too large, or in need of look-around
    /// or backreferences, for which there is no bound on the time.
    Pattern {
        /// Place of the pattern, or of the keyword that holds it.
        pointer: String,
        /// The pattern, cut when long.
        pattern: String,
    },
    /// Nested deeper than [`Limits::schema_depth`](crate::Limits::schema_depth).
    TooDeep {
        /// The limit in levels.
        limit: usize,
    },
    /// Larger than [`Limits::schema_size`](crate::Limits::schema_size).
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// More than [`Limits::subschemas`](crate::Limits::subschemas).
    TooManySubschemas {
        /// The limit.
        limit: usize,
    },
    /// A chain of references and combinations is longer than
    /// [`Limits::evaluation_depth`](crate::Limits::evaluation_depth).
    ChainTooLong {
        /// The limit in schemas.
        limit: usize,
    },
    /// Even the smallest instance, or compiling, costs more than
    /// [`Limits::work`](crate::Limits::work).
    TooExpensive {
        /// The limit in steps.
        limit: u64,
    },
    /// The root of a tool's `inputSchema` does not say `"type": "object"`.
    NotAToolInput {
        /// What is there instead, in words.
        reason: String,
    },
}

/// The name of a place for readers: the root has no pointer.
pub(crate) fn place(pointer: &str) -> String {
    match pointer {
        "" => "the root of the schema".to_owned(),
        pointer => format!("`{pointer}`"),
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnObjectOrBoolean { pointer, found } => no_schema(f, &place(pointer), found),
            Self::UnknownDialect { pointer, uri } => unknown_dialect(f, &place(pointer), uri),
            Self::ExternalReference { pointer, reference } => {
                leads_out(f, &place(pointer), reference)
            }
            Self::BrokenReference { pointer, reference, reason } => {
                let at = place(pointer);
                write!(f, "The reference `{reference}` at {at} leads nowhere: {reason}.")
            }
            Self::CircularReference { pointer, chain } => circle(f, &place(pointer), chain),
            Self::Invalid { pointer, reason } => {
                write!(f, "The schema is not valid at {}: {reason}.", place(pointer))
            }
            Self::Pattern { pointer, pattern } => unusable_pattern(f, &place(pointer), pattern),
            Self::TooDeep { limit } => too_much(f, "is nested deeper than", *limit, "levels"),
            Self::TooLarge { limit } => too_much(f, "is larger than", *limit, "bytes"),
            Self::TooManySubschemas { limit } => too_much(f, "has more than", *limit, "subschemas"),
            Self::ChainTooLong { limit } => {
                too_much(f, "chains by references more than", *limit, "schemas")
            }
            Self::TooExpensive { limit } => {
                write!(f, "Schema too expensive: it would take more than {limit} steps.")
            }
            Self::NotAToolInput { reason } => no_tool_input(f, reason),
        }
    }
}

fn no_schema(f: &mut fmt::Formatter<'_>, at: &str, found: &str) -> fmt::Result {
    write!(f, "A schema is an object, `true` or `false`, but {at} is {found}.")
}

fn unknown_dialect(f: &mut fmt::Formatter<'_>, at: &str, uri: &str) -> fmt::Result {
    let supported = crate::dialect::SUPPORTED;
    write!(f, "`$schema` at {at} names the dialect `{uri}`, which is not supported; {supported}.")
}

fn leads_out(f: &mut fmt::Formatter<'_>, at: &str, reference: &str) -> fmt::Result {
    write!(
        f,
        "The reference `{reference}` at {at} leads out of the schema, and nothing is ever fetched; \
         put the schema it means under `$defs`."
    )
}

fn circle(f: &mut fmt::Formatter<'_>, at: &str, chain: &[String]) -> fmt::Result {
    let chain: Vec<_> = chain.iter().map(|pointer| place(pointer)).collect();
    write!(
        f,
        "The references at {at} lead back to themselves without looking into the value, so \
         validation would never end ({}).",
        chain.join(" → ")
    )
}

fn unusable_pattern(f: &mut fmt::Formatter<'_>, at: &str, pattern: &str) -> fmt::Result {
    write!(
        f,
        "The pattern `{pattern}` at {at} cannot be used: it is no valid regular expression, is too \
         large, or needs look-around or backreferences, which have no bound on their time."
    )
}

fn too_much(f: &mut fmt::Formatter<'_>, what: &str, limit: usize, of: &str) -> fmt::Result {
    write!(f, "The schema {what} {limit} {of}.")
}

fn no_tool_input(f: &mut fmt::Formatter<'_>, reason: &str) -> fmt::Result {
    write!(f, "A tool's input schema has `\"type\": \"object\"` at its root, but {reason}.")
}

impl std::error::Error for SchemaError {}
