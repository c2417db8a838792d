use std::fmt;
use std::marker::PhantomData;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::{
    ElicitAction, ElicitRequestFormParams, ElicitRequestParams, ElicitRequestUrlParams,
    ElicitResult, InputRequest, RequestedSchema,
};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::question::{Sealed, shaped};
use crate::server::failure::Failure;

/// Asks the user, through the client: by a form, or by a page to visit.
///
/// ```
/// use mcpwire::{Context, Elicit, Elicited, Failure};
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Login {
///     /// Your name at the forge.
///     user: String,
/// }
///
/// async fn greet(context: Context) -> Result<String, Failure> {
///     match context.input("login", Elicit::form::<Login>("Who are you?"))? {
///         Elicited::Accepted(login) => Ok(format!("Hello, {}!", login.user)),
///         Elicited::Declined | Elicited::Cancelled => Ok("Hello, stranger!".to_owned()),
///     }
/// }
/// # mcpwire::Server::new("s", "1").tool(mcpwire::Tool::new("greet", greet)).build().unwrap();
/// ```
///
/// Specification: `client/elicitation`.
#[derive(Clone, Copy, Debug)]
pub enum Elicit {}

impl Elicit {
    /// A form with the fields of `T`: strings, numbers, booleans and choices, without nesting. It
    /// must never ask for secrets.
    pub fn form<T: DeserializeOwned + JsonSchema>(message: impl Into<String>) -> Form<T> {
        Form { message: message.into(), schema: form_schema::<T>(), answer: PhantomData }
    }

    /// A form with a schema that was written by hand.
    pub fn form_of(
        message: impl Into<String>,
        schema: RequestedSchema,
    ) -> Form<Map<String, Value>> {
        Form { message: message.into(), schema: Ok(schema), answer: PhantomData }
    }

    /// A page that the user should visit, for everything that must not pass through the client.
    pub fn page(message: impl Into<String>, url: impl Into<String>) -> Page {
        Page { message: message.into(), url: url.into() }
    }
}

/// What the user did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elicited<T> {
    /// The form was sent with these values, or the visit agreed to.
    Accepted(T),
    /// The user said no.
    Declined,
    /// The user went away without a decision.
    Cancelled,
}

impl<T> Elicited<T> {
    /// The values, if the user sent them.
    pub fn accepted(self) -> Option<T> {
        match self {
            Elicited::Accepted(values) => Some(values),
            Elicited::Declined | Elicited::Cancelled => None,
        }
    }
}

/// A form; see [`Elicit::form`].
pub struct Form<T> {
    message: String,
    schema: Result<RequestedSchema, String>,
    answer: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Form<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form").field("message", &self.message).finish_non_exhaustive()
    }
}

impl<T: DeserializeOwned + Send> Sealed for Form<T> {
    type Answer = Elicited<T>;

    fn request(&self) -> Result<InputRequest, Failure> {
        let schema = self.schema.clone().map_err(Failure::new)?;
        let params = ElicitRequestFormParams::new(&self.message, schema);
        Ok(InputRequest::Elicit(ElicitRequestParams::Form(params)))
    }

    fn needs(&self) -> Value {
        json!({ "elicitation": { "form": {} } })
    }

    fn since(&self) -> Revision {
        Revision::V2025_06_18
    }

    fn read(&self, answer: Text<'_>) -> Result<Elicited<T>, String> {
        let result: ElicitResult = shaped(answer)?;
        match result.action {
            ElicitAction::Decline => Ok(Elicited::Declined),
            ElicitAction::Cancel => Ok(Elicited::Cancelled),
            ElicitAction::Accept => {
                let content = answer.get("content").map_or("{}", Text::as_str);
                let values = serde_json::from_str(content).map_err(|error| error.to_string());
                self.check(content).and(values).map(Elicited::Accepted)
            }
        }
    }
}

impl<T> Form<T> {
    /// Whether the values fit the form that was shown.
    fn check(&self, content: &str) -> Result<(), String> {
        let Ok(schema) = &self.schema else { return Ok(()) };
        let schema = serde_json::to_value(schema).map_err(|error| error.to_string())?;
        let content: Value = serde_json::from_str(content).map_err(|error| error.to_string())?;
        let limits = mcpwire_schema::Limits::default();
        let schema =
            mcpwire_schema::Schema::compile(&schema, &limits).map_err(|error| error.to_string())?;
        schema.validate(&content).map_err(|refusal| refusal.to_string())
    }
}

/// A page to visit; see [`Elicit::page`].
#[derive(Clone, Debug)]
pub struct Page {
    message: String,
    url: String,
}

impl Sealed for Page {
    type Answer = Elicited<()>;

    fn request(&self) -> Result<InputRequest, Failure> {
        if fluent_uri::Uri::parse(self.url.as_str()).is_err() {
            return Err(Failure::new("A page to visit needs an absolute URL."));
        }
        let params = ElicitRequestUrlParams::new(&self.message, &self.url);
        Ok(InputRequest::Elicit(ElicitRequestParams::Url(params)))
    }

    fn needs(&self) -> Value {
        json!({ "elicitation": { "url": {} } })
    }

    fn since(&self) -> Revision {
        Revision::V2025_11_25
    }

    fn read(&self, answer: Text<'_>) -> Result<Elicited<()>, String> {
        Ok(match shaped::<ElicitResult>(answer)?.action {
            ElicitAction::Accept => Elicited::Accepted(()),
            ElicitAction::Decline => Elicited::Declined,
            ElicitAction::Cancel => Elicited::Cancelled,
        })
    }
}

/// The fields of a type in the restricted language of forms.
fn form_schema<T: JsonSchema>() -> Result<RequestedSchema, String> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        // Forms know no references.
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Some(properties) = schema["properties"].as_object_mut() {
        properties.values_mut().for_each(plain_field);
    }
    let form = serde_json::from_value(schema);
    form.map_err(|error| format!("A form of this type is not one that clients can show: {error}"))
}

/// A field as forms know it: an optional one is left out, not null, and numbers have no format.
fn plain_field(field: &mut Value) {
    let Some(members) = field.as_object_mut() else { return };
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_slice() {
            let kind = kind.clone();
            members.insert("type".to_owned(), kind);
        }
    }
    if let Some(Value::Array(choices)) = members.get_mut("enum") {
        choices.retain(|choice| !choice.is_null());
    }
    if let Some(Value::Array(cases)) = members.get("anyOf") {
        let mut cases = cases.iter().filter(|case| case["type"] != "null");
        if let (Some(Value::Object(case)), None) = (cases.next().cloned(), cases.next()) {
            members.remove("anyOf");
            members.extend(case);
        }
    }
    if members.get("type").is_some_and(|kind| kind == "integer" || kind == "number") {
        members.remove("format");
    }
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
}
