//! Pixels to components: colour conversion, downsampling, and samples beyond the edge (T.81 A.2.4). The latter complete
//! the blocks of the picture.
//!
//! The unit of work is one row of MCUs:
//!
//! ```text
//!   pixels ─ colour ─▶ full rows ─ downsample ─▶ rows of each component ─▶ 8x8 windows
//!            (edge samples repeat to the right)  (the last row repeats below)
//! ```

use super::colour::{self, COLUMNS, PixelWindow};
use super::downsample::{self, Ratio};
use super::frame::Frame;
use super::options::Colour;
use crate::jpeg::JpegError;
use crate::picture::{Layout, PixelFormat, Pixels, Plane};
use crate::spaces::{Pixel, SampleBlocks, Samples};
use unite::{Axes, Block, Dyn, Fixed, Inside, Interleaved, P1, Place, Spot, Tensor, View};

/// The conversion from pixels to the components of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// Components are copied.
    Copy,
    /// RGB is converted to YCbCr.
    YCbCr,
    /// RGB is converted to luma.
    Luma,
}

/// The identifier and the table number of each component.
pub(super) type Identified = &'static [(u8, usize)];

/// Returns the conversion from `format` to `colour`, and the resulting components.
pub(super) fn conversion(format: PixelFormat, colour: Colour) -> Result<(Conversion, Identified), JpegError> {
    use PixelFormat::{Bgr, Bgra, Cmyk, Gray, Rgb, Rgba, YCbCr, Ycck};
    const ONE: Identified = &[(1, 0)];
    const THREE: Identified = &[(1, 0), (2, 1), (3, 1)];
    const RGB: Identified = &[(b'R', 0), (b'G', 0), (b'B', 0)];
    const CMYK: Identified = &[(b'C', 0), (b'M', 0), (b'Y', 0), (b'K', 0)];
    const YCCK: Identified = &[(1, 0), (2, 1), (3, 1), (4, 0)];
    let refuse = |from, to| Err(JpegError::Colour { from, to });
    match (format, colour) {
        (Gray, Colour::Natural | Colour::Gray) => Ok((Conversion::Copy, ONE)),
        (Rgb | Rgba | Bgr | Bgra, Colour::Natural) => Ok((Conversion::YCbCr, THREE)),
        (Rgb | Rgba | Bgr | Bgra, Colour::Gray) => Ok((Conversion::Luma, ONE)),
        (Rgb | Rgba | Bgr | Bgra, Colour::Rgb) => Ok((Conversion::Copy, RGB)),
        (YCbCr, Colour::Natural) => Ok((Conversion::Copy, THREE)),
        (YCbCr, Colour::Gray) => Ok((Conversion::Copy, ONE)),
        (Cmyk, Colour::Natural) => Ok((Conversion::Copy, CMYK)),
        (Ycck, Colour::Natural) => Ok((Conversion::Copy, YCCK)),
        (Gray, _) => refuse("gray", "RGB"),
        (YCbCr, _) => refuse("YCbCr", "RGB"),
        (Cmyk | Ycck, Colour::Gray) => refuse("CMYK", "gray"),
        (Cmyk | Ycck, _) => refuse("CMYK", "RGB"),
    }
}

/// The samples of a row of MCUs: one plane per component, whole MCUs wide and high.
pub(super) struct Components {
    conversion: Conversion,
    components: Vec<ComponentSamples>,
}

/// Returns the rows and columns of samples in a row of MCUs with `v` by `h` blocks each.
fn samples(mcus_per_row: usize, [v, h]: [usize; 2]) -> [usize; 2] {
    let blocks = Spot::<SampleBlocks>::new([0, 0], Dyn([v, mcus_per_row * h]));
    Spot::<Samples>::new([0, 0], Dyn([1, 1])).under(&blocks).extent().0
}

/// The samples of one component.
struct ComponentSamples {
    ratio: Ratio,
    /// Columns of whole MCUs. The plane is wider if they are not a multiple of [`COLUMNS`].
    columns: usize,
    plane: Block<Samples, u8>,
    /// Rows at the picture's full resolution, if the component is downsampled.
    full: Block<Samples, u8>,
}

impl ComponentSamples {
    fn new(ratio: Ratio, mcus_per_row: usize) -> Self {
        let [rows, columns] = samples(mcus_per_row, [ratio.v, ratio.h]);
        let full = if ratio.is_full() { [0, columns] } else { samples(mcus_per_row, [ratio.v_max, ratio.h_max]) };
        // Round up to whole groups of columns, so that the conversion of a row leaves no remainder.
        let plane = |[rows, columns]: [usize; 2]| Block::new([0, 0], Dyn([rows, columns.next_multiple_of(COLUMNS)]));
        ComponentSamples { ratio, columns, plane: plane([rows, columns]), full: plane(full) }
    }

    /// Returns row `y` at full width, for writing.
    #[inline(always)]
    fn full_line(&mut self, y: usize) -> &mut [u8] {
        line_mut(if self.ratio.is_full() { &mut self.plane } else { &mut self.full }, y)
    }

    /// Computes the component's plane from `rows` full rows.
    #[inline(always)]
    fn downsample(&mut self, rows: usize) {
        if self.ratio.is_full() {
            return repeat_below(&mut self.plane, rows);
        }
        let Ratio { v, v_max, .. } = self.ratio;
        let own_rows = (rows * v).div_ceil(v_max);
        repeat_below(&mut self.full, rows);
        let full = self.full.view().window::<Inside>().expect("a component that is not full has full rows");
        for y in 0..own_rows {
            let out = &mut line_mut(&mut self.plane, y)[..self.columns];
            downsample::row(self.ratio, y, |y| full.line(y as isize), out);
        }
        repeat_below(&mut self.plane, own_rows);
    }
}

impl Components {
    pub(super) fn new(frame: &Frame, conversion: Conversion) -> Self {
        let samples = |c: &super::frame::Component| {
            let ratio = Ratio { h: c.h, h_max: frame.h_max, v: c.v, v_max: frame.v_max };
            ComponentSamples::new(ratio, frame.mcus_per_row)
        };
        Components { conversion, components: frame.components.iter().map(samples).collect() }
    }

    /// Returns the plane of component `c`.
    #[inline(always)]
    pub(super) fn plane(&self, c: usize) -> View<'_, Samples, u8> {
        self.components[c].plane.view()
    }

    /// Takes `rows` rows of a picture from row `top` on: one row of MCUs, or the rest of the picture.
    #[inline(always)]
    pub(super) fn take(&mut self, picture: &Pixels<'_>, top: usize, rows: usize) {
        use PixelFormat::{Bgr, Bgra, Cmyk, Gray, Rgb, Rgba, YCbCr, Ycck};
        match picture.layout() {
            Layout::Interleaved { format, plane } => match format {
                Gray => self.take_plane(0, plane, (1, 0), (1, 1), (picture, top, rows)),
                Rgb | YCbCr => self.take_pixels::<3, 0, 2>(plane, picture, top, rows),
                Bgr => self.take_pixels::<3, 2, 0>(plane, picture, top, rows),
                Rgba | Cmyk | Ycck => self.take_pixels::<4, 0, 2>(plane, picture, top, rows),
                Bgra => self.take_pixels::<4, 2, 0>(plane, picture, top, rows),
            },
            Layout::Planar { planes: [y, cb, cr], subsampling } => {
                self.take_plane(0, y, (1, 0), (1, 1), (picture, top, rows));
                self.take_plane(1, cb, (1, 0), subsampling, (picture, top, rows));
                self.take_plane(2, cr, (1, 0), subsampling, (picture, top, rows));
            }
            Layout::SemiPlanar { planes: [y, c], subsampling } => {
                self.take_plane(0, y, (1, 0), (1, 1), (picture, top, rows));
                self.take_plane(1, c, (2, 0), subsampling, (picture, top, rows));
                self.take_plane(2, c, (2, 1), subsampling, (picture, top, rows));
            }
        }
    }

    /// Takes pixels of `K` bytes whose red is byte `RED` and whose blue is byte `BLUE`.
    #[inline(always)]
    fn take_pixels<const K: usize, const RED: isize, const BLUE: isize>(
        &mut self,
        plane: Plane<'_>,
        picture: &Pixels<'_>,
        top: usize,
        rows: usize,
    ) {
        let (width, whole) = (picture.width(), picture.width() / COLUMNS);
        let extent = Interleaved::<2, K>([picture.height(), width]);
        // A pitch above `isize::MAX` occurs only in a picture of one row, where the pitch is not used.
        let pitch = P1(isize::try_from(plane.pitch).unwrap_or(isize::MAX));
        let pixels = Tensor::<&[u8], Pixel, _, _>::over_pitched(plane.data, [0, 0, 0], extent, pitch)
            .expect("a picture's samples are there");
        let planar = pixels.permute::<Axes<2, 0, 1>>();
        for y in 0..rows {
            let row = (top + y) as isize;
            let mut lines: [&mut [[u8; COLUMNS]]; 4] = [&mut [], &mut [], &mut [], &mut []];
            for (line, samples) in lines.iter_mut().zip(&mut self.components) {
                *line = samples.full_line(y).as_chunks_mut().0;
            }
            for n in 0..whole {
                let part = planar.partition([0, row, (n * COLUMNS) as isize], Fixed::<K, 1, COLUMNS>);
                convert::<K, RED, BLUE>(self.conversion, part.window().expect("whole columns"), &mut lines, n);
            }
            if whole * COLUMNS < width {
                // The last columns, completed with copies of the last pixel.
                let mut edge = [[0; K]; COLUMNS];
                for (x, pixel) in edge.iter_mut().enumerate() {
                    let x = (whole * COLUMNS + x).min(width - 1) as isize;
                    *pixel = core::array::from_fn(|c| pixels.at([row, x, c as isize]));
                }
                let extent = Interleaved::<2, K>([1, COLUMNS]);
                let edge = Tensor::<&[u8], Pixel, _, _>::over(edge.as_flattened(), [0, 0, 0], extent);
                let edge = edge.expect("it has its samples").permute::<Axes<2, 0, 1>>().fixed::<Fixed<K, 1, COLUMNS>>();
                convert::<K, RED, BLUE>(self.conversion, edge.window().expect("all of it"), &mut lines, whole);
            }
            // Plain loops, because a closure passed to an iterator is not compiled for the SIMD level.
            for samples in &mut self.components {
                repeat_last(samples.full_line(y), width);
            }
        }
        for samples in &mut self.components {
            samples.downsample(rows);
        }
    }

    /// Takes the samples of component `c`: every `step`-th byte from `offset` on. Each covers `sub_h` by `sub_v`
    /// samples at full resolution.
    fn take_plane(
        &mut self,
        c: usize,
        plane: Plane<'_>,
        (step, offset): (usize, usize),
        (sub_h, sub_v): (u8, u8),
        (picture, top, rows): (&Pixels<'_>, usize, usize),
    ) {
        let Some(samples) = self.components.get_mut(c) else {
            return; // A picture coded as gray has no chroma components.
        };
        let (sub_h, sub_v) = (usize::from(sub_h), usize::from(sub_v));
        let copy = |line: &mut [u8], y: usize, width: usize, stands_for: usize| {
            let row = &plane.data[y * plane.pitch..];
            for (x, out) in line.iter_mut().enumerate().take(width) {
                *out = row[x / stands_for * step + offset];
            }
            repeat_last(line, width);
        };
        let Ratio { h, h_max, v, v_max } = samples.ratio;
        if h * sub_h == h_max && v * sub_v == v_max {
            // The plane already has the component's resolution.
            let own_rows = rows.div_ceil(sub_v);
            for y in 0..own_rows {
                copy(line_mut(&mut samples.plane, y), top / sub_v + y, picture.width().div_ceil(sub_h), 1);
            }
            repeat_below(&mut samples.plane, own_rows);
        } else {
            // Repeat each sample over the full resolution, then downsample to the resolution of the component.
            for y in 0..rows {
                copy(samples.full_line(y), (top + y) / sub_v, picture.width(), sub_h);
            }
            samples.downsample(rows);
        }
    }
}

/// Converts column group `n` of a row.
#[inline(always)]
fn convert<const K: usize, const RED: isize, const BLUE: isize>(
    conversion: Conversion,
    pixels: PixelWindow<'_, K>,
    lines: &mut [&mut [[u8; COLUMNS]]; 4],
    n: usize,
) {
    match (conversion, lines) {
        (Conversion::YCbCr, [y, cb, cr, _]) => {
            colour::luma::<K, RED, BLUE>(pixels, &mut y[n]);
            colour::chroma::<K, RED, BLUE>(pixels, &mut cb[n], &mut cr[n]);
        }
        (Conversion::Luma, [y, ..]) => colour::luma::<K, RED, BLUE>(pixels, &mut y[n]),
        (Conversion::Copy, lines) => {
            for (line, component) in lines.iter_mut().zip([RED, 1, BLUE, 3]) {
                if let Some(out) = line.get_mut(n).filter(|_| component < K as isize) {
                    colour::copy(pixels, component, out);
                }
            }
        }
    }
}

/// Returns row `y` of a plane, for writing.
#[inline(always)]
fn line_mut(plane: &mut Block<Samples, u8>, y: usize) -> &mut [u8] {
    plane.view_mut().line_mut(y as isize).expect("a row of the plane")
}

/// Repeats the last of `width` samples up to the end of the line.
#[inline(always)]
fn repeat_last(line: &mut [u8], width: usize) {
    if let Some((&last, rest)) = line.split_at_mut_checked(width).and_then(|(line, rest)| Some((line.last()?, rest))) {
        rest.fill(last);
    }
}

/// Repeats the last of `rows` rows down to the end of the plane.
#[inline(always)]
fn repeat_below(plane: &mut Block<Samples, u8>, rows: usize) {
    let mut lines = plane.view_mut().bands(1).skip(rows - 1).filter_map(|band| band.line_mut(0));
    if let Some(last) = lines.next() {
        lines.for_each(|line| line.copy_from_slice(last));
    }
}

#[cfg(test)]
mod tests {
    use crate::jpeg::baseline::{Options, Sampling, encode};
    use crate::picture::{Layout, PixelFormat, Pixels, Plane};

    #[test]
    fn every_ratio_finds_its_full_samples_at_the_edge() {
        // 24 full columns are not a multiple of the group of columns, and neither are the 8 computed from them.
        for factors in [(3, 1), (3, 3), (1, 3), (4, 3)] {
            let mut options = Options::new(90).unwrap();
            options.sampling = Sampling::new(&[(1, 1), factors, (1, 1)]).unwrap();
            options.scans = crate::jpeg::Scans::Separate;
            let picture = Pixels::interleaved(&[1, 2, 3], 1, 1, PixelFormat::Rgb).unwrap();
            let mut file = Vec::new();
            encode(&picture, &options, &mut file).unwrap();
        }
    }

    #[test]
    fn a_picture_of_one_row_may_have_any_pitch() {
        let data = [1, 2, 3, 4, 5, 6];
        let file = |pitch| {
            let layout = Layout::Interleaved { format: PixelFormat::Rgb, plane: Plane { data: &data, pitch } };
            let mut file = Vec::new();
            encode(&Pixels::new(2, 1, layout).unwrap(), &Options::new(90).unwrap(), &mut file).unwrap();
            file
        };
        for pitch in [7, isize::MAX as usize, isize::MAX as usize + 1, usize::MAX] {
            assert_eq!(file(pitch), file(6), "{pitch}");
        }
    }
}
