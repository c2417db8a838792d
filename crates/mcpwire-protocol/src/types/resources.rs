//! Resources that a server offers to read.
//!
//! Specification: `server/resources`.

use serde::{Deserialize, Serialize};

use super::base::{Annotations, Icon};
use super::caching::CacheScope;
use super::decode::Shaped;
use super::meta::{Meta, NotificationMeta, ResultMeta};
use super::method::{NotificationMethod, RequestMethod};
use super::number::{maybe, number};
use super::pagination::PaginatedRequestParams;
use super::rows::{
    CACHE_SCOPE, NEXT_CURSOR, NOTIFICATION_META, RESULT_META, RESULT_TYPE, TTL_MS, icons, meta,
    string,
};
use super::shaped::shaped;
use crate::method::Method;
use crate::rules::shape::{Member, Shape, optional, required};

/// An entry of the list of resources.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// What it is read by.
    pub uri: String,
    /// The name for programs.
    pub name: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is, for models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Its size in bytes, before base64.
    #[serde(default, deserialize_with = "maybe", skip_serializing_if = "Option::is_none")]
    pub size: Option<i64>,
    /// Pictures for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
    /// Hints about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl Resource {
    /// A resource of which nothing else is said.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Resource {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: None,
            annotations: None,
            meta: None,
        }
    }
}

/// An entry of the list of resource templates: a pattern of URIs that can be read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceTemplate {
    /// The pattern (RFC 6570).
    pub uri_template: String,
    /// The name for programs.
    pub name: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it is for, for models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type of everything that matches, if it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Pictures for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
    /// Hints about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<Meta>,
}

impl ResourceTemplate {
    /// A template of which nothing else is said.
    pub fn new(uri_template: impl Into<String>, name: impl Into<String>) -> Self {
        ResourceTemplate {
            uri_template: uri_template.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            icons: None,
            annotations: None,
            meta: None,
        }
    }
}

/// A page of the list of resources.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct ListResourcesResult {
    /// The entries.
    pub resources: Vec<Resource>,
    /// Where the next page begins; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// For how many milliseconds the answer may be kept.
    #[serde(default, deserialize_with = "number")]
    pub ttl_ms: u64,
    /// Who may share the kept answer.
    #[serde(default)]
    pub cache_scope: CacheScope,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl ListResourcesResult {
    /// The whole list, which nobody may keep.
    pub fn new(resources: Vec<Resource>) -> Self {
        let cache_scope = CacheScope::Private;
        ListResourcesResult { resources, next_cursor: None, ttl_ms: 0, cache_scope, meta: None }
    }
}

/// A page of the list of resource templates.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "resultType", rename = "complete", rename_all = "camelCase")]
pub struct ListResourceTemplatesResult {
    /// The entries.
    pub resource_templates: Vec<ResourceTemplate>,
    /// Where the next page begins; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// For how many milliseconds the answer may be kept.
    #[serde(default, deserialize_with = "number")]
    pub ttl_ms: u64,
    /// Who may share the kept answer.
    #[serde(default)]
    pub cache_scope: CacheScope,
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<ResultMeta>,
}

impl ListResourceTemplatesResult {
    /// The whole list, which nobody may keep.
    pub fn new(resource_templates: Vec<ResourceTemplate>) -> Self {
        ListResourceTemplatesResult {
            resource_templates,
            next_cursor: None,
            ttl_ms: 0,
            cache_scope: CacheScope::Private,
            meta: None,
        }
    }
}

/// Which resource changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceUpdatedNotificationParams {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<NotificationMeta>,
    /// The resource, or the one that it is part of.
    pub uri: String,
}

impl ResourceUpdatedNotificationParams {
    /// Tells that a resource changed.
    pub fn new(uri: impl Into<String>) -> Self {
        ResourceUpdatedNotificationParams { meta: None, uri: uri.into() }
    }
}

const ANNOTATIONS: Member = optional("annotations", Annotations::SHAPE, "resource-fields-type");

shaped! { Resource, "server/resources", [
    required("uri", &Shape::Uri, "resource-uri-missing"),
    required("name", &Shape::String, "resource-name-missing"),
    string("title", "resource-fields-type"),
    string("description", "resource-fields-type"),
    string("mimeType", "resource-mime-type"),
    optional("size", &Shape::Integer, "resource-size-type"),
    icons("resource-fields-type"),
    ANNOTATIONS,
    meta("resource-fields-type"),
] }

shaped! { ResourceTemplate, "server/resources", [
    required("uriTemplate", &Shape::UriTemplate, "template-uri-missing"),
    required("name", &Shape::String, "template-uri-missing"),
    string("title", "resource-fields-type"),
    string("description", "resource-fields-type"),
    string("mimeType", "resource-mime-type"),
    icons("resource-fields-type"),
    ANNOTATIONS,
    meta("resource-fields-type"),
] }

shaped! { result ListResourcesResult, "server/resources", [
    RESULT_TYPE,
    required("resources", &Shape::Array(Resource::SHAPE), "resources-list-missing"),
    NEXT_CURSOR,
    TTL_MS,
    CACHE_SCOPE,
    RESULT_META,
] }

shaped! { result ListResourceTemplatesResult, "server/resources", [
    RESULT_TYPE,
    required("resourceTemplates", &Shape::Array(ResourceTemplate::SHAPE), "resources-templates-missing"),
    NEXT_CURSOR,
    TTL_MS,
    CACHE_SCOPE,
    RESULT_META,
] }

shaped! { ResourceUpdatedNotificationParams, "server/resources", [
    NOTIFICATION_META,
    required("uri", &Shape::Uri, "resource-updated-uri-missing"),
] }

/// `resources/list`
#[derive(Clone, Copy, Debug)]
pub enum ListResources {}

impl RequestMethod for ListResources {
    const METHOD: Method = Method::ResourcesList;
    type Params = PaginatedRequestParams;
    type Result = ListResourcesResult;
}

/// `resources/templates/list`
#[derive(Clone, Copy, Debug)]
pub enum ListResourceTemplates {}

impl RequestMethod for ListResourceTemplates {
    const METHOD: Method = Method::ResourcesTemplatesList;
    type Params = PaginatedRequestParams;
    type Result = ListResourceTemplatesResult;
}

/// `notifications/resources/updated`
#[derive(Clone, Copy, Debug)]
pub enum ResourceUpdated {}

impl NotificationMethod for ResourceUpdated {
    const METHOD: Method = Method::ResourcesUpdated;
    type Params = ResourceUpdatedNotificationParams;
}
