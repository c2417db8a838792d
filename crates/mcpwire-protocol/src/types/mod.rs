//! The payloads of messages as types, one file for each page of the specification.
//!
//! Each type carries the table of its shape ([`Shaped`]); [`decode`] judges by the table first
//! and then reads, so that the verdict is exact and says where and why. What the protocol only
//! passes on (arguments, schemas, settings, foreign keys of `_meta`) stays JSON text.

mod base;
mod caching;
mod cancellation;
mod capabilities;
mod completion;
mod content;
mod decode;
mod discover;
mod elicitation;
mod elicitation_enum;
mod elicitation_schema;
mod error;
mod id;
mod input;
mod json_number;
mod list_changed;
mod logging;
mod meta;
mod method;
mod mrtr;
mod number;
mod object;
mod open;
mod pagination;
mod primitive_schema;
mod progress;
mod prompts;
mod read_resource;
mod resource_contents;
mod resources;
mod result;
mod result_type;
mod roots;
mod rows;
mod sampling;
mod sampling_content;
mod shaped;
mod subscriptions;
mod table;
mod task_messages;
mod task_shapes;
mod task_wire;
mod tasks;
mod tools;
mod union;

pub use crate::method::TASKS_EXTENSION;
pub use base::{Annotations, Icon, IconTheme, Implementation, Role};
pub use caching::CacheScope;
pub use cancellation::{Cancelled, CancelledNotificationParams};
pub use capabilities::{
    ClientCapabilities, ElicitationCapability, ListCapability, ResourcesCapability,
    SamplingCapability, ServerCapabilities,
};
pub use completion::{
    Complete, CompleteRequestParams, CompleteResult, Completion, CompletionArgument,
    CompletionContext, CompletionReference, PromptReference, ResourceTemplateReference,
};
pub use content::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent,
};
pub use decode::{DecodeError, READ_PAST, Shaped, decode, decode_result};
pub use discover::{Discover, DiscoverResult};
pub use elicitation::{
    CreateElicitation, ElicitAction, ElicitRequestFormParams, ElicitRequestParams,
    ElicitRequestUrlParams, ElicitResult, ElicitValue, FormMode,
};
pub use elicitation_enum::{
    EnumOption, LegacyTitledEnumSchema, TitledItems, TitledMultiSelectEnumSchema,
    TitledSingleSelectEnumSchema, UntitledItems, UntitledMultiSelectEnumSchema,
    UntitledSingleSelectEnumSchema,
};
pub use elicitation_schema::{
    BooleanSchema, NumberKind, NumberSchema, RequestedSchema, StringFormat, StringSchema,
};
pub use error::{Error, MissingRequiredClientCapabilityData, UnsupportedProtocolVersionData};
pub use id::RequestId;
pub use input::{InputRequest, InputResponse, embedded_shapes};
pub use json_number::JsonNumber;
pub use list_changed::{
    NotificationParams, PromptListChanged, ResourceListChanged, ToolListChanged,
};
pub use logging::{LoggingMessage, LoggingMessageNotificationParams};
pub use meta::{Meta, NotificationMeta, RequestMeta, ResultMeta};
pub use method::{MethodShapes, NotificationMethod, RequestMethod};
pub use mrtr::{
    INPUT_REQUESTS, INPUT_RESPONSES, InputRequests, InputRequiredResult,
    InputResponseRequestParams, InputResponses,
};
pub use object::JsonObject;
pub use pagination::PaginatedRequestParams;
pub use primitive_schema::PrimitiveSchemaDefinition;
pub use progress::{Progress, ProgressNotificationParams};
pub use prompts::{
    GetPrompt, GetPromptRequestParams, GetPromptResult, ListPrompts, ListPromptsResult, Prompt,
    PromptArgument, PromptMessage,
};
pub use read_resource::{ReadResource, ReadResourceRequestParams, ReadResourceResult};
pub use resource_contents::{BlobResourceContents, ResourceContents, TextResourceContents};
pub use resources::{
    ListResourceTemplates, ListResourceTemplatesResult, ListResources, ListResourcesResult,
    Resource, ResourceTemplate, ResourceUpdated, ResourceUpdatedNotificationParams,
};
pub use result::{AnyResult, EmptyResult, RequestParams};
pub use result_type::{
    DEFINED_RESULT_TYPES, DefinedResultType, EXTENSION_RESULT_TYPES, ResultType, ResultTypeFault,
    ResultTypes,
};
pub use roots::{ListRoots, ListRootsParams, ListRootsResult, Root};
pub use sampling::{
    CreateMessage, CreateMessageRequestParams, CreateMessageResult, IncludeContext, ModelHint,
    ModelPreferences, SamplingMessage, ToolChoice, ToolChoiceMode, stop_reason,
};
pub use sampling_content::{
    SamplingContent, SamplingMessageContentBlock, ToolResultContent, ToolUseContent,
};
pub use subscriptions::{
    Listen, SubscriptionFilter, SubscriptionsAcknowledged,
    SubscriptionsAcknowledgedNotificationParams, SubscriptionsListenRequestParams,
    SubscriptionsListenResult, SubscriptionsListenResultMeta,
};
pub use table::{error_data_shape, method_shapes, params_shape, result_shape};
pub use task_messages::{
    CancelTask, CancelTaskParams, CancelTaskResult, CreateTaskResult, GetTask, GetTaskParams,
    GetTaskResult, TaskStatusChanged, TaskStatusNotificationParams, UpdateTask, UpdateTaskParams,
    UpdateTaskResult,
};
pub use tasks::{DetailedTask, Task, TaskState, TaskStatus};
pub use tools::{
    CallTool, CallToolRequestParams, CallToolResult, ListTools, ListToolsResult, Tool,
    ToolAnnotations,
};
