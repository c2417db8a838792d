use std::sync::Arc;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::about::about;
use super::blocking::{Blocking, Blocks, OnThread};
use super::handler::Handler;
use super::output::{IntoOutput, OutputShape};
use super::tasks::TaskUse;
use super::tool_call::{CallTool, Typed};

/// A tool: its definition and the function behind it.
///
/// ```
/// use mcpwire::{Context, Json, Tool, ToolError};
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Divide {
///     /// What is divided.
///     dividend: i64,
///     /// By what.
///     divisor: i64,
/// }
///
/// #[derive(Serialize, JsonSchema)]
/// struct Quotient {
///     quotient: i64,
///     rest: i64,
/// }
///
/// async fn divide(by: Divide, context: Context) -> Result<Json<Quotient>, ToolError> {
///     context.progress(0.5, Some(1.0), Some("half way")).await;
///     let quotient = by.dividend.checked_div(by.divisor);
///     let quotient = quotient.ok_or_else(|| ToolError::new("Nothing divides by zero."))?;
///     Ok(Json(Quotient { quotient, rest: by.dividend - quotient * by.divisor }))
/// }
///
/// let tool = Tool::new("divide", divide).describe("Divide whole numbers.").read_only();
/// # mcpwire::Server::new("s", "1").tool(tool).build().unwrap();
/// ```
///
/// Specification: `server/tools`.
pub struct Tool {
    pub(crate) name: String,
    /// The members of the definition besides `name`, in the order in which they are listed.
    pub(crate) about: Map<String, Value>,
    pub(crate) input_schema: Value,
    pub(crate) output: OutputShape,
    /// Whether the output is checked against its schema, which is needed where it was not made
    /// from a type.
    pub(crate) check_output: bool,
    /// Whether the handler may read the arguments' text itself, so that a repeated member could
    /// mean something else to it than to the check against the schema.
    pub(crate) takes_text: bool,
    pub(crate) task_use: TaskUse,
    pub(crate) is_resumable: bool,
    pub(crate) handler: Arc<dyn CallTool>,
}

impl Tool {
    /// A tool whose input schema is made from the argument type of `handler`: an async function
    /// or closure with the arguments, and the [`Context`](super::Context) where it needs it.
    ///
    /// The arguments are checked against the schema before the handler runs; doc comments on the
    /// fields are their descriptions.
    pub fn new<A, M, H>(name: impl Into<String>, handler: H) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        H: Handler<A, M, Output: IntoOutput>,
        M: 'static,
    {
        let mut input_schema = input_schema_of::<A>();
        if let Some(schema) = input_schema.as_object_mut() {
            schema.entry("type").or_insert_with(|| json!("object"));
        }
        Self::with_schema(name, input_schema, handler)
    }

    /// A tool with a hand-written input schema. The handler takes the checked arguments as
    /// [`Arguments`] (exactly as they were written), as a [`Value`] or as any type.
    pub fn raw<A, M, H>(name: impl Into<String>, input_schema: Value, handler: H) -> Self
    where
        A: DeserializeOwned + Send + 'static,
        H: Handler<A, M, Output: IntoOutput>,
        M: 'static,
    {
        Tool { takes_text: true, ..Self::with_schema(name, input_schema, handler) }
    }

    /// A tool whose work blocks (files, computation, a library that waits). Each call runs on a
    /// thread of its own, so that it holds up nothing else; at most 64 run at once in the process,
    /// and further ones wait. A cancelled call is not answered, but its thread runs to its end, as
    /// nothing can stop it.
    ///
    /// The function takes the arguments, and the [`Context`](super::Context) where it needs it,
    /// whose [`wait`](super::Context::wait) drives what would be awaited elsewhere.
    pub fn blocking<A, M, H>(name: impl Into<String>, work: H) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        M: 'static,
        H: Blocking<A, M, Output: IntoOutput>,
    {
        Self::new::<A, Blocks<M>, _>(name, OnThread::new(work))
    }

    fn with_schema<A, M, H>(name: impl Into<String>, input_schema: Value, handler: H) -> Self
    where
        A: DeserializeOwned + Send + 'static,
        H: Handler<A, M, Output: IntoOutput>,
        M: 'static,
    {
        Tool {
            name: name.into(),
            about: Map::new(),
            input_schema,
            output: H::Output::shape(),
            check_output: false,
            takes_text: false,
            task_use: TaskUse::Never,
            is_resumable: false,
            handler: Arc::new(Typed::new(handler)),
        }
    }

    /// A hint that the tool changes nothing.
    #[must_use]
    pub fn read_only(self) -> Self {
        self.annotate("readOnlyHint", true)
    }

    /// A hint whether the tool may destroy something; `true` is what clients assume.
    #[must_use]
    pub fn destructive(self, destructive: bool) -> Self {
        self.annotate("destructiveHint", destructive)
    }

    /// A hint that calling the tool again with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(self) -> Self {
        self.annotate("idempotentHint", true)
    }

    /// A hint whether the tool reaches beyond a closed world (the web, say); `true` is what
    /// clients assume.
    #[must_use]
    pub fn open_world(self, open: bool) -> Self {
        self.annotate("openWorldHint", open)
    }

    /// Says whether calls become tasks, where the handler comes to
    /// [`Context::task`](super::Context::task).
    #[must_use]
    pub fn task(mut self, task_use: TaskUse) -> Self {
        self.task_use = task_use;
        self
    }

    /// Lets a task that ran when its process ended be run again from its start, with the answers
    /// that were given. Without it such a task has failed.
    #[must_use]
    pub fn resumable(mut self) -> Self {
        self.is_resumable = true;
        self
    }

    /// Declares a schema for the structured content that the handler builds by hand. The output
    /// is checked against it.
    #[must_use]
    pub fn output_schema(mut self, schema: Value) -> Self {
        self.output.schema = Some(schema);
        self.output = self.output.bare();
        self.check_output = true;
        self
    }

    /// Writes output that is no JSON object as it is, instead of as `{"result": …}`. Clients of
    /// the revisions before 2026-07-28 accept objects only.
    #[must_use]
    pub fn bare_output(mut self) -> Self {
        self.output = self.output.bare();
        self
    }

    fn annotate(mut self, hint: &str, value: bool) -> Self {
        let annotations = self.about.entry("annotations").or_insert_with(|| json!({}));
        if let Some(annotations) = annotations.as_object_mut() {
            annotations.insert(hint.to_owned(), value.into());
        }
        self
    }
}

about!(Tool, "one of a later revision");

/// The schema of what is read into a type, in the protocol's default dialect.
pub(crate) fn input_schema_of<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// The schema of what a type is written as, which may differ from what is read into it.
pub(crate) fn output_schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// The arguments of a call exactly as they were written, checked against the tool's schema.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Arguments(pub Box<RawValue>);
