//! What is a URI template, and what stands in it.

use mcpwire_protocol::uri_template::{TemplateFault, expressions, is_template};
use proptest::prelude::*;

#[test]
fn templates_are_told_from_what_is_none() {
    for text in [
        "",
        "file:///a",
        "file:///{path}",
        "file:///{+path}{#part}{?a,b*}{&c:3}",
        "x:it's/{a.b}/{%41}",
        "x:{größe}",
        "x:{=later}",
    ] {
        assert!(is_template(text), "{text}");
    }
    for text in [
        "{",
        "}",
        "{}",
        "{+}",
        "{a}}",
        "{{a}",
        "{a b}",
        "{a,}",
        "{a:}",
        "{a:12345}",
        "{a:x}",
        "a b",
        "<a>",
        "a\n",
        "{a}|",
    ] {
        assert!(!is_template(text), "{text}");
    }
}

#[test]
fn expressions_come_in_order_up_to_the_first_fault() {
    let table = [
        ("x:{a}/{?b,c}", vec![Ok((None, "a")), Ok((Some('?'), "b,c"))]),
        ("x:{}", vec![Ok((None, ""))]),
        ("x:{a} {b}", vec![Ok((None, "a")), Err(TemplateFault::Literal(' '))]),
        ("x:{a}}{", vec![Ok((None, "a")), Err(TemplateFault::Unopened)]),
        ("{a", vec![Err(TemplateFault::Unclosed)]),
    ];
    for (text, expected) in table {
        let found: Vec<_> = expressions(text)
            .map(|found| found.map(|found| (found.operator(), found.variables())))
            .collect();
        assert_eq!(found, expected, "{text}");
    }
}

proptest! {
    #[test]
    fn literals_and_expressions_make_up_the_whole(parts in prop::collection::vec(("[a-z:/']{0,4}", "[+#?]?[a-z,*]{0,4}"), 0..6)) {
        let text: String = parts.iter().map(|(literal, inside)| format!("{literal}{{{inside}}}")).collect();
        let found: Vec<_> = expressions(&text).map(|found| found.map(|found| found.as_str())).collect();
        let expected: Vec<_> = parts.iter().map(|(_, inside)| Ok(inside.as_str())).collect();
        prop_assert_eq!(found, expected);
    }
}
