//! A list in pages: every page is a piece of one text that is kept.

use std::sync::OnceLock;

use serde_json::Value;

/// The entries of a list in the order of their keys, so that a place in it is "after this key",
/// whatever was added or removed since somebody was there.
#[derive(Debug)]
pub(crate) struct Pages {
    /// All entries as JSON, with commas between them.
    text: String,
    marks: Vec<Mark>,
    size: usize,
}

/// Where an entry stands in the text.
#[derive(Debug)]
struct Mark {
    key: String,
    start: usize,
    end: usize,
    /// The cursor that names this entry, once a page has ended with it. It is kept, so that the
    /// same page is under the same cursor for as long as the server runs.
    cursor: OnceLock<String>,
}

/// One page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'a> {
    /// The entries as JSON, with commas between them.
    pub entries: &'a str,
    /// The cursor of the next page, if there is one.
    pub next: Option<&'a str>,
}

impl Pages {
    /// Entries with their keys, in pages of `size` entries at most.
    pub(crate) fn new(mut entries: Vec<(&str, Value)>, size: usize) -> Self {
        entries.sort_by_key(|(key, _)| *key);
        let (mut text, mut marks) = (String::new(), Vec::with_capacity(entries.len()));
        for (key, entry) in entries {
            if !text.is_empty() {
                text.push(',');
            }
            let start = text.len();
            text.push_str(&entry.to_string());
            let cursor = OnceLock::new();
            marks.push(Mark { key: key.to_owned(), start, end: text.len(), cursor });
        }
        Pages { text, marks, size: size.max(1) }
    }

    /// The page after `key`, which need not be there any more; without one, the first. `seal`
    /// makes a cursor of a key.
    pub(crate) fn after(&self, key: Option<&str>, seal: impl FnOnce(&str) -> String) -> Page<'_> {
        let first = key.map_or(0, |key| self.marks.partition_point(|mark| *mark.key <= *key));
        let rest = &self.marks[first..];
        let page = &rest[..rest.len().min(self.size)];
        let (Some(from), Some(to)) = (page.first(), page.last()) else {
            return Page { entries: "", next: None };
        };
        let has_more = rest.len() > page.len();
        let next = has_more.then(|| to.cursor.get_or_init(|| seal(&to.key)).as_str());
        Page { entries: &self.text[from.start..to.end], next }
    }
}
