//! What the definitions of tools, prompts, resources and templates have in common.

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

            #[doc = concat!("Adds a member to the definition, such as ", $example, ".")]
            #[must_use]
            pub fn with(mut self, member: &str, value: impl Into<serde_json::Value>) -> Self {
                self.about.insert(member.to_owned(), value.into());
                self
            }
        }
    };
}

pub(crate) use about;
