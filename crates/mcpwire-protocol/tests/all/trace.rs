//! Trace context by the grammars of W3C.

use mcpwire_protocol::meta::trace::{Baggage, TraceParent, TraceProblem, TraceState};
use proptest::prelude::*;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "00f067aa0ba902b7";

#[test]
fn traceparents_are_read_or_refused_with_the_place() {
    let zeros = "0".repeat(32);
    let table = [
        (format!("00-{TRACE}-{PARENT}-01"), None),
        (format!("01-{TRACE}-{PARENT}-00-more"), None),
        (format!("fe-{TRACE}-{PARENT}-ff"), None),
        (format!("ff-{TRACE}-{PARENT}-01"), Some((TraceProblem::ParentVersion, 0..2))),
        (format!("00-{TRACE}-{PARENT}-01-more"), Some((TraceProblem::ParentLength, 55..60))),
        (format!("01-{TRACE}-{PARENT}-01x"), Some((TraceProblem::ParentLength, 55..56))),
        (format!("00-{TRACE}-{PARENT}"), Some((TraceProblem::ParentLength, 52..52))),
        (String::new(), Some((TraceProblem::ParentLength, 0..0))),
        (format!("00-0AF7{}-{PARENT}-01", &TRACE[4..]), Some((TraceProblem::ParentHex, 4..5))),
        (format!("00 {TRACE}-{PARENT}-01"), Some((TraceProblem::ParentHyphen, 2..3))),
        (format!("00-{zeros}-{PARENT}-01"), Some((TraceProblem::ZeroTraceId, 3..35))),
        (format!("00-{TRACE}-{}-01", &zeros[..16]), Some((TraceProblem::ZeroParentId, 36..52))),
        (format!("00-{}é-{PARENT}-01", &TRACE[2..]), Some((TraceProblem::ParentHex, 33..34))),
    ];
    for (text, expected) in table {
        let fault = TraceParent::parse(&text).err().map(|fault| (fault.problem, fault.bytes));
        assert_eq!(fault, expected, "{text}");
    }
}

#[test]
fn tracestates_are_read_or_refused_with_the_place() {
    let long = "a".repeat(257);
    let many = |count: usize| (0..count).map(|at| format!("k{at}=v")).collect::<Vec<_>>().join(",");
    let table = [
        ("vendor=1", Ok(1)),
        ("", Ok(0)),
        ("a=1, b=2 ,\tc=3", Ok(3)),
        ("a=1,,b=2", Ok(2)),
        ("1a@sys=x y", Ok(1)),
        ("Vendor=1", Err((TraceProblem::BadKey, 0..6))),
        ("a=1,=2", Err((TraceProblem::BadKey, 4..4))),
        ("a=1, b", Err((TraceProblem::NoEquals, 5..6))),
        ("a=", Err((TraceProblem::BadValue, 2..2))),
        ("a=b=c", Err((TraceProblem::BadValue, 2..5))),
        ("a=1,b=2,a=3", Err((TraceProblem::DuplicateKey, 8..9))),
        (&format!("a={long}"), Err((TraceProblem::BadValue, 2..259))),
        (&format!("{long}=a"), Err((TraceProblem::BadKey, 0..257))),
        (&many(32), Ok(32)),
        (&many(33), Err((TraceProblem::TooManyMembers, 182..187))),
    ];
    for (text, expected) in table {
        let found = TraceState::parse(text)
            .map(|state| state.members.len())
            .map_err(|fault| (fault.problem, fault.bytes));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn baggage_is_read_or_refused_with_the_place() {
    let many = |count: usize| vec!["k=v"; count].join(",");
    let table = [
        ("user=alice", Ok("user=alice")),
        ("user = alice ; p ; q = 1 , b=", Ok("user=alice b=")),
        ("a=1,a=2", Ok("a=1 a=2")),
        ("n=Am%C3%A9lie", Ok("n=Amélie")),
        ("n=%ff", Ok("n=\u{fffd}")),
        ("", Err((TraceProblem::EmptyMember, 0..0))),
        ("a=1,,b=2", Err((TraceProblem::EmptyMember, 4..4))),
        ("a=1;", Err((TraceProblem::EmptyMember, 4..4))),
        ("user name=alice", Err((TraceProblem::BadKey, 0..9))),
        ("a", Err((TraceProblem::NoEquals, 0..1))),
        ("a=x y", Err((TraceProblem::BadValue, 2..5))),
        ("a=é", Err((TraceProblem::BadValue, 2..4))),
        ("a=1%", Err((TraceProblem::BadPercent, 3..4))),
        ("a=%4z", Err((TraceProblem::BadPercent, 2..3))),
        ("a=1; p=\"", Err((TraceProblem::BadValue, 7..8))),
        ("a=1; p q", Err((TraceProblem::BadKey, 5..8))),
    ];
    for (text, expected) in table {
        let found = Baggage::parse(text)
            .map(|baggage| {
                let pairs = baggage.members.iter().map(|m| format!("{}={}", m.key, m.value));
                pairs.collect::<Vec<_>>().join(" ")
            })
            .map_err(|fault| (fault.problem, fault.bytes));
        assert_eq!(found, expected.map(str::to_owned), "{text}");
    }
    assert!(Baggage::parse(&many(180)).is_ok());
    let problem = Baggage::parse(&many(181)).err().map(|fault| fault.problem);
    assert_eq!(problem, Some(TraceProblem::TooManyMembers));
}

proptest! {
    #[test]
    fn a_written_traceparent_reads_the_same(trace in 1_u128.., parent in 1_u64.., flags: u8) {
        let position = TraceParent { version: 0, trace_id: trace, parent_id: parent, flags };
        prop_assert_eq!(TraceParent::parse(&position.to_string()), Ok(position));
        prop_assert_eq!(position.is_sampled(), flags % 2 == 1);
    }

    #[test]
    fn any_text_is_read_or_refused_within_it(text in "[-a0=,;%@ é\"]{0,12}") {
        let faults = [
            TraceParent::parse(&text).err(),
            TraceState::parse(&text).err(),
            Baggage::parse(&text).err(),
        ];
        for fault in faults.into_iter().flatten() {
            prop_assert!(fault.bytes.start <= fault.bytes.end && fault.bytes.end <= text.len());
        }
    }
}
