//! From what somebody types to a query of SQLite's full-text search, and from its matches to
//! passages.

/// The most characters of a passage.
pub(crate) const SNIPPET: usize = 302;

/// Words of questions that say nothing about what is asked. In a few short documents they are not
/// frequent enough for the ranking to see that by itself.
const EMPTY_WORDS: [&str; 32] = [
    "a", "about", "an", "and", "any", "are", "be", "can", "do", "does", "for", "from", "has",
    "have", "how", "i", "if", "in", "is", "it", "may", "my", "of", "on", "or", "the", "there",
    "to", "what", "when", "will", "with",
];

/// A query for documents with any of the words. Each word is quoted, so that nothing in it is an
/// operator of the query language. `None` if there is no word in the text.
pub(crate) fn any_of_the_words(text: &str) -> Option<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_empty = |word: &str| EMPTY_WORDS.iter().any(|empty| word.eq_ignore_ascii_case(empty));
    let (empty, mut words): (Vec<_>, Vec<_>) = words.partition(|word| is_empty(word));
    if words.is_empty() {
        words = empty;
    }
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    (!words.is_empty()).then(|| words.join(" OR "))
}

/// A passage on one line, cut where it is too long.
pub(crate) fn snippet(passage: &str) -> String {
    let passage = passage.split_whitespace().collect::<Vec<_>>().join(" ");
    match passage.char_indices().nth(SNIPPET) {
        None => passage,
        Some(_) => passage.chars().take(SNIPPET - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_and_operators_are_words() {
        for (text, query) in [
            ("late parcel", Some(r#""late" OR "parcel""#)),
            ("How long is the warranty?", Some(r#""long" OR "warranty""#)),
            ("what if", Some(r#""what" OR "if""#)),
            ("NEAR(x b)", Some(r#""NEAR" OR "x" OR "b""#)),
            (r#"title:"x"* -y"#, Some(r#""title" OR "x" OR "y""#)),
            ("crème brûlée", Some(r#""crème" OR "brûlée""#)),
            ("\"\"\" * ^ \u{0} ", None),
        ] {
            assert_eq!(any_of_the_words(text).as_deref(), query, "{text:?}");
        }
    }

    #[test]
    fn a_passage_is_one_line_within_its_limit() {
        assert_eq!(snippet("two\n\n  lines "), "two lines");
        let exact = "ä".repeat(SNIPPET);
        assert_eq!(snippet(&exact), exact);
        let cut = snippet(&"ä".repeat(SNIPPET + 1));
        assert_eq!(cut.chars().count(), SNIPPET);
        assert!(cut.ends_with('…'));
    }
}
