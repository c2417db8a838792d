//! Rules of `basic/patterns/subscriptions`.

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("sub-filter-missing", Party::Client, "schema#SubscriptionsListenRequestParams")
        .says("listen params have a notifications filter.")
        .on(&["subscriptions/listen"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("sub-filter-flag-type", Party::Client, "schema#SubscriptionFilter")
        .says("toolsListChanged, promptsListChanged and resourcesListChanged are booleans.")
        .on(&["subscriptions/listen"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("sub-filter-uris-type", Party::Client, "schema#SubscriptionFilter")
        .says("resourceSubscriptions is an array of strings.")
        .on(&["subscriptions/listen"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("sub-unrequested-type", Party::Server, "basic/patterns/subscriptions#opening-a-stream")
        .says("Only notification types asked for in the filter are delivered.")
        .scope(Scope::Stream)
        .on(&["notification"]),
    must("sub-unrequested-uri", Party::Server, "basic/patterns/subscriptions#notification-filter")
        .says("resources/updated concerns only subscribed URIs (or their sub-resources).")
        .scope(Scope::Stream)
        .on(&["notifications/resources/updated"])
        .heuristic(),
    should("sub-unacknowledged-type", Party::Server, "basic/patterns/subscriptions#acknowledgment")
        .says("Types left out of the acknowledgement are not delivered.")
        .scope(Scope::Stream)
        .on(&["notification"])
        .derived(),
    must("sub-ack-missing", Party::Server, "basic/patterns/subscriptions#acknowledgment")
        .says("A listen request is acknowledged with notifications/subscriptions/acknowledged.")
        .scope(Scope::Stream)
        .on(&["notifications/subscriptions/acknowledged"]),
    must("sub-notify-before-ack", Party::Server, "basic/patterns/subscriptions#acknowledgment")
        .says("Nothing tagged with the subscription id precedes its acknowledgement.")
        .scope(Scope::Stream)
        .on(&["notification"]),
    should("sub-ack-duplicate", Party::Server, "basic/patterns/subscriptions#acknowledgment")
        .says("A subscription is acknowledged once.")
        .scope(Scope::Stream)
        .on(&["notifications/subscriptions/acknowledged"])
        .derived(),
    must("sub-ack-superset", Party::Server, "basic/patterns/subscriptions#acknowledgment")
        .says("The acknowledged filter is a subset of the requested one.")
        .scope(Scope::Exchange)
        .on(&["notifications/subscriptions/acknowledged"])
        .derived(),
    should("sub-ack-unsupported-type", Party::Server, "basic/patterns/subscriptions#acknowledgment")
        .says("Types the server cannot deliver are left out of the acknowledgement.")
        .scope(Scope::Exchange)
        .on(&["notifications/subscriptions/acknowledged"])
        .derived(),
    must("sub-ack-filter-missing", Party::Server, "schema#SubscriptionsAcknowledgedNotificationParams")
        .says("The acknowledgement has a notifications object.")
        .on(&["notifications/subscriptions/acknowledged"])
        .checked(),
    must("sub-ack-filter-type", Party::Server, "schema#SubscriptionFilter")
        .says("Fields of the acknowledged filter have the filter's types.")
        .on(&["notifications/subscriptions/acknowledged"])
        .checked(),
    must("sub-id-missing", Party::Server, "basic/index#meta")
        .says("Each notification on a listen stream has _meta subscriptionId.")
        .scope(Scope::Stream)
        .on(&["notification"]),
    must("sub-id-value", Party::Server, "basic/patterns/subscriptions#receiving-notifications")
        .says("subscriptionId equals the JSON-RPC id of an open listen request, type included.")
        .scope(Scope::Stream)
        .on(&["notification"]),
    must("sub-id-type", Party::Server, "schema#NotificationMetaObject")
        .says("subscriptionId is a string or integer.")
        .on(&["notification"])
        .checked(),
    should("sub-id-on-request-scoped", Party::Server, "schema#NotificationMetaObject")
        .says("Request-scoped notifications carry no subscriptionId.")
        .scope(Scope::Stream)
        .on(&["notifications/progress", "notifications/message"]),
    must("sub-list-changed-off-stream", Party::Server, "schema#ToolListChangedNotification")
        .says("list_changed and resources/updated appear only on listen streams.")
        .scope(Scope::Stream)
        .on(&["notification"])
        .derived(),
    should("sub-server-end-result", Party::Server, "basic/patterns/subscriptions#graceful-closure")
        .says("When the server ends a subscription it answers the listen request with a complete result first.")
        .scope(Scope::Stream)
        .on(&["subscriptions/listen"]),
    must("sub-result-id-missing", Party::Server, "schema#SubscriptionsListenResult")
        .says("The listen result has _meta subscriptionId.")
        .scope(Scope::Exchange)
        .on(&["subscriptions/listen"])
        .checked(),
    must("sub-result-id-value", Party::Server, "schema#SubscriptionsListenResultMetaObject")
        .says("subscriptionId in the listen result equals the response id.")
        .scope(Scope::Exchange)
        .on(&["subscriptions/listen"]),
    should("sub-result-extra", Party::Server, "basic/patterns/subscriptions#graceful-closure")
        .says("The listen result has no method-specific data.")
        .scope(Scope::Exchange)
        .on(&["subscriptions/listen"])
        .derived(),
    must("sub-notify-after-end", Party::Server, "basic/patterns/subscriptions#cancellation")
        .says("After the listen response, or client cancellation, no more notifications carry that subscription id.")
        .scope(Scope::Stream)
        .on(&["notification"])
        .derived(),
    must("sub-resubscribe", Party::Client, "basic/patterns/subscriptions#graceful-closure")
        .says("After a stdio reconnect the client sends subscriptions/listen again.")
        .scope(Scope::Process)
        .on(&["subscriptions/listen"]),
];
