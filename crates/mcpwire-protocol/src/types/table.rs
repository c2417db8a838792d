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
use super::result_type::ResultType;
use super::subscriptions::{Listen, SubscriptionsAcknowledged};
use super::task_messages::{self, CreateTaskResult};
use super::tools::{CallTool, ListTools};
use crate::json::{Kind, Text};
use crate::jsonrpc::ErrorCode;
use crate::method::Method;
use crate::revision::Revision;
use crate::rules::shape::Shape;

/// The methods of the core protocol.
const CORE: &[MethodShapes] = &[
    MethodShapes::request::<Discover>(),
    MethodShapes::request::<ListTools>(),
    MethodShapes::request::<CallTool>().or(&[(ResultType::TASK, CreateTaskResult::SHAPE)]),
    MethodShapes::request::<ListPrompts>(),
    MethodShapes::request::<GetPrompt>(),
    MethodShapes::request::<ListResources>(),
    MethodShapes::request::<ListResourceTemplates>(),
    MethodShapes::request::<ReadResource>(),
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
    let method = Method::named(method)?;
    TABLES.iter().flat_map(|table| table.iter()).find(|row| row.method == method)
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
    let Some(word) = result.get("resultType").filter(|word| word.kind() == Kind::String) else {
        return Some(complete);
    };
    let may_ask = row.method.at(Revision::LATEST).is_some_and(|usage| usage.may_ask_input);
    Some(match ResultType::named(word) {
        Some(ResultType::Complete) => complete,
        Some(ResultType::InputRequired) if may_ask => InputRequiredResult::SHAPE,
        Some(ResultType::InputRequired) | None => AnyResult::SHAPE,
        Some(extended) => {
            let row = row.extended.iter().find(|(kind, _)| *kind == extended);
            row.map_or(AnyResult::SHAPE, |(_, shape)| shape)
        }
    })
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
