//! Which shapes belong to which method.

use super::cancellation::Cancelled;
use super::completion::Complete;
use super::decode::Shaped;
use super::discover::Discover;
use super::error::{MissingRequiredClientCapabilityData, UnsupportedProtocolVersionData};
use super::list_changed::{PromptListChanged, ResourceListChanged, ToolListChanged};
use super::logging::LoggingMessage;
use super::method::MethodShapes;
use super::mrtr::InputRequiredResult;
use super::progress::Progress;
use super::prompts::{GetPrompt, ListPrompts};
use super::read_resource::ReadResource;
use super::resources::{ListResourceTemplates, ListResources, ResourceUpdated};
use super::result::AnyResult;
use super::subscriptions::{Listen, SubscriptionsAcknowledged};
use super::task_messages::{self, CreateTaskResult};
use super::tools::{CallTool, ListTools};
use crate::json::{Kind, Text};
use crate::jsonrpc::ErrorCode;
use crate::rules::shape::Shape;

/// The methods of the core protocol.
const CORE: &[MethodShapes] = &[
    MethodShapes::request::<Discover>(),
    MethodShapes::request::<ListTools>(),
    MethodShapes::request::<CallTool>()
        .or(&[("input_required", InputRequiredResult::SHAPE), ("task", CreateTaskResult::SHAPE)]),
    MethodShapes::request::<ListPrompts>(),
    MethodShapes::request::<GetPrompt>().with_input(),
    MethodShapes::request::<ListResources>(),
    MethodShapes::request::<ListResourceTemplates>(),
    MethodShapes::request::<ReadResource>().with_input(),
    MethodShapes::request::<Complete>(),
    MethodShapes::request::<Listen>(),
    MethodShapes::notification::<Cancelled>(),
    MethodShapes::notification::<Progress>(),
    MethodShapes::notification::<LoggingMessage>(),
    MethodShapes::notification::<SubscriptionsAcknowledged>(),
    MethodShapes::notification::<ResourceUpdated>(),
    MethodShapes::notification::<ToolListChanged>().without_params(),
    MethodShapes::notification::<PromptListChanged>().without_params(),
    MethodShapes::notification::<ResourceListChanged>().without_params(),
];

/// The tables in which a method is looked for.
const TABLES: &[&[MethodShapes]] = &[CORE, task_messages::METHODS];

/// The row of a method; `None` for one that is not known.
pub fn method_shapes(method: &str) -> Option<&'static MethodShapes> {
    TABLES.iter().flat_map(|table| table.iter()).find(|row| row.name == method)
}

/// What `params` of a request or notification must be.
pub fn params_shape(method: &str) -> Option<&'static Shape> {
    method_shapes(method).map(|row| row.params)
}

/// What a result must be: `resultType` decides first, and only `complete`, or its absence, means
/// the method's own result. A word that nothing defines here is judged as any result is.
///
/// `None` for a method that is not known, or that has no result.
pub fn result_shape(method: &str, result: Text<'_>) -> Option<&'static Shape> {
    let row = method_shapes(method)?;
    let complete = row.result?;
    let Some(word) = result.get("resultType").filter(|word| !word.is_string("complete")) else {
        return Some(complete);
    };
    let other = row.others.iter().find(|(name, _)| word.is_string(name));
    match other {
        Some((_, shape)) => Some(shape),
        None if word.kind() == Kind::String => Some(AnyResult::SHAPE),
        None => Some(complete),
    }
}

/// What `data` of an error must be; `None` where the specification leaves it to the sender.
pub fn error_data_shape(code: ErrorCode) -> Option<&'static Shape> {
    match code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => Some(UnsupportedProtocolVersionData::SHAPE),
        ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY => {
            Some(MissingRequiredClientCapabilityData::SHAPE)
        }
        _ => None,
    }
}
