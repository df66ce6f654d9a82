//! [`Pixels`]: a picture in any memory layout. Nothing is copied; the layout becomes a view.
//!
//! Samples are `u8`, or `u16` of 9 to 16 bits in native byte order.

use thiserror::Error;

/// The order of the components of interleaved pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PixelFormat {
    /// One component.
    Gray,
    /// Red, green, blue.
    Rgb,
    /// Red, green, blue, and an alpha component that is not coded.
    Rgba,
    /// Blue, green, red.
    Bgr,
    /// Blue, green, red, and an alpha component that is not coded.
    Bgra,
    /// Luma and the two colour differences of JFIF (full range).
    YCbCr,
    /// Cyan, magenta, yellow, black.
    Cmyk,
    /// CMY converted to YCbCr, and black.
    Ycck,
}

impl PixelFormat {
    /// Returns the number of samples per pixel, alpha included.
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

/// The type of a sample: `u8` or `u16`. Sealed.
pub trait Sample: private::Sealed + Copy + Ord + Default + Into<u16> + Send + Sync + 'static {
    /// The number of bits of the type: 8 or 16.
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

/// A plane of samples whose rows start `pitch` samples apart.
#[derive(Clone, Copy, Debug)]
pub struct Plane<'a, T = u8> {
    /// The samples. The last row may end right after its last sample, without padding.
    pub data: &'a [T],
    /// The distance between the starts of neighbouring rows, in samples.
    pub pitch: usize,
}

/// The memory layout of a picture's samples.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Layout<'a, T = u8> {
    /// Components interleaved pixel by pixel, rows from top to bottom.
    Interleaved {
        /// The order of the components.
        format: PixelFormat,
        /// The pixels. The pitch is in samples, not in pixels.
        plane: Plane<'a, T>,
    },
    /// YCbCr in three planes; the chroma planes have `ceil(width / horizontal)` by `ceil(height / vertical)` samples.
    Planar {
        /// Y, Cb, Cr.
        planes: [Plane<'a, T>; 3],
        /// Luma samples per chroma sample, horizontally and vertically: (2, 2) is I420.
        subsampling: (u8, u8),
    },
    /// YCbCr in two planes, the second of which interleaves Cb and Cr: (2, 2) is NV12.
    SemiPlanar {
        /// Y, then interleaved Cb and Cr.
        planes: [Plane<'a, T>; 2],
        /// Luma samples per chroma sample, as in [`Layout::Planar`].
        subsampling: (u8, u8),
    },
}

/// A picture to be encoded: its size and its samples in a [`Layout`].
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

/// An error in the size or the layout of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The picture has no columns or no rows.
    #[error("a picture of {width}x{height} has no samples")]
    Empty {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// Rows overlap: the pitch is less than a row.
    #[error("plane {plane}: rows of {row} samples do not fit a pitch of {pitch}")]
    Pitch {
        /// Index of the plane, from 0.
        plane: usize,
        /// Samples in a row.
        row: usize,
        /// Distance between the starts of neighbouring rows, in samples.
        pitch: usize,
    },
    /// The plane has fewer samples than the picture needs.
    #[error("plane {plane} has {given} samples and needs {needed}")]
    TooShort {
        /// Index of the plane, from 0.
        plane: usize,
        /// Samples needed, from the first to the last one.
        needed: usize,
        /// Samples given.
        given: usize,
    },
    /// A subsampling factor is not 1 to 4.
    #[error("chroma subsampling by {0}x{1} is not supported; each factor is 1 to 4")]
    Subsampling(u8, u8),
}

impl<'a, T: Sample> Pixels<'a, T> {
    /// Describes interleaved pixels without gaps between rows. See [`Pixels`] for an example.
    ///
    /// # Errors
    /// [`PictureError::Empty`], [`PictureError::TooShort`].
    pub fn interleaved(data: &'a [T], width: usize, height: usize, format: PixelFormat) -> Result<Self, PictureError> {
        let pitch = width.saturating_mul(format.samples());
        Self::new(width, height, Layout::Interleaved { format, plane: Plane { data, pitch } })
    }

    /// Describes a picture of any layout.
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

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns the memory layout of the samples.
    pub fn layout(&self) -> Layout<'a, T> {
        self.layout
    }

    /// Returns `rows` rows of `columns` columns from row `top` and column `left` on, if the picture has them and its chroma samples
    /// begin and end there.
    pub(crate) fn part(&self, [top, left]: [usize; 2], [rows, columns]: [usize; 2]) -> Option<Pixels<'a, T>> {
        let from = |plane: Plane<'a, T>, top: usize, left: usize| {
            Some(Plane { data: plane.data.get(top * plane.pitch + left..)?, pitch: plane.pitch })
        };
        let chroma = |(horizontal, vertical): (u8, u8)| {
            let (h, v) = (usize::from(horizontal), usize::from(vertical));
            let fits =
                [left, columns].iter().all(|n| n.is_multiple_of(h)) && [top, rows].iter().all(|n| n.is_multiple_of(v));
            fits.then_some((top / v, left / h))
        };
        let layout = match self.layout {
            Layout::Interleaved { format, plane } => {
                Layout::Interleaved { format, plane: from(plane, top, left * format.samples())? }
            }
            Layout::Planar { planes: [y, cb, cr], subsampling } => {
                let (above, before) = chroma(subsampling)?;
                let planes = [from(y, top, left)?, from(cb, above, before)?, from(cr, above, before)?];
                Layout::Planar { planes, subsampling }
            }
            Layout::SemiPlanar { planes: [y, c], subsampling } => {
                let (above, before) = chroma(subsampling)?;
                Layout::SemiPlanar { planes: [from(y, top, left)?, from(c, above, 2 * before)?], subsampling }
            }
        };
        Pixels::new(columns, rows, layout).ok()
    }
}
