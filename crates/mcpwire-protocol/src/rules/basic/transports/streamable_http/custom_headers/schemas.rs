//! The schemas inside a schema, each with the way to it as a link to the one around it.

use crate::json::{Key, Kind, Pointer, Text};
use crate::rules::findings::Site;
use crate::rules::path::Path;

/// A schema inside a schema.
#[derive(Clone, Copy)]
pub(super) struct Schema<'a> {
    pub(super) text: Text<'a>,
    /// What makes an annotation there invalid, if anything does.
    pub(super) broken: Option<&'static str>,
    step: Step<'a>,
}

/// The way from the schema around to a schema. The keys are borrowed: they may be as long as a
/// peer likes, and there may be as many schemas.
#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Member(usize, Key<'a>),
    Of(usize, Key<'a>, Key<'a>),
    Element(usize, Key<'a>, usize),
}

/// Keywords that hold schemas which no chain of `properties` leads to.
const UNREACHABLE: &[(&str, &str)] = &[
    ("items", "xhdr-reachable-items"),
    ("prefixItems", "xhdr-reachable-items"),
    ("contains", "xhdr-reachable-items"),
    ("unevaluatedItems", "xhdr-reachable-items"),
    ("oneOf", "xhdr-reachable-composition"),
    ("anyOf", "xhdr-reachable-composition"),
    ("allOf", "xhdr-reachable-composition"),
    ("not", "xhdr-reachable-composition"),
    ("if", "xhdr-reachable-conditional"),
    ("then", "xhdr-reachable-conditional"),
    ("else", "xhdr-reachable-conditional"),
    ("$defs", "xhdr-reachable-ref"),
    ("definitions", "xhdr-reachable-ref"),
];

/// The schemas inside a schema, found one by one. Memory is linear in their number.
pub(super) struct Schemas<'a> {
    /// All that were found; the ones behind the last that was looked at wait on `open`.
    found: Vec<Schema<'a>>,
    open: Vec<usize>,
}

impl<'a> Schemas<'a> {
    pub(super) fn of(root: Text<'a>) -> Self {
        let root = Schema { text: root, broken: Some("xhdr-reachable-root"), step: Step::Root };
        Schemas { found: vec![root], open: vec![0] }
    }

    pub(super) fn get(&self, index: usize) -> Schema<'a> {
        self.found[index]
    }

    /// The next schema; those inside it are found on the way.
    pub(super) fn advance(&mut self) -> Option<usize> {
        let index = self.open.pop()?;
        let schema = self.found[index];
        let broken = schema.broken.filter(|rule| *rule != "xhdr-reachable-root");
        for (key, value) in schema.text.members() {
            let name = key.name();
            if name == "properties" {
                self.each_member(index, key, value, broken);
            } else if let Some((_, rule)) = UNREACHABLE.iter().find(|(word, _)| *word == name) {
                let broken = Some(broken.unwrap_or(rule));
                match (&*name, value.kind()) {
                    (_, Kind::Array) => {
                        for (at, text) in value.elements().enumerate() {
                            self.add(text, broken, Step::Element(index, key, at));
                        }
                    }
                    ("$defs" | "definitions", _) => self.each_member(index, key, value, broken),
                    _ => self.add(value, broken, Step::Member(index, key)),
                }
            }
        }
        Some(index)
    }

    fn each_member(
        &mut self,
        around: usize,
        keyword: Key<'a>,
        map: Text<'a>,
        broken: Option<&'static str>,
    ) {
        for (key, text) in map.members() {
            self.add(text, broken, Step::Of(around, keyword, key));
        }
    }

    fn add(&mut self, text: Text<'a>, broken: Option<&'static str>, step: Step<'a>) {
        self.open.push(self.found.len());
        self.found.push(Schema { text, broken, step });
    }
}

/// The way to a member of a schema of a tool, spelled out where something is wrong with it.
#[derive(Clone, Copy)]
pub(super) struct Way<'w> {
    pub(super) tool: &'w Site<'w, 'w>,
    pub(super) schemas: &'w Schemas<'w>,
    pub(super) index: usize,
    pub(super) member: &'static str,
}

impl From<Way<'_>> for Pointer {
    fn from(way: Way<'_>) -> Self {
        let mut steps = Vec::new();
        let mut index = way.index;
        loop {
            let step = way.schemas.get(index).step;
            steps.push(step);
            match step {
                Step::Root => break,
                Step::Member(around, _) | Step::Of(around, ..) | Step::Element(around, ..) => {
                    index = around;
                }
            }
        }
        let mut pointer = Path::Named(&way.tool.path, "inputSchema").pointer();
        for step in steps.into_iter().rev() {
            match step {
                Step::Root => {}
                Step::Member(_, keyword) => pointer.push_shortened(&keyword.name()),
                Step::Of(_, keyword, key) => {
                    pointer.push_shortened(&keyword.name());
                    pointer.push_shortened(&key.name());
                }
                Step::Element(_, keyword, at) => {
                    pointer.push_shortened(&keyword.name());
                    pointer.push_element(at);
                }
            }
        }
        pointer.push_member(way.member);
        pointer
    }
}
