use crate::json::{Key, Pointer};

/// The way from the whole to a value, spelled out only where something is wrong.
#[derive(Clone, Copy)]
pub(crate) enum Path<'p, 'a> {
    /// The whole.
    Root,
    /// A member that is there.
    Member(&'p Path<'p, 'a>, Key<'a>),
    /// A member by its name, there or not.
    Named(&'p Path<'p, 'a>, &'static str),
    /// An element of an array.
    Element(&'p Path<'p, 'a>, usize),
}

impl Path<'_, '_> {
    /// The way as a pointer.
    pub(crate) fn pointer(&self) -> Pointer {
        match self {
            Path::Root => Pointer::root(),
            Path::Member(parent, key) => parent.pointer().member(&key.name()),
            Path::Named(parent, name) => parent.pointer().member(name),
            Path::Element(parent, index) => parent.pointer().element(*index),
        }
    }

    /// Whether this is a member of a message's `result`.
    pub(crate) fn is_in_result(&self) -> bool {
        matches!(self, Path::Member(Path::Named(Path::Root, "result"), _))
    }

    /// Whether the way leads through a member of this name.
    pub(crate) fn is_within(&self, name: &str) -> bool {
        match self {
            Path::Root => false,
            Path::Member(parent, key) => key.is(name) || parent.is_within(name),
            Path::Named(parent, own) => *own == name || parent.is_within(name),
            Path::Element(parent, _) => parent.is_within(name),
        }
    }
}
