use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mcpwire_protocol::revision::Revision;
use serde_json::{Map, Value, json};

use super::about::{about, annotated};
use super::blocking::{Blocking, Blocks, OnThread};
use super::cache::CacheHint;
use super::failure::Failure;
use super::handler::{Handler, NoArguments};
use super::meta::check_key;
use super::misuse::Misuse;
use super::reply::Reply;
use super::tool_call::Call;
use super::work::Work;

/// A resource at a fixed URI.
///
/// ```
/// use mcpwire::{Failure, Resource, ResourceContents};
///
/// let motd = Resource::new("file:///etc/motd", "motd", || async {
///     let text = tokio::fs::read_to_string("/etc/motd").await;
///     text.map_err(|_| Failure::not_found("There is no message today."))
/// })
/// .mime_type("text/plain");
///
/// let icon = Resource::new("app://icon", "icon", || async {
///     ResourceContents::blob([0x89, b'P', b'N', b'G']).mime_type("image/png")
/// });
/// # mcpwire::Server::new("s", "1").resource(motd).resource(icon).build().unwrap();
/// ```
///
/// Specification: `server/resources`.
pub struct Resource {
    pub(crate) uri: String,
    pub(crate) about: Map<String, Value>,
    pub(crate) cache: Option<CacheHint>,
    pub(crate) handler: Arc<dyn ReadResource>,
}

impl Resource {
    /// A resource that is made when it is read, by an async function or closure with no argument
    /// or the [`Context`](super::Context).
    pub fn new<M: 'static>(
        uri: impl Into<String>,
        name: impl Into<String>,
        handler: impl Handler<NoArguments, M, Output: IntoContents>,
    ) -> Self {
        let about = [("name".to_owned(), Value::String(name.into()))].into_iter().collect();
        let handler = Arc::new(TypedResource { handler, marker: PhantomData });
        Resource { uri: uri.into(), about, cache: None, handler }
    }

    /// The same with a function that blocks; see [`Tool::blocking`](super::Tool::blocking).
    pub fn blocking<M: 'static>(
        uri: impl Into<String>,
        name: impl Into<String>,
        work: impl Blocking<NoArguments, M, Output: IntoContents>,
    ) -> Self {
        Self::new::<Blocks<M>>(uri, name, OnThread::new(work))
    }

    /// A resource whose text never changes.
    pub fn text(uri: impl Into<String>, name: impl Into<String>, text: impl Into<String>) -> Self {
        let text: Arc<str> = Arc::from(text.into());
        Self::new(uri, name, move || std::future::ready(text.to_string())).mime_type("text/plain")
    }

    /// Its media type, in the list and in what is read.
    #[must_use]
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.with("mimeType", mime_type.into())
    }

    /// Its size in bytes, before any encoding.
    #[must_use]
    pub fn size(self, bytes: u64) -> Self {
        self.with("size", bytes)
    }

    /// How long clients may keep what is read here.
    #[must_use]
    pub fn cache(mut self, hint: CacheHint) -> Self {
        self.cache = Some(hint);
        self
    }
}

about!(Resource, "one of a later revision");
annotated!(Resource);

/// One piece of what a resource holds.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceContents {
    /// Where it stands, if that is not the URI that was read.
    pub uri: Option<String>,
    /// Its media type, if that is not the one of the definition.
    pub mime_type: Option<String>,
    data: Data,
    meta: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq)]
enum Data {
    Text(String),
    Blob(Vec<u8>),
}

impl ResourceContents {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Data::Text(text.into()))
    }

    /// Bytes, written as Base64.
    pub fn blob(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Data::Blob(bytes.into()))
    }

    fn new(data: Data) -> Self {
        ResourceContents { uri: None, mime_type: None, data, meta: Map::new() }
    }

    /// Says where it stands.
    #[must_use]
    pub fn at(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// Says its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Adds a member to its `_meta`, as [`Content::meta`](super::Content::meta) does.
    ///
    /// # Errors
    ///
    /// A key that breaks the grammar of keys, or that only the protocol may define.
    pub fn meta(mut self, key: &str, value: impl Into<Value>) -> Result<Self, Misuse> {
        check_key(key)?;
        self.meta.insert(key.to_owned(), value.into());
        Ok(self)
    }

    pub(crate) fn to_json(&self, uri: &str, mime_type: Option<&str>, revision: Revision) -> Value {
        let mut contents = json!({ "uri": self.uri.as_deref().unwrap_or(uri) });
        if let Some(mime_type) = self.mime_type.as_deref().or(mime_type) {
            contents["mimeType"] = mime_type.into();
        }
        match &self.data {
            Data::Text(text) => contents["text"] = text.as_str().into(),
            Data::Blob(bytes) => contents["blob"] = STANDARD.encode(bytes).into(),
        }
        if !self.meta.is_empty() && revision >= Revision::V2025_06_18 {
            contents["_meta"] = Value::Object(self.meta.clone());
        }
        contents
    }
}

/// What reading a resource may return: text, bytes, [`ResourceContents`] or several of them, or a
/// `Result` of these.
pub trait IntoContents {
    /// The pieces.
    fn into_contents(self) -> Result<Vec<ResourceContents>, Failure>;
}

impl IntoContents for String {
    fn into_contents(self) -> Result<Vec<ResourceContents>, Failure> {
        Ok(vec![ResourceContents::text(self)])
    }
}

impl IntoContents for &'static str {
    fn into_contents(self) -> Result<Vec<ResourceContents>, Failure> {
        Ok(vec![ResourceContents::text(self)])
    }
}

impl IntoContents for Vec<u8> {
    fn into_contents(self) -> Result<Vec<ResourceContents>, Failure> {
        Ok(vec![ResourceContents::blob(self)])
    }
}

impl IntoContents for ResourceContents {
    fn into_contents(self) -> Result<Vec<ResourceContents>, Failure> {
        Ok(vec![self])
    }
}

impl IntoContents for Vec<ResourceContents> {
    fn into_contents(self) -> Result<Vec<ResourceContents>, Failure> {
        Ok(self)
    }
}

impl<T: IntoContents, E: Into<Failure>> IntoContents for Result<T, E> {
    fn into_contents(self) -> Result<Vec<ResourceContents>, Failure> {
        self.map_err(Into::into)?.into_contents()
    }
}

/// A reading, whatever its types.
pub(crate) trait ReadResource: Send + Sync {
    /// Starts reading.
    fn start(&self, call: &Call<'_>, reading: Reading<'_>) -> Work;
}

/// What is read, and what its definition says of its contents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    /// What contents have that name no URI themselves.
    pub uri: &'a str,
    /// The same for their media type.
    pub mime_type: Option<&'a str>,
    pub cache: CacheHint,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(uri: &'a str, about: &'a Map<String, Value>, cache: CacheHint) -> Self {
        Reading { uri, mime_type: about.get("mimeType").and_then(Value::as_str), cache }
    }
}

struct TypedResource<M, H> {
    handler: H,
    marker: PhantomData<fn(M)>,
}

impl<M, H: Handler<NoArguments, M, Output: IntoContents>> ReadResource for TypedResource<M, H> {
    fn start(&self, call: &Call<'_>, reading: Reading<'_>) -> Work {
        let future = self.handler.call(NoArguments {}, call);
        work(call, async move { future.await.into_contents() }, reading)
    }
}

/// The work that ends in the answer to `resources/read`.
pub(crate) fn work(
    call: &Call<'_>,
    contents: impl Future<Output = Result<Vec<ResourceContents>, Failure>> + Send + 'static,
    reading: Reading<'_>,
) -> Work {
    let Reading { uri, mime_type, cache } = reading;
    let ending = call.ending();
    let (uri, mime_type) = (uri.to_owned(), mime_type.map(str::to_owned));
    Box::pin(async move {
        let (answer, mut message) = (&ending.answer, Vec::new());
        match contents.await {
            Ok(contents) => {
                let (revision, mime_type) = (answer.revision, mime_type.as_deref());
                let pieces = contents.iter().map(|it| it.to_json(&uri, mime_type, revision));
                let contents = Value::Array(pieces.collect()).to_string();
                let members = |out: &mut Vec<u8>| {
                    out.extend_from_slice(br#""contents":"#);
                    out.extend_from_slice(contents.as_bytes());
                };
                answer.result(&mut message, members, Some(cache), &ending.meta());
            }
            Err(failure) if failure.awaits_input() => return ending.input_required(),
            Err(failure) => {
                let error = failure.into_resource_error(&uri, answer.revision);
                return answer.refusal(&error);
            }
        }
        Reply::result(message)
    })
}
