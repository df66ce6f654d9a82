//! Small pictures of every layout, shared by the fuzz targets of the encoders.

use arbitrary::Arbitrary;
use codecs::jpeg::{DensityUnit, Restart};
use codecs::picture::{Layout, PixelFormat, Plane};

/// All formats of interleaved samples.
const FORMATS: [PixelFormat; 8] = [
    PixelFormat::Gray,
    PixelFormat::Rgb,
    PixelFormat::Rgba,
    PixelFormat::Bgr,
    PixelFormat::Bgra,
    PixelFormat::YCbCr,
    PixelFormat::Cmyk,
    PixelFormat::Ycck,
];

/// The layout of the samples of a picture; `gap` samples lie between rows. Seeds depend on the order of variants and
/// fields.
#[derive(Arbitrary, Clone, Copy, Debug)]
pub enum Shape {
    /// One plane, of the format with this number, which may be any.
    Interleaved { format: u8, gap: u8 },
    /// Three planes.
    Planar { subsampling: (u8, u8), gap: u8 },
    /// Two planes.
    SemiPlanar { subsampling: (u8, u8), gap: u8 },
}

impl Shape {
    /// Returns the planes of a picture of `width` by `height` pixels, each with its pitch. `samples` returns the
    /// requested number of samples for a plane.
    pub fn planes<T>(
        self,
        (width, height): (usize, usize),
        samples: impl Fn(usize, usize) -> Vec<T>,
    ) -> Vec<(Vec<T>, usize)> {
        let size = |(h, v): (u8, u8)| (width.div_ceil(h.max(1).into()), height.div_ceil(v.max(1).into()));
        let make = |row: usize, rows: usize, gap: u8, plane: usize| {
            let pitch = row + usize::from(gap);
            (samples(pitch * rows, plane), pitch)
        };
        match self {
            Shape::Interleaved { format, gap } => vec![make(width * format_of(format).samples(), height, gap, 0)],
            Shape::Planar { subsampling, gap } => {
                let (columns, rows) = size(subsampling);
                vec![make(width, height, gap, 0), make(columns, rows, gap, 1), make(columns, rows, 0, 2)]
            }
            Shape::SemiPlanar { subsampling, gap } => {
                let (columns, rows) = size(subsampling);
                vec![make(width, height, gap, 0), make(2 * columns, rows, gap, 1)]
            }
        }
    }

    /// Returns the layout of the planes that [`Shape::planes`] made.
    pub fn layout<T>(self, planes: &[(Vec<T>, usize)]) -> Layout<'_, T> {
        let plane = |n: usize| Plane { data: &planes[n].0[..], pitch: planes[n].1 };
        match self {
            Shape::Interleaved { format, .. } => Layout::Interleaved { format: format_of(format), plane: plane(0) },
            Shape::Planar { subsampling, .. } => Layout::Planar { planes: [plane(0), plane(1), plane(2)], subsampling },
            Shape::SemiPlanar { subsampling, .. } => Layout::SemiPlanar { planes: [plane(0), plane(1)], subsampling },
        }
    }
}

/// Returns the format with a number, which may be any.
pub fn format_of(number: u8) -> PixelFormat {
    FORMATS[usize::from(number) % FORMATS.len()]
}

/// Returns the unit with a number, which may be any.
pub fn density_unit(number: u8) -> DensityUnit {
    [DensityUnit::AspectRatio, DensityUnit::Inch, DensityUnit::Centimetre][usize::from(number % 3)]
}

/// Returns the spacing of restart markers for a kind, which may be any, and a number of rows or MCUs.
pub fn restart_of((kind, n): (u8, u16)) -> Restart {
    [Restart::Never, Restart::Rows(n), Restart::Mcus(n)][usize::from(kind % 3)]
}

/// Returns `n` samples of 8 bits for a plane: the given ones, and then those of [`samples_of`].
pub fn samples_from(given: &[u8], seed: u8, n: usize, plane: usize) -> Vec<u8> {
    let more = samples_of(seed, plane, |noise| (noise >> 24) as u8, seed);
    given.iter().copied().skip(plane * n).chain(more).take(n).collect()
}

/// Returns an endless iterator of samples for a plane: random ones, each made by `of_noise` from 32 bits of noise, or,
/// for an odd seed, all equal to `flat`.
pub fn samples_of<T: Copy>(seed: u8, plane: usize, of_noise: impl Fn(u32) -> T, flat: T) -> impl Iterator<Item = T> {
    let mut state = u32::from(seed) + 77 * plane as u32;
    core::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if seed.is_multiple_of(2) { of_noise(state) } else { flat }
    })
}
