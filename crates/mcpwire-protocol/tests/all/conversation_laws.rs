//! What holds for every conversation, in whatever order its messages come.

use std::time::Duration;

use mcpwire_protocol::conversation::{Conversation, Limits, Link, Timing};
use mcpwire_protocol::direction::Direction::{self, ClientToServer, ServerToClient};
use mcpwire_protocol::json::Text;
use mcpwire_protocol::jsonrpc::{Id, Incoming};
use proptest::prelude::*;

fn observe(conversation: &mut Conversation, direction: Direction, text: &str) -> Link {
    conversation.observe(direction, Duration::ZERO, &Incoming::parse(text.as_bytes()))
}

/// Which of the parties' exchanges ask, in which order they are opened and answered.
fn orders() -> impl Strategy<Value = (Vec<bool>, Vec<usize>)> {
    proptest::collection::vec(any::<bool>(), 1..40).prop_flat_map(|senders| {
        let count = senders.len();
        // Each exchange stands twice: its first place opens it, its second answers it.
        let twice: Vec<_> = (0..count).chain(0..count).collect();
        (Just(senders), Just(twice).prop_shuffle())
    })
}

/// An id that is spelled in several ways, all of the same value.
fn spellings(value: i64) -> impl Strategy<Value = String> {
    prop_oneof![
        Just(format!("{value}")),
        Just(format!("{value}.0")),
        Just(format!("{value}e0")),
        Just(format!("{}e-1", value * 10)),
        Just(format!("{}.0E-2", value * 100)),
    ]
}

/// Ids of all kinds, many of them equal.
fn ids() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("-0".to_owned()),
        (-12_i64..12).prop_flat_map(spellings),
        (-3_i64..3, -2_i32..24).prop_map(|(digits, power)| format!("{digits}e{}", power.max(0))),
        "[01a]{0,2}".prop_map(|text| format!("\"{text}\"")),
        "[01a]{1,2}".prop_map(|text| {
            let escaped: String =
                text.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
            format!("\"{escaped}\"")
        }),
    ]
}

/// Any sort of line, valid or not.
fn lines() -> impl Strategy<Value = String> {
    let id = "[0-3]|\"[ab]\"|null|1\\.5";
    let method = "tools/call|tasks/get|subscriptions/listen|initialize|own";
    let params = prop_oneof![
        Just(String::new()),
        "[0-3]".prop_map(|token| format!(r#","params":{{"_meta":{{"progressToken":{token}}}}}"#)),
        "[ab]".prop_map(|state| format!(r#","params":{{"requestState":"{state}"}}"#)),
        "[ab]".prop_map(|task| format!(r#","params":{{"taskId":"{task}"}}"#)),
    ];
    let outcome = prop_oneof![
        Just(r#""result":{}"#.to_owned()),
        "[ab]".prop_map(|s| format!(
            r#""result":{{"resultType":"input_required","requestState":"{s}"}}"#
        )),
        "[ab]".prop_map(|t| format!(r#""result":{{"resultType":"task","taskId":"{t}"}}"#)),
        Just(r#""error":{"code":-1,"message":""}"#.to_owned()),
        Just(r#""result":7"#.to_owned()),
    ];
    let notice = prop_oneof![
        "[0-3]".prop_map(|t| format!(r#""notifications/progress","params":{{"progressToken":{t}}}"#)),
        id.prop_map(|id| format!(r#""notifications/cancelled","params":{{"requestId":{id}}}"#)),
        id.prop_map(|id| format!(
            r#""notifications/own","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}}}"#
        )),
    ];
    prop_oneof![
        4 => (id, method, params).prop_map(|(id, method, params)| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"{params}}}"#)
        }),
        4 => (id, outcome).prop_map(|(id, outcome)| {
            format!(r#"{{"jsonrpc":"2.0","id":{id},{outcome}}}"#)
        }),
        2 => notice.prop_map(|notice| format!(r#"{{"jsonrpc":"2.0","method":{notice}}}"#)),
        1 => Just("noise".to_owned()),
    ]
}

proptest! {
    #[test]
    fn any_interleaving_links_each_answer_to_its_request((senders, order) in orders()) {
        let mut conversation = Conversation::new();
        let mut numbers = vec![None; senders.len()];
        for one in order {
            let asks = if senders[one] { ClientToServer } else { ServerToClient };
            match numbers[one] {
                None => {
                    let text = format!(r#"{{"jsonrpc":"2.0","id":{one},"method":"a"}}"#);
                    let link = observe(&mut conversation, asks, &text);
                    let Link::Opened(opened) = link else { panic!("{link:?}") };
                    prop_assert_eq!((opened.id_in_use, opened.token_in_use), (None, None));
                    numbers[one] = Some(opened.exchange);
                }
                Some(number) => {
                    let text = format!(r#"{{"jsonrpc":"2.0","id":{one},"result":{{}}}}"#);
                    let link = observe(&mut conversation, asks.reverse(), &text);
                    let Link::Answer { exchange, timing, .. } = link else { panic!("{link:?}") };
                    prop_assert_eq!((exchange, timing), (number, Timing::InTime));
                }
            }
        }
        prop_assert_eq!(conversation.open_count(), 0);
        prop_assert_eq!(conversation.totals().complete, senders.len() as u64);
    }

    #[test]
    fn no_sequence_breaks_the_books(
        lines in proptest::collection::vec((any::<bool>(), lines()), 0..80),
        open in 0_usize..6,
        closed in 0_usize..6,
    ) {
        let limits = Limits { open, closed, key_bytes: 8 };
        let mut conversation = Conversation::with_limits(limits);
        let mut opened = 0;
        for (to_server, line) in &lines {
            let direction = if *to_server { ClientToServer } else { ServerToClient };
            opened += u64::from(matches!(observe(&mut conversation, direction, line), Link::Opened(_)));
            prop_assert!(conversation.open_count() <= open);
            prop_assert_eq!(conversation.open().count(), conversation.open_count());
            prop_assert!(conversation.exchanges().count() <= open + closed);
            for exchange in conversation.exchanges() {
                let operation = conversation.operation(exchange.number).expect("remembered");
                prop_assert!(operation.exchanges.iter().any(|one| one.number == exchange.number));
                prop_assert!(operation.number <= exchange.number);
            }
        }
        let totals = *conversation.totals();
        prop_assert_eq!(
            totals.requests + totals.notifications + totals.responses + totals.malformed,
            lines.len() as u64
        );
        let ended = totals.complete + totals.input_required + totals.tasks + totals.other_results
            + totals.tool_errors + totals.protocol_errors + totals.malformed_answers
            + totals.cancelled + totals.given_up;
        prop_assert_eq!(ended + conversation.open_count() as u64, opened);
        conversation.end(Duration::ZERO);
        prop_assert_eq!(conversation.open_count(), 0);
    }

    #[test]
    fn ids_are_equal_exactly_when_their_keys_are(one in ids(), other in ids(), third in ids()) {
        let [one, other, third] = [&one, &other, &third].map(|spelled| {
            Id::new(Text::parse(spelled).expect("valid JSON")).expect("an id")
        });
        prop_assert_eq!(one, one);
        prop_assert_eq!(one == other, other == one);
        prop_assert!(!(one == other && other == third) || one == third);
        prop_assert_eq!(one == other, one.key() == other.key(), "{} and {}", one, other);
    }
}
