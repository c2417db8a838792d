//! What the client does with the server, a step each.

use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, GetPromptRequestParams, JsonObject,
    ReadResourceRequestParams, ResourceContents, ServerNotification, SubscribeRequestParams,
    SubscriptionFilter, UnsubscribeRequestParams,
};
use rmcp::service::{PeerRequestOptions, RunningService, Subscription};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{sleep, timeout};

use crate::user::User;

const COUNTER: &str = "everything://counter";
const TOOLS: [&str; 5] = ["hello", "ask", "slow", "state", "change"];
const STEP: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);
/// What changes, and what tells of it.
const CHANGES: [(&str, &str); 4] = [
    ("tools", "notifications/tools/list_changed"),
    ("prompts", "notifications/prompts/list_changed"),
    ("resources", "notifications/resources/list_changed"),
    ("counter", "notifications/resources/updated everything://counter"),
];

pub(crate) type Outcome<T = ()> = Result<T, String>;

/// A client that is connected, and what comes to it unasked.
pub(crate) struct Connected {
    /// The peer alone does not answer questions.
    pub(crate) service: RunningService<RoleClient, User>,
    pub(crate) ears: UnboundedReceiver<String>,
    pub(crate) progress: UnboundedReceiver<(f64, Option<f64>)>,
    pub(crate) questions: UnboundedReceiver<String>,
}

pub(crate) fn fact(name: &str, value: &Value) {
    println!("{}", json!({"fact": name, "value": value}));
}

pub(crate) fn require(holds: bool, sentence: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(sentence()) }
}

fn require_equal<T: PartialEq + Debug>(what: &str, is: &T, must: &T) -> Outcome {
    require(is == must, || format!("{what} must be {must:?}, but is {is:?}."))
}

async fn within<T, E: Debug>(what: &str, work: impl Future<Output = Result<T, E>>) -> Outcome<T> {
    match timeout(STEP, work).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(format!("{what} is the error {error:?}.")),
        Err(_) => Err(format!("{what} did not come within {STEP:?}.")),
    }
}

async fn next<T>(what: &str, from: &mut UnboundedReceiver<T>) -> Outcome<T> {
    within(what, async { from.recv().await.ok_or("the client is gone") }).await
}

fn arguments(value: Value) -> JsonObject {
    value.as_object().cloned().unwrap_or_default()
}

impl Connected {
    pub(crate) async fn call(&self, tool: &'static str, with: Value) -> Outcome<String> {
        let params = CallToolRequestParams::new(tool).with_arguments(arguments(with));
        let result =
            within(&format!("The answer of {tool}"), self.service.call_tool(params)).await?;
        let said =
            result.structured_content.as_ref().and_then(|content| content["result"].as_str());
        match (result.is_error, said) {
            (None | Some(false), Some(said)) => Ok(said.to_owned()),
            _ => Err(format!("{tool} must succeed with a `result`, but it gives {result:?}.")),
        }
    }

    pub(crate) async fn lists(&self) -> Outcome {
        let tools = within("The list of tools", self.service.list_all_tools()).await?;
        let tools: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
        require_equal("The list of tools", &tools, &TOOLS.to_vec())?;
        let prompts = within("The list of prompts", self.service.list_all_prompts()).await?;
        let prompts: Vec<&str> = prompts.iter().map(|prompt| &*prompt.name).collect();
        require_equal("The list of prompts", &prompts, &vec!["greet"])?;
        let resources = within("The list of resources", self.service.list_all_resources()).await?;
        let resources: Vec<&str> = resources.iter().map(|resource| &*resource.uri).collect();
        require_equal("The list of resources", &resources, &vec![COUNTER])?;
        fact("listed", &json!({"tools": tools, "prompts": prompts, "resources": resources}));
        Ok(())
    }

    pub(crate) async fn calls(&self) -> Outcome {
        let said = self.call("hello", json!({"name": "Jürgen 🦀"})).await?;
        require_equal("What hello says", &&*said, &"Hello, Jürgen 🦀!")?;
        let params = GetPromptRequestParams::new("greet")
            .with_arguments(arguments(json!({"name": "Amira"})));
        let prompt = within("The prompt", self.service.get_prompt(params)).await?;
        let prompt = json!(prompt)["messages"][0]["content"]["text"].clone();
        require_equal("What the prompt says", &prompt, &json!("Greet Amira."))?;
        fact("called", &json!([said, prompt, self.count().await?]));
        Ok(())
    }

    async fn count(&self) -> Outcome<u32> {
        let params = ReadResourceRequestParams::new(COUNTER);
        let read = within("The counter", self.service.read_resource(params)).await?;
        match read.contents.first() {
            Some(ResourceContents::TextResourceContents { text, .. }) => {
                text.parse().map_err(|_| format!("The counter must be a number, but is {text}."))
            }
            _ => Err(format!("The counter must be a text, but is {read:?}.")),
        }
    }

    pub(crate) async fn answers(&mut self) -> Outcome {
        let said = self.call("ask", json!({})).await?;
        let question = next("The question", &mut self.questions).await?;
        require_equal("What was asked", &&*question, &"What is your name?")?;
        require(self.questions.is_empty(), || "More than one question came.".to_owned())?;
        require_equal("What ask says", &&*said, &"Hello, Amira!")?;
        fact("answered", &json!({"question": question, "then": said}));
        Ok(())
    }

    pub(crate) async fn tells_progress(&mut self) -> Outcome {
        // This client gives a token to each request of its own accord.
        self.call("slow", json!({"key": "short", "steps": 3})).await?;
        let mut steps = Vec::new();
        for _ in 0..3 {
            steps.push(next("A step", &mut self.progress).await?);
        }
        let must = vec![(1.0, Some(3.0)), (2.0, Some(3.0)), (3.0, Some(3.0))];
        require_equal("The progress", &steps, &must)?;
        fact("progress", &json!(steps));
        Ok(())
    }

    pub(crate) async fn cancels(&mut self) -> Outcome {
        let params =
            CallToolRequestParams::new("slow").with_arguments(arguments(json!({"key": "long"})));
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let options = PeerRequestOptions::no_options();
        let sent = self.service.send_cancellable_request(request, options);
        let handle = within("What will be cancelled", sent).await?;
        next("The first step of what will be cancelled", &mut self.progress).await?;
        let state = self.call("state", json!({"key": "long"})).await?;
        require_equal("The call that will be cancelled", &&*state, &"running")?;
        let reason = Some("no longer wanted".to_owned());
        within("The cancellation", handle.cancel(reason)).await?;
        let stopped = async {
            while self.call("state", json!({"key": "long"})).await? != "stopped" {
                sleep(PAUSE).await;
            }
            Outcome::Ok(())
        };
        within("The end of the cancelled call in the server", stopped).await?;
        fact("cancelled", &json!("stopped"));
        Ok(())
    }

    pub(crate) async fn listens(&mut self) -> Outcome {
        let filter = SubscriptionFilter::builder()
            .tools_list_changed()
            .prompts_list_changed()
            .resources_list_changed()
            .resource_subscription(COUNTER)
            .build();
        let listen = self.service.listen(filter.clone());
        let mut stream = within("The acknowledgement", listen).await?;
        require_equal("What is acknowledged", stream.acknowledged(), &filter)?;
        let before = self.count().await?;
        for (what, must) in CHANGES {
            self.call("change", json!({"what": what})).await?;
            let came = event(&mut stream, what).await?;
            require_equal(&format!("What tells of a change of {what}"), &&*came, &must)?;
            fact("heard", &json!(came));
        }
        require_equal("The counter", &self.count().await?, &(before + 1))?;
        within("The end of the stream", stream.cancel()).await?;
        fact("stream ended", &json!(format!("{:?}", stream.end())));
        Ok(())
    }

    /// What the older revisions have is deprecated in the SDK, and what this mode is for.
    #[expect(deprecated)]
    pub(crate) async fn hears(&mut self) -> Outcome {
        match timeout(STEP, self.service.listen(SubscriptionFilter::new())).await {
            Ok(Err(error)) => {
                fact("not in this mode", &json!(format!("subscriptions/listen: {error}")))
            }
            other => {
                return Err(format!("subscriptions/listen must fail, but it gives {other:?}."));
            }
        }
        let subscribe = self.service.subscribe(SubscribeRequestParams::new(COUNTER));
        within("The answer to resources/subscribe", subscribe).await?;
        let before = self.count().await?;
        for (what, must) in CHANGES {
            self.call("change", json!({"what": what})).await?;
            let came = next(&format!("What tells of a change of {what}"), &mut self.ears).await?;
            require_equal(&format!("What tells of a change of {what}"), &&*came, &must)?;
            fact("heard", &json!(came));
        }
        require_equal("The counter", &self.count().await?, &(before + 1))?;
        let unsubscribe = self.service.unsubscribe(UnsubscribeRequestParams::new(COUNTER));
        within("The answer to resources/unsubscribe", unsubscribe).await
    }
}

/// The next notification of a stream, as `User` would tell it.
async fn event(stream: &mut Subscription, what: &str) -> Outcome<String> {
    let came = within(&format!("The event of a change of {what}"), stream.next()).await?;
    Ok(match came {
        Some(ServerNotification::ToolListChangedNotification(_)) => CHANGES[0].1.to_owned(),
        Some(ServerNotification::PromptListChangedNotification(_)) => CHANGES[1].1.to_owned(),
        Some(ServerNotification::ResourceListChangedNotification(_)) => CHANGES[2].1.to_owned(),
        Some(ServerNotification::ResourceUpdatedNotification(updated)) => {
            format!("notifications/resources/updated {}", updated.params.uri)
        }
        other => return Err(format!("The stream ended or gave something else: {other:?}.")),
    })
}
