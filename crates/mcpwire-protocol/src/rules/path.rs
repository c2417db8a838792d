use crate::json::{Key, Pointer};

/// The way from the whole to a value, spelled out only where something is wrong.
#[derive(Clone, Copy)]
pub(crate) enum Path<'p, 'a> {
    /// The whole.
    Root,
    /// A member that is there.
    Member(&'p Path<'p, 'a>, Key<'a>),
    /// A member by its name, there or not.
    Named(&'p Path<'p, 'a>, &'p str),
    /// An element of an array.
    Element(&'p Path<'p, 'a>, usize),
}

impl Path<'_, '_> {
    /// The way as a pointer for a report.
    pub(crate) fn pointer(&self) -> Pointer {
        let mut pointer = Pointer::root();
        self.spell(&mut pointer);
        pointer
    }

    fn spell(&self, pointer: &mut Pointer) {
        match self {
            Path::Root => {}
            Path::Member(parent, key) => {
                parent.spell(pointer);
                pointer.push_shortened(&key.name());
            }
            Path::Named(parent, name) => {
                parent.spell(pointer);
                pointer.push_shortened(name);
            }
            Path::Element(parent, index) => {
                parent.spell(pointer);
                pointer.push_element(*index);
            }
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

impl From<Path<'_, '_>> for Pointer {
    fn from(path: Path<'_, '_>) -> Self {
        path.pointer()
    }
}
