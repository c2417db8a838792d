//! What was seen, so that nothing is called kept that nobody could have broken.

use mcpwire_protocol::direction::Direction;
use mcpwire_protocol::jsonrpc::{Incoming, Outcome};
use mcpwire_protocol::method::Method;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::rules::{Party, Rule};

use crate::rules::{EXCHANGE_RULES, Exchange};

/// The kinds of message, as the rules name them.
const KINDS: [&str; 4] = ["request", "notification", "result", "error"];
/// One place for each method, and one for all that are unknown.
const METHODS: usize = Method::ALL.len() + 1;
const REVISIONS: usize = Revision::ALL.len();

/// Which messages were judged, and which rules about several messages had an occasion.
#[derive(Debug)]
pub(crate) struct Evidence {
    seen: Box<[[[[bool; METHODS]; KINDS.len()]; 2]; REVISIONS]>,
    occasions: [bool; EXCHANGE_RULES.len()],
}

impl Default for Evidence {
    fn default() -> Self {
        Evidence {
            seen: Box::new([[[[false; METHODS]; KINDS.len()]; 2]; REVISIONS]),
            occasions: [false; EXCHANGE_RULES.len()],
        }
    }
}

impl Evidence {
    /// Enters a message that was judged; `method` is its own, or that of its request.
    pub(crate) fn message(
        &mut self,
        incoming: &Incoming<'_>,
        revision: Revision,
        direction: Option<Direction>,
        method: Option<Method>,
    ) {
        let kind = match incoming {
            Incoming::Request(_) => 0,
            Incoming::Notification(_) => 1,
            Incoming::Response(response) => match response.outcome {
                Outcome::Result(_) => 2,
                Outcome::Error(_) => 3,
            },
            Incoming::Malformed(_) => return,
        };
        let Some(direction) = direction else { return };
        let method = method.map_or(METHODS - 1, |method| method as usize);
        self.seen[revision as usize][side(direction)][kind][method] = true;
    }

    /// Enters that a rule about several messages could have been broken.
    pub(crate) fn occasion(&mut self, rule: Exchange) {
        self.occasions[rule as usize] = true;
    }

    /// Whether something was seen that the rule is about.
    pub(crate) fn shows(&self, rule: &Rule) -> bool {
        if let Some(at) = EXCHANGE_RULES.iter().position(|id| *id == rule.id.as_str()) {
            return self.occasions[at];
        }
        if !rule.is_checked() {
            return false;
        }
        let sides: &[usize] = match rule.party {
            Party::Client => &[0],
            Party::Server => &[1],
            Party::Both => &[0, 1],
            Party::Intermediary | Party::AuthorizationServer => &[],
        };
        let revisions = Revision::ALL.iter().filter(|revision| rule.holds_in(**revision));
        revisions.flat_map(|revision| sides.iter().map(|side| (*revision as usize, *side))).any(
            |(revision, side)| {
                let kinds = self.seen[revision][side].iter().zip(KINDS);
                kinds.enumerate().any(|(kind, (methods, name))| {
                    if rule.applies.contains(&name) {
                        return methods.iter().any(|seen| *seen);
                    }
                    // An error has nothing of what the pages of the methods demand.
                    kind != 3
                        && rule.applies.iter().any(|applies| {
                            Method::named(applies).is_some_and(|method| methods[method as usize])
                        })
                })
            },
        )
    }
}

fn side(direction: Direction) -> usize {
    match direction {
        Direction::ClientToServer => 0,
        Direction::ServerToClient => 1,
    }
}
