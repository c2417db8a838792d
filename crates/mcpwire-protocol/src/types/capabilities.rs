//! What the two sides declare that they can do. The sets are open: what is not known here is kept.

use std::collections::BTreeMap;

use super::object::JsonObject;
use super::open::open_struct;
use super::shaped::{object, shaped};
use crate::rules::shape::{Member, Shape, optional};

open_struct! {
    /// What a client can do, told with every request.
    ///
    /// Specification: `basic/index#meta`.
    #[derive(Default)]
    ClientCapabilities {
        may {
            /// It can list root folders.
            roots: JsonObject = "roots",
            /// It can ask a model.
            sampling: SamplingCapability = "sampling",
            /// It can ask its user.
            elicitation: ElicitationCapability = "elicitation",
            /// Extensions that it speaks, with their settings.
            extensions: BTreeMap<String, JsonObject> = "extensions",
            /// What no specification describes.
            experimental: BTreeMap<String, JsonObject> = "experimental",
        }
    }
}

open_struct! {
    /// How a client can ask a model.
    ///
    /// Specification: `client/sampling#capabilities`.
    #[derive(Default)]
    SamplingCapability {
        may {
            /// It can add what other servers said.
            context: JsonObject = "context",
            /// The model can use tools.
            tools: JsonObject = "tools",
        }
    }
}

open_struct! {
    /// How a client can ask its user; neither member means by form.
    ///
    /// Specification: `client/elicitation#capabilities`.
    #[derive(Default)]
    ElicitationCapability {
        may {
            /// By form.
            form: JsonObject = "form",
            /// By a page at a URL.
            url: JsonObject = "url",
        }
    }
}

open_struct! {
    /// What a server offers.
    ///
    /// Specification: `server/discover`.
    #[derive(Default)]
    ServerCapabilities {
        may {
            /// It has tools.
            tools: ListCapability = "tools",
            /// It has resources.
            resources: ResourcesCapability = "resources",
            /// It has prompts.
            prompts: ListCapability = "prompts",
            /// It completes arguments.
            completions: JsonObject = "completions",
            /// It sends log messages.
            logging: JsonObject = "logging",
            /// Extensions that it speaks, with their settings.
            extensions: BTreeMap<String, JsonObject> = "extensions",
            /// What no specification describes.
            experimental: BTreeMap<String, JsonObject> = "experimental",
        }
    }
}

open_struct! {
    /// A list that a server offers: of tools or of prompts.
    #[derive(Default)]
    ListCapability {
        may {
            /// Changes of the list are announced to who listens.
            list_changed: bool = "listChanged",
        }
    }
}

open_struct! {
    /// How a server offers resources.
    ///
    /// Specification: `server/resources#capabilities`.
    #[derive(Default)]
    ResourcesCapability {
        may {
            /// Changes of single resources are announced to who listens.
            subscribe: bool = "subscribe",
            /// Changes of the list are announced to who listens.
            list_changed: bool = "listChanged",
        }
    }
}

const SETTINGS: &Shape = &Shape::Map(&Shape::AnyObject);

const fn any(name: &'static str, rule: &'static str) -> Member {
    optional(name, &Shape::AnyObject, rule)
}

const fn flag(name: &'static str) -> Member {
    optional(name, &Shape::Boolean, "server-caps-flags")
}

shaped! { SamplingCapability, "client/sampling", [
    any("context", "client-caps-sub-shape"),
    any("tools", "client-caps-sub-shape"),
] }

shaped! { ElicitationCapability, "client/elicitation", [
    any("form", "client-caps-sub-shape"),
    any("url", "client-caps-sub-shape"),
] }

shaped! { ClientCapabilities, "basic/index", [
    any("roots", "client-caps-shape"),
    optional("sampling", <SamplingCapability as super::Shaped>::SHAPE, "client-caps-shape"),
    optional("elicitation", <ElicitationCapability as super::Shaped>::SHAPE, "client-caps-shape"),
    optional("extensions", SETTINGS, "client-caps-shape").each("extension-settings-object"),
    optional("experimental", SETTINGS, "client-caps-shape"),
] }

const LIST: &Shape = &object!("ServerCapabilities", "server/discover", [flag("listChanged")]);

shaped! { ResourcesCapability, "server/resources", [flag("subscribe"), flag("listChanged")] }

shaped! { ServerCapabilities, "server/discover", [
    optional("tools", LIST, "server-caps-shape"),
    optional("resources", <ResourcesCapability as super::Shaped>::SHAPE, "server-caps-shape"),
    optional("prompts", LIST, "server-caps-shape"),
    any("completions", "server-caps-shape"),
    any("logging", "server-caps-shape"),
    optional("extensions", SETTINGS, "server-caps-extensions").each("extension-settings-object"),
    optional("experimental", SETTINGS, "server-caps-extensions"),
] }
