//! The page as data: sections of rows, made from the tables of the protocol crate.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

use super::{codes, keys, messages};
use crate::message::address;

/// The whole page.
#[derive(Debug)]
pub struct Reference {
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// One section of the page.
#[derive(Debug)]
pub struct Section {
    /// Its name for programs.
    pub key: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What is said before the rows, in whole sentences.
    pub says: &'static str,
    /// The names of what a row tells.
    pub columns: [&'static str; 2],
    /// The rows.
    pub rows: Vec<Row>,
}

/// One row of a section.
#[derive(Debug, Serialize)]
pub struct Row {
    /// What it is about, as it is spelled on the wire.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// A message that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<&'static str>,
    /// The page of the specification.
    #[serde(serialize_with = "as_address")]
    pub page: &'static str,
}

impl Row {
    /// A row without an example.
    pub fn new(name: impl Into<String>, meaning: impl Into<String>, page: &'static str) -> Self {
        Row { name: name.into(), meaning: meaning.into(), example: None, page }
    }
}

impl Reference {
    /// The page for the newest revision.
    pub fn new() -> Self {
        Reference {
            sections: vec![
                messages::shapes(),
                messages::ids(),
                messages::result_types(),
                keys::grammar(),
                keys::statuses(),
                keys::defined(),
                codes::named(),
                codes::ranges(),
            ],
        }
    }
}

impl Default for Reference {
    fn default() -> Self {
        Self::new()
    }
}

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.sections.len()))?;
        for section in &self.sections {
            map.serialize_entry(section.key, &section.rows)?;
        }
        map.end()
    }
}

fn as_address<S: Serializer>(page: &&'static str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&address(page))
}
