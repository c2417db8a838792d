use mcpwire_protocol::json::Text;
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::{
    CreateMessageRequestParams, CreateMessageResult, IncludeContext, InputRequest, ListRootsResult,
    Root, Shaped,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::server::failure::Failure;

/// Something that a handler can ask of the client with [`Context::input`].
///
/// | question | answer | the client must have declared |
/// |---|---|---|
/// | [`Elicit::form`] | [`Elicited<T>`] | `elicitation` |
/// | [`Elicit::page`] | [`Elicited<()>`] | `elicitation.url` |
/// | [`CreateMessageRequestParams`] (ask the model) | [`CreateMessageResult`] | `sampling` |
/// | [`Roots`] | the roots | `roots` |
///
/// The trait is sealed: these are all that the specification knows.
///
/// [`Context::input`]: crate::Context::input
/// [`Elicit::form`]: super::Elicit::form
/// [`Elicit::page`]: super::Elicit::page
/// [`Elicited<T>`]: super::Elicited
/// [`Elicited<()>`]: super::Elicited
///
/// Specification: `basic/patterns/mrtr#supported-requests`.
pub trait Question: Sealed + Send {}

impl<Q: Sealed + Send> Question for Q {}

/// How a question is written and its answer read.
pub trait Sealed {
    /// What the client answers.
    type Answer: Send;

    /// The request as it stands in `inputRequests`.
    fn request(&self) -> Result<InputRequest, Failure>;

    /// The capabilities that a client must have declared to be asked, as JSON.
    fn needs(&self) -> Value;

    /// Since which revision a client can be asked.
    fn since(&self) -> Revision;

    /// The answer, or what is wrong with it.
    fn read(&self, answer: Text<'_>) -> Result<Self::Answer, String>;
}

/// Asks the model of the client.
impl Sealed for CreateMessageRequestParams {
    type Answer = CreateMessageResult;

    fn request(&self) -> Result<InputRequest, Failure> {
        Ok(InputRequest::CreateMessage(self.clone()))
    }

    fn needs(&self) -> Value {
        let mut sampling = json!({});
        if self.tools.is_some() || self.tool_choice.is_some() {
            sampling["tools"] = json!({});
        }
        if self.include_context.is_some_and(|context| context != IncludeContext::None) {
            sampling["context"] = json!({});
        }
        json!({ "sampling": sampling })
    }

    fn since(&self) -> Revision {
        // Tools in sampling came with 2025-11-25.
        match self.tools.is_some() || self.tool_choice.is_some() {
            true => Revision::V2025_11_25,
            false => Revision::V2024_11_05,
        }
    }

    fn read(&self, answer: Text<'_>) -> Result<CreateMessageResult, String> {
        shaped(answer)
    }
}

/// Asks which roots the client works in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roots;

impl Sealed for Roots {
    type Answer = Vec<Root>;

    fn request(&self) -> Result<InputRequest, Failure> {
        Ok(InputRequest::ListRoots(None))
    }

    fn needs(&self) -> Value {
        json!({ "roots": {} })
    }

    fn since(&self) -> Revision {
        Revision::V2024_11_05
    }

    fn read(&self, answer: Text<'_>) -> Result<Vec<Root>, String> {
        shaped::<ListRootsResult>(answer).map(|result| result.roots)
    }
}

/// Reads an answer that has the shape which the specification gives it.
pub(super) fn shaped<T: Shaped + DeserializeOwned>(answer: Text<'_>) -> Result<T, String> {
    let judgement = mcpwire_protocol::rules::judge(answer, T::SHAPE, T::RULE);
    if let Some(mismatch) = judgement.mismatches.first() {
        return Err(mismatch.to_string());
    }
    serde_json::from_str(answer.as_str()).map_err(|error| error.to_string())
}

/// Whether declared capabilities hold what is needed, member by member.
pub(super) fn declares(declared: &Value, needed: &Value) -> bool {
    let Some(members) = needed.as_object() else { return true };
    // A client that only says `elicitation: {}` offers forms.
    members.iter().all(|(name, needed)| match declared.get(name) {
        Some(declared @ Value::Object(_)) => declares(declared, needed),
        _ => name == "form" && declared.as_object().is_some_and(serde_json::Map::is_empty),
    })
}
