//! The words of the shape tables: what a member of a message may be, and which rule says so.
//!
//! A table is plain `const` data beside the type that it describes; [`judge`](super::judge())
//! reads it. The verdict is that of the published schema, except where that schema says less or
//! more than the specification does.

use super::RuleId;
use crate::json::{Kind, Text};

/// What a value may be.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Any JSON value, `null` included.
    Any,
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A string.
    String,
    /// A string that should be a URI. Only the kind is judged here: formats have rules of their
    /// own, because the specification grades them otherwise.
    Uri,
    /// A string that should be a URI template; only the kind is judged here.
    UriTemplate,
    /// A string that should be base64; only the kind is judged here.
    Base64,
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// A number that is an integer by value, so `1.0` is one. Of any size.
    Integer,
    /// An integer that is not below zero.
    NonNegative,
    /// Any number.
    Number,
    /// A number from 0 to 1.
    ZeroToOne,
    /// An array of any length.
    Array(&'static Shape),
    /// An array with so many elements at most.
    ArrayUpTo(usize, &'static Shape),
    /// An object that is not looked into.
    AnyObject,
    /// An object with free keys, each at most once, and values of one shape.
    Map(&'static Shape),
    /// An object with members that the specification names.
    Object(&'static ObjectShape),
    /// An object whose members depend on one of them.
    ByMember(&'static Variants),
    /// A value whose shape depends on its kind.
    ByKind(&'static [(Kind, &'static Shape)]),
    /// A union that is told apart in a way of its own: the function looks at the value and names
    /// the shape that it must have. It must return something else than the same union.
    Pick(fn(Text<'_>) -> &'static Shape),
}

impl Shape {
    /// A request id or a progress token: a string or an integer.
    pub const ID: Shape =
        Shape::ByKind(&[(Kind::String, &Shape::String), (Kind::Number, &Shape::Integer)]);
}

/// An object with members that the specification names. Other members are allowed everywhere.
#[derive(Debug)]
pub struct ObjectShape {
    /// The name of the type in the specification's schema.
    pub name: &'static str,
    /// The page of the specification.
    pub page: &'static str,
    /// The members, at most 64.
    pub members: &'static [Member],
}

impl ObjectShape {
    /// An object of the type `name`, described on `page`.
    pub const fn new(
        name: &'static str,
        page: &'static str,
        members: &'static [Member],
    ) -> ObjectShape {
        assert!(members.len() <= 64, "The members that were seen are kept in 64 bits");
        ObjectShape { name, page, members }
    }
}

/// One row of a table: a member, what it may be, and the rules that say so.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The key.
    pub name: &'static str,
    /// Whether the object is wrong without it.
    pub required: bool,
    /// What the value may be.
    pub shape: &'static Shape,
    /// The rule that is broken where a required member is absent.
    pub missing: RuleId,
    /// The rule that is broken where the value is of another kind, or none of the allowed words.
    pub wrong: RuleId,
    /// The same for the elements of an array and the values of a map.
    pub each: RuleId,
    /// The rule that is broken where the value is of the right kind but out of range.
    pub outside: RuleId,
    /// The rule that is broken where a key of a map stands twice.
    pub repeated: RuleId,
}

/// The rule about members that stand twice.
const REPEATED: RuleId = RuleId("member-repeated");

impl Member {
    /// Another rule for a value of the wrong kind.
    #[must_use]
    pub const fn wrong(mut self, rule: &'static str) -> Member {
        self.wrong = RuleId(rule);
        self.each = RuleId(rule);
        self.outside = RuleId(rule);
        self
    }

    /// Another rule for elements and values of the wrong kind. Comes after [`Member::wrong`].
    #[must_use]
    pub const fn each(mut self, rule: &'static str) -> Member {
        self.each = RuleId(rule);
        self
    }

    /// Another rule for a value of the right kind that is out of range. Comes after
    /// [`Member::wrong`].
    #[must_use]
    pub const fn outside(mut self, rule: &'static str) -> Member {
        self.outside = RuleId(rule);
        self
    }

    /// Another rule for a key of a map that stands twice.
    #[must_use]
    pub const fn repeated(mut self, rule: &'static str) -> Member {
        self.repeated = RuleId(rule);
        self
    }
}

/// A member that must be there.
pub const fn required(name: &'static str, shape: &'static Shape, rule: &'static str) -> Member {
    let rule = RuleId(rule);
    Member {
        name,
        required: true,
        shape,
        missing: rule,
        wrong: rule,
        each: rule,
        outside: rule,
        repeated: REPEATED,
    }
}

/// A member that may be absent, but not `null`.
pub const fn optional(name: &'static str, shape: &'static Shape, rule: &'static str) -> Member {
    let rule = RuleId(rule);
    Member {
        name,
        required: false,
        shape,
        missing: rule,
        wrong: rule,
        each: rule,
        outside: rule,
        repeated: REPEATED,
    }
}

/// A union of objects that one string member tells apart.
#[derive(Debug)]
pub struct Variants {
    /// The name of the union in the specification's schema.
    pub name: &'static str,
    /// The page of the specification.
    pub page: &'static str,
    /// The member that decides.
    pub member: &'static str,
    /// Its values as a shape, for messages: [`Shape::OneOf`] of the first column of the cases.
    pub words: &'static Shape,
    /// What each value stands for.
    pub cases: &'static [(&'static str, &'static Shape)],
    /// What holds where the member is absent; without it the member is required.
    pub absent: Option<&'static Shape>,
    /// The rule that is broken where the member is absent.
    pub missing: RuleId,
    /// The rule that is broken where the member has another value.
    pub unknown: RuleId,
}
