//! The method table against what each revision's schema lists.

use mcpwire_protocol::direction::Direction::{ClientToServer, ServerToClient};
use mcpwire_protocol::method::{Form, Method, Needs};
use mcpwire_protocol::revision::Revision;
use mcpwire_protocol::types::{MethodShapes, embedded_shapes, method_shapes};
use proptest::prelude::*;

/// Requests and notifications by sender, as the schema of 2024-11-05 lists them.
const CLIENT_2024: &str = "ping initialize completion/complete logging/setLevel prompts/get prompts/list resources/list resources/templates/list resources/read resources/subscribe resources/unsubscribe tools/call tools/list notifications/cancelled notifications/progress notifications/initialized notifications/roots/list_changed";
const SERVER_2024: &str = "ping sampling/createMessage roots/list notifications/cancelled notifications/progress notifications/message notifications/resources/updated notifications/resources/list_changed notifications/tools/list_changed notifications/prompts/list_changed";
const TASKS_2025: &str =
    "tasks/get tasks/result tasks/list tasks/cancel notifications/tasks/status";
const CLIENT_2026: &str = "server/discover completion/complete prompts/get prompts/list resources/list resources/templates/list resources/read subscriptions/listen tools/call tools/list notifications/cancelled tasks/get tasks/update tasks/cancel";
const SERVER_2026: &str = "notifications/cancelled notifications/progress notifications/message notifications/resources/updated notifications/resources/list_changed notifications/tools/list_changed notifications/prompts/list_changed notifications/subscriptions/acknowledged notifications/tasks roots/list sampling/createMessage elicitation/create";

fn sorted<'a>(lists: &[&'a str]) -> Vec<&'a str> {
    let mut names: Vec<_> = lists.iter().flat_map(|list| list.split(' ')).collect();
    names.sort_unstable();
    names
}

#[test]
fn each_revision_has_the_methods_of_its_schema() {
    let elicitation = "elicitation/create";
    let complete = "notifications/elicitation/complete";
    let table = [
        (Revision::V2024_11_05, sorted(&[CLIENT_2024]), sorted(&[SERVER_2024])),
        (Revision::V2025_03_26, sorted(&[CLIENT_2024]), sorted(&[SERVER_2024])),
        (Revision::V2025_06_18, sorted(&[CLIENT_2024]), sorted(&[SERVER_2024, elicitation])),
        (
            Revision::V2025_11_25,
            sorted(&[CLIENT_2024, TASKS_2025]),
            sorted(&[SERVER_2024, TASKS_2025, elicitation, complete]),
        ),
        (Revision::V2026_07_28, sorted(&[CLIENT_2026]), sorted(&[SERVER_2026])),
    ];
    for (revision, client, server) in table {
        for (direction, expected) in [(ClientToServer, client), (ServerToClient, server)] {
            let sent = |method: &&Method| {
                method.at(revision).is_some_and(|usage| usage.sender.sends(direction))
            };
            let mut names: Vec<_> =
                Method::ALL.iter().filter(sent).map(|method| method.name()).collect();
            names.sort_unstable();
            assert_eq!(names, expected, "{revision}, {direction:?}");
        }
    }
}

#[test]
fn modern_methods_have_the_properties_of_the_specification() {
    let having = |property: &dyn Fn(&mcpwire_protocol::method::MethodUse) -> bool| {
        let has = |method: &&Method| method.at(Revision::LATEST).is_some_and(property);
        Method::ALL.iter().filter(has).map(|method| method.name()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        having(&|usage| usage.cacheable),
        "server/discover tools/list prompts/list resources/list resources/templates/list resources/read"
    );
    assert_eq!(
        having(&|usage| usage.paginated),
        "tools/list prompts/list resources/list resources/templates/list"
    );
    assert_eq!(having(&|usage| usage.may_ask_input), "tools/call prompts/get resources/read");
    assert_eq!(having(&|usage| usage.mirrored == Some("name")), "tools/call prompts/get");
    assert_eq!(having(&|usage| usage.mirrored == Some("uri")), "resources/read");
    assert_eq!(
        having(&|usage| usage.mirrored == Some("taskId")),
        "tasks/get tasks/update tasks/cancel"
    );
    assert_eq!(
        having(&|usage| usage.extension.is_some()),
        "tasks/get tasks/update tasks/cancel notifications/tasks"
    );
    assert_eq!(
        having(&|usage| usage.form == Form::Embedded),
        "roots/list sampling/createMessage elicitation/create"
    );
    assert_eq!(
        having(&|usage| usage.deprecated),
        "roots/list sampling/createMessage notifications/message"
    );
    let modern_requests = having(&|usage| usage.form == Form::Request);
    assert!(!modern_requests.contains("ping") && !modern_requests.contains("initialize"));
}

#[test]
fn every_modern_method_has_the_shapes_of_its_form() {
    for method in Method::ALL {
        let form = method.at(Revision::LATEST).map(|usage| usage.form);
        let has_result = |shapes: Option<&MethodShapes>| {
            shapes.map(|shapes| (shapes.method, shapes.result.is_some()))
        };
        let (own, embedded) =
            (has_result(method_shapes(method.name())), has_result(embedded_shapes(method.name())));
        let expected = match form {
            Some(Form::Request) => (Some((*method, true)), None),
            Some(Form::Notification) => (Some((*method, false)), None),
            Some(Form::Embedded) => (None, Some((*method, true))),
            None => (None, None),
        };
        assert_eq!((own, embedded), expected, "{method}");
    }
}

#[test]
fn names_tell_form_and_uses_tell_revisions_without_gap_or_overlap() {
    for method in Method::ALL {
        let uses = method.uses();
        for usage in uses {
            assert_eq!(
                usage.form == Form::Notification,
                method.name().starts_with("notifications/"),
                "{method}"
            );
            assert!(usage.since <= usage.until, "{method}");
        }
        for pair in uses.windows(2) {
            assert!(pair[0].until < pair[1].since, "{method}");
        }
        assert_eq!(method.since(), uses[0].since);
        assert_eq!(method.until(), uses[uses.len() - 1].until);
    }
    let completion = |revision| Method::CompletionComplete.at(revision).map(|usage| usage.needs);
    assert_eq!(completion(Revision::V2024_11_05), Some(Needs::Nothing));
    assert_eq!(completion(Revision::V2025_03_26), Some(Needs::Server(&["completions"])));
    assert_eq!(Method::TasksGet.at(Revision::V2025_06_18), None);
}

#[test]
fn every_name_is_found_and_no_other() {
    for method in Method::ALL {
        let name = method.name();
        assert_eq!(Method::named(name), Some(*method), "{name}");
        assert_eq!(Method::named(&name.to_uppercase()), None, "{name}");
        assert_eq!(Method::named(&name[1..]), None, "{name}");
        assert_eq!(Method::named(&format!("{name}/")), None, "{name}");
    }
}

proptest! {
    #[test]
    fn a_name_that_is_found_is_the_method_s_name(name in "[a-z/]{0,40}") {
        let expected = Method::ALL.iter().copied().find(|method| method.name() == name);
        prop_assert_eq!(Method::named(&name), expected);
    }
}

#[test]
fn revisions_read_as_they_write_and_are_ordered_by_date() {
    for revision in Revision::ALL {
        assert_eq!(Revision::named(revision.as_str()), Some(*revision));
        assert_eq!(revision.to_string().parse(), Ok(*revision));
        assert_eq!(Revision::MODERN.contains(revision), revision.is_modern());
        assert_eq!(Revision::LEGACY.contains(revision), !revision.is_modern());
    }
    assert!(Revision::ALL.is_sorted_by(|one, other| one < other && one.as_str() < other.as_str()));
    assert_eq!(Revision::LEGACY[0], Revision::LATEST_LEGACY);
    for text in ["", "2026-07-29", "2026-7-28", " 2026-07-28", "DRAFT-2026-v1"] {
        assert_eq!(Revision::named(text), None, "{text}");
    }
}
