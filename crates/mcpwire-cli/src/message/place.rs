//! What of a place is marked.

use std::ops::Range;

/// What is marked of a place in a message: an object or a list by its first brace, as what is
/// wrong with it is something in it, or something that is not; everything else as a whole.
pub fn marked(message: &[u8], place: Range<usize>) -> Range<usize> {
    let text = message.get(place.clone()).unwrap_or_default();
    match text {
        [] | [_] | [_, _] => place,
        [b'{' | b'[', ..] => place.start..place.start + 1,
        _ => place,
    }
}

#[cfg(test)]
mod tests {
    use super::marked;

    #[test]
    fn containers_are_marked_by_their_brace_and_values_whole() {
        let message = br#"{"a":{"b":1},"c":{},"d":"{}x","e":[1,2]}"#;
        for (place, due) in [(5..12, 5..6), (17..19, 17..19), (24..29, 24..29), (34..39, 34..35)] {
            assert_eq!(marked(message, place.clone()), due, "{place:?}");
        }
        assert_eq!(marked(message, 0..message.len()), 0..1);
        assert_eq!(marked(b"{", 7..9), 7..9);
    }
}
