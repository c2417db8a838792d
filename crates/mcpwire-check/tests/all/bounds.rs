//! However much comes, what is remembered is bounded.

use mcpwire_check::{Checker, MOST_CAUSES};
use mcpwire_protocol::recording::StreamId;

use crate::talk::{line, no_tools, request};

/// More than any table holds.
const MANY: u64 = 5_000;

#[test]
fn answered_requests_leave_nothing_behind() {
    let mut checker = Checker::new();
    for number in 0..MANY {
        checker.event(Some(number), &line(number, &request(number, "tools/list")));
        checker.event(Some(number), &line(number, &format!("<{}", no_tools(number))));
        let [streams, waiting, causes] = checker.remembered();
        assert_eq!((streams, waiting, causes), (1, 0, 0));
    }
    let report = checker.finish();
    assert_eq!((report.totals.messages, report.causes.len()), (2 * MANY, 0));
}

#[test]
fn what_is_never_answered_is_bounded() {
    let floods: [fn(u64) -> String; 4] = [
        |number| request(number, "tools/list"),
        |number| format!("{{\"broken\":{number}"),
        |number| format!("<{}", no_tools(number)),
        |number| format!(r#"{{"jsonrpc":"2.0","id":{number}}}"#),
    ];
    for flood in floods {
        let mut checker = Checker::new();
        checker.begins(StreamId(1));
        for number in 0..MANY {
            checker.event(Some(number), &line(number, &flood(number)));
        }
        let [streams, waiting, causes] = checker.remembered();
        assert!(streams == 1 && waiting <= 1100 && causes <= MOST_CAUSES, "{waiting} {causes}");
        assert!(checker.finish().causes.len() <= MOST_CAUSES);
    }
}

#[test]
fn streams_are_bounded() {
    let mut checker = Checker::new();
    for number in 0..1_000 {
        let text = request(1, "tools/list");
        let mut event = line(number, &text);
        event.stream = StreamId(number);
        checker.event(None, &event);
        assert!(checker.remembered()[0] <= Checker::MOST_STREAMS);
    }
    assert_eq!(checker.finish().totals.note, 1_000, "each ends with an open request");
}
