use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use uri_template_ex::UriTemplate;

use super::about::{about, annotated};
use super::blocking::{Blocking, Blocks, OnThread};
use super::cache::CacheHint;
use super::completed::IntoCompletion;
use super::completion::{Completers, Partial};
use super::handler::Handler;
use super::resource::{IntoContents, Reading, work};
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
    pub(crate) cache: Option<CacheHint>,
    pub(crate) completers: Completers,
    pub(crate) handler: Arc<dyn ReadTemplate>,
}

impl ResourceTemplate {
    /// A template (RFC 6570, up to level 2) whose variables are decoded into the argument of
    /// `handler`: an async function or closure with the variables, and the [`Context`](super::Context) where it
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
        H: Handler<V, M, Output: IntoContents>,
    {
        let about = [("name".to_owned(), Value::String(name.into()))].into_iter().collect();
        let handler = Arc::new(TypedTemplate { handler, types: std::marker::PhantomData });
        let completers = Completers::default();
        ResourceTemplate {
            uri_template: uri_template.into(),
            about,
            cache: None,
            completers,
            handler,
        }
    }

    /// The same with a function that blocks; see [`Tool::blocking`](super::Tool::blocking).
    pub fn blocking<V, M, H>(
        uri_template: impl Into<String>,
        name: impl Into<String>,
        work: H,
    ) -> Self
    where
        V: DeserializeOwned + Send + 'static,
        M: 'static,
        H: Blocking<V, M, Output: IntoContents>,
    {
        Self::new::<V, Blocks<M>, _>(uri_template, name, OnThread::new(work))
    }

    /// The media type of all of them.
    #[must_use]
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.with("mimeType", mime_type.into())
    }

    /// How long clients may keep what is read here.
    #[must_use]
    pub fn cache(mut self, hint: CacheHint) -> Self {
        self.cache = Some(hint);
        self
    }

    /// Lets clients propose values for a variable while it is typed. `completer` is an async function
    /// or closure with what was typed so far ([`Partial`]), and the [`Context`](super::Context)
    /// where it needs it; it returns texts or a [`Completion`](super::Completion).
    ///
    /// Specification: `server/utilities/completion`.
    #[must_use]
    pub fn complete<M, H>(mut self, variable: impl Into<String>, completer: H) -> Self
    where
        M: 'static,
        H: Handler<Partial, M, Output: IntoCompletion>,
    {
        self.completers.add(variable.into(), completer);
        self
    }
}

about!(ResourceTemplate, "one of a later revision");
annotated!(ResourceTemplate);

/// A template's function, whatever its types.
pub(crate) trait ReadTemplate: Send + Sync {
    /// Starts reading, if the variables decode.
    fn start(
        &self,
        variables: Map<String, Value>,
        call: &Call<'_>,
        reading: Reading<'_>,
    ) -> Option<Work>;
}

struct TypedTemplate<V, M, H> {
    handler: H,
    types: std::marker::PhantomData<fn(V, M)>,
}

impl<V, M, H> ReadTemplate for TypedTemplate<V, M, H>
where
    V: DeserializeOwned,
    H: Handler<V, M, Output: IntoContents>,
{
    fn start(
        &self,
        variables: Map<String, Value>,
        call: &Call<'_>,
        reading: Reading<'_>,
    ) -> Option<Work> {
        let variables = serde_json::from_value(Value::Object(variables)).ok()?;
        let future = self.handler.call(variables, call);
        Some(work(call, async move { future.await.into_contents() }, reading))
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
