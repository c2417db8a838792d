use super::catalogue::TABLES;
use super::refusals::refusals;
use super::{RuleId, rule};
use crate::jsonrpc::ErrorCode;

/// Why a message is refused: a rule of the catalogue that has a code, or an entry of the short
/// table of [refusals](super::refusals()), with the code that stands there.
///
/// There is no other way to make one, so that nothing can be refused for a reason that is in
/// neither table, or with a code that the tables do not say. [`reason!`](crate::reason) makes one
/// of a name, and an unknown name does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    rule: RuleId,
    code: ErrorCode,
}

impl Reason {
    /// The reason with this id; `None` for an unknown id, and for a rule that has no code: what
    /// breaks it is reported and not refused.
    pub fn of(id: RuleId) -> Option<Self> {
        let of_rule = rule(id.as_str()).map(|rule| (rule.id, rule.code));
        let of_refusal = || {
            let refusal = refusals().iter().find(|refusal| refusal.id == id);
            refusal.map(|refusal| (refusal.id, Some(refusal.code)))
        };
        let (rule, code) = of_rule.or_else(of_refusal)?;
        Some(Reason { rule, code: code? })
    }

    /// What stands behind [`reason!`](crate::reason), which see: only while compiling.
    ///
    /// # Panics
    ///
    /// If there is no such reason.
    #[doc(hidden)]
    pub const fn named(id: &'static str) -> Self {
        let mut part = 0;
        while part < TABLES.len() {
            let mut table = 0;
            while table < TABLES[part].len() {
                let rules = TABLES[part][table];
                let mut at = 0;
                while at < rules.len() {
                    if same(rules[at].id.as_str(), id) {
                        let code = rules[at].code.expect("the rule has no code to refuse with");
                        return Reason { rule: rules[at].id, code };
                    }
                    at += 1;
                }
                table += 1;
            }
            part += 1;
        }
        let mut at = 0;
        while at < refusals().len() {
            let refusal = &refusals()[at];
            if same(refusal.id.as_str(), id) {
                return Reason { rule: refusal.id, code: refusal.code };
            }
            at += 1;
        }
        panic!("neither a rule of the catalogue nor a refusal has this id")
    }

    /// The broken rule, or the entry of the short table.
    pub const fn rule(self) -> RuleId {
        self.rule
    }

    /// The code that is due.
    pub const fn code(self) -> ErrorCode {
        self.code
    }
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    let equal = one.len() == other.len();
    while equal && at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    equal
}

/// The [`Reason`](crate::rules::Reason) with this id, looked up while compiling.
///
/// ```
/// use mcpwire_protocol::jsonrpc::ErrorCode;
/// use mcpwire_protocol::reason;
///
/// assert_eq!(reason!("tool-unknown").code(), ErrorCode::INVALID_PARAMS);
/// ```
///
/// ```compile_fail
/// mcpwire_protocol::reason!("no-such-rule");
/// ```
#[macro_export]
macro_rules! reason {
    ($id:expr) => {
        const { $crate::rules::Reason::named($id) }
    };
}
