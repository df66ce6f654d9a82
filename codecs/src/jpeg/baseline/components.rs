//! Pixels to components: colour conversion, downsampling, and samples beyond the edge (T.81 A.2.4).
//!
//! Samples beyond the edge complete the blocks of the picture.
//!
//! The unit of work is one row of MCUs:
//!
//! ```text
//!   pixels ─ colour ─▶ full rows ─ downsample ─▶ rows of each component ─▶ 8x8 windows
//!            (edge samples repeat to the right)  (the last row repeats below)
//! ```

use super::colour::{COLUMNS, ColourConversion, ComponentRun, PackedRun, RgbRun};
use super::downsample::Downsampler;
use super::frame::{Component, Frame, SMALL};
use super::options::Colour;
use crate::jpeg::JpegError;
use crate::picture::{Layout, PixelFormat, Pixels, Plane};
use crate::shared::dispatch::dispatch_wide;
use crate::spaces::Samples;
use core::ops::Range;
use fearless_simd::{Level, Simd};
use unite::{Block, Dyn, Inside, P1, Place, Scale, Spot, View};

/// The columns of a pair of blocks, which are transformed together, and the bytes of their samples in a row.
const PAIR: usize = 16;

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
    /// `true` if samples that need not be copied are taken in place.
    in_place: bool,
}

/// The samples of a component that need not be copied: the first columns of a plane of the picture, whole pairs of blocks.
type InPlace<'p> = Option<View<'p, Samples, u8>>;

/// The samples of a row of MCUs, by component: where the picture has them, or in a plane of the component.
pub(super) struct RowOfSamples<'s> {
    components: &'s [ComponentSamples],
    in_place: [InPlace<'s>; 3],
}

impl<'s> RowOfSamples<'s> {
    /// Returns the number of components.
    pub(super) fn count(&self) -> usize {
        self.components.len()
    }

    /// Returns the plane of component `c`, which has all samples unless some are taken in place.
    #[inline(always)]
    pub(super) fn plane(&self, c: usize) -> View<'s, Samples, u8> {
        self.components[c].plane.view()
    }

    /// Returns where `pairs` pairs of blocks of component `c` have their samples, from left to right.
    #[inline(always)]
    pub(super) fn pairs(&self, c: usize, pairs: usize) -> [(View<'s, Samples, u8>, Range<usize>); 2] {
        let plane = self.plane(c);
        let in_place = self.in_place.get(c).copied().flatten();
        let columns = in_place.map_or(0, |samples| samples.extent().0[1]);
        let first_copied = pairs.min(columns / PAIR);
        [(in_place.unwrap_or(plane), 0..first_copied), (plane, first_copied..pairs)]
    }
}

/// Returns whether a component has one sample for `factors` rows and columns.
fn is_subsampled(scale: Scale<2>, factors: [u8; 2]) -> bool {
    (0..2).zip(factors).all(|(k, factor)| scale.coarsening(k) == scale.refinement(k) * usize::from(factor))
}

/// Returns whether a component is not downsampled.
fn is_full(scale: Scale<2>) -> bool {
    is_subsampled(scale, [1, 1])
}

/// The samples of one component.
struct ComponentSamples {
    scale: Scale<2>,
    /// Columns of whole MCUs. The plane is wider if they are not a multiple of [`COLUMNS`].
    columns: usize,
    plane: Block<Samples, u8>,
    /// Rows at the picture's full resolution, if the component is downsampled.
    full: Block<Samples, u8>,
}

impl ComponentSamples {
    fn new(frame: &Frame, component: &Component) -> Self {
        let mcus = frame.row_of_mcus(0);
        let [rows, columns] = component.samples.under(&mcus).extent().0;
        let full = if is_full(component.scale) { [0, columns] } else { frame.picture.under_any(&mcus).dims().0 };
        // Round up to whole groups of columns, so that the conversion of a row leaves no remainder.
        let plane = |[rows, columns]: [usize; 2]| Block::new([0, 0], Dyn([rows, columns.next_multiple_of(COLUMNS)]));
        ComponentSamples { scale: component.scale, columns, plane: plane([rows, columns]), full: plane(full) }
    }

    /// Returns row `y` at full width, for writing.
    #[inline(always)]
    fn full_line(&mut self, y: usize) -> &mut [u8] {
        line_mut(if is_full(self.scale) { &mut self.plane } else { &mut self.full }, y)
    }

    /// Computes the component's plane from `rows` full rows.
    #[inline(always)]
    fn downsample(&mut self, downsampler: &impl Downsampler, component: usize, rows: usize) {
        if is_full(self.scale) {
            return repeat_below(&mut self.plane, rows);
        }
        let of_picture = Spot::<Samples>::new([0, 0], Dyn([rows, 1]));
        let [own_rows, _] = of_picture.scale_by(self.scale).expect(SMALL).extent().0;
        repeat_below(&mut self.full, rows);
        let full = self.full.view().window::<Inside>().expect("a component that is not full has full rows");
        for y in 0..own_rows {
            let out = &mut line_mut(&mut self.plane, y)[..self.columns];
            downsampler.downsample(component, self.scale, full, y, out);
        }
        repeat_below(&mut self.plane, own_rows);
    }
}

impl Components {
    pub(super) fn new(frame: &Frame, conversion: Conversion) -> Self {
        let components = frame.components.iter().map(|component| ComponentSamples::new(frame, component));
        Components { conversion, components: components.collect(), in_place: false }
    }

    /// Takes samples in place if they need not be copied: those of whole pairs of blocks in aligned rows of a plane.
    pub(super) fn in_place(self) -> Self {
        Components { in_place: true, ..self }
    }

    /// Takes `rows` rows of a picture from row `top` on: one row of MCUs, or the rest of the picture.
    ///
    /// It is compiled once for the same stages, whoever calls it: all layouts of pixels at each SIMD level are much code.
    #[inline(never)]
    pub(super) fn take<'s, C: ColourConversion, F: Downsampler>(
        &'s mut self,
        level: Level,
        stages: (&C, &F),
        picture: &Pixels<'s>,
        top: usize,
        rows: usize,
    ) -> RowOfSamples<'s> {
        let in_place = dispatch_wide!(level, simd => self.take_at_level(simd.level(), stages, (picture, top, rows)));
        RowOfSamples { components: &self.components, in_place }
    }

    /// Takes a band of rows, compiled for a SIMD level.
    #[inline(always)]
    fn take_at_level<'p, C: ColourConversion, F: Downsampler>(
        &mut self,
        level: Level,
        stages: (&C, &F),
        band: (&Pixels<'p>, usize, usize),
    ) -> [InPlace<'p>; 3] {
        use PixelFormat::{Bgr, Bgra, Cmyk, Gray, Rgb, Rgba, YCbCr, Ycck};
        let (picture, ..) = band;
        match picture.layout() {
            Layout::Interleaved { format, plane } => {
                match format {
                    Gray => return [self.take_plane::<1, 0>(0, plane, (1, 1), stages.1, band), None, None],
                    Rgb | YCbCr => self.take_pixels::<3, 0, 2>(level, stages, plane, band),
                    Bgr => self.take_pixels::<3, 2, 0>(level, stages, plane, band),
                    Rgba | Cmyk | Ycck => self.take_pixels::<4, 0, 2>(level, stages, plane, band),
                    Bgra => self.take_pixels::<4, 2, 0>(level, stages, plane, band),
                }
                [None; 3]
            }
            Layout::Planar { planes: [y, cb, cr], subsampling } => [
                self.take_plane::<1, 0>(0, y, (1, 1), stages.1, band),
                self.take_plane::<1, 0>(1, cb, subsampling, stages.1, band),
                self.take_plane::<1, 0>(2, cr, subsampling, stages.1, band),
            ],
            Layout::SemiPlanar { planes: [y, c], subsampling } => [
                self.take_plane::<1, 0>(0, y, (1, 1), stages.1, band),
                self.take_plane::<2, 0>(1, c, subsampling, stages.1, band),
                self.take_plane::<2, 1>(2, c, subsampling, stages.1, band),
            ],
        }
    }

    /// Takes pixels of `K` bytes whose red is byte `RED` and whose blue is byte `BLUE`.
    #[inline(always)]
    fn take_pixels<const K: usize, const RED: usize, const BLUE: usize>(
        &mut self,
        level: Level,
        (colour, downsampler): (&impl ColourConversion, &impl Downsampler),
        plane: Plane<'_>,
        (picture, top, rows): (&Pixels<'_>, usize, usize),
    ) {
        let width = picture.width();
        let extent = Dyn([picture.height(), K * width]);
        let bytes = View::<Samples, u8>::over_pitched(plane.data, [0, 0], extent, pitch(plane));
        let bytes = bytes.expect("a picture's samples are there");
        for y in 0..rows {
            let mut lines: [&mut [ComponentRun]; 4] = [&mut [], &mut [], &mut [], &mut []];
            for (line, samples) in lines.iter_mut().zip(&mut self.components) {
                *line = samples.full_line(y).as_chunks_mut().0;
            }
            let row = bytes.line((top + y) as isize).expect("a row of the picture");
            let (runs, last) = row.as_chunks::<K>().0.as_chunks::<COLUMNS>();
            for (n, run) in runs.iter().enumerate() {
                convert((level, self.conversion, colour), &Run::<K, RED, BLUE>(run), &mut lines, n);
            }
            if let Some(&pixel) = last.last() {
                // The last columns, completed with copies of the last pixel.
                let mut edge = [pixel; COLUMNS];
                edge[..last.len()].copy_from_slice(last);
                convert((level, self.conversion, colour), &Run::<K, RED, BLUE>(&edge), &mut lines, runs.len());
            }
            // Plain loops, because a closure passed to an iterator is not compiled for the SIMD level.
            for samples in &mut self.components {
                repeat_last(samples.full_line(y), width);
            }
        }
        for (c, samples) in self.components.iter_mut().enumerate() {
            samples.downsample(downsampler, c, rows);
        }
    }

    /// Takes the samples of component `c`: byte `WHICH` of each group of `K` bytes of a plane. A sample covers `sub_h`
    /// columns and `sub_v` rows of the picture.
    #[inline(always)]
    fn take_plane<'p, const K: usize, const WHICH: usize>(
        &mut self,
        c: usize,
        plane: Plane<'p>,
        (sub_h, sub_v): (u8, u8),
        downsampler: &impl Downsampler,
        (picture, top, rows): (&Pixels<'_>, usize, usize),
    ) -> InPlace<'p> {
        // A picture coded as gray has no chroma components.
        let samples = self.components.get_mut(c)?;
        let (width, repeats) = (picture.width(), usize::from(sub_h));
        let picture = Spot::<Samples>::new([0, 0], Dyn([picture.height(), width]));
        let given = picture.coarsen_by([usize::from(sub_v), repeats]).expect("subsampling is by 4 at most");
        let [given_rows, given_columns] = given.extent().0;
        let extent = Dyn([given_rows, K * given_columns]);
        let bytes = View::<Samples, u8>::over_pitched(plane.data, [0, 0], extent, pitch(plane));
        let bytes = bytes.expect("a picture's samples are there");
        let row = |y: isize| bytes.line(y).expect("a row of the picture");
        let band = picture.partition([top as isize, 0], Dyn([rows, width]));

        if is_subsampled(samples.scale, [sub_v, sub_h]) {
            let [first, _] = given.index_of(&band, [0, 0]).expect("a picture can be counted");
            let [own_rows, _] = given.under(&band).extent().0;
            let Dyn([plane_rows, _]) = samples.plane.spot().extent();
            // Samples in place are read in blocks, which is slow for memory outside of the caches if that crosses cache lines.
            let rows = &plane.data[first as usize * plane.pitch..];
            let is_aligned = rows.as_ptr().addr().is_multiple_of(PAIR) && plane.pitch.is_multiple_of(PAIR);
            let in_place = K == 1 && self.in_place && own_rows == plane_rows && is_aligned;
            let taken = if in_place { given_columns / PAIR * PAIR } else { 0 };
            if taken < given_columns {
                for (y, given_row) in (0..own_rows).zip(first..) {
                    let line = line_mut(&mut samples.plane, y);
                    spread::<K, WHICH, 1>(&row(given_row)[taken..], &mut line[taken..]);
                    repeat_last(line, given_columns);
                }
                repeat_below(&mut samples.plane, own_rows);
            }
            if taken > 0 {
                let samples = View::over_pitched(rows, [0, 0], Dyn([own_rows, taken]), pitch(plane));
                return Some(samples.expect("a picture's samples are there"));
            }
        } else {
            // Repeat each sample over the full resolution, then downsample to the resolution of the component.
            for y in 0..rows {
                let [given_row, _] = given.index_of(&band, [y as isize, 0]).expect("a picture can be counted");
                let line = samples.full_line(y);
                match repeats {
                    1 => spread::<K, WHICH, 1>(row(given_row), line),
                    2 => spread::<K, WHICH, 2>(row(given_row), line),
                    3 => spread::<K, WHICH, 3>(row(given_row), line),
                    _ => spread::<K, WHICH, 4>(row(given_row), line),
                }
                repeat_last(line, width);
            }
            samples.downsample(downsampler, c, rows);
        }
        None
    }
}

/// Returns the pitch of a plane. One above `isize::MAX` occurs only in a plane of one row, where it is not used.
fn pitch(plane: Plane<'_>) -> P1 {
    P1(isize::try_from(plane.pitch).unwrap_or(isize::MAX))
}

/// Pixels of `K` bytes whose red is byte `RED` and whose blue is byte `BLUE`.
struct Run<'a, const K: usize, const RED: usize, const BLUE: usize>(&'a [[u8; K]; COLUMNS]);

impl<const K: usize, const RED: usize, const BLUE: usize> RgbRun for Run<'_, K, RED, BLUE> {
    #[inline(always)]
    fn pixel(&self, x: usize) -> [u8; 3] {
        [RED, 1, BLUE].map(|c| self.0[x][c])
    }

    #[inline(always)]
    fn packed(&self) -> Option<PackedRun<'_>> {
        Some(PackedRun { bytes: self.0.as_flattened(), pixel: K, red: RED })
    }
}

/// Converts run `n` of a row.
#[inline(always)]
fn convert<const K: usize, const RED: usize, const BLUE: usize>(
    (level, conversion, colour): (Level, Conversion, &impl ColourConversion),
    pixels: &Run<'_, K, RED, BLUE>,
    lines: &mut [&mut [ComponentRun]; 4],
    n: usize,
) {
    match (conversion, lines) {
        (Conversion::YCbCr, [y, cb, cr, _]) => colour.ycbcr_at(level, pixels, [&mut y[n], &mut cb[n], &mut cr[n]]),
        (Conversion::Luma, [y, ..]) => colour.luma(pixels, &mut y[n]),
        (Conversion::Copy, lines) => {
            for (line, component) in lines.iter_mut().zip([RED, 1, BLUE, 3]) {
                if let Some(out) = line.get_mut(n).filter(|_| component < K) {
                    for (out, pixel) in out.iter_mut().zip(pixels.0) {
                        *out = pixel[component];
                    }
                }
            }
        }
    }
}

/// Writes byte `WHICH` of each group of `K` bytes to `N` neighbouring samples of a line.
#[inline(always)]
fn spread<const K: usize, const WHICH: usize, const N: usize>(given: &[u8], line: &mut [u8]) {
    let groups = given.as_chunks::<K>().0;
    let (parts, rest) = line.as_chunks_mut::<N>();
    if let Some(group) = groups.get(parts.len()) {
        rest.fill(group[WHICH]);
    }
    let ((runs, last), (outs, last_outs)) = (groups.as_chunks::<COLUMNS>(), parts.as_chunks_mut::<COLUMNS>());
    for (out, run) in outs.iter_mut().zip(runs) {
        // The copy overlaps nothing, so the loop becomes a few vector instructions.
        let run = *run;
        for (part, group) in out.iter_mut().zip(run) {
            *part = [group[WHICH]; N];
        }
    }
    let last_outs = match outs.get_mut(runs.len()) {
        Some(out) => out,
        None => last_outs,
    };
    for (part, group) in last_outs.iter_mut().zip(last) {
        *part = [group[WHICH]; N];
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
    if rows == plane.spot().extent().0[0] {
        return; // All rows but the last ones of a picture are whole.
    }
    let mut lines = plane.view_mut().bands(1).skip(rows - 1).filter_map(|band| band.line_mut(0));
    if let Some(last) = lines.next() {
        lines.for_each(|line| line.copy_from_slice(last));
    }
}

#[cfg(test)]
mod tests {
    use crate::jpeg::baseline::{Options, Rounding, Sampling, encode};
    use crate::picture::{Layout, PixelFormat, Pixels, Plane};
    use noise::Noise;

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
    fn subsampled_chroma_is_chroma_repeated_over_the_picture() {
        let mut noise = Noise::new(7);
        let samplings = [[(2, 2), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(3, 1), (2, 1), (1, 1)], [(1, 1); 3]];
        for (sub_h, sub_v) in (1..=4).flat_map(|h| (1..=4).map(move |v| (h, v))) {
            let (width, height) = (noise.below(40) + 1, noise.below(40) + 1);
            let [columns, rows] = [width.div_ceil(sub_h), height.div_ceil(sub_v)];
            let mut plane = |samples: usize| -> Vec<u8> { (0..samples).map(|_| noise.bits() as u8).collect() };
            let (y, cb, cr) = (plane(width * height), plane(columns * rows), plane(columns * rows));
            let covers = |n: usize| n / width / sub_v * columns + n % width / sub_h;
            let repeated: Vec<u8> = (0..width * height).flat_map(|n| [y[n], cb[covers(n)], cr[covers(n)]]).collect();
            let both: Vec<u8> = cb.iter().zip(&cr).flat_map(|(cb, cr)| [*cb, *cr]).collect();

            let subsampling = (sub_h as u8, sub_v as u8);
            let of = |data, pitch| Plane { data, pitch };
            let planar = [of(&y[..], width), of(&cb[..], columns), of(&cr[..], columns)];
            let semi_planar = [of(&y[..], width), of(&both[..], 2 * columns)];
            let layouts = [
                Layout::Interleaved { format: PixelFormat::YCbCr, plane: of(&repeated[..], 3 * width) },
                Layout::Planar { planes: planar, subsampling },
                Layout::SemiPlanar { planes: semi_planar, subsampling },
            ];
            for factors in samplings {
                let options = Options::new(90).unwrap().with_sampling(Sampling::new(&factors).unwrap());
                let [expected, planar, semi_planar] = layouts.map(|layout| {
                    let mut file = Vec::new();
                    encode(&Pixels::new(width, height, layout).unwrap(), &options, &mut file).unwrap();
                    file
                });
                assert!(planar == expected, "{width}x{height}, {subsampling:?}, {factors:?}");
                assert!(semi_planar == expected, "{width}x{height}, {subsampling:?}, {factors:?}, semi-planar");
            }
        }
    }

    #[test]
    fn aligned_rows_have_the_bytes_of_others() {
        let mut noise = Noise::new(8);
        for (n, width) in [16_usize, 31, 32, 40, 48, 100, 128, 130].into_iter().cycle().enumerate().take(48) {
            let (height, pitch) = ([16, 35, 48][n % 3], width.next_multiple_of(32));
            // Rows begin at the first place whose address is a multiple of 16 bytes, or one further.
            let data: Vec<u8> = (0..3 * pitch * height + 16).map(|_| noise.bits() as u8).collect();
            let [aligned, other] = [0, 1].map(|off| data.as_ptr().align_offset(16) + off);
            let moved = [&data[..other], &data[aligned..]].concat();
            let sampling = [Sampling::S420, Sampling::S444, Sampling::S411][n / 3 % 3];
            let mut options = Options::new(60).unwrap().with_sampling(sampling);
            options.rounding = [Rounding::Nearest, Rounding::Trellis][n / 9 % 2];
            let file = |data: &[u8], from: usize| {
                let (luma, chroma) = data[from..].split_at(pitch * height);
                let plane = |data, pitch| Plane { data, pitch };
                let planes =
                    [plane(luma, pitch), plane(chroma, pitch / 2), plane(&chroma[pitch * height / 2..], pitch / 2)];
                let layout = Layout::Planar { planes, subsampling: (2, 2) };
                let mut file = Vec::new();
                encode(&Pixels::new(width, height, layout).unwrap(), &options, &mut file).unwrap();
                file
            };
            assert!(file(&data, aligned) == file(&moved, other), "{width}x{height}, {n}");
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
