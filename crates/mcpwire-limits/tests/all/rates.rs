//! Rates for callers and tools.

use std::time::Duration;

use mcpwire::{Caller, Throttle};
use mcpwire_limits::{Rate, RateLimits};

/// How many of the calls are admitted.
fn admitted(limits: &RateLimits, caller: &Caller, tool: &str, calls: usize) -> usize {
    (0..calls).filter(|_| limits.admit(caller, tool).is_ok()).count()
}

fn named(number: usize) -> Caller {
    Caller::named(format!("issuer|{number}"))
}

#[test]
fn what_comes_too_early_is_told_how_long_to_wait() {
    let limits = RateLimits::new().per_caller(Rate::per_hour(2));
    assert_eq!(admitted(&limits, &named(1), "search", 2), 2);
    let wait = limits.admit(&named(1), "search").unwrap_err();
    assert!(wait <= Duration::from_secs(1_800), "{wait:?}");
    assert!(wait > Duration::from_secs(1_700), "{wait:?}");
}

#[test]
fn each_rate_counts_what_it_is_about() {
    let rate = Rate::per_hour(3);
    let cases = [
        // Limits, then how many of 5 calls each: caller 1 search, 2 search, nobody, 1 other.
        (RateLimits::new(), [5, 5, 5, 5]),
        (RateLimits::new().per_caller(rate), [3, 3, 3, 0]),
        (RateLimits::new().per_tool("search", rate), [3, 3, 3, 5]),
        (RateLimits::new().in_all("search", rate), [3, 0, 0, 5]),
        (RateLimits::new().per_caller(rate).per_tool("search", Rate::per_hour(2)), [2, 2, 2, 1]),
        (RateLimits::new().per_caller(rate.burst(1)), [1, 1, 1, 0]),
    ];
    for (limits, due) in cases {
        let seen = [
            admitted(&limits, &named(1), "search", 5),
            admitted(&limits, &named(2), "search", 5),
            admitted(&limits, &Caller::default(), "search", 5),
            admitted(&limits, &named(1), "other", 5),
        ];
        assert_eq!(seen, due, "{limits:?}");
    }
}

#[test]
fn a_rate_comes_back_with_time() {
    let limits = RateLimits::new().per_caller(Rate::per_second(20).burst(1));
    assert_eq!(admitted(&limits, &named(1), "search", 1), 1);
    let wait = limits.admit(&named(1), "search").unwrap_err();
    assert!(wait <= Duration::from_millis(50), "{wait:?}");
    std::thread::sleep(wait);
    assert!(limits.admit(&named(1), "search").is_ok());
}

#[test]
fn no_more_callers_are_remembered_than_there_is_room_for() {
    let limits = RateLimits::new().per_caller(Rate::per_hour(3)).remember(2);
    assert_eq!(admitted(&limits, &named(1), "search", 5), 3);
    assert_eq!(admitted(&limits, &named(2), "search", 2), 2);
    // Those for whom there is no room share one rate; the others keep theirs.
    let new: usize = (10..1_000).map(|it| admitted(&limits, &named(it), "search", 1)).sum();
    assert_eq!(new, 3);
    assert_eq!(admitted(&limits, &named(2), "search", 5), 1);
}

#[test]
fn whoever_has_not_called_for_long_makes_room() {
    let limits = RateLimits::new().per_caller(Rate::per_second(20).burst(1)).remember(1);
    assert_eq!(admitted(&limits, &named(1), "search", 1), 1);
    std::thread::sleep(Duration::from_millis(60));
    // The first is forgotten, so that these have their own rate and the shared one is untouched.
    assert!(limits.admit(&named(2), "search").is_ok());
    assert!(limits.admit(&named(3), "search").is_ok());
}

#[test]
#[should_panic(expected = "at least one call")]
fn a_rate_of_nothing_is_a_mistake() {
    let _ = Rate::per_second(0);
}
