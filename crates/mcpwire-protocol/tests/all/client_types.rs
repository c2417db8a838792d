//! The types of the client pages and of tasks.

use mcpwire_protocol::types::*;
use serde_json::Value;

use super::typed::{Typed, params, whole};

pub(crate) fn client_types() -> Vec<Typed> {
    let mut types = elicitation();
    types.extend(sampling());
    types.extend(roots_and_rounds());
    types.extend(tasks());
    types
}

fn elicitation() -> Vec<Typed> {
    vec![
        whole::<InputRequest>("ElicitRequest"),
        whole::<ElicitRequestFormParams>("ElicitRequestFormParams"),
        whole::<ElicitRequestUrlParams>("ElicitRequestURLParams"),
        whole::<ElicitResult>("ElicitResult"),
        whole::<PrimitiveSchemaDefinition>("PrimitiveSchemaDefinition"),
        whole::<StringSchema>("StringSchema"),
        whole::<NumberSchema>("NumberSchema"),
        whole::<BooleanSchema>("BooleanSchema"),
        whole::<UntitledSingleSelectEnumSchema>("UntitledSingleSelectEnumSchema"),
        whole::<TitledSingleSelectEnumSchema>("TitledSingleSelectEnumSchema"),
        whole::<UntitledMultiSelectEnumSchema>("UntitledMultiSelectEnumSchema"),
        whole::<TitledMultiSelectEnumSchema>("TitledMultiSelectEnumSchema"),
        whole::<LegacyTitledEnumSchema>("LegacyTitledEnumSchema"),
    ]
}

fn sampling() -> Vec<Typed> {
    vec![
        whole::<InputRequest>("CreateMessageRequest"),
        whole::<CreateMessageRequestParams>("CreateMessageRequestParams"),
        whole::<CreateMessageResult>("CreateMessageResult"),
        whole::<SamplingMessage>("SamplingMessage"),
        whole::<ModelPreferences>("ModelPreferences"),
        whole::<ToolUseContent>("ToolUseContent"),
        whole::<ToolResultContent>("ToolResultContent"),
    ]
}

fn roots_and_rounds() -> Vec<Typed> {
    vec![
        Typed { again: again_beside_an_id, ..whole::<InputRequest>("ListRootsRequest") },
        whole::<ListRootsResult>("ListRootsResult"),
        whole::<Root>("Root"),
        whole::<InputRequests>("InputRequests"),
        whole::<InputResponses>("InputResponses"),
        whole::<InputRequiredResult>("InputRequiredResult"),
        whole::<InputResponseRequestParams>("InputResponseRequestParams"),
    ]
}

/// An example carries an id, which an embedded request does not have: it is read past, and put
/// back here for the comparison.
fn again_beside_an_id(text: &str) -> Result<Value, String> {
    let before: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let mut after = (whole::<InputRequest>("").again)(text)?;
    assert_eq!(after.get("id"), None, "no id is written");
    if let (Some(id), Some(after)) = (before.get("id"), after.as_object_mut()) {
        after.insert("id".to_owned(), id.clone());
    }
    Ok(after)
}

/// There is no schema for tasks: `tasks.rs` judges them by a table.
fn tasks() -> Vec<Typed> {
    vec![
        whole::<CreateTaskResult>("CreateTaskResult"),
        whole::<GetTaskResult>("GetTaskResult"),
        whole::<UpdateTaskResult>("UpdateTaskResult"),
        whole::<CancelTaskResult>("CancelTaskResult"),
        params::<GetTaskParams>("GetTaskRequest", "GetTaskParams"),
        params::<UpdateTaskParams>("UpdateTaskRequest", "UpdateTaskParams"),
        params::<CancelTaskParams>("CancelTaskRequest", "CancelTaskParams"),
        params::<TaskStatusNotificationParams>(
            "TaskStatusNotification",
            "TaskStatusNotificationParams",
        ),
    ]
}
