//! A verdict names the place, the bytes, the rule and the cause.

use mcpwire_protocol::json::Text;
use mcpwire_protocol::rules::shape::{ObjectShape, Shape, optional, required};
use mcpwire_protocol::rules::{Judgement, RuleId, judge};

const PART: &Shape = &Shape::Object(&ObjectShape::new(
    "Part",
    "parts",
    &[
        required("name", &Shape::String, "part-name"),
        optional("size", &Shape::NonNegative, "part-size").outside("part-size-negative"),
    ],
));

const WHOLE: &Shape = &Shape::Object(&ObjectShape::new(
    "Whole",
    "wholes",
    &[
        required("id", &Shape::ID, "whole-id-missing").wrong("whole-id-type"),
        optional("parts", &Shape::Array(PART), "whole-parts").each("whole-part"),
        optional("named", &Shape::Map(PART), "whole-named"),
        optional("mood", &Shape::OneOf(&["good", "bad", "so so"]), "whole-mood"),
        optional("share", &Shape::ZeroToOne, "whole-share"),
        optional("few", &Shape::ArrayUpTo(2, &Shape::Any), "whole-few").outside("whole-few-many"),
    ],
));

fn judged(text: &str) -> Judgement {
    judge(Text::parse(text).expect("JSON"), WHOLE, RuleId("whole-not-object"))
}

/// The rule of a mismatch, its bytes and its sentence.
type Expected = (&'static str, &'static str, &'static str);

/// Texts, and what is wrong with each.
const ROWS: &[(&str, &[Expected])] = &[
    (r#"{"id":1}"#, &[]),
    (r#"{"id":"1","unknown":null,"parts":[{"name":"","more":[]}],"mood":"so so"}"#, &[]),
    (r#"{"id":1e400,"share":0.0,"few":[null,null],"named":{}}"#, &[]),
    (
        "[]",
        &[("whole-not-object", "[]", "The whole value is an array, but must be an object (Whole)")],
    ),
    (
        r#" {"mood":null} "#,
        &[
            (
                "whole-mood",
                "null",
                "`/mood` is null, but Whole needs one of \"good\", \"bad\" or \"so so\" there",
            ),
            (
                "whole-id-missing",
                r#"{"mood":null}"#,
                "`/id` is missing, but Whole needs a string or an integer there",
            ),
        ],
    ),
    (
        r#"{"id":1.5,"mood":"gloomy"}"#,
        &[
            ("whole-id-type", "1.5", "`/id` is 1.5, but Whole needs an integer there"),
            (
                "whole-mood",
                r#""gloomy""#,
                "`/mood` is \"gloomy\", but Whole needs one of \"good\", \"bad\" or \"so so\" there",
            ),
        ],
    ),
    (
        r#"{"id":true}"#,
        &[(
            "whole-id-type",
            "true",
            "`/id` is a boolean, but Whole needs a string or an integer there",
        )],
    ),
    (
        r#"{"id":1,"parts":[{"name":"a"},7,{"size":-3.0}]}"#,
        &[
            ("whole-part", "7", "`/parts/1` is a number, but Whole needs an object (Part) there"),
            (
                "part-size-negative",
                "-3.0",
                "`/parts/2/size` is -3.0, but Part needs an integer of at least 0 there",
            ),
            (
                "part-name",
                r#"{"size":-3.0}"#,
                "`/parts/2/name` is missing, but Part needs a string there",
            ),
        ],
    ),
    (
        r#"{"id":1,"parts":{},"named":{"a/b~":{"name":[]}}}"#,
        &[
            ("whole-parts", "{}", "`/parts` is an object, but Whole needs an array there"),
            ("part-name", "[]", "`/named/a~1b~0/name` is an array, but Part needs a string there"),
        ],
    ),
    (
        r#"{"id":1,"\u0069d":2,"x":1,"x":2,"named":{"a":{"name":""},"a":{"name":""}}}"#,
        &[
            (
                "member-repeated",
                r#""\u0069d""#,
                "`/id` stands twice, but each member of Whole may stand once",
            ),
            (
                "member-repeated",
                r#""x""#,
                "`/x` stands twice, but each member of Whole may stand once",
            ),
            (
                "member-repeated",
                r#""a""#,
                "`/named/a` stands twice, but each member of Whole may stand once",
            ),
        ],
    ),
    (
        r#"{"id":1,"share":1.01,"few":[1,2,3]}"#,
        &[
            ("whole-share", "1.01", "`/share` is 1.01, but Whole needs a number from 0 to 1 there"),
            (
                "whole-few-many",
                "[1,2,3]",
                "`/few` has 3 elements, but Whole needs an array of at most 2 elements there",
            ),
        ],
    ),
    (
        r#"{"id":1,"share":-1e-999}"#,
        &[(
            "whole-share",
            "-1e-999",
            "`/share` is -1e-999, but Whole needs a number from 0 to 1 there",
        )],
    ),
];

#[test]
fn a_mismatch_names_place_bytes_rule_and_cause() {
    for (text, expected) in ROWS {
        let found = judged(text);
        let trimmed = text.trim();
        let found: Vec<_> = found
            .mismatches
            .iter()
            .map(|one| (one.rule.as_str(), &trimmed[one.bytes.clone()], one.to_string()))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(rule, bytes, sentence)| (*rule, *bytes, (*sentence).to_owned()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn many_mismatches_are_counted_and_the_first_described() {
    let parts = vec!["1"; 1000].join(",");
    let found = judged(&format!(r#"{{"id":1,"parts":[{parts}]}}"#));
    assert_eq!(found.mismatches.len(), Judgement::MOST);
    assert_eq!(found.unlisted, 1000 - Judgement::MOST);
    assert!(found.to_string().ends_with("There are 968 more such places."));
}

#[test]
fn depth_below_the_table_costs_nothing() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    assert!(judged(&format!(r#"{{"id":1,"unknown":{deep},"few":[{deep}]}}"#)).fits());
    let found = judged(&format!(r#"{{"id":{deep},"parts":{deep}}}"#));
    assert_eq!(found.mismatches.len(), 2);
}

#[test]
fn a_long_value_is_shown_by_its_beginning() {
    let word = "é".repeat(10_000);
    let found = judged(&format!(r#"{{"id":1,"mood":"{word}"}}"#));
    assert!(found.to_string().len() < 300, "{found}");
}
