//! Rules of `server/resources`.

pub(in crate::rules) mod checks;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    should("sub-capability-mismatch", Party::Server, "server/resources#capabilities")
        .says("resourceSubscriptions is honoured only by servers that declare resources.subscribe.")
        .scope(Scope::Exchange)
        .on(&["notifications/subscriptions/acknowledged"])
        .derived(),
    must("resources-capability-missing", Party::Server, "server/resources#capabilities")
        .says("A server with resources declares the resources capability.")
        .scope(Scope::Exchange)
        .on(&["server/discover"]),
    must("resources-list-served", Party::Server, "server/resources#capabilities")
        .says("A server declaring resources answers resources/list.")
        .scope(Scope::Exchange)
        .on(&["resources/list"]),
    must("resources-list-connection-dependent", Party::Server, "server/resources#capabilities")
        .says("The resource set does not vary per connection or by side effect.")
        .scope(Scope::Exchange)
        .on(&["resources/list"]),
    should("resources-list-changed", Party::Server, "server/resources#list-changed-notification")
        .says("A listChanged server announces changes of the resource list.")
        .scope(Scope::Stream)
        .on(&["notifications/resources/list_changed"]),
    must("resources-list-missing", Party::Server, "schema#ListResourcesResult")
        .says("The result has a resources array.")
        .scope(Scope::Exchange)
        .on(&["resources/list"])
        .checked(),
    must("resources-templates-missing", Party::Server, "schema#ListResourceTemplatesResult")
        .says("The result has a resourceTemplates array.")
        .scope(Scope::Exchange)
        .on(&["resources/templates/list"])
        .checked(),
    must("resource-uri-missing", Party::Server, "schema#Resource")
        .says("A resource has a string uri.")
        .scope(Scope::Exchange)
        .on(&["resources/list"])
        .checked(),
    must("resource-name-missing", Party::Server, "schema#Resource")
        .says("A resource has a string name.")
        .scope(Scope::Exchange)
        .on(&["resources/list"])
        .checked(),
    must("resource-uri-format", Party::Server, "schema#Resource")
        .says("Resource uri is an absolute URI (RFC 3986).")
        .on(&["resources/list"])
        .checked(),
    must("resource-size-type", Party::Server, "schema#Resource")
        .says("size, if present, is an integer.")
        .scope(Scope::Exchange)
        .on(&["resources/list"])
        .checked(),
    must("resource-mime-type", Party::Server, "schema#Resource")
        .says("mimeType, if present, is a string.")
        .scope(Scope::Exchange)
        .on(&["resources/list"])
        .checked(),
    must("resource-fields-type", Party::Server, "schema#Resource")
        .says("title, description, icons, annotations and _meta have their declared types.")
        .scope(Scope::Exchange)
        .on(&["resources/list"])
        .checked(),
    must("template-uri-missing", Party::Server, "schema#ResourceTemplate")
        .says("A template has string uriTemplate and name.")
        .scope(Scope::Exchange)
        .on(&["resources/templates/list"])
        .checked(),
    must("template-uri-format", Party::Server, "schema#ResourceTemplate")
        .says("uriTemplate is an RFC 6570 template.")
        .on(&["resources/templates/list"])
        .checked(),
    should("template-mime-single", Party::Server, "schema#ResourceTemplate")
        .says("Template mimeType is given only when all matches share it.")
        .scope(Scope::Exchange)
        .on(&["resources/templates/list"]),
    must("resources-read-uri-missing", Party::Client, "schema#ReadResourceRequestParams")
        .says("resources/read has a string uri.")
        .on(&["resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("resources-read-uri-format", Party::Client, "schema#ReadResourceRequestParams")
        .says("The requested uri is a URI.")
        .on(&["resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("resources-read-contents-missing", Party::Server, "schema#ReadResourceResult")
        .says("The result has a contents array.")
        .scope(Scope::Exchange)
        .on(&["resources/read"])
        .checked(),
    must("resource-contents-uri", Party::Server, "schema#ResourceContents")
        .says("Each contents item has a string uri.")
        .scope(Scope::Exchange)
        .on(&["resources/read"])
        .checked(),
    must("resource-contents-kind", Party::Server, "schema#ResourceContents")
        .says("Each contents item has string text or string blob.")
        .scope(Scope::Exchange)
        .on(&["resources/read"])
        .checked(),
    must(
        "resource-contents-blob-base64",
        Party::Server,
        "server/resources#security-considerations",
    )
    .says("Binary contents are base64.")
    .on(&["resources/read"])
    .checked(),
    must("resources-not-found-code", Party::Server, "server/resources#error-handling")
        .says("A missing resource gives -32602.")
        .scope(Scope::Exchange)
        .on(&["error"])
        .code(ErrorCode::INVALID_PARAMS),
    must("resources-not-found-empty", Party::Server, "server/resources#error-handling")
        .says("A missing resource is not reported as empty contents.")
        .scope(Scope::Exchange)
        .on(&["resources/read"])
        .code(ErrorCode::INVALID_PARAMS),
    should("resources-https-direct", Party::Server, "server/resources#https")
        .says("https URIs are for resources clients can fetch themselves.")
        .scope(Scope::Exchange)
        .on(&["resources/list"]),
    must("resources-custom-scheme", Party::Server, "server/resources#custom-uri-schemes")
        .says("Custom URI schemes obey RFC 3986.")
        .on(&["resources/list"])
        .checked(),
    must("resources-path-traversal", Party::Server, "server/resources#security-considerations")
        .says("File paths are sanitized against traversal for file URIs.")
        .scope(Scope::Exchange)
        .on(&["resources/read"]),
    must("resource-updated-uri-missing", Party::Server, "schema#ResourceUpdatedNotificationParams")
        .says("resources/updated has a string uri.")
        .on(&["notifications/resources/updated"])
        .checked(),
    must("resource-updated-params-missing", Party::Server, "schema#ResourceUpdatedNotification")
        .says("resources/updated has params.")
        .on(&["notifications/resources/updated"])
        .checked(),
    must("resource-contents-mime-type", Party::Server, "schema#ResourceContents")
        .says("mimeType of a contents item, if present, is a string; _meta an object.")
        .scope(Scope::Exchange)
        .on(&["resources/read"])
        .checked(),
    must("resource-contents-uri-format", Party::Server, "schema#ResourceContents")
        .says("The uri of a contents item is a URI.")
        .on(&["resources/read"])
        .checked(),
    should("resources-templates-served", Party::Server, "server/resources#resource-templates")
        .says("A server declaring resources answers resources/templates/list.")
        .scope(Scope::Exchange)
        .on(&["resources/templates/list"])
        .derived(),
];
