//! A compiled schema.

use std::fmt;
use std::sync::{Arc, OnceLock};

use jsonschema::Draft;
use serde_json::Value;

use crate::compiled::Compiled;
use crate::dialect;
use crate::error::SchemaError;
use crate::limits::Limits;
use crate::plain::Plain;
use crate::refusal::{Refusal, Unchecked};
use crate::{budget, measure, violations};

/// A schema that was checked, bounded and compiled once, to be used from anywhere: `Clone` copies
/// a pointer, and it is `Send` and `Sync`.
#[derive(Clone)]
pub struct Schema {
    shared: Arc<Shared>,
}

struct Shared {
    /// The text of the schema, for the words of a violation.
    source: Value,
    limits: Limits,
    draft: Draft,
    formats: bool,
    /// The demands, if they are so simple that the validator is needed for the reasons only.
    plain: Option<Plain>,
    compiled: OnceLock<Result<Compiled, SchemaError>>,
}

impl Shared {
    /// The validator, built at the first need.
    fn compiled(&self) -> Result<&Compiled, &SchemaError> {
        let build = || Compiled::build(&self.source, self.draft, self.formats, &self.limits);
        self.compiled.get_or_init(build).as_ref()
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
        let plain = match draft {
            Draft::Draft202012 if !formats => Plain::of(schema),
            _ => None,
        };
        let (source, limits) = (schema.clone(), limits.clone());
        let compiled = OnceLock::new();
        let shared = Shared { source, limits, draft, formats, plain, compiled };
        if shared.plain.is_none() {
            shared.compiled().map_err(SchemaError::clone)?;
        }
        Ok(Schema { shared: Arc::new(shared) })
    }

    /// Validates an instance. The budget is checked first, so the answer always comes soon.
    ///
    /// # Errors
    ///
    /// [`Refusal::Violations`] with what does not fit, in words that a model can act on;
    /// [`Refusal::Unchecked`] where no verdict was reached: that is never to be read as valid.
    pub fn validate(&self, instance: &Value) -> Result<(), Refusal> {
        let shared = &*self.shared;
        if shared.plain.as_ref().is_some_and(|plain| plain.fits(instance)) {
            return Ok(());
        }
        let Ok(compiled) = shared.compiled() else {
            return Err(Refusal::Violations(violations::unexplained(instance)));
        };
        let Shared { source, limits, .. } = shared;
        let work = compiled.work(instance, source, shared.draft, limits)?;
        if compiled.validator.is_valid(instance) {
            return Ok(());
        }
        Err(Refusal::Violations(
            if budget::is_explainable(work, instance, &compiled.cost, limits) {
                violations::collect(&compiled.validator, source, instance, limits.violations)
            } else {
                violations::unexplained(instance)
            },
        ))
    }

    /// Whether an instance is sure to fit, read from its JSON text without building a value of it:
    /// the quick way for the many texts that do. `false` decides nothing; ask
    /// [`Schema::validate`] then.
    pub fn surely_fits(&self, json: &str) -> bool {
        self.shared.plain.as_ref().is_some_and(|plain| plain.surely_fits(json))
    }

    /// Whether an instance fits, without saying why not.
    ///
    /// # Errors
    ///
    /// [`Unchecked`] where no verdict was reached.
    pub fn is_valid(&self, instance: &Value) -> Result<bool, Unchecked> {
        let shared = &*self.shared;
        if let Some(plain) = &shared.plain {
            return Ok(plain.fits(instance));
        }
        let Ok(compiled) = shared.compiled() else { return Ok(false) };
        compiled.work(instance, &shared.source, shared.draft, &shared.limits)?;
        Ok(compiled.validator.is_valid(instance))
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
