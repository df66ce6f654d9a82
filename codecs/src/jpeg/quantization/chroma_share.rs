//! [`ChromaShare`]: how many samples a chroma component has for one of luma.

/// The number of samples of a chroma component for one of luma: 1 in 4:4:4, 1/4 in 4:2:0.
///
/// ```
/// use codecs::jpeg::quantization::ChromaShare;
/// assert!(ChromaShare::QUARTER < ChromaShare::new(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct ChromaShare(f32);

impl ChromaShare {
    /// One chroma sample for each of luma, as in 4:4:4.
    pub const FULL: ChromaShare = ChromaShare(1.0);
    /// One for four, as in 4:2:0.
    pub const QUARTER: ChromaShare = ChromaShare(0.25);

    /// Returns a share, held within 1/16 to 1. See [`ChromaShare`] for an example.
    pub fn new(share: f32) -> Self {
        ChromaShare(share.clamp(1.0 / 16.0, 1.0))
    }

    /// Returns how far the share is from 1/4 to 1: 0 for 4:2:0, 1 for 4:4:4.
    pub(super) fn beyond_quarter(self) -> f32 {
        (self.0 - 0.25) / 0.75
    }
}
