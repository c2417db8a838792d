//! Cutting bytes into pieces, for the laws that say that no cut makes a difference.

use proptest::prelude::*;

/// Bytes of which many matter to a framing.
pub(super) fn telling_bytes(words: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => proptest::sample::select(words).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 0..12),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Lengths of pieces; what is left after the last one is a piece too.
pub(super) fn cuts() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(0usize..9, 0..60)
}

/// The pieces of `bytes` by the lengths of `cuts`.
pub(super) fn pieces<'a>(mut bytes: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    for cut in cuts {
        let (piece, rest) = bytes.split_at((*cut).min(bytes.len()));
        pieces.push(piece);
        bytes = rest;
    }
    pieces.push(bytes);
    pieces
}
