use serde::Serialize;
use serde::de::DeserializeOwned;

use super::decode::Shaped;
use super::result_type::ResultType;
use crate::method::Method;
use crate::rules::shape::Shape;

/// A request method, as a type that stands for its name, its parameters and its result.
pub trait RequestMethod {
    /// The method.
    const METHOD: Method;
    /// The name on the wire.
    const NAME: &'static str = Self::METHOD.name();
    /// What `params` holds.
    type Params: Shaped + Serialize + DeserializeOwned;
    /// What a complete result holds.
    type Result: Shaped + Serialize + DeserializeOwned;
}

/// A notification method, as a type that stands for its name and its parameters.
pub trait NotificationMethod {
    /// The method.
    const METHOD: Method;
    /// The name on the wire.
    const NAME: &'static str = Self::METHOD.name();
    /// What `params` holds.
    type Params: Shaped + Serialize + DeserializeOwned;
}

/// The shapes that belong to a method; what else a method is stands in the
/// [table of methods](Method::at).
#[derive(Clone, Copy, Debug)]
pub struct MethodShapes {
    /// The method.
    pub method: Method,
    /// The shape of `params`.
    pub params: &'static Shape,
    /// The shape of a complete result; `None` for a notification.
    pub result: Option<&'static Shape>,
    /// What extensions may put in place of the result.
    pub extended: &'static [(ResultType, &'static Shape)],
    /// Whether `params` may be absent as a whole.
    pub params_optional: bool,
}

impl MethodShapes {
    /// The row of a request.
    pub const fn request<M: RequestMethod>() -> Self {
        MethodShapes {
            method: M::METHOD,
            params: M::Params::SHAPE,
            result: Some(M::Result::SHAPE),
            extended: &[],
            params_optional: false,
        }
    }

    /// The row of a notification.
    pub const fn notification<N: NotificationMethod>() -> Self {
        MethodShapes {
            method: N::METHOD,
            params: N::Params::SHAPE,
            result: None,
            extended: &[],
            params_optional: false,
        }
    }

    /// The same row with these results of extensions.
    #[must_use]
    pub const fn or(mut self, extended: &'static [(ResultType, &'static Shape)]) -> Self {
        self.extended = extended;
        self
    }

    /// The same row for a method whose `params` may be absent.
    #[must_use]
    pub const fn without_params(mut self) -> Self {
        self.params_optional = true;
        self
    }
}
