//! Numbers and ids are compared by value, exactly, whatever their spelling and size.

use mcpwire_protocol::json::{Text, is_integer, same_number};
use mcpwire_protocol::jsonrpc::{Id, IdKey, IdKind};
use proptest::prelude::*;

use super::generate::{number, string_inside, units};

/// The number written out without an exponent: sign, whole digits and fraction digits, without
/// needless zeros. For small exponents only.
fn written_out(spelled: &str) -> (bool, String, String) {
    let unsigned = spelled.trim_start_matches('-');
    let lower = unsigned.to_lowercase();
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent: i32 = exponent.parse().unwrap();
    let zeros = "0".repeat(exponent.unsigned_abs() as usize);
    let digits = format!("{zeros}{whole}{fraction}{zeros}");
    let point = (zeros.len() + whole.len()) as i32 + exponent;
    let point = usize::try_from(point).expect("as many zeros as the exponent moves the point");
    let whole = digits[..point].trim_start_matches('0').to_owned();
    let fraction = digits[point..].trim_end_matches('0').to_owned();
    let zero = whole.is_empty() && fraction.is_empty();
    (spelled.starts_with('-') && !zero, whole, fraction)
}

fn key(spelled: &str) -> IdKey {
    Id::new(Text::parse(spelled).unwrap()).unwrap_or_else(|| panic!("{spelled} is an id")).key()
}

fn same_id(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|id| Id::new(Text::parse(id).unwrap()).unwrap());
    assert_eq!(one == other, one.key() == other.key(), "{one:.60} {other:.60}");
    one == other
}

/// Another spelling of the same number: the point moved, and the exponent with it.
fn respelled(spelled: &str, zeros: usize) -> String {
    let (negative, whole, fraction) = written_out(spelled);
    let sign = if negative { "-" } else { "" };
    let padded = format!("0.{}{whole}{fraction}0", "0".repeat(zeros));
    format!("{sign}{padded}e{}", zeros + whole.len())
}

proptest! {
    #[test]
    fn numbers_are_compared_by_what_they_are_written_out(one in number(), other in number(), zeros in 0..50_usize) {
        for other in [other, respelled(&one, zeros)] {
            let equal = written_out(&one) == written_out(&other);
            prop_assert_eq!(same_number(&one, &other), equal, "{} {}", one, other);
            prop_assert_eq!(is_integer(&one), written_out(&one).2.is_empty(), "{}", one);
            if is_integer(&one) && is_integer(&other) {
                prop_assert_eq!(same_id(&one, &other), equal, "{} {}", one, other);
            }
        }
        prop_assert!(same_number(&one, &respelled(&one, zeros)), "{}", one);
    }

    #[test]
    fn string_ids_are_compared_by_what_they_mean(one in string_inside(), other in string_inside()) {
        let quoted = |inside: &str| format!("\"{inside}\"");
        prop_assert_eq!(same_id(&quoted(&one), &quoted(&other)), units(&one) == units(&other));
        let all: String = units(&one).iter().map(|unit| format!("\\u{unit:04X}")).collect();
        prop_assert!(same_id(&quoted(&one), &quoted(&all)), "{}", one);
    }
}

#[test]
fn numbers_of_any_size_keep_their_value() {
    let million = "0".repeat(1_000_000);
    let nines = "9".repeat(1_000_000);
    let table: &[(&str, &str, bool)] = &[
        ("1", "\"1\"", false),
        ("\"\\u0031\"", "\"1\"", true),
        ("\"\\ud800\"", "\"\\uD800\"", true),
        ("\"\\ud800\"", "\"\\\\ud800\"", false),
        ("0", "-0", true),
        ("0", "-0.0e5", true),
        ("0", "0e99999999999999999999", true),
        ("1e40", &format!("1{}", "0".repeat(40)), true),
        ("1e41", &format!("1{}", "0".repeat(41)), true),
        ("1e1000000", &format!("1{million}"), true),
        ("1e999999", &format!("1{million}"), false),
        (&format!("{nines}.0"), &nines, true),
        (&format!("0.{million}1e1000002"), "10", true),
        ("1e999999999999", "10e999999999998", true),
        ("1e99999999999999999999", "10e99999999999999999998", true),
        ("1e99999999999999999999", "1e99999999999999999998", false),
        ("-1e99999999999999999999", "1e99999999999999999999", false),
        ("1e9223372036854775807", "10e9223372036854775806", true),
        ("10e9223372036854775807", "1e9223372036854775808", true),
        ("1.0e9223372036854775808", "0.1e+0009223372036854775809", true),
        (&format!("1e1{million}"), &format!("10e{}", "9".repeat(1_000_000)), true),
        (&format!("1e{nines}"), &format!("0.1e1{million}"), true),
        (&format!("1e{nines}"), &format!("0.1e1{million}0"), false),
    ];
    for (one, other, same) in table {
        assert_eq!(same_id(one, other), *same, "{one:.60} {other:.60}");
    }
    assert!(key(&format!("1{million}")).as_str().len() < 20);
    for fraction in
        ["1e-1", "1e-99999999999999999999", "1e-9223372036854775809", &format!("0.{million}1")]
    {
        assert!(!is_integer(fraction), "{fraction:.60}");
        assert_eq!(IdKind::of(Text::parse(fraction).ok()), IdKind::Fraction);
    }
    assert!(is_integer(&format!("0.{million}")));
    assert!(same_number("1e-99999999999999999999", "0.1e-99999999999999999998"));
    assert!(same_number("10e-9223372036854775809", "1e-9223372036854775808"));
}
