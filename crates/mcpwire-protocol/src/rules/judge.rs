//! The one engine that compares values with the shape tables.

use super::RuleId;
use super::mismatch::{Expected, Found, Judgement, Mismatch};
use super::path::Path;
use super::shape::{Member, ObjectShape, Shape, Variants};
use crate::json::{KeySet, Kind, Text};

/// The rule about members that stand twice.
const REPEATED: RuleId = RuleId("member-repeated");

/// Compares a value with a shape; `rule` is the one that is broken where the whole value is of
/// the wrong kind.
///
/// The time is linear in the text (times the depth of the table, which is a constant); nesting
/// below what the table describes is not looked at.
pub fn judge(text: Text<'_>, shape: &'static Shape, rule: RuleId) -> Judgement {
    judge_within(text.as_str(), text, Path::Root, (shape, rule), &mut Nobody)
}

/// Looks on while a value is compared with a shape.
pub(crate) trait Visitor<'a> {
    /// An object of a type that the specification names; its members were compared before.
    fn object(&mut self, shape: &'static ObjectShape, object: Text<'a>, path: Path<'_, 'a>);

    /// An object that stands as `_meta`.
    fn meta(&mut self, meta: Text<'a>, path: Path<'_, 'a>);
}

/// Nobody looks on.
struct Nobody;

impl<'a> Visitor<'a> for Nobody {
    fn object(&mut self, _: &'static ObjectShape, _: Text<'a>, _: Path<'_, 'a>) {}

    fn meta(&mut self, _: Text<'a>, _: Path<'_, 'a>) {}
}

/// The same for a part of a message, with places seen from the whole; `path` leads to the part.
pub(crate) fn judge_within<'a>(
    whole: &'a str,
    part: Text<'a>,
    path: Path<'_, 'a>,
    (shape, rule): (&'static Shape, RuleId),
    visitor: &mut dyn Visitor<'a>,
) -> Judgement {
    let mut judge = Judge { whole, found: Judgement::default(), visitor };
    let demand =
        Demand { within: "", page: "", wrong: rule, each: rule, outside: rule, repeated: REPEATED };
    judge.value(part, shape, demand, path);
    judge.found
}

/// Who demands a shape, and which rules say so.
#[derive(Clone, Copy)]
struct Demand {
    within: &'static str,
    page: &'static str,
    wrong: RuleId,
    each: RuleId,
    outside: RuleId,
    repeated: RuleId,
}

impl Demand {
    fn about(object: &'static ObjectShape, rule: RuleId) -> Self {
        let (within, page) = (object.name, object.page);
        Demand { within, page, wrong: rule, each: rule, outside: rule, repeated: REPEATED }
    }

    fn of(object: &'static ObjectShape, member: &'static Member) -> Self {
        let (wrong, each, outside) = (member.wrong, member.each, member.outside);
        Demand { wrong, each, outside, repeated: member.repeated, ..Self::about(object, wrong) }
    }

    /// What holds for an element or a value inside.
    fn inside(self) -> Self {
        Demand { wrong: self.each, outside: self.each, ..self }
    }
}

struct Judge<'a, 'v> {
    whole: &'a str,
    found: Judgement,
    visitor: &'v mut dyn Visitor<'a>,
}

impl<'a> Judge<'a, '_> {
    /// Recursion follows the table, never the text.
    fn value(&mut self, text: Text<'a>, shape: &'static Shape, demand: Demand, path: Path<'_, 'a>) {
        let kind = text.kind();
        match (shape, kind) {
            (Shape::Any, _)
            | (Shape::Null, Kind::Null)
            | (Shape::Boolean, Kind::Boolean)
            | (Shape::String | Shape::Uri | Shape::UriTemplate | Shape::Base64, Kind::String)
            | (Shape::Number, Kind::Number)
            | (Shape::AnyObject, Kind::Object) => {}
            (Shape::OneOf(words), Kind::String) => {
                if !words.iter().any(|word| text.is_string(word)) {
                    self.forbidden(text, shape, demand.wrong, demand, path);
                }
            }
            (Shape::Integer | Shape::NonNegative, Kind::Number) if !text.is_integer() => {
                self.forbidden(text, shape, demand.wrong, demand, path);
            }
            (Shape::Integer, Kind::Number) => {}
            (Shape::NonNegative | Shape::ZeroToOne, Kind::Number) => {
                if !is_in_range(text.as_str(), shape) {
                    self.forbidden(text, shape, demand.outside, demand, path);
                }
            }
            (Shape::Array(each), Kind::Array) => {
                self.elements(text, each, demand, path);
            }
            (Shape::ArrayUpTo(most, each), Kind::Array) => {
                let count = self.elements(text, each, demand, path);
                if count > *most {
                    let found = Found::Elements(count);
                    self.add(text, shape, found, demand.outside, demand, path);
                }
            }
            (Shape::Map(each), Kind::Object) => self.map(text, each, demand, path),
            (Shape::Object(object), Kind::Object) => self.object(text, object, path),
            (Shape::ByMember(variants), Kind::Object) => {
                self.variant(text, variants, demand, path);
            }
            (Shape::ByKind(kinds), _) => match kinds.iter().find(|(one, _)| *one == kind) {
                Some((_, shape)) => self.value(text, shape, demand, path),
                None => self.add(text, shape, Found::Kind(kind), demand.wrong, demand, path),
            },
            (Shape::Pick(pick), _) => self.value(text, pick(text), demand, path),
            _ => self.add(text, shape, Found::Kind(kind), demand.wrong, demand, path),
        }
    }

    fn elements(
        &mut self,
        array: Text<'a>,
        each: &'static Shape,
        demand: Demand,
        path: Path<'_, 'a>,
    ) -> usize {
        let mut count = 0;
        for element in array.elements() {
            self.value(element, each, demand.inside(), Path::Element(&path, count));
            count += 1;
        }
        count
    }

    fn map(&mut self, map: Text<'a>, each: &'static Shape, demand: Demand, path: Path<'_, 'a>) {
        let mut keys = KeySet::default();
        for (key, value) in map.members() {
            let path = Path::Member(&path, key);
            if !keys.insert(key) {
                self.add(key.text(), each, Found::Repeated, demand.repeated, demand, path);
            }
            self.value(value, each, demand.inside(), path);
        }
    }

    fn object(&mut self, object: Text<'a>, shape: &'static ObjectShape, path: Path<'_, 'a>) {
        let mut keys = KeySet::default();
        let mut seen = 0_u64;
        for (key, value) in object.members() {
            let here = Path::Member(&path, key);
            let name = key.name();
            let row = shape.members.iter().enumerate().find(|(_, member)| member.name == name);
            if !keys.insert(key) {
                let demand = Demand::about(shape, REPEATED);
                self.add(key.text(), &Shape::Any, Found::Repeated, REPEATED, demand, here);
            }
            if let Some((index, member)) = row {
                seen |= 1 << index;
                self.value(value, member.shape, Demand::of(shape, member), here);
            }
            if name == "_meta" && value.kind() == Kind::Object {
                self.visitor.meta(value, here);
            }
        }
        for (index, member) in shape.members.iter().enumerate() {
            if member.required && seen & 1 << index == 0 {
                let demand = Demand::of(shape, member);
                let path = Path::Named(&path, member.name);
                self.add(object, member.shape, Found::Absent, member.missing, demand, path);
            }
        }
        self.visitor.object(shape, object, path);
    }

    fn variant(
        &mut self,
        object: Text<'a>,
        variants: &'static Variants,
        demand: Demand,
        path: Path<'_, 'a>,
    ) {
        let decider = object.members().find(|(key, _)| key.name() == variants.member);
        let own = Demand { within: variants.name, page: variants.page, ..demand };
        match (decider, variants.absent) {
            (None, Some(shape)) => self.value(object, shape, demand, path),
            (None, None) => {
                let path = Path::Named(&path, variants.member);
                self.add(object, variants.words, Found::Absent, variants.missing, own, path);
            }
            (Some((key, word)), _) => {
                let case = variants.cases.iter().find(|(name, _)| word.is_string(name));
                match case {
                    Some((_, shape)) => self.value(object, shape, demand, path),
                    None => {
                        let own = Demand { wrong: variants.unknown, ..own };
                        self.value(word, variants.words, own, Path::Member(&path, key));
                    }
                }
            }
        }
    }

    #[cold]
    fn forbidden(
        &mut self,
        text: Text<'a>,
        shape: &'static Shape,
        rule: RuleId,
        demand: Demand,
        path: Path<'_, 'a>,
    ) {
        let spelled = text.as_str();
        let mut excerpt: String = spelled.chars().take(60).collect();
        if excerpt.len() < spelled.len() {
            excerpt.push('…');
        }
        self.add(text, shape, Found::Value(excerpt), rule, demand, path);
    }

    #[cold]
    fn add(
        &mut self,
        text: Text<'a>,
        shape: &'static Shape,
        found: Found,
        rule: RuleId,
        demand: Demand,
        path: Path<'_, 'a>,
    ) {
        if self.found.mismatches.len() == Judgement::MOST {
            self.found.unlisted += 1;
            return;
        }
        self.found.mismatches.push(Mismatch {
            pointer: path.pointer(),
            bytes: text.range_in(self.whole).unwrap_or_default(),
            within: demand.within,
            page: demand.page,
            expected: Expected(shape),
            found,
            rule,
        });
    }
}

/// Whether a checked number is in the range of a shape.
fn is_in_range(number: &str, shape: &Shape) -> bool {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let zero = mantissa.bytes().all(|byte| !matches!(byte, b'1'..=b'9'));
    let positive = zero || !number.starts_with('-');
    match shape {
        // Rounding to the nearest `f64` cannot pass 1 by more than the sender could have meant.
        Shape::ZeroToOne => positive && number.parse().is_ok_and(|value: f64| value <= 1.0),
        _ => positive,
    }
}
