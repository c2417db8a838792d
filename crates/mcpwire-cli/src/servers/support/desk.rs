//! What one organisation knows: its policies, with an index to search them, and its tickets.
//!
//! A desk holds nothing of any other organisation, so that nothing of it can get out: neither a
//! text nor, through the scores of a search, how often a word is used elsewhere.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::member::Organisation;
use super::query;

const LAST_MESSAGES: usize = 3;

/// The data of one organisation, as its file has them.
#[derive(Deserialize)]
struct File {
    id: String,
    name: String,
    policies: Vec<Policy>,
    tickets: Vec<Ticket>,
}

/// A policy document.
#[derive(Deserialize)]
pub(crate) struct Policy {
    pub(crate) doc_id: String,
    pub(crate) kind: String,
    pub(crate) version: u32,
    pub(crate) title: String,
    paragraphs: Vec<String>,
}

/// A ticket. Its texts are the customer's words.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Ticket {
    ticket_id: String,
    /// The customer's first name.
    customer_name: String,
    subject: String,
    body: String,
    /// The team that works on it.
    team: String,
    /// From 1, the most urgent, to 3.
    priority: u8,
    status: String,
    /// When it was opened, in UTC.
    created_at: String,
    /// What was written since, oldest first; the last three messages at most.
    #[serde(alias = "messages")]
    #[schemars(length(max = 3))]
    last_messages: Vec<Message>,
}

#[derive(Clone, Deserialize, Serialize, JsonSchema)]
struct Message {
    author: Author,
    body: String,
    /// When it was written, in UTC.
    created_at: String,
}

#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Author {
    Agent,
    Customer,
}

/// A policy that a search found.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Hit {
    doc_id: String,
    title: String,
    /// Where resources/read finds the document.
    uri: String,
    /// The passage that fits best.
    #[schemars(length(max = 302))]
    snippet: String,
    /// How well it fits: the larger, the better. Scores of different searches do not compare.
    score: f64,
}

/// One organisation's support desk.
pub(crate) struct Desk {
    id: String,
    pub(crate) name: String,
    pub(crate) policies: Vec<Policy>,
    tickets: BTreeMap<String, Ticket>,
    /// Held for one query, which takes microseconds.
    index: Mutex<Connection>,
}

impl Desk {
    /// The desk of an organisation, with the data that this program brings along.
    pub(crate) fn of(organisation: Organisation) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let file = match organisation {
            Organisation::Larkfield => include_str!("larkfield.json"),
            Organisation::BrambleBooks => include_str!("bramble-books.json"),
        };
        let File { id, name, policies, tickets } = serde_json::from_str(file)?;
        let index = Mutex::new(index(&policies)?);
        let tickets = tickets.into_iter().map(|mut ticket| {
            let earlier = ticket.last_messages.len().saturating_sub(LAST_MESSAGES);
            ticket.last_messages.drain(..earlier);
            (ticket.ticket_id.clone(), ticket)
        });
        Ok(Desk { id, name, policies, tickets: tickets.collect(), index })
    }

    pub(crate) fn uri(&self, doc_id: &str) -> String {
        format!("policy://{}/{doc_id}", self.id)
    }

    /// A policy by the parts of its URI.
    pub(crate) fn policy(&self, tenant: &str, doc_id: &str) -> Option<&Policy> {
        self.policies.iter().find(|policy| tenant == self.id && policy.doc_id == doc_id)
    }

    pub(crate) fn ticket(&self, ticket_id: &str) -> Option<&Ticket> {
        self.tickets.get(ticket_id)
    }

    /// The policies with any of the words in `text`, best first.
    pub(crate) fn search(&self, text: &str, limit: u8) -> rusqlite::Result<Vec<Hit>> {
        let Some(query) = query::any_of_the_words(text) else { return Ok(Vec::new()) };
        let index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        // bm25 gives the best match the lowest number; a word in the title counts threefold.
        let mut search = index.prepare(
            "SELECT doc_id, title, snippet(policies, 2, '', '', '…', 40),
                    -bm25(policies, 0.0, 3.0, 1.0) AS score
             FROM policies WHERE policies MATCH ?1 ORDER BY score DESC, doc_id LIMIT ?2",
        )?;
        let hits = search.query_map(params![query, limit], |row| {
            let doc_id: String = row.get(0)?;
            let snippet = query::snippet(row.get_ref(2)?.as_str()?);
            let uri = self.uri(&doc_id);
            Ok(Hit { doc_id, title: row.get(1)?, uri, snippet, score: row.get(3)? })
        })?;
        hits.collect()
    }
}

impl Policy {
    /// The whole document as Markdown.
    pub(crate) fn markdown(&self) -> String {
        format!("# {}\n\n{}\n", self.title, self.paragraphs.join("\n\n"))
    }
}

fn index(policies: &[Policy]) -> rusqlite::Result<Connection> {
    let index = Connection::open_in_memory()?;
    index.execute_batch(
        "CREATE VIRTUAL TABLE policies USING fts5 (
             doc_id UNINDEXED, title, body, tokenize = 'porter unicode61 remove_diacritics 2'
         )",
    )?;
    let mut insert = index.prepare("INSERT INTO policies VALUES (?1, ?2, ?3)")?;
    for policy in policies {
        insert.execute(params![policy.doc_id, policy.title, policy.paragraphs.join(" ")])?;
    }
    drop(insert);
    Ok(index)
}
