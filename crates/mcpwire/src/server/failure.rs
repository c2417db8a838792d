use std::error::Error;
use std::fmt;

use mcpwire_protocol::jsonrpc::{ErrorCode, RpcError};

use super::content::Content;

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
/// What goes on the wire depends on what it was made from:
///
/// | made from | in a tool | in a resource or prompt |
/// |---|---|---|
/// | [`RpcError`] | this protocol error | this protocol error |
/// | [`ToolError`] | a result with `isError` and its content | -32603 |
/// | any other error | a result with `isError` and its text | -32603 with its text |
pub struct Failure(Box<dyn Error + Send + Sync>);

impl Failure {
    /// A failure with nothing but a text.
    pub fn new(text: impl Into<String>) -> Self {
        Failure(text.into().into())
    }

    /// What does not exist for the caller: -32602, as the specification demands for resources,
    /// prompts and tools.
    pub fn not_found(text: impl Into<String>) -> Self {
        RpcError::new(ErrorCode::INVALID_PARAMS, text).into()
    }

    /// As the answer to a tool call: a protocol error, or the content of an `isError` result.
    pub(crate) fn into_tool_answer(self) -> Result<Vec<Content>, RpcError> {
        let error = match self.0.downcast::<RpcError>() {
            Ok(error) => return Err(*error),
            Err(error) => error,
        };
        match error.downcast::<ToolError>() {
            Ok(error) => Ok(error.content),
            Err(error) => Ok(vec![Content::text(error.to_string())]),
        }
    }

    /// As the answer to any other request.
    pub(crate) fn into_error(self) -> RpcError {
        match self.0.downcast::<RpcError>() {
            Ok(error) => *error,
            Err(error) => RpcError::new(ErrorCode::INTERNAL_ERROR, error.to_string()),
        }
    }
}

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
