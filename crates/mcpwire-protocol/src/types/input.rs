//! What a server asks inside a result, and what the client answers.
//!
//! Specification: `basic/patterns/mrtr#supported-requests`.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::elicitation::{CreateElicitation, ElicitRequestParams, ElicitResult};
use super::roots::{ListRoots, ListRootsParams, ListRootsResult};
use super::sampling::{CreateMessage, CreateMessageRequestParams, CreateMessageResult};
use super::shaped::object;
use super::union::{choose, read, union_of};
use super::{MethodShapes, RequestMethod, Shaped};
use crate::json::{Kind, Text};
use crate::method::Method;
use crate::rules::RuleId;
use crate::rules::shape::{Shape, Variants, optional, required};

/// A request of the server's that is embedded in a result: a method with parameters, without
/// `jsonrpc` and id. Peers that write an id beside it are read; the id means nothing.
///
/// Specification: `basic/patterns/mrtr#supported-requests`.
#[derive(Clone, Debug)]
pub enum InputRequest {
    /// `elicitation/create`: ask the user.
    Elicit(ElicitRequestParams),
    /// `sampling/createMessage`: ask the model.
    CreateMessage(CreateMessageRequestParams),
    /// `roots/list`: ask which roots there are. The parameters may be absent as a whole.
    ListRoots(Option<ListRootsParams>),
}

impl InputRequest {
    /// The method's name.
    pub const fn method(&self) -> &'static str {
        match self {
            InputRequest::Elicit(_) => CreateElicitation::NAME,
            InputRequest::CreateMessage(_) => CreateMessage::NAME,
            InputRequest::ListRoots(_) => ListRoots::NAME,
        }
    }
}

impl From<ElicitRequestParams> for InputRequest {
    fn from(params: ElicitRequestParams) -> Self {
        InputRequest::Elicit(params)
    }
}

impl From<CreateMessageRequestParams> for InputRequest {
    fn from(params: CreateMessageRequestParams) -> Self {
        InputRequest::CreateMessage(params)
    }
}

impl From<ListRootsParams> for InputRequest {
    fn from(params: ListRootsParams) -> Self {
        InputRequest::ListRoots(Some(params))
    }
}

impl Shaped for InputRequest {
    const SHAPE: &'static Shape = &Shape::ByMember(&Variants {
        name: "InputRequest",
        page: "basic/patterns/mrtr#supported-requests",
        member: "method",
        words: &Shape::OneOf(&[CreateElicitation::NAME, CreateMessage::NAME, ListRoots::NAME]),
        cases: &[
            (CreateElicitation::NAME, &ELICIT),
            (CreateMessage::NAME, &CREATE_MESSAGE),
            (ListRoots::NAME, &LIST_ROOTS),
        ],
        absent: None,
        missing: RuleId("mrtr-input-request-method-missing"),
        unknown: RuleId("mrtr-input-kind"),
    });
    const RULE: RuleId = RuleId("mrtr-input-kind");
}

const ELICIT: Shape = object!(
    "ElicitRequest",
    "client/elicitation#elicitation-requests",
    [required("params", ElicitRequestParams::SHAPE, "elicit-params-missing")]
);

const CREATE_MESSAGE: Shape = object!(
    "CreateMessageRequest",
    "client/sampling",
    [required("params", CreateMessageRequestParams::SHAPE, "sampling-params-type")]
);

const LIST_ROOTS: Shape = object!(
    "ListRootsRequest",
    "client/roots",
    [optional("params", ListRootsParams::SHAPE, "roots-request-params")]
);

impl Serialize for InputRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut request = serializer.serialize_struct("InputRequest", 2)?;
        request.serialize_field("method", self.method())?;
        match self {
            InputRequest::Elicit(params) => request.serialize_field("params", params)?,
            InputRequest::CreateMessage(params) => request.serialize_field("params", params)?,
            InputRequest::ListRoots(Some(params)) => request.serialize_field("params", params)?,
            InputRequest::ListRoots(None) => {}
        }
        request.end()
    }
}

impl<'de> Deserialize<'de> for InputRequest {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choose(from, |request| {
            let method = request.get("method").and_then(Text::as_string).unwrap_or_default();
            let params = request.get("params");
            match (&*method, params) {
                (CreateElicitation::NAME, Some(params)) => read(params, Self::Elicit),
                (CreateMessage::NAME, Some(params)) => read(params, Self::CreateMessage),
                (ListRoots::NAME, Some(params)) => {
                    read(params, |params| Self::ListRoots(Some(params)))
                }
                (ListRoots::NAME, None) => Ok(Self::ListRoots(None)),
                _ => Err(serde::de::Error::custom("expected an input request with parameters")),
            }
        })
    }
}

/// The client's answer to an [`InputRequest`]: its bare result, without an envelope and without
/// `resultType`. There is no way to answer with an error.
///
/// Which one it is shows in its members: `roots`, `action`, or else those of a message. Whether
/// that is what was asked under the key, only the exchange can tell.
/// Specification: `basic/patterns/mrtr#inputresponses`.
#[derive(Clone, Debug)]
pub enum InputResponse {
    /// What the user did.
    Elicit(ElicitResult),
    /// What the model said.
    CreateMessage(CreateMessageResult),
    /// Which roots there are.
    ListRoots(ListRootsResult),
}

union_of!(InputResponse {
    Elicit(ElicitResult),
    CreateMessage(CreateMessageResult),
    ListRoots(ListRootsResult),
});

/// Which type an answer is of.
enum Branch {
    Elicit,
    CreateMessage,
    ListRoots,
    Unknown,
}

/// A member of the right kind decides before one that is merely there.
fn branch_of(response: Text<'_>) -> Branch {
    let kind_of = |name| response.get(name).map(Text::kind);
    let (action, roots, model) = (kind_of("action"), kind_of("roots"), kind_of("model"));
    if action == Some(Kind::String) {
        Branch::Elicit
    } else if roots == Some(Kind::Array) {
        Branch::ListRoots
    } else if model.is_some() || response.get("role").is_some() {
        Branch::CreateMessage
    } else if action.is_some() {
        Branch::Elicit
    } else if roots.is_some() {
        Branch::ListRoots
    } else {
        Branch::Unknown
    }
}

impl Shaped for InputResponse {
    const SHAPE: &'static Shape = &Shape::Pick(|response| match branch_of(response) {
        Branch::Elicit => ElicitResult::SHAPE,
        Branch::CreateMessage => CreateMessageResult::SHAPE,
        Branch::ListRoots => ListRootsResult::SHAPE,
        Branch::Unknown => &UNKNOWN,
    });
    const RULE: RuleId = RuleId("mrtr-input-response-shape");
}

/// No member tells what the answer should be; the most common kind is named as an example.
const UNKNOWN: Shape = object!(
    "InputResponse",
    "basic/patterns/mrtr#inputresponses",
    [required("action", &Shape::String, "mrtr-input-response-shape")]
);

impl<'de> Deserialize<'de> for InputResponse {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        choose(from, |response| match branch_of(response) {
            Branch::CreateMessage => read(response, Self::CreateMessage),
            Branch::ListRoots => read(response, Self::ListRoots),
            Branch::Elicit | Branch::Unknown => read(response, Self::Elicit),
        })
    }
}

/// The methods that are embedded in results, and never are requests of their own.
const EMBEDDED: &[MethodShapes] = &[
    MethodShapes::request::<CreateElicitation>(),
    MethodShapes::request::<CreateMessage>(),
    MethodShapes::request::<ListRoots>().without_params(),
];

/// The row of a method that is embedded in results; `None` for every other.
pub fn embedded_shapes(method: &str) -> Option<&'static MethodShapes> {
    let method = Method::named(method)?;
    EMBEDDED.iter().find(|row| row.method == method)
}
