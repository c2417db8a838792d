//! Streams that come in pieces.

/// A stream with a limit for the reader and a seed for its cuts, all from the fuzzer's bytes.
pub(crate) struct Stream<'a> {
    /// The most bytes that the reader shall take at once; small in most cases.
    pub(crate) limit: usize,
    seed: u32,
    pub(crate) bytes: &'a [u8],
}

impl<'a> Stream<'a> {
    /// `None` where there are too few bytes to say all that.
    pub(crate) fn of(data: &'a [u8]) -> Option<Self> {
        let (&[limit, one, two], bytes) = data.split_first_chunk()?;
        let limit = if limit == u8::MAX { 1 << 20 } else { usize::from(limit) };
        Some(Stream { limit, seed: u32::from_le_bytes([one, two, 1, 0]), bytes })
    }

    /// The bytes in pieces of one to sixteen, an empty one now and then.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let (mut seed, mut rest) = (self.seed, self.bytes);
        std::iter::from_fn(move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let length = (seed >> 16) as usize % 17;
            let (piece, left) = rest.split_at(length.min(rest.len()));
            let over = std::mem::replace(&mut rest, left).is_empty();
            (!over).then_some(piece)
        })
    }
}
