use std::fmt;

use http::HeaderMap;
use mcpwire_protocol::http::{METHOD, NAME, PROTOCOL_VERSION, SESSION_ID};
use mcpwire_protocol::revision::Revision;

use crate::scopes::Scopes;

/// Which scopes a request needs, and which scopes imply others.
#[derive(Default)]
pub struct Policy {
    always: Scopes,
    published: Option<Scopes>,
    implied: Vec<(String, Scopes)>,
    needs: Option<Box<Needs>>,
}

type Needs = dyn Fn(&Operation<'_>) -> Scopes + Send + Sync;

/// What a request is about, as far as its head says so and can be relied on.
///
/// In revision 2026-07-28 the head repeats the method and the name, and a request in which they
/// differ from the body is refused. In the older revisions nothing is known before the body is
/// read: both are `None` then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation<'a> {
    /// The method, such as `tools/call`.
    pub method: Option<&'a str>,
    /// The name of the tool or prompt, or the URI of the resource, as the header spells it.
    pub name: Option<&'a str>,
}

impl<'a> Operation<'a> {
    pub(super) fn of(headers: &'a HeaderMap) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let version = text(PROTOCOL_VERSION).and_then(|version| version.parse::<Revision>().ok());
        // Within a session nothing compares the head with the body.
        let is_compared = version.is_some_and(Revision::is_modern) && text(SESSION_ID).is_none();
        match is_compared {
            true => Operation { method: text(METHOD), name: text(NAME) },
            false => Operation { method: None, name: None },
        }
    }
}

impl Policy {
    /// Every request needs these scopes.
    pub fn new(always: Scopes) -> Self {
        Policy { always, ..Policy::default() }
    }

    /// Publishes these scopes as those for basic functions, instead of those that every request
    /// needs.
    #[must_use]
    pub fn publish(mut self, scopes: Scopes) -> Self {
        self.published = Some(scopes);
        self
    }

    /// Whoever has a scope has these, too.
    #[must_use]
    pub fn implies(mut self, scope: impl Into<String>, others: Scopes) -> Self {
        self.implied.push((scope.into(), others));
        self
    }

    /// What a request needs beside the scopes of every request. Where the method is not known, the
    /// function gives the scopes of everything, or handlers ask `Caller::has_scope` themselves.
    #[must_use]
    pub fn needs_for(
        mut self,
        needs: impl Fn(&Operation<'_>) -> Scopes + Send + Sync + 'static,
    ) -> Self {
        self.needs = Some(Box::new(needs));
        self
    }

    pub(super) fn needs(&self, operation: &Operation<'_>) -> Scopes {
        match &self.needs {
            Some(needs) => self.always.union(&needs(operation)),
            None => self.always.clone(),
        }
    }

    pub(super) fn published(&self) -> &Scopes {
        self.published.as_ref().unwrap_or(&self.always)
    }

    /// What was granted, with all that this implies.
    pub(super) fn widened(&self, granted: &Scopes) -> Scopes {
        let mut widened = granted.clone();
        // Each round adds something or is the last one.
        for _ in 0..=self.implied.len() {
            let new: Vec<&Scopes> = self
                .implied
                .iter()
                .filter(|(scope, others)| widened.contains(scope) && !widened.covers(others))
                .map(|(_, others)| others)
                .collect();
            if new.is_empty() {
                break;
            }
            widened = new.into_iter().fold(widened, |widened, others| widened.union(others));
        }
        widened
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("always", &self.always)
            .field("implied", &self.implied)
            .finish_non_exhaustive()
    }
}
