use serde::Serialize;
use serde::de::DeserializeOwned;

use super::decode::Shaped;
use super::mrtr::InputRequiredResult;
use crate::rules::shape::Shape;

/// A request method, as a type that stands for its name, its parameters and its result.
pub trait Method {
    /// The name on the wire.
    const NAME: &'static str;
    /// What `params` holds.
    type Params: Shaped + Serialize + DeserializeOwned;
    /// What a complete result holds.
    type Result: Shaped + Serialize + DeserializeOwned;
}

/// A notification method, as a type that stands for its name and its parameters.
pub trait Notify {
    /// The name on the wire.
    const NAME: &'static str;
    /// What `params` holds.
    type Params: Shaped + Serialize + DeserializeOwned;
}

/// One row of the table of methods: the shapes that belong to a name.
#[derive(Clone, Copy, Debug)]
pub struct MethodShapes {
    /// The name on the wire.
    pub name: &'static str,
    /// The shape of `params`.
    pub params: &'static Shape,
    /// The shape of a complete result; `None` for a notification.
    pub result: Option<&'static Shape>,
    /// What other results there may be, by their `resultType`.
    pub others: &'static [(&'static str, &'static Shape)],
    /// Whether `params` may be absent as a whole.
    pub params_optional: bool,
}

impl MethodShapes {
    /// The row of a request.
    pub const fn request<M: Method>() -> Self {
        MethodShapes {
            name: M::NAME,
            params: M::Params::SHAPE,
            result: Some(M::Result::SHAPE),
            others: &[],
            params_optional: false,
        }
    }

    /// The row of a notification.
    pub const fn notification<N: Notify>() -> Self {
        MethodShapes {
            name: N::NAME,
            params: N::Params::SHAPE,
            result: None,
            others: &[],
            params_optional: false,
        }
    }

    /// The same row for a method that may be answered with questions to the client.
    #[must_use]
    pub const fn with_input(self) -> Self {
        self.or(&[("input_required", InputRequiredResult::SHAPE)])
    }

    /// The same row with these other results.
    #[must_use]
    pub const fn or(mut self, others: &'static [(&'static str, &'static Shape)]) -> Self {
        self.others = others;
        self
    }

    /// The same row for a method whose `params` may be absent.
    #[must_use]
    pub const fn without_params(mut self) -> Self {
        self.params_optional = true;
        self
    }
}
