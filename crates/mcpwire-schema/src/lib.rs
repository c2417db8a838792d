//! JSON Schema for the Model Context Protocol: bounded, offline, with errors a model can act on.
//!
//! This crate is a policy around the `jsonschema` crate. It decides what a schema that came over
//! the wire may ask of this process, and says in words what does not fit.
//!
//! ```
//! use mcpwire_schema::{Limits, Refusal, tool_input};
//! use serde_json::json;
//!
//! let schema = tool_input(
//!     &json!({
//!         "type": "object",
//!         "properties": {"name": {"type": "string"}},
//!         "required": ["name"],
//!         "additionalProperties": false
//!     }),
//!     &Limits::default(),
//! )?;
//! assert!(schema.validate(&json!({"name": "Amira"})).is_ok());
//!
//! let refusal = schema.validate(&json!({"nme": "Amira"})).unwrap_err();
//! assert_eq!(
//!     refusal.to_string(),
//!     "`nme` is not known here; did you mean `name`?; `name` is missing (a string)"
//! );
//! # Ok::<(), mcpwire_schema::SchemaError>(())
//! ```
//!
//! # The policy
//!
//! **Dialects.** A schema without `$schema` is read as 2020-12. 2019-09, draft-07, draft-06 and
//! draft-04 are read when declared. Any other dialect is an error that names it.
//!
//! **References.** A reference is followed inside the document only, by JSON pointer, anchor or
//! the `$id` of an embedded schema. One that leads elsewhere makes the schema unusable, wherever
//! it stands, and the error gives it with its place. There is no retriever and no switch for one.
//! References that lead in a circle without looking deeper into the value are an error where
//! validation could reach them; recursion that follows the value down is legal.
//!
//! **Bounds.** [`Limits`] names them all. Size, depth and number of subschemas are checked before
//! a schema is compiled, without recursion. At compile time the crate also computes, for each
//! level of an instance, how many steps all paths through the schema can take on one value of that
//! level; `validate` walks the instance and adds these numbers up. Where the sum is too high, the
//! paths are counted once more by the names of the members, and if they still are too many, the
//! answer is [`Unchecked::TooExpensive`], before the validator runs. Paths are counted as if
//! nothing were ever decided early, so this can refuse what would have been quick, but it lets
//! nothing slow pass. Levels at which the schema does not look are not counted: a large value under an open
//! member costs nothing. No verdict is never the verdict "valid".
//!
//! **Patterns.** Regular expressions run in time linear in the text; those with large counted
//! repetitions count with their size. One that needs look-around
//! or backreferences is an error at compile time. They are not anchored, as JSON Schema has it.
//!
//! **Formats.** `format` is an annotation, as in 2020-12, unless
//! [`Schema::compile_with_formats`] asks for more.
//!
//! **Words.** A [`Violation`] names the value, the demand and what came, cut when long. A log that
//! must not hold values takes [`Refusal::without_values`].
//!
//! **Cost.** A schema is compiled once into a [`Schema`], which is cheap to clone and to share
//! between threads. Validating a small call takes well under a microsecond. Schemas of basic types
//! only, as most tools have, get their verdict without a validator, which is built when reasons
//! are to be told: the first validator of a process costs more than a millisecond.

mod branches;
mod budget;
mod compiled;
mod cost;
mod demand;
mod dialect;
mod document;
mod error;
mod exact;
mod keywords;
mod limits;
mod measure;
mod mistake;
mod order;
mod patterns;
mod plain;
mod references;
mod refusal;
mod schema;
mod suggest;
mod tool;
mod violation;
mod violations;
mod words;

pub use error::SchemaError;
pub use limits::Limits;
pub use refusal::{Refusal, Unchecked};
pub use schema::Schema;
pub use tool::tool_input;
pub use violation::{Violation, Violations};
