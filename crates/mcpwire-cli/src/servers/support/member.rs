//! Who may do what. In this program the caller is chosen when the server starts; a server on the
//! network would read it from the access token of each request.

use mcpwire::RpcError;
use mcpwire::protocol::reason;

/// Somebody who may call this server.
#[derive(Debug)]
pub struct Member {
    /// The name to start the server with.
    pub user: &'static str,
    /// What is special about this user, for the help text.
    pub about: &'static str,
    organisation: Option<Organisation>,
    scopes: &'static [Scope],
}

/// Whose policies and tickets there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Organisation {
    Larkfield,
    BrambleBooks,
}

/// What a member may be allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    ReadKnowledge,
    ReadTickets,
}

/// Everybody whom this server knows.
pub const MEMBERS: [Member; 4] = [
    Member {
        user: "sam",
        about: "an agent of Larkfield",
        organisation: Some(Organisation::Larkfield),
        scopes: &[Scope::ReadKnowledge, Scope::ReadTickets],
    },
    Member {
        user: "wren",
        about: "an agent of Bramble Books",
        organisation: Some(Organisation::BrambleBooks),
        scopes: &[Scope::ReadKnowledge, Scope::ReadTickets],
    },
    Member {
        user: "ines",
        about: "a trainee of Larkfield, without the scope tickets:read",
        organisation: Some(Organisation::Larkfield),
        scopes: &[Scope::ReadKnowledge],
    },
    Member {
        user: "piet",
        about: "a member of no organisation",
        organisation: None,
        scopes: &[Scope::ReadKnowledge, Scope::ReadTickets],
    },
];

impl Member {
    /// The member with this name.
    ///
    /// # Errors
    ///
    /// There is none; the text is a sentence that names those that there are.
    pub fn named(user: &str) -> Result<&'static Member, String> {
        MEMBERS.iter().find(|member| member.user == user).ok_or_else(|| {
            let users = MEMBERS.map(|member| member.user).join(", ");
            format!("There is no user `{user}`. Use one of these: {users}.")
        })
    }

    /// The organisation, if this is a member of one.
    pub(crate) fn organisation(&self) -> Option<Organisation> {
        self.organisation
    }

    /// The first check: whoever is a member of no organisation is refused.
    pub(crate) fn forbidden(&self) -> RpcError {
        let text = format!(
            "forbidden: {} is a member of no organisation, and this server works for members only. Ask an organisation's administrator for a membership.",
            self.user
        );
        RpcError::refusal(reason!("caller-forbidden"), text).with("check", "membership")
    }

    /// The second check: a member needs the scope for what it wants to do.
    pub(crate) fn require(&self, scope: Scope) -> Result<(), RpcError> {
        if self.scopes.contains(&scope) {
            return Ok(());
        }
        let text = format!(
            "insufficient_scope: {} was not given the scope {}. Ask the organisation's administrator for it.",
            self.user,
            scope.name()
        );
        let error = RpcError::refusal(reason!("scope-insufficient"), text).with("check", "scope");
        Err(error.with("required", vec![scope.name()]))
    }
}

impl Scope {
    fn name(self) -> &'static str {
        match self {
            Scope::ReadKnowledge => "knowledge:read",
            Scope::ReadTickets => "tickets:read",
        }
    }
}
