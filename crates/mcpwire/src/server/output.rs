//! What a tool may return, and how it becomes `content` and `structuredContent`.

use mcpwire_protocol::json::write_string;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::content::Content;
use super::failure::Failure;
use super::tool::output_schema_of;

/// The answer of a tool, before it is written.
#[derive(Clone, Debug, Default)]
pub struct ToolOutput {
    pub(crate) content: Vec<Content>,
    pub(crate) structured: Option<String>,
    /// Whether the only content is a text block that repeats the structured content: written when
    /// the answer is, as it may be large.
    pub(crate) is_repeated: bool,
    pub(crate) is_error: bool,
}

impl ToolOutput {
    /// About how many bytes an answer takes that holds this.
    pub(crate) fn size_hint(&self) -> usize {
        let blocks: usize = self.content.iter().map(Content::size_hint).sum();
        let structured = self.structured.as_ref().map_or(0, String::len);
        512 + blocks + structured * (1 + usize::from(self.is_repeated))
    }

    /// Blocks without structured content.
    pub fn content(content: impl IntoIterator<Item = Content>) -> Self {
        ToolOutput { content: content.into_iter().collect(), ..Self::default() }
    }

    /// Adds structured content. It is written as it is, bare; a text block that repeats it is
    /// added if there is no content yet.
    #[must_use]
    pub fn structured(mut self, value: &Value) -> Self {
        self.is_repeated = self.content.is_empty();
        self.structured = Some(value.to_string());
        self
    }

    /// Marks the answer as a failure that the model is to see.
    #[must_use]
    pub fn error(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// Structured content given as JSON text, and the text block that repeats it.
    fn repeated(json: String) -> Self {
        ToolOutput { structured: Some(json), is_repeated: true, ..Self::default() }
    }
}

/// How an output becomes structured content.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputShape {
    /// The schema of the output itself, unwrapped.
    pub(crate) schema: Option<Value>,
    pub(crate) wrap: Wrap,
}

/// Whether an output is put into `{"result": …}`, so that it is a JSON object, as clients of the
/// older revisions demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrap {
    Never,
    Always,
    UnlessObject,
}

impl OutputShape {
    /// An output without structured content.
    pub(crate) const NONE: Self = OutputShape { schema: None, wrap: Wrap::Never };

    fn of<T: JsonSchema>() -> Self {
        let schema = output_schema_of::<T>();
        let wrap = match schema.get("type").and_then(Value::as_str) {
            Some("object") => Wrap::Never,
            _ => Wrap::Always,
        };
        OutputShape { schema: Some(schema), wrap }
    }

    /// The same, but never wrapped.
    pub(crate) fn bare(mut self) -> Self {
        self.wrap = Wrap::Never;
        self
    }

    /// What the tool's definition says in `outputSchema`.
    pub(crate) fn output_schema(&self) -> Option<Value> {
        let schema = self.schema.clone()?;
        if self.wrap == Wrap::Never {
            return Some(schema);
        }
        let mut wrapped = Map::new();
        let mut result = schema;
        // `#/$defs/…` counts from the root, so the definitions move there.
        for keyword in ["$schema", "$defs"] {
            if let Some(value) = result.as_object_mut().and_then(|result| result.remove(keyword)) {
                wrapped.insert(keyword.to_owned(), value);
            }
        }
        // So does the root of a type that contains itself.
        move_root(&mut result);
        wrapped.values_mut().for_each(move_root);
        wrapped.insert("type".to_owned(), json!("object"));
        wrapped.insert("properties".to_owned(), json!({ "result": result }));
        wrapped.insert("required".to_owned(), json!(["result"]));
        Some(Value::Object(wrapped))
    }

    fn wrapped(&self, json: String) -> String {
        let wrap = match self.wrap {
            Wrap::Never => false,
            Wrap::Always => true,
            Wrap::UnlessObject => !json.starts_with('{'),
        };
        if wrap { format!("{{\"result\":{json}}}") } else { json }
    }
}

/// Lets references to the root of a schema follow it to where it stands once it is wrapped.
fn move_root(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (keyword, value) in members.iter_mut() {
                if keyword == "$ref" && *value == "#" {
                    *value = "#/properties/result".into();
                } else {
                    move_root(value);
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(move_root),
        _ => {}
    }
}

/// What a tool may return. Sealed: a type of one's own is returned as [`Json<T>`], or turned into
/// a [`ToolOutput`] by hand.
///
/// | type | `structuredContent` | `content` |
/// |---|---|---|
/// | text | `{"result": text}` | the same as JSON text |
/// | numbers, `bool`, `Vec` of these | `{"result": …}` | the same as JSON text |
/// | [`Json<T>`] | the value; wrapped if its type is no object | the same as JSON text |
/// | [`serde_json::Value`], `Box<RawValue>` | the value; wrapped if it is no object; no schema | the same |
/// | [`Content`], `Vec<Content>` | none | the blocks |
/// | [`ToolOutput`] | as built | as built |
/// | `()` | none | none |
/// | `Result<T, E>` | as `T` | or a failure: see [`Failure`] |
#[diagnostic::on_unimplemented(
    message = "a tool cannot return `{Self}`",
    note = "a type of your own goes into `mcpwire::Json` and derives `serde::Serialize` and `schemars::JsonSchema`; so does a type that is in `Json` already"
)]
pub trait IntoOutput {
    /// How values of this type become structured content.
    fn shape() -> OutputShape;

    /// The value as an answer. `shape` is this type's, or the bare form of it.
    fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure>;
}

/// A value of one's own as structured content.
///
/// What is written must fit the schema that [`JsonSchema`] gives, which holds for derived
/// implementations, but for a float that is not finite: JSON has no such number, and `null` is
/// written instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Json<T>(pub T);

impl<T: Serialize + JsonSchema> IntoOutput for Json<T> {
    fn shape() -> OutputShape {
        OutputShape::of::<T>()
    }

    fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
        Ok(ToolOutput::repeated(shape.wrapped(serde_json::to_string(&self.0)?)))
    }
}

impl IntoOutput for Value {
    fn shape() -> OutputShape {
        OutputShape { schema: None, wrap: Wrap::UnlessObject }
    }

    fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
        Ok(ToolOutput::repeated(shape.wrapped(self.to_string())))
    }
}

/// JSON text, kept exactly as it is: numbers of any size and spelling, the order of members.
impl IntoOutput for Box<RawValue> {
    fn shape() -> OutputShape {
        Value::shape()
    }

    fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
        Ok(ToolOutput::repeated(shape.wrapped(self.get().to_owned())))
    }
}

macro_rules! plain_outputs {
    ($($type:ty),*) => {$(
        impl IntoOutput for $type {
            fn shape() -> OutputShape {
                OutputShape::of::<$type>()
            }

            fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
                Json(self).into_output(shape)
            }
        }
    )*};
}

plain_outputs!(bool, u8, u16, u32, u64, i8, i16, i32, i64, usize, isize);
plain_outputs!(Vec<String>, Vec<bool>, Vec<u32>, Vec<u64>, Vec<i32>, Vec<i64>);

macro_rules! float_outputs {
    ($($type:ty, $value:ident, $finite:expr;)*) => {$(
        impl IntoOutput for $type {
            fn shape() -> OutputShape {
                OutputShape::of::<$type>()
            }

            fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
                let $value = &self;
                if !$finite {
                    // JSON would say `null`, which is no number.
                    return Err(Failure::new("The result is not a finite number."));
                }
                Json(self).into_output(shape)
            }
        }
    )*};
}

float_outputs! {
    f32, value, value.is_finite();
    f64, value, value.is_finite();
    Vec<f64>, values, values.iter().all(|value| value.is_finite());
}

impl IntoOutput for String {
    fn shape() -> OutputShape {
        OutputShape::of::<String>()
    }

    fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
        // Written once, wrapped as it goes: it may be large.
        let mut json = Vec::with_capacity(self.len() + 32);
        let wraps = shape.wrap != Wrap::Never;
        json.extend_from_slice(if wraps { br#"{"result":"# } else { b"" });
        write_string(&mut json, &self);
        json.extend_from_slice(if wraps { b"}" } else { b"" });
        drop(self);
        Ok(ToolOutput::repeated(String::from_utf8(json)?))
    }
}

impl IntoOutput for &'static str {
    fn shape() -> OutputShape {
        String::shape()
    }

    fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
        self.to_owned().into_output(shape)
    }
}

impl IntoOutput for () {
    fn shape() -> OutputShape {
        OutputShape::NONE
    }

    fn into_output(self, _: &OutputShape) -> Result<ToolOutput, Failure> {
        Ok(ToolOutput::default())
    }
}

impl IntoOutput for Content {
    fn shape() -> OutputShape {
        OutputShape::NONE
    }

    fn into_output(self, _: &OutputShape) -> Result<ToolOutput, Failure> {
        Ok(ToolOutput::content([self]))
    }
}

impl IntoOutput for Vec<Content> {
    fn shape() -> OutputShape {
        OutputShape::NONE
    }

    fn into_output(self, _: &OutputShape) -> Result<ToolOutput, Failure> {
        Ok(ToolOutput::content(self))
    }
}

impl IntoOutput for ToolOutput {
    fn shape() -> OutputShape {
        OutputShape::NONE
    }

    fn into_output(self, _: &OutputShape) -> Result<ToolOutput, Failure> {
        Ok(self)
    }
}

impl<T: IntoOutput, E: Into<Failure>> IntoOutput for Result<T, E> {
    fn shape() -> OutputShape {
        T::shape()
    }

    fn into_output(self, shape: &OutputShape) -> Result<ToolOutput, Failure> {
        self.map_err(Into::into)?.into_output(shape)
    }
}
