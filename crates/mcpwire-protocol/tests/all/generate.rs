//! JSON texts in all their spellings, for the properties.

use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A piece of a string as it is spelled, and the UTF-16 units that it stands for.
pub(crate) fn string_piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-c ]{1,3}",
        1 => "[^\"\\\\\\x00-\\x1f]{1,3}",
        1 => "[ -!#-\\[\\]-~]{0,70}",
        2 => select(vec![r#"\""#, r"\\", r"\/", r"\b", r"\f", r"\n", r"\r", r"\t"])
            .prop_map(str::to_owned),
        2 => any::<u16>().prop_map(|unit| format!("\\u{unit:04x}")),
        1 => (0xd800..0xe000_u16).prop_map(|unit| format!("\\u{unit:04X}")),
        1 => any::<char>().prop_map(|character| escaped(&character.to_string())),
        1 => (0x61..0x64_u16).prop_map(|unit| format!("\\u{unit:04x}")),
    ]
}

/// The inside of a string.
pub(crate) fn string_inside() -> impl Strategy<Value = String> {
    prop::collection::vec(string_piece(), 0..5).prop_map(|pieces| pieces.concat())
}

/// Every character as `\u` escapes.
pub(crate) fn escaped(text: &str) -> String {
    text.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect()
}

/// What a string means, found in the simplest way: its UTF-16 units.
pub(crate) fn units(inside: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut rest = inside.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            units.extend(character.encode_utf16(&mut [0; 2]).iter());
            continue;
        }
        units.push(match rest.next().expect("an escape") {
            'u' => {
                let digits: String = rest.by_ref().take(4).collect();
                u16::from_str_radix(&digits, 16).expect("four digits")
            }
            'b' => 8,
            'f' => 12,
            'n' => 10,
            'r' => 13,
            't' => 9,
            other => other as u16,
        });
    }
    units
}

/// A number in any of its spellings.
pub(crate) fn number() -> impl Strategy<Value = String> {
    let whole = prop_oneof![Just("0".to_owned()), "[1-9][0-9]{0,3}", "[1-9][0-9]{0,45}", "[1-9]00"];
    let exponent = prop_oneof![3 => -12..12_i32, 1 => -60..60_i32];
    (
        any::<bool>(),
        whole,
        "(\\.(0|00|[0-9]{1,4}|[0-9]0{1,3}))?",
        prop::option::of(exponent),
        "[eE]",
    )
        .prop_map(|(negative, whole, fraction, exponent, e)| {
            let sign = if negative { "-" } else { "" };
            let exponent = exponent.map(|exponent| match exponent % 3 {
                0 => format!("{e}{exponent:+}"),
                1 => format!("{e}{exponent:03}"),
                _ => format!("{e}{exponent}"),
            });
            format!("{sign}{whole}{fraction}{}", exponent.unwrap_or_default())
        })
}

/// A JSON value as a tree of spellings.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Scalar(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

/// Where each value of a rendered tree stands, in the order in which they begin.
pub(crate) type Ranges = Vec<Range<usize>>;

pub(crate) fn tree() -> impl Strategy<Value = Tree> {
    let scalar = prop_oneof![
        select(vec!["null", "true", "false", "{}", "[]"]).prop_map(str::to_owned),
        number(),
        string_inside().prop_map(|inside| format!("\"{inside}\"")),
    ];
    scalar.prop_map(Tree::Scalar).prop_recursive(5, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::Array),
            prop::collection::vec((string_inside(), inner), 0..5).prop_map(Tree::Object),
        ]
    })
}

impl Tree {
    /// The text, with the given pieces of white space in turn wherever some may stand.
    pub(crate) fn render(&self, spaces: &[&str]) -> (String, Ranges) {
        let mut page = Page { text: String::new(), ranges: Vec::new(), spaces, turn: 0 };
        page.space();
        page.value(self);
        page.space();
        (page.text, page.ranges)
    }
}

struct Page<'a> {
    text: String,
    ranges: Ranges,
    spaces: &'a [&'a str],
    turn: usize,
}

impl Page<'_> {
    fn space(&mut self) {
        if !self.spaces.is_empty() {
            self.text += self.spaces[self.turn % self.spaces.len()];
            self.turn += 1;
        }
    }

    fn sign(&mut self, sign: char) {
        self.space();
        self.text.push(sign);
        self.space();
    }

    fn value(&mut self, tree: &Tree) {
        let (from, place) = (self.text.len(), self.ranges.len());
        self.ranges.push(from..from);
        match tree {
            Tree::Scalar(text) => self.text += text,
            Tree::Array(elements) => {
                self.text.push('[');
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.sign(',');
                    }
                    self.value(element);
                }
                self.space();
                self.text.push(']');
            }
            Tree::Object(members) => {
                self.text.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        self.sign(',');
                    }
                    self.space();
                    self.text += &format!("\"{key}\"");
                    self.sign(':');
                    self.value(value);
                }
                self.space();
                self.text.push('}');
            }
        }
        self.ranges[place] = from..self.text.len();
    }
}

pub(crate) fn spaces() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(select(vec!["", "", " ", "\n", "\t \r\n"]), 0..4)
}

/// A change to a text that may or may not break it.
#[derive(Clone, Debug)]
pub(crate) enum Mutation {
    Drop(Index),
    Put(Index, &'static str),
    Swap(Index, &'static str),
    Cut(Index),
}

pub(crate) fn mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let bit = || {
        select(vec![
            "{", "}", "[", "]", "\"", "\\", ":", ",", "0", "1", "-", "+", ".", "e", "E", "u",
            "\\u", "t", "true", "null", "nul", " ", "\n", "\u{b}", "\u{c}", "\0", "\u{1f}",
            "\u{7f}", "é", "\u{a0}", "\u{feff}", "\\ud800", "/", "1e", "01", "'", "n",
        ])
    };
    let at = any::<Index>;
    prop::collection::vec(
        prop_oneof![
            at().prop_map(Mutation::Drop),
            (at(), bit()).prop_map(|(at, bit)| Mutation::Put(at, bit)),
            (at(), bit()).prop_map(|(at, bit)| Mutation::Swap(at, bit)),
            at().prop_map(Mutation::Cut),
        ],
        1..3,
    )
}

pub(crate) fn mutate(text: &str, mutations: &[Mutation]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for mutation in mutations {
        let place = |at: &Index| at.index(characters.len() + 1);
        let (range, bit) = match mutation {
            Mutation::Drop(at) => (place(at)..place(at) + 1, ""),
            Mutation::Put(at, bit) => (place(at)..place(at), *bit),
            Mutation::Swap(at, bit) => (place(at)..place(at) + 1, *bit),
            Mutation::Cut(at) => (place(at)..characters.len(), ""),
        };
        let range = range.start..range.end.min(characters.len());
        characters.splice(range, bit.chars());
    }
    characters.into_iter().collect()
}
