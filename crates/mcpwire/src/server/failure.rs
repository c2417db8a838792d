use std::error::Error;
use std::fmt;

use mcpwire_protocol::jsonrpc::{ErrorCode, RpcError};
use mcpwire_protocol::reason;
use mcpwire_protocol::revision::Revision;

use super::content::Content;
use super::input::AwaitsInput;
use super::tasks::Begun;

/// A tool's own failure, told to the model so that it can try again: a result with `isError`.
///
/// Specification: `server/tools#error-handling`.
#[derive(Clone, Debug)]
pub struct ToolError {
    /// What the model is told.
    pub content: Vec<Content>,
}

impl ToolError {
    /// A failure told in one sentence.
    pub fn new(text: impl AsRef<str>) -> Self {
        ToolError { content: vec![Content::text(text)] }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The tool failed")
    }
}

impl Error for ToolError {}

/// Why a handler has no answer. Anything that is an error becomes one by `?`.
///
/// ```
/// use mcpwire::{Failure, ToolError};
///
/// async fn double(text: &str) -> Result<i64, Failure> {
///     if text.is_empty() {
///         return Err(ToolError::new("Say a number, such as 3.").into());
///     }
///     let number: i64 = text.parse()?;
///     number.checked_mul(2).ok_or_else(|| Failure::new("The number is too large."))
/// }
/// # let _ = double("3");
/// ```
///
/// What goes on the wire depends on what it was made from:
///
/// | made from | in a tool | in a resource or prompt |
/// |---|---|---|
/// | [`RpcError`] | this protocol error | this protocol error |
/// | [`Context::input`] | the client is asked, and the handler is run again | the same |
/// | [`Failure::not_found`] | -32602 | -32602; -32002 for a resource under the older revisions |
/// | [`ToolError`] | a result with `isError` and its content | -32603 |
/// | any other error | a result with `isError` and its text | -32603 with its text |
///
/// [`Context::input`]: super::Context::input
pub struct Failure(Box<dyn Error + Send + Sync>);

impl Failure {
    /// A failure with nothing but a text.
    pub fn new(text: impl Into<String>) -> Self {
        Failure(text.into().into())
    }

    /// What does not exist for the caller: -32602, as the specification demands for resources,
    /// prompts and tools; -32002 for resources under the older revisions.
    pub fn not_found(text: impl Into<String>) -> Self {
        NotFound(text.into()).into()
    }

    /// Whether the handler only waits for an answer of the client.
    pub(crate) fn awaits_input(&self) -> bool {
        self.0.is::<AwaitsInput>()
    }

    /// The task that the work goes on as.
    pub(crate) fn begun(&self) -> Option<&Begun> {
        self.0.downcast_ref()
    }

    /// As the answer to a tool call: a protocol error, or the content of an `isError` result.
    pub(crate) fn into_tool_answer(self) -> Result<Vec<Content>, RpcError> {
        let error = match self.0.downcast::<RpcError>() {
            Ok(error) => return Err(*error),
            Err(error) => error,
        };
        let error = match error.downcast::<NotFound>() {
            Ok(missing) => return Err(missing.into_error()),
            Err(error) => error,
        };
        match error.downcast::<ToolError>() {
            Ok(error) => Ok(error.content),
            Err(error) => Ok(vec![Content::text(error.to_string())]),
        }
    }

    /// As the answer to any other request.
    pub(crate) fn into_error(self) -> RpcError {
        let error = match self.0.downcast::<RpcError>() {
            Ok(error) => return *error,
            Err(error) => error,
        };
        match error.downcast::<NotFound>() {
            Ok(missing) => missing.into_error(),
            Err(error) => RpcError::refusal(reason!("handler-failed"), error.to_string()),
        }
    }

    /// As the answer to a request to read the resource at `uri`.
    pub(crate) fn into_resource_error(self, uri: &str, revision: Revision) -> RpcError {
        match self.0.downcast::<NotFound>() {
            Ok(missing) => no_resource(missing.0, uri, revision),
            Err(error) => Failure(error).into_error(),
        }
    }
}

/// -32602 where there is no resource at `uri`; -32002 under the older revisions.
///
/// Specification: `server/resources#error-handling`.
pub(crate) fn no_resource(text: impl Into<String>, uri: &str, revision: Revision) -> RpcError {
    let mut error = RpcError::refusal(reason!("resource-unknown"), text)
        .with("at", "/params/uri")
        .with("uri", uri);
    if !revision.is_modern() {
        error.code = ErrorCode::RESOURCE_NOT_FOUND;
    }
    error
}

/// What [`Failure::not_found`] says.
#[derive(Debug)]
struct NotFound(String);

impl NotFound {
    fn into_error(self) -> RpcError {
        RpcError::refusal(reason!("not-found"), self.0)
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for NotFound {}

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(Box::new(error))
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
