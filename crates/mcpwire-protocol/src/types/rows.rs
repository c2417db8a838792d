//! Rows that stand in many tables.

use super::base::Icon;
use super::decode::Shaped;
use super::meta::{NotificationMeta, RequestMeta, ResultMeta};
use super::mrtr::INPUT_RESPONSES;
use crate::rules::shape::{Member, Shape, optional, required};

/// `_meta` of a request.
pub(super) const REQUEST_META: Member =
    required("_meta", RequestMeta::SHAPE, "meta-missing").wrong("meta-not-object");

/// `_meta` of a result.
pub(super) const RESULT_META: Member = optional("_meta", ResultMeta::SHAPE, "meta-not-object");

/// `_meta` of a notification.
pub(super) const NOTIFICATION_META: Member =
    optional("_meta", NotificationMeta::SHAPE, "meta-not-object");

/// `_meta` of anything else: an object with foreign keys only.
pub(super) const fn meta(rule: &'static str) -> Member {
    optional("_meta", &Shape::AnyObject, rule)
}

/// `resultType`
pub(super) const RESULT_TYPE: Member =
    required("resultType", &Shape::String, "result-type-missing").wrong("result-type-not-string");

/// `ttlMs`
pub(super) const TTL_MS: Member = required("ttlMs", &Shape::NonNegative, "cache-ttl-missing")
    .wrong("cache-ttl-integer")
    .outside("cache-ttl-negative");

/// `cacheScope`
pub(super) const CACHE_SCOPE: Member =
    required("cacheScope", &Shape::OneOf(&["private", "public"]), "cache-scope-missing")
        .wrong("cache-scope-value");

/// `cursor`
pub(super) const CURSOR: Member = optional("cursor", &Shape::String, "page-cursor-type");

/// `nextCursor`
pub(super) const NEXT_CURSOR: Member =
    optional("nextCursor", &Shape::String, "page-next-cursor-type");

/// `inputResponses` of a retry.
pub(super) const INPUT_RESPONSES_ROW: Member =
    optional("inputResponses", INPUT_RESPONSES, "mrtr-input-responses-type")
        .each("mrtr-input-response-shape");

/// `requestState`
pub(super) const REQUEST_STATE: Member =
    optional("requestState", &Shape::String, "mrtr-request-state-type");

/// `icons`
pub(super) const fn icons(rule: &'static str) -> Member {
    optional("icons", &Shape::Array(Icon::SHAPE), rule)
}

/// A string that may be absent.
pub(super) const fn string(name: &'static str, rule: &'static str) -> Member {
    optional(name, &Shape::String, rule)
}
