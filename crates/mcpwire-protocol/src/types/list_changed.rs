//! A list changed: of tools, of prompts or of resources.
//!
//! Specification: `server/tools#list-changed-notification` and its siblings.

use serde::{Deserialize, Serialize};

use super::meta::NotificationMeta;
use super::method::NotificationMethod;
use super::shaped::shaped;
use crate::method::Method;
use crate::rules::shape::optional;

/// Parameters of a notification that has none of its own.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct NotificationParams {
    /// `_meta`
    #[serde(rename = "_meta", default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<NotificationMeta>,
}

shaped! { NotificationParams, "basic/index", [
    optional("_meta", NotificationMeta::SHAPE, "list-changed-params-type"),
] }

/// `notifications/tools/list_changed`
#[derive(Clone, Copy, Debug)]
pub enum ToolListChanged {}

impl NotificationMethod for ToolListChanged {
    const METHOD: Method = Method::ToolsListChanged;
    type Params = NotificationParams;
}

/// `notifications/prompts/list_changed`
#[derive(Clone, Copy, Debug)]
pub enum PromptListChanged {}

impl NotificationMethod for PromptListChanged {
    const METHOD: Method = Method::PromptsListChanged;
    type Params = NotificationParams;
}

/// `notifications/resources/list_changed`
#[derive(Clone, Copy, Debug)]
pub enum ResourceListChanged {}

impl NotificationMethod for ResourceListChanged {
    const METHOD: Method = Method::ResourcesListChanged;
    type Params = NotificationParams;
}
