//! Rules of `client/elicitation`.

pub(in crate::rules) mod checks;
pub(in crate::rules) mod schema;

use crate::jsonrpc::ErrorCode;
use crate::rules::rule::{Party, Rule, Scope, must, should};

pub(crate) static RULES: &[Rule] = &[
    must("elicit-form-secrets", Party::Server, "client/elicitation")
        .says("Form mode never asks for passwords, keys, tokens or payment credentials.")
        .on(&["elicitation/create"])
        .heuristic()
        .checked(),
    must("elicit-capability-missing", Party::Client, "client/elicitation#capabilities")
        .says("A client supporting elicitation declares it on each request.")
        .scope(Scope::Exchange)
        .on(&["request"]),
    must("elicit-mode-none", Party::Client, "client/elicitation#capabilities")
        .says("A declared elicitation capability supports form or url.")
        .on(&["request"])
        .checked(),
    must("elicit-mode-unsupported", Party::Server, "client/elicitation#capabilities")
        .says("Only modes the client declared are used.")
        .scope(Scope::Exchange)
        .on(&["elicitation/create"]),
    must("elicit-mode-unsupported-form", Party::Server, "client/elicitation#capabilities")
        .says("Form mode is not used with a client that declared url only.")
        .scope(Scope::Exchange)
        .on(&["elicitation/create"]),
    must("elicit-message-missing", Party::Server, "client/elicitation#elicitation-requests")
        .says("An elicitation has a string message.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-mode-value", Party::Server, "schema#ElicitRequestParams")
        .says("mode is form or url; absent means form.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-params-missing", Party::Server, "schema#ElicitRequest")
        .says("elicitation/create has params.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-root", Party::Server, "schema#ElicitRequestFormParams")
        .says("requestedSchema has type object and a properties object.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-schema-required-type", Party::Server, "schema#ElicitRequestFormParams")
        .says("required, if present, is an array of strings.")
        .on(&["elicitation/create"])
        .checked(),
    should("elicit-schema-required-unknown", Party::Server, "schema#ElicitRequestFormParams")
        .says("required names only declared properties.")
        .scope(Scope::Schema)
        .on(&["elicitation/create"]),
    must("elicit-url-missing", Party::Server, "client/elicitation#url-mode-elicitation-requests")
        .says("URL mode has mode url, message and url.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-url-valid", Party::Server, "client/elicitation#url-mode-elicitation-requests")
        .says("url is a valid URL.")
        .on(&["elicitation/create"])
        .checked(),
    should("elicit-url-id", Party::Server, "changelog#minor-changes")
        .says("The removed elicitationId is not sent.")
        .on(&["elicitation/create"])
        .derived()
        .checked(),
    must("elicit-action-missing", Party::Client, "schema#ElicitResult")
        .says("An elicitation answer has action accept, decline or cancel.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    must("elicit-content-type", Party::Client, "schema#ElicitResult")
        .says("content maps names to string, number, boolean or string array.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .code(ErrorCode::INVALID_PARAMS)
        .checked(),
    should("elicit-content-accept-missing", Party::Client, "client/elicitation#response-actions")
        .says("An accepted form carries content.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/read"])
        .derived(),
    should("elicit-content-on-url", Party::Client, "schema#ElicitResult")
        .says("A URL mode answer has no content.")
        .scope(Scope::Exchange)
        .on(&["tools/call", "prompts/get", "resources/read"]),
    should("elicit-content-on-decline", Party::Client, "client/elicitation#response-actions")
        .says("decline and cancel carry no content.")
        .on(&["tools/call", "prompts/get", "resources/read"])
        .derived()
        .checked(),
    should("elicit-content-conforms", Party::Client, "client/elicitation#form-mode-security")
        .says("Form content validates against requestedSchema.")
        .scope(Scope::Schema)
        .on(&["tools/call", "prompts/get", "resources/read"]),
    must(
        "elicit-credentials-not-sent",
        Party::Server,
        "client/elicitation#understanding-the-distinction",
    )
    .says("Credentials gained through URL mode are not sent to the client.")
    .on(&["elicitation/create"])
    .heuristic()
    .checked(),
    must("elicit-decline-handled", Party::Server, "client/elicitation#error-handling")
        .says("Servers handle decline, cancel and client failure.")
        .scope(Scope::Exchange)
        .on(&["elicitation/create"])
        .heuristic(),
    must("elicit-url-no-user-data", Party::Server, "client/elicitation#safe-url-handling")
        .says("The URL contains no credentials or personal data of the user.")
        .on(&["elicitation/create"])
        .heuristic()
        .checked(),
    should("elicit-form-no-links", Party::Server, "client/elicitation#safe-url-handling")
        .says("Form mode fields contain no clickable URLs.")
        .on(&["elicitation/create"])
        .heuristic()
        .checked(),
    should("elicit-url-https", Party::Server, "client/elicitation#safe-url-handling")
        .says("Outside development the URL is https.")
        .on(&["elicitation/create"])
        .checked(),
    must("elicit-url-no-prefetch", Party::Client, "client/elicitation#safe-url-handling")
        .says("The client does not fetch the URL or its metadata by itself.")
        .scope(Scope::Http),
];
