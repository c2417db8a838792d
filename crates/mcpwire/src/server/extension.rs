use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::RpcError;
use mcpwire_protocol::method::Method;
use mcpwire_protocol::reason;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::failure::Failure;
use super::handler::Handler;
use super::output::Json;
use super::reply::Reply;
use super::route::{Routed, Step};
use super::tool_call::Call;
use super::work::Work;

/// An extension of the protocol: its settings, as the discovery tells them, and the methods that
/// it brings. Extensions belong to 2026-07-28 and later.
///
/// ```
/// use mcpwire::{Extension, Json, Server};
/// use serde::{Deserialize, Serialize};
/// use serde_json::json;
///
/// #[derive(Deserialize)]
/// struct Ask {
///     city: String,
/// }
///
/// #[derive(Serialize)]
/// struct Weather {
///     degrees: i32,
/// }
///
/// let weather = Extension::new("com.example/weather", json!({}))
///     .method("weather/now", |ask: Ask| async move {
///         Json(Weather { degrees: ask.city.len() as i32 })
///     });
/// # Server::new("s", "1").extension(weather).build().unwrap();
/// ```
///
/// Specification: `basic/index#extensions`.
pub struct Extension {
    pub(crate) id: String,
    pub(crate) settings: Value,
    pub(crate) methods: Vec<(String, Arc<dyn AnswerMethod>)>,
}

impl Extension {
    /// An extension by its identifier, such as `com.example/weather`, with its settings, an
    /// object.
    pub fn new(id: impl Into<String>, settings: Value) -> Self {
        Extension { id: id.into(), settings, methods: Vec::new() }
    }

    /// Adds a method. Its parameters are decoded into the first argument of `handler`, and what
    /// that returns, an object, becomes the members of the result.
    #[must_use]
    pub fn method<P, M, H>(mut self, name: impl Into<String>, handler: H) -> Self
    where
        P: DeserializeOwned + 'static,
        M: 'static,
        H: Handler<P, M, Output: IntoMembers>,
    {
        let method = Arc::new(TypedMethod { handler, types: PhantomData });
        self.methods.push((name.into(), method));
        self
    }
}

/// What a method of an extension may return: an object as [`Json`] or [`Value`], or a `Result` of
/// these.
pub trait IntoMembers {
    /// The members of the result.
    fn into_members(self) -> Result<Map<String, Value>, Failure>;
}

impl IntoMembers for Value {
    fn into_members(self) -> Result<Map<String, Value>, Failure> {
        match self {
            Value::Object(members) => Ok(members),
            _ => Err(Failure::new("The method has no object as its result.")),
        }
    }
}

impl<T: Serialize> IntoMembers for Json<T> {
    fn into_members(self) -> Result<Map<String, Value>, Failure> {
        serde_json::to_value(self.0)?.into_members()
    }
}

impl<T: IntoMembers, E: Into<Failure>> IntoMembers for Result<T, E> {
    fn into_members(self) -> Result<Map<String, Value>, Failure> {
        self.map_err(Into::into)?.into_members()
    }
}

/// A method, whatever its types.
pub(crate) trait AnswerMethod: Send + Sync {
    fn start(&self, call: &Call<'_>) -> Result<Work, RpcError>;
}

struct TypedMethod<P, M, H> {
    handler: H,
    types: PhantomData<fn(P, M)>,
}

impl<P, M, H> AnswerMethod for TypedMethod<P, M, H>
where
    P: DeserializeOwned,
    H: Handler<P, M, Output: IntoMembers>,
{
    fn start(&self, call: &Call<'_>) -> Result<Work, RpcError> {
        let params = call.request.params.text.map_or("{}", Text::as_str);
        let params = serde_json::from_str(params).map_err(|error| {
            let error = error.to_string();
            let why = error.split(" at line ").next().unwrap_or_default();
            let text = format!("The parameters do not fit the method: {why}.");
            RpcError::refusal(reason!("arguments-rejected"), text).with("at", "/params")
        })?;
        let future = self.handler.call(params, call);
        let ending = call.ending();
        Ok(Box::pin(async move {
            let members = match future.await.into_members() {
                Ok(members) => members,
                Err(failure) => return ending.answer.refusal(&failure.into_error()),
            };
            let mut message = Vec::new();
            let write = |out: &mut Vec<u8>| {
                let text = serde_json::to_string(&members).unwrap_or_default();
                let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
                out.extend_from_slice(text.unwrap_or_default().as_bytes());
            };
            ending.answer.result(&mut message, write, None, &ending.meta());
            Reply::result(message)
        }))
    }
}

/// What was registered of extensions.
#[derive(Default)]
pub(crate) struct Extensions {
    /// The settings by identifier.
    pub settings: Map<String, Value>,
    methods: HashMap<String, Arc<dyn AnswerMethod>>,
}

impl Extensions {
    /// Takes extensions on; each mistake is one sentence.
    pub(crate) fn of(extensions: Vec<Extension>, reasons: &mut Vec<String>) -> Self {
        let mut all = Self::default();
        for Extension { id, settings, methods } in extensions {
            let what = format!("Extension `{:.140}`", id.escape_debug().to_string());
            if !id.contains('/') {
                reasons.push(format!("{what} needs a prefix and a name, such as `com.example/x`."));
            }
            if !settings.is_object() {
                reasons.push(format!("{what}: its settings must be an object."));
            }
            if all.settings.insert(id, settings).is_some() {
                reasons.push(format!("{what} is registered twice."));
            }
            for (name, method) in methods {
                if Method::named(&name).is_some() || name.starts_with("notifications/") {
                    reasons.push(format!("{what}: `{name:.80}` is a method of the protocol."));
                } else if all.methods.insert(name.clone(), method).is_some() {
                    reasons.push(format!("{what}: method `{name:.80}` is registered twice."));
                }
            }
        }
        all
    }

    /// Whether an extension has a method of this name.
    pub(crate) fn has_method(&self, name: &str) -> bool {
        self.methods.contains_key(name)
    }

    /// Starts the method of this name, if there is one.
    pub(crate) fn start(&self, name: &str, call: &Call<'_>) -> Option<Routed> {
        let method = self.methods.get(name).filter(|_| call.revision.is_modern())?;
        Some(method.start(call).map(Step::Started))
    }
}
