//! [`ReadOptions`]: metadata, depth and background of a picture that is read, and limits of its size.

use super::limits::{Limits, Work};
use crate::args::{Background, Depth, FourColours, Keep};

/// Options for reading a picture.
///
/// ```
/// use encode::args::Keep;
/// use encode::input::{ReadOptions, Samples, read};
/// let options = ReadOptions::default().with_keep(Keep::NONE);
/// let picture = read(b"P2 2 1 15  0 15".to_vec(), &options)?;
/// assert_eq!((picture.width, picture.height, picture.samples), (2, 1, Samples::Eight(vec![0, 255])));
/// # Ok::<(), encode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The colour that transparent pictures are laid over.
    pub background: Background,
    /// The treatment of samples of more than 8 bits.
    pub depth: Depth,
    /// The kinds of metadata to keep. Without EXIF, its orientation is applied to the samples.
    pub keep: Keep,
    /// The colours of a picture of CMYK or YCCK; `None` to refuse such pictures.
    pub four_colours: Option<FourColours>,
    /// The largest size that is accepted.
    pub limits: Limits,
    /// The processing after reading, which needs memory as well.
    pub work: Work,
}

/// Setters, to be chained: each takes the options and returns them with one field changed.
impl ReadOptions {
    /// Returns the options with [`background`](Self::background) changed.
    #[must_use]
    pub fn with_background(self, background: Background) -> Self {
        Self { background, ..self }
    }

    /// Returns the options with [`depth`](Self::depth) changed.
    #[must_use]
    pub fn with_depth(self, depth: Depth) -> Self {
        Self { depth, ..self }
    }

    /// Returns the options with [`keep`](Self::keep) changed.
    #[must_use]
    pub fn with_keep(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// Returns the options with [`four_colours`](Self::four_colours) changed.
    #[must_use]
    pub fn with_four_colours(self, four_colours: Option<FourColours>) -> Self {
        Self { four_colours, ..self }
    }

    /// Returns the options with [`limits`](Self::limits) changed.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the options with [`work`](Self::work) changed.
    #[must_use]
    pub fn with_work(self, work: Work) -> Self {
        Self { work, ..self }
    }
}
