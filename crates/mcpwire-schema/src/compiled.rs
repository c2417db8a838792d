//! The validator of a schema and the bound on its work.

use jsonschema::{Draft, PatternOptions, Retrieve, Uri, Validator};
use serde_json::Value;

use crate::cost::{self, Cost};
use crate::document::Document;
use crate::error::SchemaError;
use crate::limits::Limits;
use crate::refusal::Unchecked;
use crate::{budget, exact, mistake, references};

/// A schema that was checked, bounded and built.
pub(crate) struct Compiled {
    pub validator: Validator,
    pub cost: Cost,
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

impl Compiled {
    pub(crate) fn build(
        schema: &Value,
        draft: Draft,
        formats: bool,
        limits: &Limits,
    ) -> Result<Self, SchemaError> {
        let mut document = Document::read(schema, draft, limits)?;
        references::resolve(&mut document)?;
        let cost = cost::bound(&document, limits)?;
        let patterns = PatternOptions::regex()
            .size_limit(limits.pattern_size)
            .dfa_size_limit(limits.pattern_size);
        let validator = jsonschema::options()
            .with_draft(draft)
            .with_retriever(Nothing)
            .with_pattern_options(patterns)
            .should_validate_formats(formats)
            .build(schema)
            .map_err(|error| mistake::explain(error, schema))?;
        Ok(Compiled { validator, cost })
    }

    /// The steps that validating takes at most, by the quick bound or else by the exact count.
    pub(crate) fn work(
        &self,
        instance: &Value,
        schema: &Value,
        draft: Draft,
        limits: &Limits,
    ) -> Result<u64, Unchecked> {
        match budget::of(instance, &self.cost, limits) {
            Err(Unchecked::TooExpensive { limit }) => exact::steps(schema, draft, limits, instance)
                .ok_or(Unchecked::TooExpensive { limit }),
            other => other,
        }
    }
}
