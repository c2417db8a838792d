//! `_meta`: what the protocol itself says about a message, beside keys that belong to others.
//!
//! Specification: `basic/index#meta`.

use super::base::{CLIENT_INFO, Implementation, SERVER_INFO};
use super::capabilities::ClientCapabilities;
use super::id::RequestId;
use super::logging::LEVEL;
use super::object::JsonObject;
use super::open::open_struct;
use super::shaped::shaped;
use crate::meta::LogLevel;
use crate::rules::shape::{Shape, optional, required};

/// `_meta` of something else than a request, a result or a notification: foreign keys only.
pub type Meta = JsonObject;

open_struct! {
    /// `_meta` of a request. Foreign keys are in `other`.
    RequestMeta {
        must {
            /// The revision of the protocol that the request is written in.
            protocol_version: String = "io.modelcontextprotocol/protocolVersion",
            /// What the client can do.
            client_capabilities: ClientCapabilities = "io.modelcontextprotocol/clientCapabilities",
        }
        may {
            /// Who the client says that it is.
            client_info: Implementation = "io.modelcontextprotocol/clientInfo",
            /// The least severe log messages that the client wants with the answer.
            log_level: LogLevel = "io.modelcontextprotocol/logLevel",
            /// The client wants to hear of progress, under this token.
            progress_token: RequestId = "progressToken",
        }
    }
}

impl RequestMeta {
    /// What every request must say.
    pub fn new(protocol_version: impl Into<String>, capabilities: ClientCapabilities) -> Self {
        RequestMeta {
            protocol_version: protocol_version.into(),
            client_capabilities: capabilities,
            client_info: None,
            log_level: None,
            progress_token: None,
            other: JsonObject::new(),
        }
    }
}

open_struct! {
    /// `_meta` of a result. Foreign keys are in `other`.
    #[derive(Default)]
    ResultMeta {
        may {
            /// Who the server says that it is.
            server_info: Implementation = "io.modelcontextprotocol/serverInfo",
        }
    }
}

open_struct! {
    /// `_meta` of a notification. Foreign keys are in `other`.
    #[derive(Default)]
    NotificationMeta {
        may {
            /// The request that opened the stream which this is part of.
            subscription_id: RequestId = "io.modelcontextprotocol/subscriptionId",
        }
    }
}

shaped! { RequestMeta, "basic/index", [
    required("io.modelcontextprotocol/protocolVersion", &Shape::String, "meta-protocol-version-missing")
        .wrong("meta-protocol-version-type"),
    required(
        "io.modelcontextprotocol/clientCapabilities",
        ClientCapabilities::SHAPE,
        "meta-client-capabilities-missing",
    ).wrong("meta-client-capabilities-type"),
    optional("io.modelcontextprotocol/clientInfo", CLIENT_INFO, "meta-client-info-shape"),
    optional("io.modelcontextprotocol/logLevel", LEVEL, "meta-log-level-value"),
    optional("progressToken", &Shape::ID, "meta-progress-token-type"),
] }

shaped! { ResultMeta, "basic/index", [
    optional("io.modelcontextprotocol/serverInfo", SERVER_INFO, "server-info-shape"),
] }

shaped! { NotificationMeta, "basic/index", [
    optional("io.modelcontextprotocol/subscriptionId", &Shape::ID, "sub-id-type"),
] }
