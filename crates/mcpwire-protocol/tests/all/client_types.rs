//! The types of the client pages and of tasks.

use crate::typed::Typed;

pub(crate) fn client_types() -> Vec<Typed> {
    vec![]
}
