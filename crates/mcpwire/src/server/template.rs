use std::future::Future;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use uri_template_ex::UriTemplate;

use super::context::Context;
use super::resource::{IntoContents, work};
use super::tool_call::Call;
use super::work::Work;

/// Resources at all URIs of one form, such as `policy://{tenant}/{doc_id}`.
///
/// ```
/// use mcpwire::{Failure, ResourceTemplate};
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Policy {
///     tenant: String,
///     doc_id: String,
/// }
///
/// let policies =
///     ResourceTemplate::new("policy://{tenant}/{doc_id}", "policy", |policy: Policy| async move {
///         match policy.doc_id.as_str() {
///             "travel" => Ok(format!("{} pays for trains.", policy.tenant)),
///             _ => Err(Failure::not_found("There is no such policy.")),
///         }
///     });
/// # mcpwire::Server::new("s", "1").template(policies).build().unwrap();
/// ```
///
/// Specification: `server/resources#resource-templates`.
pub struct ResourceTemplate {
    pub(crate) uri_template: String,
    pub(crate) about: Map<String, Value>,
    pub(crate) handler: Arc<dyn ReadTemplate>,
}

impl ResourceTemplate {
    /// A template (RFC 6570, up to level 2) whose variables are decoded into the argument of
    /// `handler`: an async function or closure with the variables, and the [`Context`] where it
    /// needs it.
    ///
    /// Variables are strings. Those of `{name}` are percent-decoded and so may hold any character,
    /// `/` and `..` included: a handler that makes a path of one must check it. Those of `{+name}`
    /// and `{#name}` stand as they came. An empty one counts as absent, which an optional field
    /// takes. A URI that matches, but whose variables do not decode, does not exist.
    pub fn new<V, M, H>(
        uri_template: impl Into<String>,
        name: impl Into<String>,
        handler: H,
    ) -> Self
    where
        V: DeserializeOwned + 'static,
        M: 'static,
        H: TemplateHandler<V, M>,
    {
        let about = [("name".to_owned(), Value::String(name.into()))].into_iter().collect();
        let handler = Arc::new(TypedTemplate { handler, types: std::marker::PhantomData });
        ResourceTemplate { uri_template: uri_template.into(), about, handler }
    }

    /// What these resources hold, for the model.
    #[must_use]
    pub fn describe(self, description: impl Into<String>) -> Self {
        self.with("description", description.into())
    }

    /// The name that people see.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        self.with("title", title.into())
    }

    /// The media type of all of them.
    #[must_use]
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.with("mimeType", mime_type.into())
    }

    /// Adds a member to the definition.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Self {
        self.about.insert(member.to_owned(), value.into());
        self
    }
}

/// Functions that can stand behind a template: `async fn(variables)` and
/// `async fn(variables, Context)`.
///
/// The trait is sealed: it is there for these functions, and nothing else can implement it.
#[diagnostic::on_unimplemented(
    message = "this function cannot stand behind a resource template",
    label = "not an async function of variables, or of variables and `Context`",
    note = "what it returns must implement `IntoContents`"
)]
pub trait TemplateHandler<V, M>: Send + Sync + 'static {
    /// What the function returns.
    type Output: IntoContents;
    /// Calls the function.
    fn read(
        &self,
        variables: V,
        call: &Call<'_>,
    ) -> impl Future<Output = Self::Output> + Send + 'static;
}

impl<F, V, R> TemplateHandler<V, (V,)> for F
where
    F: Fn(V) -> R + Send + Sync + 'static,
    R: Future<Output: IntoContents> + Send + 'static,
{
    type Output = R::Output;

    fn read(&self, variables: V, _: &Call<'_>) -> impl Future<Output = R::Output> + Send + 'static {
        self(variables)
    }
}

impl<F, V, R> TemplateHandler<V, (V, Context)> for F
where
    F: Fn(V, Context) -> R + Send + Sync + 'static,
    R: Future<Output: IntoContents> + Send + 'static,
{
    type Output = R::Output;

    fn read(
        &self,
        variables: V,
        call: &Call<'_>,
    ) -> impl Future<Output = R::Output> + Send + 'static {
        self(variables, call.context())
    }
}

/// A template's function, whatever its types.
pub(crate) trait ReadTemplate: Send + Sync {
    /// Starts reading, if the variables decode.
    fn start(
        &self,
        variables: Map<String, Value>,
        call: &Call<'_>,
        uri: &str,
        mime_type: Option<&str>,
    ) -> Option<Work>;
}

struct TypedTemplate<V, M, H> {
    handler: H,
    types: std::marker::PhantomData<fn(V, M)>,
}

impl<V, M, H> ReadTemplate for TypedTemplate<V, M, H>
where
    V: DeserializeOwned,
    H: TemplateHandler<V, M>,
{
    fn start(
        &self,
        variables: Map<String, Value>,
        call: &Call<'_>,
        uri: &str,
        mime_type: Option<&str>,
    ) -> Option<Work> {
        let variables = serde_json::from_value(Value::Object(variables)).ok()?;
        let future = self.handler.read(variables, call);
        let reading = async move { future.await.into_contents() };
        Some(work(call, reading, uri, mime_type))
    }
}

/// The variables of `uri` by the template's names, if it has the template's form.
pub(crate) fn variables(template: &UriTemplate, uri: &str) -> Option<Map<String, Value>> {
    let captures = template.captures(uri)?;
    fluent_uri::Uri::parse(uri).ok()?;
    let mut variables = Map::new();
    for (name, found) in captures.iter() {
        let Some(found) = found.filter(|found| !found.source().is_empty()) else { continue };
        // Percent-decoded bytes that are no text name no resource.
        variables.insert(name.to_owned(), Value::String(found.value().ok()?.into_owned()));
    }
    Some(variables)
}
