//! The types of the server pages and the common parts.

use mcpwire_protocol::types::*;

use crate::typed::{Typed, params, result, whole};

pub(crate) fn server_types() -> Vec<Typed> {
    vec![
        whole::<TextContent>("TextContent"),
        whole::<ImageContent>("ImageContent"),
        whole::<AudioContent>("AudioContent"),
        whole::<EmbeddedResource>("EmbeddedResource"),
        whole::<ResourceLink>("ResourceLink"),
        whole::<TextResourceContents>("TextResourceContents"),
        whole::<BlobResourceContents>("BlobResourceContents"),
        whole::<ClientCapabilities>("ClientCapabilities"),
        whole::<ServerCapabilities>("ServerCapabilities"),
        whole::<Resource>("Resource"),
        whole::<PaginatedRequestParams>("PaginatedRequestParams"),
        params::<PaginatedRequestParams>("ListResourcesRequest", "PaginatedRequestParams"),
        params::<PaginatedRequestParams>("ListResourceTemplatesRequest", "PaginatedRequestParams"),
        params::<ReadResourceRequestParams>("ReadResourceRequest", "ReadResourceRequestParams"),
        whole::<ListResourcesResult>("ListResourcesResult"),
        result::<ListResourcesResult>("ListResourcesResultResponse", "ListResourcesResult"),
    ]
}
