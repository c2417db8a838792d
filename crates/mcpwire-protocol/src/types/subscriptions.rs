//! Streams of notifications that a client asks for.
//!
//! Specification: `basic/patterns/subscriptions`.

use serde::{Deserialize, Serialize};

use super::base::{Implementation, SERVER_INFO};
use super::decode::Shaped;
use super::id::RequestId;
use super::meta::{NotificationMeta, RequestMeta};
use super::method::{NotificationMethod, RequestMethod};
use super::open::open_struct;
use super::rows::{NOTIFICATION_META, REQUEST_META, RESULT_TYPE};
use super::shaped::{object, shaped};
use crate::method::Method;
use crate::rules::shape::{Member, Shape, optional, required};

open_struct! {
    /// What a client wants to hear of, or what a server will tell. Other members belong to
    /// extensions and are in `other`.
    #[derive(Default)]
    SubscriptionFilter {
        may {
            /// Changes of the list of tools.
            tools_list_changed: bool = "toolsListChanged",
            /// Changes of the list of prompts.
            prompts_list_changed: bool = "promptsListChanged",
            /// Changes of the list of resources.
            resources_list_changed: bool = "resourcesListChanged",
            /// Changes of these resources, by their URIs.
            resource_subscriptions: Vec<String> = "resourceSubscriptions",
            /// Changes of these tasks, by their ids: of the tasks extension.
            task_ids: Vec<String> = "taskIds",
        }
    }
}

/// Asks for a stream.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionsListenRequestParams {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: RequestMeta,
    /// What the client wants to hear of.
    pub notifications: SubscriptionFilter,
}

impl SubscriptionsListenRequestParams {
    /// Asks for what the filter names.
    pub fn new(meta: RequestMeta, notifications: SubscriptionFilter) -> Self {
        SubscriptionsListenRequestParams { meta, notifications }
    }
}

/// The first word on a stream: what the server will tell of what was asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionsAcknowledgedNotificationParams {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<NotificationMeta>,
    /// What the server will tell.
    pub notifications: SubscriptionFilter,
}

impl SubscriptionsAcknowledgedNotificationParams {
    /// Acknowledges the stream that the request `id` opened.
    pub fn new(id: RequestId, notifications: SubscriptionFilter) -> Self {
        let meta = NotificationMeta { subscription_id: Some(id), ..NotificationMeta::default() };
        SubscriptionsAcknowledgedNotificationParams { meta: Some(meta), notifications }
    }
}

/// The last word on a stream, where the server ends it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct SubscriptionsListenResult {
    /// `_meta`
    #[serde(rename = "_meta")]
    pub meta: SubscriptionsListenResultMeta,
}

open_struct! {
    /// `_meta` of the last word on a stream. Foreign keys are in `other`.
    SubscriptionsListenResultMeta {
        must {
            /// The request that opened the stream.
            subscription_id: RequestId = "io.modelcontextprotocol/subscriptionId",
        }
        may {
            /// Who the server says that it is.
            server_info: Implementation = "io.modelcontextprotocol/serverInfo",
        }
    }
}

impl SubscriptionsListenResult {
    /// Ends the stream that the request `id` opened.
    pub fn new(id: RequestId) -> Self {
        let meta = SubscriptionsListenResultMeta {
            subscription_id: id,
            server_info: None,
            other: super::JsonObject::new(),
        };
        SubscriptionsListenResult { meta }
    }
}

const fn filter(flag: &'static str, uris: &'static str) -> [Member; 5] {
    const STRINGS: &Shape = &Shape::Array(&Shape::String);
    [
        optional("toolsListChanged", &Shape::Boolean, flag),
        optional("promptsListChanged", &Shape::Boolean, flag),
        optional("resourcesListChanged", &Shape::Boolean, flag),
        optional("resourceSubscriptions", STRINGS, uris),
        optional("taskIds", STRINGS, "task-listen-ids-type"),
    ]
}

impl Shaped for SubscriptionFilter {
    const SHAPE: &'static Shape = &Shape::Object(&crate::rules::shape::ObjectShape::new(
        "SubscriptionFilter",
        "basic/patterns/subscriptions",
        &filter("sub-filter-flag-type", "sub-filter-uris-type"),
    ));
}

const ACKNOWLEDGED: &Shape = &Shape::Object(&crate::rules::shape::ObjectShape::new(
    "SubscriptionFilter",
    "basic/patterns/subscriptions",
    &filter("sub-ack-filter-type", "sub-ack-filter-type"),
));

const RESULT_META: &Shape = &object!(
    "SubscriptionsListenResultMetaObject",
    "basic/patterns/subscriptions",
    [
        required("io.modelcontextprotocol/subscriptionId", &Shape::ID, "sub-result-id-missing")
            .wrong("sub-id-type"),
        optional("io.modelcontextprotocol/serverInfo", SERVER_INFO, "server-info-shape"),
    ]
);

shaped! { SubscriptionsListenRequestParams, "basic/patterns/subscriptions", [
    REQUEST_META,
    required("notifications", SubscriptionFilter::SHAPE, "sub-filter-missing"),
] }

shaped! { SubscriptionsAcknowledgedNotificationParams, "basic/patterns/subscriptions", [
    NOTIFICATION_META,
    required("notifications", ACKNOWLEDGED, "sub-ack-filter-missing"),
] }

shaped! { result SubscriptionsListenResult, "basic/patterns/subscriptions", [
    RESULT_TYPE,
    required("_meta", RESULT_META, "sub-result-id-missing").wrong("meta-not-object"),
] }

/// `subscriptions/listen`
#[derive(Clone, Copy, Debug)]
pub enum Listen {}

impl RequestMethod for Listen {
    const METHOD: Method = Method::SubscriptionsListen;
    type Params = SubscriptionsListenRequestParams;
    type Result = SubscriptionsListenResult;
}

/// `notifications/subscriptions/acknowledged`
#[derive(Clone, Copy, Debug)]
pub enum SubscriptionsAcknowledged {}

impl NotificationMethod for SubscriptionsAcknowledged {
    const METHOD: Method = Method::SubscriptionsAcknowledged;
    type Params = SubscriptionsAcknowledgedNotificationParams;
}
