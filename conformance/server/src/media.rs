//! The picture and the sound that the fixtures show.

/// The media type of [`PNG`].
pub(crate) const PNG_TYPE: &str = "image/png";
/// The media type of [`WAV`], exactly as the suite compares it.
pub(crate) const WAV_TYPE: &str = "audio/wav";

/// A picture of one pixel.
pub(crate) const PNG: &[u8] = include_bytes!("../media/pixel.png");
/// A hundredth of a second of a tone.
pub(crate) const WAV: &[u8] = include_bytes!("../media/tone.wav");
