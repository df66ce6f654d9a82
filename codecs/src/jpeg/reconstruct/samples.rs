//! [`Reconstruction`]: the samples that a decoder makes of a picture's coefficients.

use super::upsample::Component;
use super::{colour, idct};
use crate::jpeg::JpegError;
use crate::jpeg::coefficients::{CoefficientPicture, ComponentCoefficients, Levels};
use crate::jpeg::quant_table::QuantTable;
use crate::shared::dispatch::dispatch_wide;
use crate::shared::jobs::{in_order, rows_of_a_job};
use crate::spaces::{SampleBlocks, Samples};
use fearless_simd::{Level, Simd};
use std::ops::Range;
use unite::{Block, Dyn, Fixed, Place, Scale, Spot};

/// A decoded picture: gray or RGB samples, as libjpeg decodes them.
///
/// ```
/// use codecs::jpeg::baseline::{Encoder, Options};
/// use codecs::picture::{PixelFormat, Pixels};
/// let picture = Pixels::interleaved(&[200; 20 * 10], 20, 10, PixelFormat::Gray)?;
/// let decoded = Encoder::new(Options::new(90)?).transform(&picture)?.reconstruct(&Options::new(30)?)?;
/// assert_eq!((decoded.channels, decoded.samples), (1, vec![199; 20 * 10])); // the nearest multiple of a step
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reconstruction {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The samples of a pixel: 1 for gray, 3 for RGB.
    pub channels: usize,
    /// The samples, row by row, without gaps.
    pub samples: Vec<u8>,
}

impl Reconstruction {
    /// Decodes the coefficients of a picture of a size, with the quantisation table of each component, on up to `threads`
    /// threads.
    ///
    /// # Errors
    /// [`JpegError::Colour`] for pictures of CMYK.
    pub(in crate::jpeg) fn new(
        picture: &CoefficientPicture,
        tables: &[QuantTable; 3],
        (width, height): (usize, usize),
        threads: usize,
    ) -> Result<Self, JpegError> {
        let components = picture.components();
        let is_ycbcr = match components.iter().map(ComponentCoefficients::id).collect::<Vec<_>>()[..] {
            [1] => false,
            [1, 2, 3] => true,
            [b'R', b'G', b'B'] => false,
            _ => return Err(JpegError::Colour { from: "CMYK", to: "RGB" }),
        };
        let most = [0, 1].map(|k| components.iter().map(|c| c.per_mcu()[k]).max().unwrap_or(1));
        let mut planes = Vec::new();
        for (c, component) in components.iter().enumerate() {
            let table = if is_ycbcr { &tables[c] } else { &tables[0] };
            let own = component.per_mcu();
            let size = [0, 1].map(|k| ([height, width][k] * own[k]).div_ceil(most[k]));
            let scale = Scale::new(own, most).map_err(|_| JpegError::SamplingFactor {
                component: c,
                horizontal: own[1] as u8,
                vertical: own[0] as u8,
            })?;
            planes.push((plane(component, table, threads)?, size, scale));
        }
        let parts: Vec<Component<'_>> = planes
            .iter()
            .map(|(plane, size, scale)| Component { plane: plane.view(), size: *size, scale: *scale })
            .collect();
        let channels = parts.len();
        let mut samples = Vec::with_capacity(width * height * channels);
        let step = rows_of_a_job(height, threads);
        let jobs: Vec<Range<usize>> = (0..height).step_by(step).map(|y| y..height.min(y + step)).collect();
        let work = |rows: &Range<usize>, out: &mut Vec<u8>| {
            out.clear();
            out.resize(rows.len() * width * channels, 0);
            let (mut lines, mut sums) = (vec![vec![0; width]; channels], Vec::new());
            for (y, out) in rows.clone().zip(out.chunks_exact_mut(width * channels)) {
                for (part, line) in parts.iter().zip(&mut lines) {
                    part.row(y, &mut sums, line);
                }
                match &lines[..] {
                    [gray] => out.copy_from_slice(gray),
                    [y, cb, cr] if is_ycbcr => dispatch_wide!(Level::new(), simd => rgb(simd, [y, cb, cr], out)),
                    lines => {
                        for (x, pixel) in out.chunks_exact_mut(channels).enumerate() {
                            pixel.iter_mut().zip(lines).for_each(|(sample, line)| *sample = line[x]);
                        }
                    }
                }
            }
        };
        in_order(threads, &jobs, work, |rows| {
            samples.extend_from_slice(rows);
            Ok::<(), JpegError>(())
        })?;
        Ok(Reconstruction { width, height, channels, samples })
    }
}

#[inline(always)]
fn rgb<S: Simd>(_: S, lines: [&[u8]; 3], out: &mut [u8]) {
    colour::rgb(lines, out);
}

/// Returns the samples of a component, whole blocks of them.
fn plane(
    component: &ComponentCoefficients,
    table: &QuantTable,
    threads: usize,
) -> Result<Block<Samples, u8>, JpegError> {
    let ([rows, columns], blocks) = (component.size(), component.blocks().spot());
    let all = samples_of(&blocks);
    let mut plane = Block::try_new([0, 0], all).map_err(|_| JpegError::Memory { rows, columns })?;
    let row = blocks.partition([0, 0], Dyn([1, columns]));
    let lines: Vec<usize> = (0..rows).collect();
    let work = |&y: &usize, out: &mut Option<Block<Samples, u8>>| {
        let out = out.get_or_insert_with(|| Block::new([0, 0], samples_of(&row)));
        dispatch_wide!(Level::new(), simd => line(simd, component.line(y), table, &row, out));
    };
    let mut bands = plane.view_mut().bands(1).filter_map(|band| band.line_mut(0));
    in_order(threads, &lines, work, |done| {
        if let Some(done) = done {
            for (y, line) in (0..samples_of(&row).0[0]).zip(&mut bands) {
                line.copy_from_slice(done.view().line(y as isize).unwrap_or_default());
            }
        }
        Ok::<(), JpegError>(())
    })?;
    drop(bands);
    Ok(plane)
}

/// Returns the rows and columns of samples of blocks.
fn samples_of(blocks: &Spot<SampleBlocks>) -> Dyn<2> {
    Dyn(Spot::<Samples>::new([0, 0], Dyn([0, 0])).under_any(blocks).dims().0)
}

/// Writes the samples of a row of blocks.
#[inline(always)]
fn line<S: Simd>(_: S, blocks: &[Levels], table: &QuantTable, row: &Spot<SampleBlocks>, out: &mut Block<Samples, u8>) {
    for (n, levels) in blocks.iter().enumerate() {
        let samples = idct::block(levels, table);
        let place = row.partition([0, n as isize], Fixed::<1, 1>);
        out.view_mut()
            .under_fixed::<Fixed<8, 8>, _>(&place)
            .fill_with(|[y, x]| samples[y as usize & 7][x as usize & 7]);
    }
}
