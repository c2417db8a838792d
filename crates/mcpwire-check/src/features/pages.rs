//! Pages of one list: that they come to an end, and have one scope.

use std::collections::HashMap;

use mcpwire_protocol::json::Text;
use mcpwire_protocol::method::Method;

use crate::answered::Answered;
use crate::asked::mark_of;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// The cursors that a server has given out, by their marks.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    given: HashMap<(Method, u64), Given>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Given {
    /// The scope of the page that gave it, if all that did agree.
    is_public: Option<bool>,
    /// The cursor that its page gave.
    next: Option<u64>,
}

/// How many cursors are remembered.
const MOST_CURSORS: usize = 10_000;
/// How far a circle of cursors is followed.
const MOST_STEPS: usize = 64;

impl Pages {
    fn given(&mut self, key: (Method, u64)) -> &mut Given {
        if self.given.len() >= MOST_CURSORS && !self.given.contains_key(&key) {
            self.given.clear();
        }
        self.given.entry(key).or_default()
    }

    /// Whether the cursors lead from one back to another.
    fn leads_back(&self, method: Method, from: u64, to: u64) -> bool {
        let mut at = Some(from);
        for _ in 0..MOST_STEPS {
            match at {
                Some(cursor) if cursor == to => return true,
                Some(cursor) => at = self.given.get(&(method, cursor)).and_then(|it| it.next),
                None => return false,
            }
        }
        false
    }
}

impl Stream {
    /// Judges a page of a list.
    pub(crate) fn page(
        &mut self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        let Some(method) = one.asked.method.filter(|method| is_list(*method)) else { return };
        let scope = result.get("cacheScope");
        let is_public = match scope {
            Some(scope) if scope.is_string("public") => Some(true),
            Some(scope) if scope.is_string("private") => Some(false),
            _ => None,
        };
        let pages = &mut self.known.pages;
        let next = result.get("nextCursor");
        let marked = next.and_then(Text::as_string).map(|cursor| mark_of(&cursor));
        if let (Some(cursor), Some(scope)) = (one.asked.cursor, scope) {
            let first = pages.given.get(&(method, cursor)).and_then(|given| given.is_public);
            if let (Some(first), Some(own)) = (first, is_public) {
                desk.evidence.occasion(Exchange::PageScope);
                if first != own {
                    let seen =
                        format!("`cacheScope` is {scope}, but another one on the page before.");
                    let advice = "Give all pages of one list the same `cacheScope`.";
                    let at = here.member(scope, "/result/cacheScope");
                    desk.blame(here, Exchange::PageScope, at, seen, advice);
                }
            }
        }
        let (Some(next), Some(marked)) = (next, marked) else { return };
        let is_new = !pages.given.contains_key(&(method, marked));
        let given = pages.given((method, marked));
        given.is_public = if is_new || given.is_public == is_public { is_public } else { None };
        let Some(cursor) = one.asked.cursor else { return };
        desk.evidence.occasion(Exchange::PageLoop);
        if pages.leads_back(method, marked, cursor) {
            let seen = format!("`nextCursor` is {next:.60}, which leads back to this page.");
            let advice = "Leave `nextCursor` out on the last page.";
            let at = here.member(next, "/result/nextCursor");
            desk.blame(here, Exchange::PageLoop, at, seen, advice);
        }
        pages.given((method, cursor)).next = Some(marked);
    }
}

fn is_list(method: Method) -> bool {
    matches!(
        method,
        Method::ToolsList
            | Method::PromptsList
            | Method::ResourcesList
            | Method::ResourcesTemplatesList
    )
}
