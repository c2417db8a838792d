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
}

/// Whether this software can see a rule broken, in one message or in several.
pub fn is_checked(rule: &Rule) -> bool {
    let id = rule.id.as_str();
    rule.is_checked() || EXCHANGE_RULES.contains(&id) || crate::probe::RULES.contains(&id)
}
