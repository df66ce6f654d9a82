//! [`Pixels`]: a picture in the layout it lies in. Nothing is copied; the layout becomes a view.
//!
//! Samples are `u8`, or `u16` of 9 to 16 bits in the machine's byte order.

use thiserror::Error;

/// How the components of interleaved pixels follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PixelFormat {
    /// One component.
    Gray,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, and an alpha that is not coded.
    Rgba,
    /// Blue, green, red.
    Bgr,
    /// Blue, green, red, and an alpha that is not coded.
    Bgra,
    /// Luma and the two colour differences of JFIF (full range).
    YCbCr,
    /// Cyan, magenta, yellow, black.
    Cmyk,
    /// The three of CMYK as YCbCr, and black.
    Ycck,
}

impl PixelFormat {
    /// Samples a pixel, alpha included.
    ///
    /// ```
    /// assert_eq!(codecs::picture::PixelFormat::Bgra.samples(), 4);
    /// ```
    pub const fn samples(self) -> usize {
        match self {
            PixelFormat::Gray => 1,
            PixelFormat::Rgb | PixelFormat::Bgr | PixelFormat::YCbCr => 3,
            PixelFormat::Rgba | PixelFormat::Bgra | PixelFormat::Cmyk | PixelFormat::Ycck => 4,
        }
    }
}

/// What a sample is kept in: `u8` or `u16`. Sealed.
pub trait Sample: private::Sealed + Copy + Ord + Default + Into<u16> + Send + Sync + 'static {
    /// Bits of the type: 8 or 16.
    ///
    /// ```
    /// use codecs::picture::Sample;
    /// assert_eq!((u8::BITS, <u16 as Sample>::BITS), (8, 16));
    /// ```
    const BITS: u8;
}

mod private {
    pub trait Sealed {}
    impl Sealed for u8 {}
    impl Sealed for u16 {}
}

impl Sample for u8 {
    const BITS: u8 = 8;
}

impl Sample for u16 {
    const BITS: u8 = 16;
}

/// A plane of samples: rows that lie `pitch` samples apart.
#[derive(Clone, Copy, Debug)]
pub struct Plane<'a, T = u8> {
    /// The samples; the last row may end after its last sample.
    pub data: &'a [T],
    /// Samples from row to row.
    pub pitch: usize,
}

/// Where the samples of a picture lie.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Layout<'a, T = u8> {
    /// Pixel after pixel, row after row.
    Interleaved {
        /// How the components follow each other.
        format: PixelFormat,
        /// The pixels; the pitch is in samples, not in pixels.
        plane: Plane<'a, T>,
    },
    /// YCbCr in three planes; the chroma planes have `ceil(width / horizontal)` by `ceil(height / vertical)` samples.
    Planar {
        /// Y, Cb, Cr.
        planes: [Plane<'a, T>; 3],
        /// How many luma samples one chroma sample stands for, horizontally and vertically: (2, 2) is I420.
        subsampling: (u8, u8),
    },
    /// YCbCr in two planes, the second of which interleaves Cb and Cr: (2, 2) is NV12.
    SemiPlanar {
        /// Y; Cb and Cr.
        planes: [Plane<'a, T>; 2],
        /// As of [`Layout::Planar`].
        subsampling: (u8, u8),
    },
}

/// A picture to be encoded: its size, and where its samples lie.
///
/// ```
/// use codecs::picture::{PixelFormat, Pixels};
/// let rgb = [200_u8; 4 * 2 * 3];
/// let picture = Pixels::interleaved(&rgb, 4, 2, PixelFormat::Rgb)?;
/// assert_eq!((picture.width(), picture.height()), (4, 2));
/// # Ok::<(), codecs::picture::PictureError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pixels<'a, T = u8> {
    width: usize,
    height: usize,
    layout: Layout<'a, T>,
}

/// Why samples are not a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A picture has a sample or more.
    #[error("a picture of {width}x{height} has no samples")]
    Empty {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Rows overlap.
    #[error("plane {plane}: rows of {row} samples do not fit a pitch of {pitch}")]
    Pitch {
        /// Which plane, from 0.
        plane: usize,
        /// Samples a row.
        row: usize,
        /// Samples from row to row.
        pitch: usize,
    },
    /// The samples end before the picture does.
    #[error("plane {plane}: {needed} samples are needed, and there are {given}")]
    TooShort {
        /// Which plane, from 0.
        plane: usize,
        /// Samples from the first to the last one.
        needed: usize,
        /// Samples given.
        given: usize,
    },
    /// A chroma sample stands for one to four luma samples in each direction.
    #[error("subsampling by {0}x{1}: each is 1 to 4")]
    Subsampling(u8, u8),
}

impl<'a, T: Sample> Pixels<'a, T> {
    /// Interleaved pixels without gaps. See [`Pixels`] for an example.
    ///
    /// # Errors
    /// [`PictureError::Empty`], [`PictureError::TooShort`].
    pub fn interleaved(data: &'a [T], width: usize, height: usize, format: PixelFormat) -> Result<Self, PictureError> {
        let pitch = width.saturating_mul(format.samples());
        Self::new(width, height, Layout::Interleaved { format, plane: Plane { data, pitch } })
    }

    /// A picture of any layout.
    ///
    /// ```
    /// use codecs::picture::{Layout, Pixels, Plane};
    /// let (y, c) = ([128_u8; 16], [128_u8; 4]);
    /// let plane = |data, pitch| Plane { data, pitch };
    /// let planes = [plane(&y[..], 4), plane(&c[..], 2), plane(&c[..], 2)];
    /// assert!(Pixels::new(4, 4, Layout::Planar { planes, subsampling: (2, 2) }).is_ok());
    /// ```
    ///
    /// # Errors
    /// All of [`PictureError`].
    pub fn new(width: usize, height: usize, layout: Layout<'a, T>) -> Result<Self, PictureError> {
        if width == 0 || height == 0 {
            return Err(PictureError::Empty { width, height });
        }
        let check = |plane: usize, p: &Plane<'_, T>, row: usize, rows: usize| {
            if p.pitch < row {
                return Err(PictureError::Pitch { plane, row, pitch: p.pitch });
            }
            let needed = p.pitch.saturating_mul(rows - 1).saturating_add(row);
            if p.data.len() < needed {
                return Err(PictureError::TooShort { plane, needed, given: p.data.len() });
            }
            Ok(())
        };
        let chroma = |(h, v): (u8, u8)| {
            if !(1..=4).contains(&h) || !(1..=4).contains(&v) {
                return Err(PictureError::Subsampling(h, v));
            }
            Ok((width.div_ceil(usize::from(h)), height.div_ceil(usize::from(v))))
        };
        match &layout {
            Layout::Interleaved { format, plane } => {
                check(0, plane, width.saturating_mul(format.samples()), height)?;
            }
            Layout::Planar { planes, subsampling } => {
                let (columns, rows) = chroma(*subsampling)?;
                check(0, &planes[0], width, height)?;
                check(1, &planes[1], columns, rows)?;
                check(2, &planes[2], columns, rows)?;
            }
            Layout::SemiPlanar { planes, subsampling } => {
                let (columns, rows) = chroma(*subsampling)?;
                check(0, &planes[0], width, height)?;
                check(1, &planes[1], columns.saturating_mul(2), rows)?;
            }
        }
        Ok(Pixels { width, height, layout })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Where the samples lie.
    pub fn layout(&self) -> Layout<'a, T> {
        self.layout
    }
}
