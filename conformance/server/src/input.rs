//! Tools that ask the client in rounds, as 2026-07-28 has it: the answer to the request is a
//! question, and the request comes again with the answer.

use mcpwire::{Content, Context, Elicit, Elicited, Failure, Roots, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::forms::ask_model;

/// The form that the suite fills in as Alice.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct UserName {
    /// Your name.
    pub(crate) name: String,
}

/// The form that the suite fills in with yes.
#[derive(Deserialize, JsonSchema)]
struct Consent {
    /// Whether to go on.
    ok: bool,
}

#[derive(Deserialize, JsonSchema)]
struct Color {
    /// The color you like best.
    #[serde(default)]
    color: Option<String>,
}

/// The key under which the suite answers.
pub(crate) const USER_NAME: &str = "user_name";

pub(crate) fn tools() -> Vec<Tool> {
    let named = |suffix: &str| format!("test_input_required_result_{suffix}");
    vec![
        Tool::new(named("elicitation"), greet).describe("Asks the user for a name."),
        Tool::new(named("sampling"), capital).describe("Asks the model for a capital."),
        Tool::new(named("list_roots"), roots).describe("Asks the client for its roots."),
        Tool::new(named("request_state"), go_on).describe("Asks, and knows its state again."),
        Tool::new(named("multiple_inputs"), all_at_once)
            .describe("Asks the user, the model and the client at once."),
        Tool::new(named("multi_round"), one_by_one).describe("Asks twice, one after the other."),
        Tool::new(named("tampered_state"), go_on).describe("Asks, and refuses a changed state."),
        Tool::new(named("capabilities"), whom_it_may_ask)
            .describe("Asks whomever the client lets it ask."),
        Tool::new("test_streaming_elicitation", greet).describe("Asks the user for a name."),
        Tool::new("test_missing_capability", capital).describe("Cannot do without the model."),
    ]
}

/// The user's name, as a question to the user.
pub(crate) fn user_name(context: &Context) -> Result<String, Failure> {
    let answer = context.input(USER_NAME, Elicit::form::<UserName>("What is your name?"))?;
    Ok(answer.accepted().map_or("stranger".to_owned(), |user| user.name))
}

async fn greet(context: Context) -> Result<Content, Failure> {
    Ok(Content::text(format!("Hello, {}!", user_name(&context)?)))
}

async fn go_on(context: Context) -> Result<Content, Failure> {
    let answer = context.input("confirm", Elicit::form::<Consent>("May it go on?"))?;
    let is_agreed = answer.accepted().is_some_and(|consent| consent.ok);
    Ok(Content::text(if is_agreed { "state-ok: it goes on." } else { "It stops here." }))
}

async fn capital(context: Context) -> Result<Content, Failure> {
    let said = context.input("capital", ask_model("What is the capital of France?"))?;
    Ok(Content::text(format!("The model said {}.", json!(said.content))))
}

async fn roots(context: Context) -> Result<Content, Failure> {
    let roots = context.input("client_roots", Roots)?;
    let uris: Vec<&str> = roots.iter().map(|root| root.uri.as_str()).collect();
    Ok(Content::text(format!("There are {} roots: {}", roots.len(), uris.join(" "))))
}

async fn all_at_once(context: Context) -> Result<Content, Failure> {
    let (user, said, roots) = context.inputs((
        (USER_NAME, Elicit::form::<UserName>("What is your name?")),
        ("greeting", ask_model("Write a greeting.")),
        ("client_roots", Roots),
    ))?;
    let name = user.accepted().map_or("stranger".to_owned(), |user| user.name);
    Ok(Content::text(format!("{name}, {}, {} roots", json!(said.content), roots.len())))
}

async fn one_by_one(context: Context) -> Result<Content, Failure> {
    let name = user_name(&context)?;
    let color = context.input("color", Elicit::form::<Color>("Which color do you like best?"))?;
    let color = match color {
        Elicited::Accepted(Color { color: Some(color) }) => color,
        _ => "none".to_owned(),
    };
    Ok(Content::text(format!("{name} likes {color} best.")))
}

/// Asks the user where that is possible, otherwise the model: a client is never sent what it did
/// not declare.
async fn whom_it_may_ask(context: Context) -> Result<Content, Failure> {
    if context.can_ask(&Elicit::form::<UserName>("")) {
        return greet(context).await;
    }
    capital(context).await
}
