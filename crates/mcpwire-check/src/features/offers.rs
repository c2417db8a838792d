//! What a server offers, as it says in `server/discover`, and what it does.

use mcpwire_protocol::json::{Kind, Text};
use mcpwire_protocol::method::Method;

use crate::answered::Answered;
use crate::asked::wishes::Filter;
use crate::checker::Desk;
use crate::here::Here;
use crate::rules::Exchange;
use crate::stream::Stream;

/// The capabilities that a server declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    tools: bool,
    prompts: bool,
    resources: bool,
    completions: bool,
    logging: bool,
    tools_changed: bool,
    prompts_changed: bool,
    resources_changed: bool,
    subscribe: bool,
    pub(crate) tasks: bool,
}

impl Offers {
    /// Reads the `capabilities` of a discovery; `None` where they are no object.
    pub(crate) fn of(capabilities: Text<'_>) -> Option<Self> {
        let has = |path: &[&str]| {
            let found = path.iter().try_fold(capabilities, |value, name| value.get(name));
            found.is_some_and(|value| value.kind() == Kind::Object || value.as_str() == "true")
        };
        (capabilities.kind() == Kind::Object).then(|| Offers {
            tools: has(&["tools"]),
            prompts: has(&["prompts"]),
            resources: has(&["resources"]),
            completions: has(&["completions"]),
            logging: has(&["logging"]),
            tools_changed: has(&["tools", "listChanged"]),
            prompts_changed: has(&["prompts", "listChanged"]),
            resources_changed: has(&["resources", "listChanged"]),
            subscribe: has(&["resources", "subscribe"]),
            tasks: has(&["extensions", "io.modelcontextprotocol/tasks"]),
        })
    }

    /// Judges what an acknowledgement promises.
    pub(crate) fn granting(
        self,
        desk: &mut Desk,
        here: &Here<'_>,
        text: Text<'_>,
        granted: &Filter,
    ) {
        let table = [
            ("toolsListChanged", granted.tools, self.tools_changed, Exchange::SubAckUnsupported),
            (
                "promptsListChanged",
                granted.prompts,
                self.prompts_changed,
                Exchange::SubAckUnsupported,
            ),
            (
                "resourcesListChanged",
                granted.resources,
                self.resources_changed,
                Exchange::SubAckUnsupported,
            ),
            (
                "resourceSubscriptions",
                granted.wants_resources(),
                self.subscribe,
                Exchange::SubCapability,
            ),
        ];
        for (name, is_granted, is_offered, rule) in table {
            if !is_granted {
                continue;
            }
            desk.evidence.occasion(rule);
            if !is_offered {
                let seen = format!("`{name}` is acknowledged, but no capability declares it.");
                let advice = "Declare `listChanged` or `subscribe`, or leave it out.";
                let value = text.get(name).unwrap_or(text);
                let at = here.member(value, &format!("/params/notifications/{name}"));
                desk.blame(here, rule, at, seen, advice);
            }
        }
    }
}

impl Stream {
    /// News of a kind that the server does not declare.
    pub(crate) fn undeclared_news(&self, desk: &mut Desk, here: &Here<'_>, method: Option<Method>) {
        let Some(offers) = self.known.offers else { return };
        let (name, is_declared) = match method {
            Some(Method::ToolsListChanged) => ("tools", offers.tools_changed),
            Some(Method::PromptsListChanged) => ("prompts", offers.prompts_changed),
            Some(Method::ResourcesListChanged) => ("resources", offers.resources_changed),
            _ => return,
        };
        if is_declared {
            return desk.evidence.occasion(Exchange::NewsUndeclared);
        }
        let seen = format!("The server does not declare `{name}.listChanged`.");
        let advice = "Declare `listChanged`, or send no such news.";
        desk.blame(here, Exchange::NewsUndeclared, here.whole(), seen, advice);
    }

    /// A log message of a server that declares no logs.
    pub(crate) fn undeclared_log(&self, desk: &mut Desk, here: &Here<'_>) {
        let Some(offers) = self.known.offers else { return };
        if offers.logging {
            return desk.evidence.occasion(Exchange::LoggingCapability);
        }
        let seen = "The server does not declare `logging`.".to_owned();
        let advice = "Declare `logging`, or send no log messages.";
        desk.blame(here, Exchange::LoggingCapability, here.whole(), seen, advice);
    }

    /// A result for a feature that the server does not declare.
    pub(crate) fn undeclared_feature(
        &self,
        desk: &mut Desk,
        here: &Here<'_>,
        one: &Answered<'_, '_>,
        result: Text<'_>,
    ) {
        let (Some(offers), Some(method)) = (self.known.offers, one.asked.method) else { return };
        // An empty list is what a server without the feature may answer.
        let lists = |member| result.get(member).is_some_and(|it| it.elements().next().is_some());
        let (name, is_declared, rule, shows) = match method {
            Method::ToolsList => ("tools", offers.tools, Exchange::ToolsCapability, lists("tools")),
            Method::PromptsList => {
                ("prompts", offers.prompts, Exchange::PromptsCapability, lists("prompts"))
            }
            Method::ResourcesList => {
                ("resources", offers.resources, Exchange::ResourcesCapability, lists("resources"))
            }
            Method::CompletionComplete => {
                ("completions", offers.completions, Exchange::CompletionCapability, true)
            }
            Method::ToolsCall => return embedded(desk, here, offers, result),
            _ => return,
        };
        match (shows, is_declared) {
            (false, _) => {}
            (true, true) => desk.evidence.occasion(rule),
            (true, false) => {
                let seen = format!("The server does not declare `{name}`, and serves it.");
                let advice = "Declare in `server/discover` what is served.";
                desk.blame(here, rule, here.member(result, "/result"), seen, advice);
            }
        }
    }
}

/// A resource inside the result of a tool.
fn embedded(desk: &mut Desk, here: &Here<'_>, offers: Offers, result: Text<'_>) {
    let blocks = result.get("content").into_iter().flat_map(Text::elements).take(1000);
    let is_resource =
        |block: &Text<'_>| block.get("type").is_some_and(|kind| kind.is_string("resource"));
    let Some((at, block)) = blocks.enumerate().find(|(_, block)| is_resource(block)) else {
        return;
    };
    if offers.resources {
        return desk.evidence.occasion(Exchange::EmbeddedCapability);
    }
    let seen = "The content embeds a resource, but the server does not declare `resources`.";
    let advice = "Declare `resources`.";
    let at = here.member(block, &format!("/result/content/{at}"));
    desk.blame(here, Exchange::EmbeddedCapability, at, seen.to_owned(), advice);
}
