//! A compiled schema.

use std::fmt;
use std::sync::Arc;

use jsonschema::{Draft, PatternOptions, Retrieve, Uri, Validator};
use serde_json::Value;

use crate::cost::{self, Cost};
use crate::dialect;
use crate::document::Document;
use crate::error::SchemaError;
use crate::limits::Limits;
use crate::references;
use crate::refusal::{Refusal, Unchecked};
use crate::{budget, exact, measure, mistake, violations};

/// A schema that was checked, bounded and compiled once, to be used from anywhere: `Clone` copies
/// a pointer, and it is `Send` and `Sync`.
#[derive(Clone)]
pub struct Schema {
    shared: Arc<Shared>,
}

struct Shared {
    validator: Validator,
    /// The text of the schema, for the words of a violation.
    source: Value,
    cost: Cost,
    limits: Limits,
    draft: Draft,
}

impl Shared {
    /// The steps that validating takes at most, by the quick bound or else by the exact count.
    fn work(&self, instance: &Value) -> Result<u64, Unchecked> {
        match budget::of(instance, &self.cost, &self.limits) {
            Err(Unchecked::TooExpensive { limit }) => {
                exact::steps(&self.source, self.draft, &self.limits, instance)
                    .ok_or(Unchecked::TooExpensive { limit })
            }
            other => other,
        }
    }
}

/// The validator asks it for what is not in the document; it has nothing.
struct Nothing;

impl Retrieve for Nothing {
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("`{uri}` is not in the schema, and nothing is ever fetched").into())
    }
}

impl Schema {
    /// Compiles a schema within the given limits.
    ///
    /// Formats are annotations, as 2020-12 has it; [`Schema::compile_with_formats`] asserts them.
    ///
    /// # Errors
    ///
    /// Anything that makes the schema unusable, with its place; see [`SchemaError`].
    ///
    /// Specification: `basic/index`, "JSON Schema usage".
    pub fn compile(schema: &Value, limits: &Limits) -> Result<Self, SchemaError> {
        Self::build(schema, limits, false)
    }

    /// Compiles a schema whose `format` keywords are to be obeyed.
    ///
    /// # Errors
    ///
    /// As [`Schema::compile`].
    pub fn compile_with_formats(schema: &Value, limits: &Limits) -> Result<Self, SchemaError> {
        Self::build(schema, limits, true)
    }

    fn build(schema: &Value, limits: &Limits, formats: bool) -> Result<Self, SchemaError> {
        let draft = match schema {
            Value::Object(members) => dialect::of(members, Draft::Draft202012, String::new)?,
            Value::Bool(_) => Draft::Draft202012,
            other => {
                return Err(SchemaError::NotAnObjectOrBoolean {
                    pointer: String::new(),
                    found: crate::words::kind(other),
                });
            }
        };
        measure::schema(schema, limits)?;
        let mut document = Document::read(schema, draft, limits)?;
        references::resolve(&mut document)?;
        let cost = cost::bound(&document, limits)?;
        let validator = jsonschema::options()
            .with_draft(draft)
            .with_retriever(Nothing)
            .with_pattern_options(
                PatternOptions::regex()
                    .size_limit(limits.pattern_size)
                    .dfa_size_limit(limits.pattern_size),
            )
            .should_validate_formats(formats)
            .build(schema)
            .map_err(|error| mistake::explain(error, schema))?;
        Ok(Schema {
            shared: Arc::new(Shared {
                validator,
                source: schema.clone(),
                cost,
                limits: limits.clone(),
                draft,
            }),
        })
    }

    /// Validates an instance. The budget is checked first, so the answer always comes soon.
    ///
    /// # Errors
    ///
    /// [`Refusal::Violations`] with what does not fit, in words that a model can act on;
    /// [`Refusal::Unchecked`] where no verdict was reached: that is never to be read as valid.
    pub fn validate(&self, instance: &Value) -> Result<(), Refusal> {
        let shared = &*self.shared;
        let work = shared.work(instance)?;
        if shared.validator.is_valid(instance) {
            return Ok(());
        }
        Err(Refusal::Violations(
            if budget::is_explainable(work, instance, &shared.cost, &shared.limits) {
                violations::collect(
                    &shared.validator,
                    &shared.source,
                    instance,
                    shared.limits.violations,
                )
            } else {
                violations::unexplained(instance)
            },
        ))
    }

    /// Whether an instance fits, without saying why not.
    ///
    /// # Errors
    ///
    /// [`Unchecked`] where no verdict was reached.
    pub fn is_valid(&self, instance: &Value) -> Result<bool, Unchecked> {
        let shared = &*self.shared;
        shared.work(instance)?;
        Ok(shared.validator.is_valid(instance))
    }

    /// The schema as it was given.
    pub fn source(&self) -> &Value {
        &self.shared.source
    }

    /// The dialect it is read in, by its usual name ("2020-12", "draft-07").
    pub fn dialect(&self) -> &'static str {
        match self.shared.draft {
            Draft::Draft4 => "draft-04",
            Draft::Draft6 => "draft-06",
            Draft::Draft7 => "draft-07",
            Draft::Draft201909 => "2019-09",
            _ => "2020-12",
        }
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schema")
            .field("dialect", &self.dialect())
            .field("source", &self.shared.source)
            .finish_non_exhaustive()
    }
}
