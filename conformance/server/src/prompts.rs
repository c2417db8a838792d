//! Prompts: plain, with arguments, with content of other kinds, with a question to the user.

use mcpwire::{Completion, Content, Context, Elicit, Failure, Message, Partial, Prompt};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::media::{PNG, PNG_TYPE};

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The first of two.
    arg1: String,
    /// The second of two.
    arg2: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Embedded {
    /// Under which URI the resource is embedded.
    resource_uri: String,
}

/// The form that the suite fills in.
#[derive(Deserialize, JsonSchema)]
struct UserContext {
    /// What the prompt should know.
    context: String,
}

pub(crate) fn prompts() -> Vec<Prompt> {
    vec![
        Prompt::new("test_simple_prompt", || async {
            Message::user("This is a simple prompt for testing.")
        })
        .describe("A prompt without arguments."),
        Prompt::new("test_prompt_with_arguments", |given: Arguments| async move {
            let Arguments { arg1, arg2 } = given;
            Message::user(format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"))
        })
        .describe("A prompt with two arguments.")
        .complete("arg1", |partial: Partial| async move {
            Completion::matching(&partial, ["test", "testValue1", "other"])
        }),
        Prompt::new("test_prompt_with_embedded_resource", |given: Embedded| async move {
            embedded(&given.resource_uri)
        })
        .describe("A prompt with a resource inside."),
        Prompt::new("test_prompt_with_image", || async {
            vec![
                Message::user(Content::image(PNG, PNG_TYPE)),
                Message::user("Please analyze the image above."),
            ]
        })
        .describe("A prompt with a picture inside."),
        Prompt::new("test_input_required_result_prompt", for_user)
            .describe("A prompt that asks the user first."),
    ]
}

fn embedded(uri: &str) -> Vec<Message> {
    let resource = Content::embedded_text(uri, "text/plain", "Embedded resource content.");
    vec![Message::user(resource), Message::user("Please process the resource above.")]
}

async fn for_user(context: Context) -> Result<Message, Failure> {
    let question = Elicit::form::<UserContext>("What should the prompt know?");
    let answer = context.input("user_context", question)?.accepted();
    let known = answer.map_or("nothing".to_owned(), |it| it.context);
    Ok(Message::user(format!("Use this context: {known}")))
}
