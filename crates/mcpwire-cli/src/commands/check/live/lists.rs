//! The lists of a server, to their ends.

use mcpwire_check::probe::{Group, Lines, MOST_PAGES, Pages, Probe};

use super::talk::Talk;

/// What came of it.
#[derive(Debug)]
pub(super) struct Read {
    /// Whether the server still works.
    pub(super) works: bool,
    /// The id of the request that showed it.
    pub(super) answered: String,
    /// What the reader should know, in sentences.
    pub(super) remarks: Vec<String>,
}

/// Asks for lists and for the pages after the first; `plain` is a request that shows that the
/// server still works.
pub(super) fn read(
    talk: &mut Talk,
    lines: &mut Lines,
    first: Group,
    plain: impl Fn(&mut Lines) -> Probe,
) -> Read {
    let mut pages = Pages::of(&first);
    let mut group = first;
    loop {
        let plain = plain(lines);
        let answered = plain.id.clone().unwrap_or_default();
        let works = talk.group(group, plain);
        group = pages.next(lines, |id| talk.answer(id));
        if !works || group.probes.is_empty() {
            let remarks = pages.cut().iter().map(|method| cut(method)).collect();
            return Read { works, answered, remarks };
        }
    }
}

fn cut(method: &str) -> String {
    format!("`{method}` has more pages; only the first {MOST_PAGES} were read.")
}
