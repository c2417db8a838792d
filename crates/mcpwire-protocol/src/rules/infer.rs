//! What can be told of a message by its members alone.

use crate::json::Text;
use crate::types::ResultType;

/// A member that results of one method have and no other's.
const TELLING: &[(&str, &str)] = &[
    ("supportedVersions", "server/discover"),
    ("tools", "tools/list"),
    ("prompts", "prompts/list"),
    ("resources", "resources/list"),
    ("resourceTemplates", "resources/templates/list"),
    ("contents", "resources/read"),
    ("messages", "prompts/get"),
    ("content", "tools/call"),
    ("completion", "completion/complete"),
    ("taskId", "tasks/get"),
];

/// The method that a result without its request most likely answers. What is judged by it is only
/// what stands in the result, never what may be missing.
pub(super) fn method_of(result: Text<'_>) -> Option<&'static str> {
    let kind = result.get("resultType").map(ResultType::named);
    if kind.is_some_and(|kind| kind != Some(ResultType::Complete)) {
        return None;
    }
    let telling = |name: &str| TELLING.iter().find(|(member, _)| *member == name);
    result.members().find_map(|(key, _)| telling(&key.name())).map(|(_, method)| *method)
}

/// The rule that says that a notification has parameters.
pub(super) fn missing_params_rule(method: &str) -> Option<&'static str> {
    Some(match method {
        "notifications/cancelled" => "cancel-params-missing",
        "notifications/progress" => "progress-params-token-missing",
        "notifications/message" => "log-level-missing",
        "notifications/subscriptions/acknowledged" => "sub-ack-filter-missing",
        "notifications/resources/updated" => "resource-updated-params-missing",
        "notifications/tasks" => "task-fields-missing",
        _ => return None,
    })
}
