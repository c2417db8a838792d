//! The base protocol.

pub(in crate::rules) mod authorization;
pub(in crate::rules) mod index;
pub(in crate::rules) mod patterns;
pub(in crate::rules) mod transports;
pub(in crate::rules) mod versioning;

use crate::rules::rule::Rule;

pub(super) static TABLES: &[&[Rule]] = &[
    index::messages::RULES,
    index::errors::RULES,
    index::json_schema::RULES,
    index::meta::RULES,
    index::capabilities::RULES,
    index::trace::RULES,
    index::icons::RULES,
    patterns::exchanges::RULES,
    patterns::progress::RULES,
    patterns::cancellation::RULES,
    patterns::mrtr::RULES,
    patterns::subscriptions::RULES,
    versioning::RULES,
    transports::framing::RULES,
    transports::streamable_http::streams::RULES,
    transports::streamable_http::requests::RULES,
    transports::streamable_http::headers::RULES,
    transports::streamable_http::custom_headers::RULES,
    transports::streamable_http::earlier::RULES,
    transports::stdio::RULES,
    authorization::flow::RULES,
    authorization::authorization_server_discovery::RULES,
    authorization::client_registration::RULES,
    authorization::security_considerations::RULES,
];
