//! How a body comes makes no difference to its answer.

use mcpwire::{Server, Tool};
use mcpwire_http::{Limits, Service, service};
use proptest::prelude::*;
use serde_json::{Value, json};
use tower_service::Service as _;

use super::harness::{Got, Pieces, Post};

fn endpoint(body: usize) -> Service {
    let echo = Tool::raw("echo", json!({"type": "object"}), |arguments: Value| async move {
        arguments["text"].as_str().unwrap_or_default().to_owned()
    });
    let limits = Limits { body, ..Limits::default() };
    service(Server::new("tests", "1").tool(echo)).unwrap().limits(limits)
}

async fn send(service: &Service, post: Post, body: Pieces) -> Got {
    Got::of(service.clone().call(post.over(body)).await.unwrap()).await
}

/// The pieces between some cuts; some are empty.
fn pieces(text: &str, cuts: &[usize]) -> Vec<Vec<u8>> {
    let mut cuts: Vec<_> = cuts.iter().map(|cut| cut % (text.len() + 1)).collect();
    cuts.sort_unstable();
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([text.len()]);
    starts.zip(ends).map(|(from, to)| text.as_bytes()[from..to].to_vec()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_body_may_be_cut_anywhere(text: String, cuts: [usize; 4], is_sized: bool) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let service = endpoint(1 << 20);
        let post = Post::call("echo", json!({ "text": text }));
        let mut body = Pieces::of(pieces(&post.spelled(), &cuts));
        body.is_sized = is_sized;
        let got = runtime.block_on(send(&service, post, body));
        prop_assert_eq!(&got.json()["result"]["structuredContent"]["result"], &json!(text));
    }
}

#[tokio::test]
async fn the_longest_body_is_read_and_no_longer_one() {
    let post = Post::call("echo", json!({"text": "x"}));
    let text = post.spelled();
    for (most, due) in [(text.len(), 200), (text.len() - 1, 413)] {
        for is_sized in [true, false] {
            for cuts in [&[][..], &[7], &[7, 100]] {
                let mut body = Pieces::of(pieces(&text, cuts));
                body.is_sized = is_sized;
                let got = send(&endpoint(most), post.clone(), body).await;
                assert_eq!(got.status, due, "{most} {is_sized} {cuts:?}: {got:?}");
            }
        }
    }
}

/// One that says beforehand that it is too long is not read at all.
#[tokio::test]
async fn a_body_that_is_announced_too_long_is_not_waited_for() {
    let mut body = Pieces::of([vec![b' '; 100]]);
    body.is_endless = true;
    let got = send(&endpoint(99), Post::call("echo", json!({})), body).await;
    assert_eq!(got.refusal(), (413, -32600, "limit-size".to_owned()));
    assert!(got.json()["error"]["message"].as_str().unwrap().contains("99 bytes"), "{got:?}");
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_come_is_given_up() {
    let mut body = Pieces::of([b"{".to_vec()]);
    body.is_sized = false;
    body.is_endless = true;
    let got = send(&endpoint(99), Post::call("echo", json!({})), body).await;
    assert_eq!(got.refusal(), (408, -32600, "limit-body-time".to_owned()));
    assert!(got.json()["error"]["message"].as_str().unwrap().contains("30 s"), "{got:?}");
}
