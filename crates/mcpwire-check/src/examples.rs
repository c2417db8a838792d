//! Conversations that show the rules about several messages.

use mcpwire_protocol::rules::fixture::{self, Example};

macro_rules! examples {
    ($($topic:literal: $($name:literal),+;)+) => {
        static EXAMPLES: &[&[Example]] = &[$(&[$(Example {
            topic: $topic,
            name: $name,
            text: include_str!(concat!("../fixtures/", $topic, "/", $name, ".conversation")),
        }),+]),+];
    };
}

/// The examples of a rule, wrong ones first: those of the protocol crate for a rule about one
/// message, ours for one about several.
pub fn examples_of(rule: &str) -> &'static [Example] {
    let own = EXAMPLES.iter().find(|examples| examples.iter().any(|one| one.topic == rule));
    own.copied().unwrap_or_else(|| fixture::examples_of(rule))
}

examples! {
    "auth-challenge-scope": "bad", "good";
    "auth-insufficient-scope": "bad", "bad-status", "good";
    "auth-insufficient-scope-list": "bad", "good";
    "auth-no-query-token": "bad", "good";
    "auth-offline-access-server": "bad", "bad-metadata", "good";
    "auth-resource-both": "bad", "good";
    "authd-prm-servers": "bad", "bad-absent", "good";
    "authr-application-type": "bad", "good";
    "cache-scope-pages": "bad", "good";
    "cancel-server-not-listen": "bad", "good";
    "cancel-then-response": "bad", "good";
    "capability-missing-data-names": "bad", "good";
    "capability-missing-status": "bad", "good";
    "compat-initialize-names-versions": "bad", "good";
    "completion-capability-missing": "bad", "good";
    "discover-implemented": "bad", "good";
    "discover-versions-self": "bad", "good";
    "elicit-mode-unsupported": "bad", "good";
    "elicit-mode-unsupported-form": "bad", "good";
    "error-code-defined-meaning": "bad", "bad-headers", "bad-lines", "good";
    "error-id-mismatch": "bad", "good";
    "error-id-missing": "bad", "good";
    "header-decode-first": "bad", "good";
    "header-invalid-chars-rejected": "bad", "good";
    "header-method-mismatch": "bad", "good";
    "header-method-missing": "bad", "good";
    "header-mismatch-rejected": "bad", "good";
    "header-missing-rejected": "bad", "good";
    "header-name-encoding": "bad", "good";
    "header-name-mismatch": "bad", "good";
    "header-name-missing": "bad", "good";
    "header-reject-body": "bad", "good";
    "header-reject-code": "bad", "good";
    "header-reject-status": "bad", "good";
    "header-version-absent-rejected": "bad", "good";
    "header-version-mismatch": "bad", "good";
    "header-version-mismatch-rejected": "bad", "good";
    "header-version-missing": "bad", "good";
    "header-version-unsupported-status": "bad", "good";
    "http-accept-both": "bad", "good";
    "http-content-type-request": "bad", "good";
    "http-delete-405": "bad", "good";
    "http-get-405": "bad", "good";
    "http-json-single-object": "bad", "good";
    "http-method-not-found": "bad", "good";
    "http-method-not-found-body": "bad", "good";
    "http-notification-202": "bad", "good";
    "http-notification-202-body": "bad", "good";
    "http-notification-refused": "bad", "good";
    "http-response-content-type": "bad", "good";
    "http-session-id-ignored": "bad", "good";
    "http-session-id-minted": "bad", "good";
    "http-last-event-id-ignored": "bad", "good";
    "http-origin-invalid-403": "bad", "good";
    "http-success-status": "bad", "good";
    "id-reuse-in-flight": "bad", "good";
    "invalid-params-code": "bad", "good";
    "invalid-request-code": "bad", "bad-silence", "good";
    "jsonschema-valid": "bad", "good";
    "log-after-response": "bad", "good";
    "log-below-level": "bad", "good";
    "log-invalid-level-code": "bad", "good";
    "log-on-listen-stream": "bad", "good";
    "log-without-level": "bad", "good";
    "logging-capability-missing": "bad", "good";
    "meta-client-info-required-by-server": "bad", "good";
    "meta-rejection-code": "bad", "bad-served", "good";
    "meta-rejection-status": "bad", "good";
    "method-not-found-code": "bad", "good";
    "mrtr-input-undeclared-elicitation": "bad", "good";
    "mrtr-input-undeclared-roots": "bad", "good";
    "mrtr-input-undeclared-sampling": "bad", "good";
    "mrtr-unsupported-method": "bad", "good";
    "notification-answered": "bad", "good";
    "page-cursor-loop": "bad", "good";
    "parse-error-code": "bad", "bad-silence", "good";
    "progress-after-completion": "bad", "good";
    "progress-not-increasing": "bad", "good";
    "progress-token-type-changed": "bad", "good";
    "progress-unknown-token": "bad", "good";
    "prompts-capability-missing": "bad", "good";
    "prompts-list-served": "bad", "good";
    "prompts-missing-argument-code": "bad", "good";
    "prompts-unknown-code": "bad", "good";
    "resources-capability-missing": "bad", "good";
    "resources-list-served": "bad", "good";
    "resources-not-found-code": "bad", "good";
    "resources-not-found-empty": "bad", "good";
    "resources-templates-served": "bad", "good";
    "response-duplicate": "bad", "good";
    "response-id-type-changed": "bad", "good";
    "response-missing": "bad", "good";
    "response-unsolicited": "bad", "good";
    "result-id-mismatch": "bad", "good";
    "result-type-unadvertised": "bad", "good";
    "sampling-context-undeclared": "bad", "good";
    "sampling-tools-undeclared": "bad", "good";
    "sse-accel-buffering": "bad", "good";
    "sse-final-ends-stream": "bad", "good";
    "sse-notification-unrelated": "bad", "good";
    "sse-stream-without-response": "bad", "good";
    "stdio-cancel-further-messages": "bad", "good";
    "stdio-stdout-not-mcp": "bad", "good";
    "sub-ack-duplicate": "bad", "good";
    "sub-ack-missing": "bad", "good";
    "sub-ack-superset": "bad", "good";
    "sub-ack-unsupported-type": "bad", "good";
    "sub-capability-mismatch": "bad", "good";
    "sub-id-missing": "bad", "good";
    "sub-id-on-request-scoped": "bad", "good";
    "sub-id-value": "bad", "good";
    "sub-listchanged-undeclared": "bad", "good";
    "sub-notify-after-end": "bad", "good";
    "sub-notify-before-ack": "bad", "good";
    "sub-request-scoped-on-listen": "bad", "good";
    "sub-result-extra": "bad", "good";
    "sub-result-id-value": "bad", "good";
    "sub-server-end-result": "bad", "good";
    "sub-stream-sse": "bad", "good";
    "sub-unacknowledged-type": "bad", "good";
    "sub-unrequested-type": "bad", "bad-lines", "good";
    "task-ack-ids-subset": "bad", "good";
    "task-cancel-ack": "bad", "good";
    "task-completed-result-identity": "bad", "good";
    "task-create-undeclared": "bad", "good";
    "task-create-unsupported-method": "bad", "good";
    "task-durable-before-reply": "bad", "good";
    "task-failed-status-message": "bad", "good";
    "task-input-key-reuse": "bad", "good";
    "task-input-key-unique": "bad", "good";
    "task-legacy-capability-only": "bad", "good";
    "task-legacy-caps-dropped": "bad", "good";
    "task-legacy-caps-migrated": "bad", "good";
    "task-listen-undeclared": "bad", "good";
    "task-methods-undeclared": "bad", "good";
    "task-notification-subscription-id": "bad", "good";
    "task-notification-unsubscribed": "bad", "good";
    "task-result-removed": "bad", "good";
    "task-terminal-frozen": "bad", "good";
    "task-tool-error-completed": "bad", "good";
    "task-update-ack": "bad", "good";
    "tool-embedded-resource-capability": "bad", "good";
    "tool-output-missing": "bad", "good";
    "tool-output-nonconforming": "bad", "good";
    "tool-structured-text": "bad", "good";
    "tools-call-invalid-arguments": "bad", "good";
    "tools-call-unknown-tool": "bad", "good";
    "tools-capability-missing": "bad", "good";
    "tools-list-served": "bad", "good";
    "tools-order": "bad", "good";
    "tools-server-validate-input": "bad", "good";
    "version-unsupported-code": "bad", "good";
    "version-unsupported-echo": "bad", "good";
    "version-unsupported-served": "bad", "good";
    "xhdr-absent-omit": "bad", "good";
    "xhdr-mirror": "bad", "bad-other", "good";
    "xhdr-server-body-match": "bad", "good";
    "xhdr-server-invalid-chars": "bad", "good";
    "xhdr-server-missing": "bad", "good";
    "xhdr-server-reject-code": "bad", "good";
    "xhdr-value-base64": "bad", "good";
}
