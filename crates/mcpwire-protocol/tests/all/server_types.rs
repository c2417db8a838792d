//! The types of the server pages and the common parts.

use mcpwire_protocol::types::*;

use super::typed::{Part, Typed, member, params, result, whole};

pub(crate) fn server_types() -> Vec<Typed> {
    [values(), parameters(), results(), errors()].into_iter().flatten().collect()
}

fn values() -> Vec<Typed> {
    vec![
        whole::<Annotations>("Annotations"),
        whole::<AudioContent>("AudioContent"),
        whole::<BlobResourceContents>("BlobResourceContents"),
        whole::<ClientCapabilities>("ClientCapabilities"),
        whole::<ContentBlock>("ContentBlock"),
        whole::<EmbeddedResource>("EmbeddedResource"),
        whole::<Icon>("Icon"),
        whole::<ImageContent>("ImageContent"),
        whole::<Implementation>("Implementation"),
        whole::<Prompt>("Prompt"),
        whole::<PromptArgument>("PromptArgument"),
        whole::<PromptMessage>("PromptMessage"),
        whole::<PromptReference>("PromptReference"),
        whole::<Resource>("Resource"),
        whole::<ResourceLink>("ResourceLink"),
        whole::<ResourceTemplate>("ResourceTemplate"),
        whole::<ResourceTemplateReference>("ResourceTemplateReference"),
        whole::<ServerCapabilities>("ServerCapabilities"),
        whole::<SubscriptionFilter>("SubscriptionFilter"),
        whole::<TextContent>("TextContent"),
        whole::<TextResourceContents>("TextResourceContents"),
        whole::<Tool>("Tool"),
        whole::<ToolAnnotations>("ToolAnnotations"),
        member::<RequestMeta>("RequestMetaObject", Part::Whole, "RequestMetaObject"),
        member::<ResultMeta>("ResultMetaObject", Part::Whole, "ResultMetaObject"),
        member::<NotificationMeta>("NotificationMetaObject", Part::Whole, "NotificationMetaObject"),
    ]
}

fn parameters() -> Vec<Typed> {
    vec![
        whole::<CallToolRequestParams>("CallToolRequestParams"),
        whole::<CancelledNotificationParams>("CancelledNotificationParams"),
        whole::<CompleteRequestParams>("CompleteRequestParams"),
        whole::<GetPromptRequestParams>("GetPromptRequestParams"),
        whole::<LoggingMessageNotificationParams>("LoggingMessageNotificationParams"),
        whole::<PaginatedRequestParams>("PaginatedRequestParams"),
        whole::<ProgressNotificationParams>("ProgressNotificationParams"),
        whole::<ReadResourceRequestParams>("ReadResourceRequestParams"),
        whole::<ResourceUpdatedNotificationParams>("ResourceUpdatedNotificationParams"),
        params::<CallToolRequestParams>("CallToolRequest", "CallToolRequestParams"),
        params::<CancelledNotificationParams>(
            "CancelledNotification",
            "CancelledNotificationParams",
        ),
        params::<CompleteRequestParams>("CompleteRequest", "CompleteRequestParams"),
        params::<GetPromptRequestParams>("GetPromptRequest", "GetPromptRequestParams"),
        params::<LoggingMessageNotificationParams>(
            "LoggingMessageNotification",
            "LoggingMessageNotificationParams",
        ),
        params::<NotificationParams>("PromptListChangedNotification", "NotificationParams"),
        params::<NotificationParams>("ResourceListChangedNotification", "NotificationParams"),
        params::<NotificationParams>("ToolListChangedNotification", "NotificationParams"),
        params::<PaginatedRequestParams>("ListPromptsRequest", "PaginatedRequestParams"),
        params::<PaginatedRequestParams>("ListResourceTemplatesRequest", "PaginatedRequestParams"),
        params::<PaginatedRequestParams>("ListResourcesRequest", "PaginatedRequestParams"),
        params::<PaginatedRequestParams>("ListToolsRequest", "PaginatedRequestParams"),
        params::<ProgressNotificationParams>("ProgressNotification", "ProgressNotificationParams"),
        params::<ReadResourceRequestParams>("ReadResourceRequest", "ReadResourceRequestParams"),
        params::<RequestParams>("DiscoverRequest", "RequestParams"),
        params::<ResourceUpdatedNotificationParams>(
            "ResourceUpdatedNotification",
            "ResourceUpdatedNotificationParams",
        ),
        params::<SubscriptionsAcknowledgedNotificationParams>(
            "SubscriptionsAcknowledgedNotification",
            "SubscriptionsAcknowledgedNotificationParams",
        ),
        params::<SubscriptionsListenRequestParams>(
            "SubscriptionsListenRequest",
            "SubscriptionsListenRequestParams",
        ),
    ]
}

fn results() -> Vec<Typed> {
    vec![
        whole::<CallToolResult>("CallToolResult"),
        whole::<CompleteResult>("CompleteResult"),
        whole::<DiscoverResult>("DiscoverResult"),
        whole::<GetPromptResult>("GetPromptResult"),
        whole::<ListPromptsResult>("ListPromptsResult"),
        whole::<ListResourceTemplatesResult>("ListResourceTemplatesResult"),
        whole::<ListResourcesResult>("ListResourcesResult"),
        whole::<ListToolsResult>("ListToolsResult"),
        whole::<ReadResourceResult>("ReadResourceResult"),
        whole::<SubscriptionsListenResult>("SubscriptionsListenResult"),
        result::<CallToolResult>("CallToolResultResponse", "CallToolResult"),
        result::<CompleteResult>("CompleteResultResponse", "CompleteResult"),
        result::<DiscoverResult>("DiscoverResultResponse", "DiscoverResult"),
        result::<GetPromptResult>("GetPromptResultResponse", "GetPromptResult"),
        result::<ListPromptsResult>("ListPromptsResultResponse", "ListPromptsResult"),
        result::<ListResourceTemplatesResult>(
            "ListResourceTemplatesResultResponse",
            "ListResourceTemplatesResult",
        ),
        result::<ListResourcesResult>("ListResourcesResultResponse", "ListResourcesResult"),
        result::<ListToolsResult>("ListToolsResultResponse", "ListToolsResult"),
        result::<ReadResourceResult>("ReadResourceResultResponse", "ReadResourceResult"),
        result::<SubscriptionsListenResult>(
            "SubscriptionsListenResultResponse",
            "SubscriptionsListenResult",
        ),
    ]
}

fn errors() -> Vec<Typed> {
    const ERROR: Part = Part::Member("error");
    vec![
        member::<Error>("InternalError", Part::Whole, "Error"),
        member::<Error>("InvalidParamsError", Part::Whole, "Error"),
        member::<Error>("MethodNotFoundError", Part::Whole, "Error"),
        member::<Error>("ParseError", Part::Whole, "Error"),
        member::<Error>("HeaderMismatchError", ERROR, "Error"),
        member::<Error>("MissingRequiredClientCapabilityError", ERROR, "Error"),
        member::<Error>("UnsupportedProtocolVersionError", ERROR, "Error"),
    ]
}
