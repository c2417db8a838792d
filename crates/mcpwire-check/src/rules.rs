//! The rules that need more than one message and are judged here.

use mcpwire_protocol::rules::{Rule, RuleId};

macro_rules! exchange_rules {
    ($($name:ident = $id:literal),+ $(,)?) => {
        /// The ids of the rules that this crate judges beside those of one message.
        pub const EXCHANGE_RULES: &[&str] = &[$($id),+];

        /// A rule about more than one message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Exchange { $($name),+ }

        impl Exchange {
            pub(crate) const ALL: &'static [Self] = &[$(Exchange::$name),+];

            pub(crate) const fn id(self) -> RuleId {
                RuleId(EXCHANGE_RULES[self as usize])
            }
        }
    };
}

exchange_rules! {
    IdReused = "id-reuse-in-flight",
    ResultIdMismatch = "result-id-mismatch",
    ErrorIdMismatch = "error-id-mismatch",
    ErrorIdMissing = "error-id-missing",
    IdTypeChanged = "response-id-type-changed",
    Unsolicited = "response-unsolicited",
    Duplicate = "response-duplicate",
    Missing = "response-missing",
    NotificationAnswered = "notification-answered",
    StdoutNotMcp = "stdio-stdout-not-mcp",
    ParseErrorCode = "parse-error-code",
    InvalidRequestCode = "invalid-request-code",
    MetaRejectionCode = "meta-rejection-code",
    VersionCode = "version-unsupported-code",
    VersionServed = "version-unsupported-served",
    VersionEcho = "version-unsupported-echo",
    UnknownTool = "tools-call-unknown-tool",
    ProgressUnknown = "progress-unknown-token",
    ProgressType = "progress-token-type-changed",
    ProgressRises = "progress-not-increasing",
    ProgressAfter = "progress-after-completion",
    CancelNotListen = "cancel-server-not-listen",
    AnsweredCancelled = "cancel-then-response",
    AfterCancellation = "stdio-cancel-further-messages",
    InputUnsupported = "mrtr-unsupported-method",
    InputElicitation = "mrtr-input-undeclared-elicitation",
    InputSampling = "mrtr-input-undeclared-sampling",
    InputRoots = "mrtr-input-undeclared-roots",
    ElicitMode = "elicit-mode-unsupported",
    ElicitForm = "elicit-mode-unsupported-form",
    SamplingTools = "sampling-tools-undeclared",
    SamplingContext = "sampling-context-undeclared",
    SubUnrequested = "sub-unrequested-type",
    SubNotAcknowledged = "sub-unacknowledged-type",
    SubAckMissing = "sub-ack-missing",
    SubBeforeAck = "sub-notify-before-ack",
    SubAckTwice = "sub-ack-duplicate",
    SubAckMore = "sub-ack-superset",
    SubAckUnsupported = "sub-ack-unsupported-type",
    SubCapability = "sub-capability-mismatch",
    SubTagMissing = "sub-id-missing",
    SubTag = "sub-id-value",
    ScopedTag = "sub-id-on-request-scoped",
    SubResultTag = "sub-result-id-value",
    SubResultMore = "sub-result-extra",
    SubAfterEnd = "sub-notify-after-end",
    SubServerEnd = "sub-server-end-result",
    NewsUndeclared = "sub-listchanged-undeclared",
    ForeignType = "result-type-unadvertised",
    CodeMeaning = "error-code-defined-meaning",
    InvalidParamsCode = "invalid-params-code",
    CapabilityNames = "capability-missing-data-names",
    DiscoverOwn = "discover-versions-self",
    ToolsCapability = "tools-capability-missing",
    PromptsCapability = "prompts-capability-missing",
    ResourcesCapability = "resources-capability-missing",
    CompletionCapability = "completion-capability-missing",
    LoggingCapability = "logging-capability-missing",
    EmbeddedCapability = "tool-embedded-resource-capability",
    ToolsOrder = "tools-order",
    OutputMissing = "tool-output-missing",
    OutputWrong = "tool-output-nonconforming",
    OutputText = "tool-structured-text",
    PageScope = "cache-scope-pages",
    PageLoop = "page-cursor-loop",
    LogUnasked = "log-without-level",
    LogBelow = "log-below-level",
    LogOnListen = "log-on-listen-stream",
    LogLate = "log-after-response",
    LogLevelCode = "log-invalid-level-code",
    TaskUndeclared = "task-create-undeclared",
    TaskOldOnly = "task-legacy-capability-only",
    TaskMethod = "task-create-unsupported-method",
    TaskDurable = "task-durable-before-reply",
    TaskResultRemoved = "task-result-removed",
    TaskMethods = "task-methods-undeclared",
    TaskUpdateAck = "task-update-ack",
    TaskCancelAck = "task-cancel-ack",
    TaskFailedMessage = "task-failed-status-message",
    TaskToolError = "task-tool-error-completed",
    TaskResult = "task-completed-result-identity",
    TaskFrozen = "task-terminal-frozen",
    TaskKeyUnique = "task-input-key-unique",
    TaskKeyReuse = "task-input-key-reuse",
    TaskListen = "task-listen-undeclared",
    TaskAck = "task-ack-ids-subset",
    TaskUnasked = "task-notification-unsubscribed",
    TaskNewsTag = "task-notification-subscription-id",
    TaskOldCapability = "task-legacy-caps-dropped",
    TaskMigrated = "task-legacy-caps-migrated",
    ScopedOnListen = "sub-request-scoped-on-listen",
    SseUnrelated = "sse-notification-unrelated",
    SubNoStream = "sub-stream-sse",
    SseAfterFinal = "sse-final-ends-stream",
    SseNoResponse = "sse-stream-without-response",
    SseBuffering = "sse-accel-buffering",
    HttpNotification = "http-notification-202",
    HttpNotificationBody = "http-notification-202-body",
    HttpNotificationRefused = "http-notification-refused",
    HttpContentType = "http-response-content-type",
    HttpOneObject = "http-json-single-object",
    HttpSuccess = "http-success-status",
    HttpMethodUnknown = "http-method-not-found",
    HttpMethodBody = "http-method-not-found-body",
    HttpMetaStatus = "meta-rejection-status",
    HttpCapabilityStatus = "capability-missing-status",
    HttpVersionStatus = "header-version-unsupported-status",
    HttpHeaderStatus = "header-reject-status",
    HttpHeaderCode = "header-reject-code",
    HttpHeaderBody = "header-reject-body",
    HttpVersionServed = "header-version-mismatch-rejected",
    HttpVersionAbsent = "header-version-absent-rejected",
    HttpHeaderServed = "header-mismatch-rejected",
    HttpHeaderMissingServed = "header-missing-rejected",
    HttpCharactersServed = "header-invalid-chars-rejected",
    HttpGet = "http-get-405",
    HttpDelete = "http-delete-405",
    HttpSession = "http-session-id-minted",
    HeaderVersionMissing = "header-version-missing",
    HeaderVersionDiffers = "header-version-mismatch",
    HeaderMethodMissing = "header-method-missing",
    HeaderMethodDiffers = "header-method-mismatch",
    HeaderNameMissing = "header-name-missing",
    HeaderNameDiffers = "header-name-mismatch",
    HeaderEncoding = "header-name-encoding",
    HttpAccept = "http-accept-both",
    HttpRequestType = "http-content-type-request",
}

/// Whether this software can see a rule broken, in one message or in several.
pub fn is_checked(rule: &Rule) -> bool {
    let id = rule.id.as_str();
    rule.is_checked() || EXCHANGE_RULES.contains(&id) || crate::probe::RULES.contains(&id)
}
