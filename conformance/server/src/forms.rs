//! Tools that ask the user by forms of every kind, and the model. The suite calls them under
//! 2025-11-25, where the questions are requests of the server.

use mcpwire::protocol::types::{CreateMessageRequestParams, Role, SamplingMessage};
use mcpwire::{Content, Context, Elicit, Elicited, Failure, Form, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Deserialize, JsonSchema)]
struct Sampling {
    /// What the model is asked.
    prompt: String,
}

#[derive(Deserialize, JsonSchema)]
struct Elicitation {
    /// What the user is asked.
    message: String,
}

pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool::new("test_sampling", sampling).describe("Asks the model of the client."),
        Tool::new("test_elicitation", elicitation).describe("Asks the user for a name."),
        Tool::new("test_elicitation_sep1034_defaults", |context: Context| async move {
            answered(&context, form("Please review the defaults.", defaults())?)
        })
        .describe("Asks the user by a form with defaults."),
        Tool::new("test_elicitation_sep1330_enums", |context: Context| async move {
            answered(&context, form("Please choose.", choices())?)
        })
        .describe("Asks the user by a form with choices."),
    ]
}

/// A question to the model of the client.
pub(crate) fn ask_model(text: &str) -> CreateMessageRequestParams {
    CreateMessageRequestParams::new(vec![SamplingMessage::new(Role::User, text)], 100)
}

async fn sampling(sampling: Sampling, context: Context) -> Result<Content, Failure> {
    let said = context.input("sample", ask_model(&sampling.prompt))?;
    Ok(Content::text(format!("LLM response: {}", json!(said.content))))
}

async fn elicitation(elicitation: Elicitation, context: Context) -> Result<Content, Failure> {
    let fields = json!({
        "type": "object",
        "properties": {
            "username": {"type": "string", "description": "Your name."},
            "email": {"type": "string", "description": "Your address."}
        },
        "required": ["username", "email"]
    });
    answered(&context, form(&elicitation.message, fields)?)
}

fn form(message: &str, fields: Value) -> Result<Form<Map<String, Value>>, Failure> {
    Ok(Elicit::form_of(message, serde_json::from_value(fields)?))
}

fn answered(context: &Context, form: Form<Map<String, Value>>) -> Result<Content, Failure> {
    let answer = match context.input("form", form)? {
        Elicited::Accepted(values) => format!("accept, content: {}", Value::Object(values)),
        Elicited::Declined => "decline".to_owned(),
        Elicited::Cancelled => "cancel".to_owned(),
    };
    Ok(Content::text(format!("User response: action: {answer}")))
}

/// A field of each primitive type, with a default (SEP-1034).
fn defaults() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {
                "type": "string",
                "enum": ["active", "inactive", "pending"],
                "default": "active"
            },
            "verified": {"type": "boolean", "default": true}
        }
    })
}

/// Choices with and without titles, one and several at once, and the older form (SEP-1330).
fn choices() -> Value {
    let titled = json!([
        {"const": "value1", "title": "First Option"},
        {"const": "value2", "title": "Second Option"},
        {"const": "value3", "title": "Third Option"}
    ]);
    let plain = json!(["option1", "option2", "option3"]);
    json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": plain},
            "titledSingle": {"type": "string", "oneOf": titled},
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"]
            },
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled}}
        }
    })
}
