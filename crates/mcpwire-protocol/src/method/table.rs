use super::method_use::{MethodUse as Use, Needs, Sender, TASKS_EXTENSION};
use crate::revision::Revision::{V2024_11_05, V2025_03_26, V2025_06_18, V2025_11_25};

macro_rules! methods {
    ($($(#[doc = $doc:literal])* $method:ident $name:literal [$($usage:expr),+ $(,)?])+) => {
        /// A method of any revision; what it is in one of them is told by [`Method::at`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Method {
            $(
                #[doc = concat!("`", $name, "`")]
                $method,
            )+
        }

        impl Method {
            /// All methods.
            pub const ALL: &'static [Self] = &[$(Method::$method),+];

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($name),+];
                NAMES[self as usize]
            }

            /// What the method is, one entry for each range of revisions, oldest first.
            pub fn uses(self) -> &'static [Use] {
                static USES: &[&[Use]] = &[$(&[$($usage),+]),+];
                USES[self as usize]
            }
        }
    };
}

const TOOLS: Needs = Needs::Server(&["tools"]);
const PROMPTS: Needs = Needs::Server(&["prompts"]);
const RESOURCES: Needs = Needs::Server(&["resources"]);
const SUBSCRIBE: Needs = Needs::Server(&["resources", "subscribe"]);
const COMPLETIONS: Needs = Needs::Server(&["completions"]);
const LOGGING: Needs = Needs::Server(&["logging"]);

/// A request of the tasks extension.
const fn task(page: &'static str) -> Use {
    Use::request(Sender::Client, page).modern().mirrored("taskId").extension(TASKS_EXTENSION)
}

/// A request about a task of 2025-11-25, where both sides could run them.
const fn old_task(page: &'static str, needs: &'static [&'static str]) -> Use {
    Use::request(Sender::Both, page).since(V2025_11_25).legacy().needs(Needs::Receiver(needs))
}

methods! {
    ServerDiscover "server/discover" [
        Use::request(Sender::Client, "server/discover").modern().cacheable(),
    ]
    ToolsList "tools/list" [
        Use::request(Sender::Client, "server/tools#listing-tools").legacy().needs(TOOLS).paginated(),
        Use::request(Sender::Client, "server/tools#listing-tools").modern().needs(TOOLS).paginated().cacheable(),
    ]
    ToolsCall "tools/call" [
        Use::request(Sender::Client, "server/tools#calling-tools").legacy().needs(TOOLS),
        Use::request(Sender::Client, "server/tools#calling-tools").modern().needs(TOOLS).mirrored("name").may_ask_input(),
    ]
    PromptsList "prompts/list" [
        Use::request(Sender::Client, "server/prompts#listing-prompts").legacy().needs(PROMPTS).paginated(),
        Use::request(Sender::Client, "server/prompts#listing-prompts").modern().needs(PROMPTS).paginated().cacheable(),
    ]
    PromptsGet "prompts/get" [
        Use::request(Sender::Client, "server/prompts#getting-a-prompt").legacy().needs(PROMPTS),
        Use::request(Sender::Client, "server/prompts#getting-a-prompt").modern().needs(PROMPTS).mirrored("name").may_ask_input(),
    ]
    ResourcesList "resources/list" [
        Use::request(Sender::Client, "server/resources#listing-resources").legacy().needs(RESOURCES).paginated(),
        Use::request(Sender::Client, "server/resources#listing-resources").modern().needs(RESOURCES).paginated().cacheable(),
    ]
    ResourcesTemplatesList "resources/templates/list" [
        Use::request(Sender::Client, "server/resources#resource-templates").legacy().needs(RESOURCES).paginated(),
        Use::request(Sender::Client, "server/resources#resource-templates").modern().needs(RESOURCES).paginated().cacheable(),
    ]
    ResourcesRead "resources/read" [
        Use::request(Sender::Client, "server/resources#reading-resources").legacy().needs(RESOURCES),
        Use::request(Sender::Client, "server/resources#reading-resources").modern().needs(RESOURCES).mirrored("uri").may_ask_input().cacheable(),
    ]
    ResourcesSubscribe "resources/subscribe" [
        Use::request(Sender::Client, "server/resources#subscriptions").legacy().needs(SUBSCRIBE),
    ]
    ResourcesUnsubscribe "resources/unsubscribe" [
        Use::request(Sender::Client, "server/resources#subscriptions").legacy().needs(SUBSCRIBE),
    ]
    SubscriptionsListen "subscriptions/listen" [
        Use::request(Sender::Client, "basic/patterns/subscriptions#opening-a-stream").modern(),
    ]
    CompletionComplete "completion/complete" [
        Use::request(Sender::Client, "server/utilities/completion#requesting-completions").until(V2024_11_05),
        Use::request(Sender::Client, "server/utilities/completion#requesting-completions").since(V2025_03_26).needs(COMPLETIONS),
    ]
    LoggingSetLevel "logging/setLevel" [
        Use::request(Sender::Client, "server/utilities/logging#setting-log-level").legacy().needs(LOGGING),
    ]
    Initialize "initialize" [
        Use::request(Sender::Client, "basic/lifecycle#initialization").legacy(),
    ]
    Ping "ping" [
        Use::request(Sender::Both, "basic/utilities/ping").legacy(),
    ]
    RootsList "roots/list" [
        Use::request(Sender::Server, "client/roots#listing-roots").legacy().needs(Needs::Client(&["roots"])),
        Use::embedded("client/roots#listing-roots").needs(Needs::Client(&["roots"])),
    ]
    SamplingCreateMessage "sampling/createMessage" [
        Use::request(Sender::Server, "client/sampling#creating-messages").legacy().needs(Needs::Client(&["sampling"])),
        Use::embedded("client/sampling#creating-messages").needs(Needs::Client(&["sampling"])),
    ]
    ElicitationCreate "elicitation/create" [
        Use::request(Sender::Server, "client/elicitation#elicitation-requests")
            .since(V2025_06_18).legacy().needs(Needs::Client(&["elicitation"])),
        Use::embedded("client/elicitation#elicitation-requests").current().needs(Needs::Client(&["elicitation"])),
    ]
    TasksGet "tasks/get" [
        old_task("basic/utilities/tasks#getting-tasks", &["tasks"]),
        task("tasks/task-polling"),
    ]
    TasksUpdate "tasks/update" [
        task("tasks/task-update-requests"),
    ]
    TasksCancel "tasks/cancel" [
        old_task("basic/utilities/tasks#cancelling-tasks", &["tasks", "cancel"]),
        task("tasks/task-cancellation"),
    ]
    TasksResult "tasks/result" [
        old_task("basic/utilities/tasks#retrieving-task-results", &["tasks"]),
    ]
    TasksList "tasks/list" [
        old_task("basic/utilities/tasks#listing-tasks", &["tasks", "list"]).paginated(),
    ]
    Initialized "notifications/initialized" [
        Use::notification(Sender::Client, "basic/lifecycle#initialization").legacy(),
    ]
    Cancelled "notifications/cancelled" [
        Use::notification(Sender::Both, "basic/utilities/cancellation").legacy(),
        Use::notification(Sender::Both, "basic/patterns/cancellation").modern(),
    ]
    Progress "notifications/progress" [
        Use::notification(Sender::Both, "basic/utilities/progress").legacy(),
        Use::notification(Sender::Server, "basic/patterns/progress").modern(),
    ]
    LogMessage "notifications/message" [
        Use::notification(Sender::Server, "server/utilities/logging#log-message-notifications").legacy().needs(LOGGING),
        Use::notification(Sender::Server, "server/utilities/logging#log-message-notifications").modern().needs(LOGGING).deprecated(),
    ]
    SubscriptionsAcknowledged "notifications/subscriptions/acknowledged" [
        Use::notification(Sender::Server, "basic/patterns/subscriptions#acknowledgment").modern(),
    ]
    ToolsListChanged "notifications/tools/list_changed" [
        Use::notification(Sender::Server, "server/tools#list-changed-notification").needs(Needs::Server(&["tools", "listChanged"])),
    ]
    PromptsListChanged "notifications/prompts/list_changed" [
        Use::notification(Sender::Server, "server/prompts#list-changed-notification").needs(Needs::Server(&["prompts", "listChanged"])),
    ]
    ResourcesListChanged "notifications/resources/list_changed" [
        Use::notification(Sender::Server, "server/resources#list-changed-notification").needs(Needs::Server(&["resources", "listChanged"])),
    ]
    ResourcesUpdated "notifications/resources/updated" [
        Use::notification(Sender::Server, "server/resources#subscriptions").needs(SUBSCRIBE),
    ]
    RootsListChanged "notifications/roots/list_changed" [
        Use::notification(Sender::Client, "client/roots#root-list-changes").legacy().needs(Needs::Client(&["roots", "listChanged"])),
    ]
    ElicitationComplete "notifications/elicitation/complete" [
        Use::notification(Sender::Server, "client/elicitation#completion-notifications-for-url-mode-elicitation")
            .since(V2025_11_25).legacy().needs(Needs::Client(&["elicitation", "url"])),
    ]
    TasksStatus "notifications/tasks/status" [
        Use::notification(Sender::Both, "basic/utilities/tasks#task-status-notification")
            .since(V2025_11_25).legacy().needs(Needs::Sender(&["tasks"])),
    ]
    TasksChanged "notifications/tasks" [
        Use::notification(Sender::Server, "tasks/task-status-notifications").modern().extension(TASKS_EXTENSION),
    ]
}
