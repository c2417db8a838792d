//! What `support` gives to those who may have it: search, tickets, policies and the prompt.

use mcpwire_cli::servers::support::{Member, server};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::talk::{Outcome, Talk};

pub(crate) fn talk_as(user: &str) -> Talk {
    let member = Member::named(user).expect("a user of the server");
    Talk::with(server(member, |_| {}).expect("the data are right"))
}

fn list<'a>(content: &'a Value, member: &str) -> &'a [Value] {
    content[member].as_array().map(Vec::as_slice).expect("a list")
}

#[tokio::test]
async fn a_search_finds_the_policy_that_answers() {
    for (user, query, best) in [
        ("sam", "my hose reel is leaking", "supplier-aquaflow-hose-reels"),
        ("sam", "How many days can a customer return goods?", "returns-policy"),
        ("sam", "goodwill", "refund-approval-procedure"),
        ("sam", "lost parcel", "delivery-policy"),
        ("sam", "GIFT CARD", "gift-cards"),
        ("sam", "warranty for tools with a motor", "warranty-policy"),
        ("wren", "returning signed copies", "returns-policy"),
        ("wren", "membership fee", "membership"),
    ] {
        let mut talk = talk_as(user);
        let found = talk.call("search_knowledge", json!({"query": query})).await.done();
        assert_eq!(found["query"], query);
        assert_eq!(found["results"][0]["doc_id"], best, "{user} looked for {query}: {found}");
    }
}

#[tokio::test]
async fn matches_come_best_first_with_a_passage_and_a_uri_to_read() {
    let mut talk = talk_as("sam");
    for limit in [1, 2, 5] {
        let wanted = json!({"query": "goods delivery refund order", "limit": limit});
        let found = talk.call("search_knowledge", wanted).await.done();
        let results = list(&found, "results");
        assert_eq!(results.len(), limit);
        let scores: Vec<f64> = results.iter().filter_map(|hit| hit["score"].as_f64()).collect();
        assert!(scores.len() == limit && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        for hit in results {
            let snippet = hit["snippet"].as_str().expect("a passage");
            assert!(!snippet.contains('\n') && snippet.chars().count() <= 302, "{snippet}");
            let read = talk.ask("resources/read", json!({"uri": hit["uri"]})).await;
            let text = read["result"]["contents"][0]["text"].as_str().expect("the policy");
            assert!(text.replace("\n\n", " ").contains(snippet.trim_matches('…')), "{snippet}");
        }
    }
    let usual = talk.call("search_knowledge", json!({"query": "goods delivery order"})).await;
    assert_eq!(list(&usual.done(), "results").len(), 3, "three are given unless told otherwise");
    let none = talk.call("search_knowledge", json!({"query": "submarine"})).await.done();
    assert_eq!(list(&none, "results").len(), 0);
}

#[tokio::test]
async fn arguments_beyond_the_bounds_are_told_to_the_model() {
    let mut talk = talk_as("sam");
    for (tool, arguments, told) in [
        ("search_knowledge", json!({"query": "ab"}), "`/query`"),
        ("search_knowledge", json!({"query": "x".repeat(201)}), "`/query`"),
        ("search_knowledge", json!({"query": 5}), "`/query`"),
        ("search_knowledge", json!({}), "query"),
        ("search_knowledge", json!({"query": "goods", "limit": 0}), "`/limit`"),
        ("search_knowledge", json!({"query": "goods", "limit": 6}), "`/limit`"),
        ("search_knowledge", json!({"query": "goods", "limit": "3"}), "`/limit`"),
        ("get_ticket", json!({"ticket_id": "30002"}), "`/ticket_id`"),
        ("get_ticket", json!({"ticket_id": "T-300020"}), "`/ticket_id`"),
        ("get_ticket", json!({"ticket_id": "T-30002\n"}), "`/ticket_id`"),
        ("get_ticket", json!({"ticket_id": "T-３０００２"}), "`/ticket_id`"),
        ("get_ticket", json!({}), "ticket_id"),
    ] {
        let text = talk.call(tool, arguments.clone()).await.failed();
        assert!(text.contains(told) && text.ends_with('.'), "{arguments} was told: {text}");
    }
    let long = json!({"query": "ä".repeat(200)});
    talk.call("search_knowledge", long).await.done();
}

#[test]
fn no_text_breaks_a_search() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let search = |query: &str| {
        let arguments = json!({"query": query});
        runtime.block_on(async { talk_as("sam").call("search_knowledge", arguments).await })
    };
    for query in [
        "\"\"\"",
        "   ",
        "'; DROP TABLE policies; --",
        "title : refund",
        "NEAR(refund card, 3)",
        "AND OR NOT",
        "refund* ^goods -card {title} : +x",
        "\u{0}refund\u{0}",
        "𝐫𝐞𝐟𝐮𝐧𝐝 e\u{301} \u{1F9FA}\u{200D}",
        &"\"".repeat(200),
        &"a ".repeat(100),
    ] {
        assert!(matches!(search(query), Outcome::Done(_)), "{query:?}");
    }
    let operators = r#"["'*():^+{}\-,. a-zA-Z0-9]{3,200}"#;
    proptest!(ProptestConfig::with_cases(128), |(query in prop_oneof![operators, ".{3,200}"])| {
        prop_assert!(matches!(search(&query), Outcome::Done(_)));
    });
}

#[tokio::test]
async fn a_ticket_comes_with_its_last_three_messages() {
    let mut talk = talk_as("sam");
    let ticket = talk.call("get_ticket", json!({"ticket_id": "T-30002"})).await.done();
    assert_eq!((&ticket["customer_name"], &ticket["priority"]), (&json!("Milan"), &json!(2)));
    let messages = list(&ticket, "last_messages");
    let authors: Vec<_> = messages.iter().map(|message| &message["author"]).collect();
    assert_eq!(authors, ["customer", "agent", "customer"]);
    assert!(messages[0]["body"].as_str().is_some_and(|body| body.contains("7 bar")));
    assert!(messages.is_sorted_by_key(|message| message["created_at"].as_str()));
    let ticket = talk.call("get_ticket", json!({"ticket_id": "T-30003"})).await.done();
    assert_eq!(list(&ticket, "last_messages").len(), 0);
}

#[tokio::test]
async fn every_listed_policy_can_be_read() {
    for (user, tenant, count) in [("sam", "larkfield", 9), ("wren", "bramble-books", 4)] {
        let mut talk = talk_as(user);
        let listed = talk.ask("resources/list", json!({})).await;
        let resources = list(&listed["result"], "resources");
        assert_eq!(resources.len(), count);
        for resource in resources {
            let uri = resource["uri"].as_str().expect("a URI");
            assert_eq!(
                *uri,
                format!("policy://{tenant}/{}", resource["name"].as_str().expect("a name"))
            );
            let read = talk.ask("resources/read", json!({"uri": uri})).await;
            let contents = &read["result"]["contents"][0];
            assert_eq!(
                (&contents["uri"], &contents["mimeType"]),
                (&resource["uri"], &json!("text/markdown"))
            );
            let title = format!("# {}\n\n", resource["title"].as_str().expect("a title"));
            assert!(contents["text"].as_str().is_some_and(|text| text.starts_with(&title)));
            // The same document by another spelling of its URI.
            let spelled =
                json!({"uri": uri.replacen('-', "%2D", 9).replacen("bramble%2D", "bramble-", 1)});
            let read = talk.ask("resources/read", spelled).await;
            assert_eq!(read["result"]["contents"][0]["text"], contents["text"]);
        }
    }
}

#[tokio::test]
async fn the_prompt_keeps_the_task_and_the_customers_words_apart() {
    let mut talk = talk_as("sam");
    let params = json!({"name": "draft_reply", "arguments": {"ticket_id": "T-30004"}});
    let answer = talk.ask("prompts/get", params).await;
    let messages = list(&answer["result"], "messages");
    let text = |at: usize| messages[at]["content"]["text"].as_str().expect("a text");
    assert_eq!(messages.len(), 2);
    assert!(text(0).contains("Larkfield") && text(0).contains("search_knowledge"));
    assert!(
        !text(0).contains("NOTE TO THE ASSISTANT") && text(1).contains("NOTE TO THE ASSISTANT")
    );
    for arguments in [json!({}), json!({"ticket_id": "30004"}), json!({"ticket_id": "T-39999"})] {
        let params = json!({"name": "draft_reply", "arguments": arguments});
        let answer = talk.ask("prompts/get", params).await;
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
}
