//! What many pages use: who software is, icons, roles and annotations.

use serde::{Deserialize, Serialize};

use super::number::{maybe, maybe_plain};
use super::rows::{icons, string};
use super::shaped::shaped;
use crate::rules::shape::{Member, ObjectShape, Shape, optional, required};

/// The name and version of a client or a server, as it describes itself. Nothing proves it.
///
/// Specification: `basic/index#meta`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Implementation {
    /// The name for programs.
    pub name: String,
    /// The version, in any form.
    pub version: String,
    /// The name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Where to read more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
    /// Pictures for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icons: Option<Vec<Icon>>,
}

impl Implementation {
    /// Software with a name and a version, and nothing else said about it.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Implementation {
            name: name.into(),
            version: version.into(),
            title: None,
            description: None,
            website_url: None,
            icons: None,
        }
    }
}

/// The rows of [`Implementation`]; `rule` is about name and version, and differs by who is meant.
const fn implementation(rule: &'static str) -> [Member; 6] {
    [
        required("name", &Shape::String, rule),
        required("version", &Shape::String, rule),
        string("title", "impl-fields-type"),
        string("description", "impl-fields-type"),
        optional("websiteUrl", &Shape::Uri, "impl-fields-type"),
        icons("impl-fields-type"),
    ]
}

const PAGE: &str = "basic/index";

/// The shape of the client's description of itself.
pub(super) const CLIENT_INFO: &Shape = &Shape::Object(&ObjectShape::new(
    "Implementation",
    PAGE,
    &implementation("meta-client-info-shape"),
));

/// The shape of the server's description of itself.
pub(super) const SERVER_INFO: &Shape =
    &Shape::Object(&ObjectShape::new("Implementation", PAGE, &implementation("server-info-shape")));

impl super::Shaped for Implementation {
    const SHAPE: &'static Shape = CLIENT_INFO;
}

/// A picture that stands for something in a user interface.
///
/// Specification: `basic/index#icons`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    /// Where the picture is: an HTTPS or a `data:` URI.
    pub src: String,
    /// Its media type, where the source does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The sizes in pixels that it is made for, such as `48x48`, or `any`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Vec<String>>,
    /// The background that it is made for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<IconTheme>,
}

impl Icon {
    /// A picture at a place.
    pub fn new(src: impl Into<String>) -> Self {
        Icon { src: src.into(), mime_type: None, sizes: None, theme: None }
    }

    /// The same, of this media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// The same, made for this width and height in pixels, beside others.
    #[must_use]
    pub fn size(self, width: u32, height: u32) -> Self {
        self.with_size(format!("{width}x{height}"))
    }

    /// The same, made for any size.
    #[must_use]
    pub fn any_size(self) -> Self {
        self.with_size("any".to_owned())
    }

    fn with_size(mut self, size: String) -> Self {
        self.sizes.get_or_insert_default().push(size);
        self
    }

    /// The same, made for this background.
    #[must_use]
    pub fn theme(mut self, theme: IconTheme) -> Self {
        self.theme = Some(theme);
        self
    }
}

/// The background that an icon is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IconTheme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

shaped! { Icon, "basic/index", [
    required("src", &Shape::Uri, "icon-src-missing"),
    string("mimeType", "icon-mime-type"),
    optional("sizes", &Shape::Array(&Shape::String), "icon-sizes-type"),
    optional("theme", &Shape::OneOf(&["dark", "light"]), "icon-theme"),
] }

/// Who speaks, or who something is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// The words for a [`Role`].
pub(super) const ROLE: &Shape = &Shape::OneOf(&["assistant", "user"]);

/// Hints about content: who it is for, how much it matters, how old it is.
///
/// Specification: `server/resources#annotations`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// Who it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audience: Option<Vec<Role>>,
    /// How much it matters, from 0 to 1.
    #[serde(
        default,
        deserialize_with = "maybe",
        serialize_with = "maybe_plain",
        skip_serializing_if = "Option::is_none"
    )]
    pub priority: Option<f64>,
    /// When it last changed, in ISO 8601.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

shaped! { Annotations, "server/resources", [
    optional("audience", &Shape::Array(ROLE), "content-annotations-audience"),
    optional("priority", &Shape::ZeroToOne, "content-annotations-priority"),
    string("lastModified", "content-annotations-modified-type"),
] }
