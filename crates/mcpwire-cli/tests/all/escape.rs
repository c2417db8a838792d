//! The laws of escaping captured text.

use mcpwire_cli::screen::{escape, escape_bytes, is_harmless, json_line};
use proptest::prelude::*;

proptest! {
    #[test]
    fn what_is_shown_is_harmless(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(escape_bytes(&bytes).chars().all(is_harmless));
    }

    #[test]
    fn harmless_text_stays_as_it_is(text in any::<String>()) {
        let harmless: String = text.chars().filter(|character| is_harmless(*character)).collect();
        prop_assert_eq!(&escape(&harmless), &harmless);
        let escaped = escape(&text).into_owned();
        prop_assert_eq!(&escape(&escaped), &escaped);
    }

    #[test]
    fn each_character_is_escaped_by_itself(one in any::<String>(), other in any::<String>()) {
        let both = format!("{one}{other}");
        prop_assert_eq!(escape(&both), format!("{}{}", escape(&one), escape(&other)));
    }

    #[test]
    fn json_reads_back_as_the_same_text(text in any::<String>()) {
        let line = json_line(&text);
        prop_assert!(line.trim_end_matches('\n').chars().all(is_harmless));
        prop_assert_eq!(serde_json::from_str::<String>(&line).ok(), Some(text));
    }
}

#[test]
fn what_could_drive_or_deceive_is_escaped() {
    let dangerous = [
        "\u{1b}",
        "\r",
        "\n",
        "\t",
        "\0",
        "\u{7f}",
        "\u{85}",
        "\u{9b}",
        "\u{ad}",
        "\u{61c}",
        "\u{180e}",
        "\u{200b}",
        "\u{200d}",
        "\u{200e}",
        "\u{202a}",
        "\u{202e}",
        "\u{2028}",
        "\u{2060}",
        "\u{2066}",
        "\u{2069}",
        "\u{fe0f}",
        "\u{feff}",
        "\u{e0041}",
        "\u{e0100}",
    ];
    for text in dangerous {
        let number = u32::from(text.chars().next().unwrap_or_default());
        assert_eq!(escape(text), format!("\\u{{{number:x}}}"));
    }
    assert_eq!(escape("naïve 漢字 — {\"a\":1}"), "naïve 漢字 — {\"a\":1}");
    assert_eq!(escape_bytes(b"a\xffb"), "a\\x{ff}b");
}
