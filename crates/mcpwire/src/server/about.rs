//! What the definitions of tools, prompts, resources and templates have in common.

use mcpwire_protocol::types::{Icon, Role};
use serde_json::{Map, Value, json};

/// Gives a type with a map `about` the methods that fill it.
macro_rules! about {
    ($definition:ident, $example:literal) => {
        impl $definition {
            /// What it is for, for the model.
            #[must_use]
            pub fn describe(self, description: impl Into<String>) -> Self {
                self.with("description", description.into())
            }

            /// The name that people see.
            #[must_use]
            pub fn title(self, title: impl Into<String>) -> Self {
                self.with("title", title.into())
            }

            /// Adds a picture that stands for it. Clients of revisions before 2025-11-25 are not
            /// told.
            ///
            /// Specification: `basic/index#icons`.
            #[must_use]
            pub fn icon(mut self, icon: mcpwire_protocol::types::Icon) -> Self {
                $crate::server::about::push_icon(&mut self.about, &icon);
                self
            }

            /// Adds a member to its `_meta`. Use a prefix in reverse DNS order, such as
            /// `com.example/team`.
            ///
            /// Specification: `basic/index#meta`.
            #[must_use]
            pub fn meta(mut self, key: &str, value: impl Into<serde_json::Value>) -> Self {
                $crate::server::about::put(&mut self.about, "_meta", key, value.into());
                self
            }

            #[doc = concat!("Adds a member to the definition, such as ", $example, ".")]
            #[must_use]
            pub fn with(mut self, member: &str, value: impl Into<serde_json::Value>) -> Self {
                self.about.insert(member.to_owned(), value.into());
                self
            }
        }
    };
}

/// The same for what has annotations about its content.
macro_rules! annotated {
    ($definition:ident) => {
        impl $definition {
            /// Who it is for.
            ///
            /// Specification: `server/resources#annotations`.
            #[must_use]
            pub fn audience(
                self,
                audience: impl IntoIterator<Item = mcpwire_protocol::types::Role>,
            ) -> Self {
                self.annotate("audience", $crate::server::about::roles(audience))
            }

            /// How much it matters, from 0 (may be left out) to 1 (is required).
            #[must_use]
            pub fn priority(self, priority: f64) -> Self {
                self.annotate("priority", priority.into())
            }

            /// When it last changed: a timestamp of ISO 8601, such as `2026-07-28T12:00:00Z`.
            #[must_use]
            pub fn last_modified(self, timestamp: impl Into<String>) -> Self {
                self.annotate("lastModified", serde_json::Value::String(timestamp.into()))
            }

            fn annotate(mut self, hint: &str, value: serde_json::Value) -> Self {
                $crate::server::about::put(&mut self.about, "annotations", hint, value);
                self
            }
        }
    };
}

pub(crate) use {about, annotated};

/// Sets a member of a member that is an object. One that is no object stays as it is, and is
/// refused when the server is built.
pub(crate) fn put(about: &mut Map<String, Value>, member: &str, key: &str, value: Value) {
    let inner = about.entry(member).or_insert_with(|| json!({}));
    if let Some(inner) = inner.as_object_mut() {
        inner.insert(key.to_owned(), value);
    }
}

/// The same for an icon among `icons`.
pub(crate) fn push_icon(about: &mut Map<String, Value>, icon: &Icon) {
    let icons = about.entry("icons").or_insert_with(|| json!([]));
    if let (Some(icons), Ok(icon)) = (icons.as_array_mut(), serde_json::to_value(icon)) {
        icons.push(icon);
    }
}

/// Roles as the value of `audience`.
pub(crate) fn roles(audience: impl IntoIterator<Item = Role>) -> Value {
    let word = |role| match role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    audience.into_iter().map(word).collect()
}
