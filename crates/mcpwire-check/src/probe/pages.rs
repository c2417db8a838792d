//! Lists page by page.

use mcpwire_protocol::jsonrpc::{Incoming, Outcome};
use serde_json::json;

use super::due::{Due, Group, Probe};
use super::line::Lines;

/// The most pages that are asked for of a list.
pub const MOST_PAGES: usize = 20;

/// The longest cursor that is sent back, in bytes.
const LONGEST_CURSOR: usize = 64 << 10;

/// Follows the pages of lists whose first ones were asked for.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    open: Vec<List>,
    cut: Vec<String>,
}

#[derive(Clone, Debug)]
struct List {
    method: String,
    /// The request of the newest page, and how many there were with it.
    id: String,
    pages: usize,
    /// The cursors that were sent.
    cursors: Vec<String>,
}

impl Pages {
    /// The lists that a group of probes asks for.
    pub fn of(lists: &Group) -> Self {
        let open = lists.probes.iter().filter_map(|probe| {
            let method = Incoming::parse(probe.line.as_bytes()).method()?.into_owned();
            Some(List { method, id: probe.id.clone()?, pages: 1, cursors: Vec::new() })
        });
        Pages { open: open.collect(), cut: Vec::new() }
    }

    /// The requests for the next pages, where the answers to the last ones name one; `answer` finds
    /// an answer by its id. A cursor that was there before is not followed.
    pub fn next(&mut self, lines: &mut Lines, answer: impl Fn(&str) -> Option<Vec<u8>>) -> Group {
        let mut probes = Vec::new();
        for mut list in std::mem::take(&mut self.open) {
            let Some(cursor) = answer(&list.id).as_deref().and_then(next_cursor) else { continue };
            if list.cursors.contains(&cursor) {
                continue;
            }
            if list.pages == MOST_PAGES || cursor.len() > LONGEST_CURSOR {
                self.cut.push(list.method);
                continue;
            }
            let (line, id) = lines.request(&list.method, &[("cursor", &json!(cursor))]);
            list.pages += 1;
            list.cursors.push(cursor);
            list.id.clone_from(&id);
            let sends = format!("page {} of `{}`", list.pages, list.method);
            probes.push(Probe::new("page", sends, Due::Result).line(line, Some(id)));
            self.open.push(list);
        }
        Group { probes }
    }

    /// The lists of which there are more pages than were asked for.
    pub fn cut(&self) -> &[String] {
        &self.cut
    }
}

fn next_cursor(answer: &[u8]) -> Option<String> {
    let Incoming::Response(response) = Incoming::parse(answer) else { return None };
    let Outcome::Result(result) = response.outcome else { return None };
    result.get("nextCursor")?.as_string().map(|cursor| cursor.into_owned())
}
