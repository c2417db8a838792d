//! The laws of what is cut and wrapped.

use mcpwire_cli::screen::{Excerpt, clip, escape, width, wrap_json};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_clipped_text_fits(text in any::<String>(), columns in 1_usize..80) {
        let text = escape(&text);
        prop_assert!(width(&clip(&text, columns)) <= columns);
    }

    #[test]
    fn a_wrapped_message_loses_nothing_but_spaces_at_line_ends(
        text in "[a-z,\" {}:\\[\\]äß漢]{0,300}",
        columns in 20_usize..100,
    ) {
        let solid = |text: &str| text.replace(' ', "");
        let lines = wrap_json(&text, columns);
        prop_assert!(lines.iter().all(|line| width(line) <= columns));
        prop_assert_eq!(solid(&lines.concat()), solid(&text));
    }

    #[test]
    fn an_excerpt_fits_and_marks_a_place_of_any_bytes(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        from in 0_usize..500,
        length in 0_usize..500,
        columns in 20_usize..120,
    ) {
        let shown = anstream_free(&Excerpt::new(&bytes, &(from..from + length), columns).print(""));
        let lines: Vec<&str> = shown.lines().collect();
        prop_assert_eq!(lines.len(), 2);
        prop_assert!(width(lines[0]) <= columns, "{} in {}", width(lines[0]), columns);
        prop_assert!(lines[1].trim_start().chars().all(|character| character == '^'));
        prop_assert!(lines[1].contains('^'));
    }
}

/// The text without escape sequences for colours.
fn anstream_free(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
