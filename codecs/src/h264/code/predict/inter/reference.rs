//! [`Reference`]: a decoded picture and its half-sample planes (8.4.2.2.1, equations 8-241 to 8-249).
//!
//! Vectors are in quarter samples, and most of the points they lead to are means of two points of the half-sample grid.
//! The half-sample grid is computed once per picture, as four blocks of luma samples, each with its own origin on the
//! quarter-sample grid:
//!
//! ```text
//!   G . b . H       plane           samples                        origin [y, x]
//!   . . . . .       whole           G                              [0, 0]
//!   h . j . m       b               between G and H                [0, 2]
//!   . . . . .       h               between G and M                [2, 0]
//!   M . s . N       j               in the middle of the four      [2, 2]
//! ```
//!
//! (m and s of Figure 8-4 are samples of planes h and b.) Origins of blocks are in points of the universe, which is the
//! quarter-sample grid, and colocation is exact on it. The parities of a position select the plane to read, so no code
//! needs the offset between two planes.

use super::UniWeight;
use super::motion_field::{Distances, MotionField};
use crate::h264::code::map::BlockMotion;
use crate::h264::code::picture::{PADDING, Picture};
use crate::shared::dispatch::dispatch;
use crate::spaces::{Luma, Luma4x4};
use core::ops::Range;
use fearless_simd::Level;
use std::sync::OnceLock;
use unite::{AnyExtent, Block, Dyn, Extent, Inside, Place, Space, Window};

/// The reference picture of inter prediction: a decoded picture with replicated edges, and its half-sample planes.
///
/// All planes are padded by [`PADDING`] luma samples with the values of an infinitely extended picture. For any block
/// of up to 16x16 samples [`luma`](super::luma) and [`chroma`](super::chroma()) return the values that the standard's
/// clamped coordinates give.
///
/// ```
/// use codecs::h264::picture::Picture;
/// use codecs::h264::predict::inter::Reference;
/// use codecs::fearless_simd::Level;
/// use unite::Place;
/// let mut picture = Picture::new([1, 1], true);
/// picture.luma.view_mut().fill_with(|[_, x]| if x < 8 { 0 } else { 160 });
/// let reference = Reference::new(Level::new(), picture);
/// // Between samples 7 and 8 of a row: (20 * 160 - 5 * 160 + 160 + 16) >> 5.
/// let b = reference.plane([0, 4 * 7 + 2]);
/// assert_eq!((b.origin(), b.view().at([3, 7])), ([0, 2], 80));
/// ```
#[derive(Clone, Debug)]
pub struct Reference {
    picture: Picture,
    /// The planes b, h and j; made when they are needed, if they are not made with the rows.
    half: OnceLock<[Block<Luma, u8>; 3]>,
    level: Level,
    motion: Option<MotionField>,
}

impl Reference {
    /// Makes a reference of `picture`, after the loop filter, and writes its padding.
    pub fn new(level: Level, picture: Picture) -> Self {
        let mut reference = Reference::unfinished(picture, true);
        reference.make(level);
        reference
    }

    /// Makes a reference of a picture whose rows are to be finished. Without `half`, half-sample planes are made at their first
    /// use only.
    pub(in crate::h264::code) fn unfinished(picture: Picture, half: bool) -> Self {
        let planes = if half { OnceLock::from(half_planes(&picture)) } else { OnceLock::new() };
        Reference { picture, half: planes, level: Level::baseline(), motion: None }
    }

    /// Replaces the picture and returns the previous one. The memory of the planes is reused.
    ///
    /// ```
    /// # use codecs::h264::{picture::Picture, predict::inter::Reference};
    /// # use codecs::fearless_simd::Level;
    /// let mut reference = Reference::new(Level::new(), Picture::new([1, 1], true));
    /// let mut grey = Picture::new([1, 1], true);
    /// grey.luma.view_mut().fill_with(|_| 99);
    /// reference.replace(Level::new(), grey);
    /// assert_eq!(reference.plane([2, 2]).view().at([8, 8]), 99);
    /// ```
    pub fn replace(&mut self, level: Level, picture: Picture) -> Picture {
        if picture.luma.extent() != self.picture.luma.extent() {
            return core::mem::replace(self, Reference::new(level, picture)).picture;
        }
        self.motion = None;
        let before = core::mem::replace(&mut self.picture, picture);
        self.make(level);
        before
    }

    /// Adds the motion of the picture.
    #[must_use]
    pub fn with_motion(mut self, motion: MotionField) -> Self {
        self.motion = Some(motion);
        self
    }

    /// Returns the motion of the picture, if it is known.
    pub fn motion(&self) -> Option<&MotionField> {
        self.motion.as_ref()
    }

    /// Returns the picture with replicated edges.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }

    /// Returns the plane that has a sample at `[y, x]`, in quarter samples, both even.
    /// See [`Reference`] for an example.
    #[inline(always)]
    pub fn plane(&self, [y, x]: [isize; 2]) -> &Block<Luma, u8> {
        debug_assert!((y | x) & 1 == 0, "the half-sample grid has no point at ({y}, {x})");
        match plane_at([y, x]) {
            0 => &self.picture.luma,
            k => &self.half()[k - 1],
        }
    }

    fn make(&mut self, level: Level) {
        let Dyn([height, _]) = self.picture.luma.extent();
        self.finish_rows(level, 0..height, &mut LineMemory::default());
    }

    /// Returns the picture, to write the samples that [`finish_rows`](Reference::finish_rows) takes.
    pub(in crate::h264::code) fn picture_mut(&mut self) -> &mut Picture {
        &mut self.picture
    }

    /// Sets the motion of the picture, in the memory of that before. See [`MotionField::new`].
    pub(in crate::h264::code) fn set_motion(
        &mut self,
        motion: &[Block<Luma4x4, BlockMotion>; 2],
        display: u64,
        distances: &[Distances; 2],
    ) {
        match &mut self.motion {
            Some(field) => field.replace(motion, display, distances),
            none => *none = Some(MotionField::new(motion, display, distances.each_ref().map(|list| &list[..]))),
        }
    }

    /// Makes padding and half samples of luma rows whose samples are final. The rows follow those finished before, from 0 on;
    /// three rows at least before the last. Planes b, h and j are three rows behind, until the last row.
    pub(in crate::h264::code) fn finish_rows(&mut self, level: Level, rows: Range<usize>, memory: &mut LineMemory) {
        replicate(&mut self.picture.luma, rows.clone(), &mut memory.line);
        for plane in self.picture.chroma.iter_mut().flatten() {
            replicate(plane, rows.start / 2..rows.end / 2, &mut memory.line);
        }
        let Dyn([height, _]) = self.picture.luma.extent();
        let first = if rows.start == 0 { 0 } else { PADDING + rows.start - 3 };
        let end = if rows.end == height { height + 2 * PADDING } else { PADDING + rows.end - 3 };
        self.level = level;
        if let Some(half) = self.half.get_mut() {
            dispatch!(level, _simd => make_planes(&self.picture.luma, half, first..end, &mut memory.sums));
        }
    }

    /// Returns the planes b, h and j.
    fn half(&self) -> &[Block<Luma, u8>; 3] {
        self.half.get_or_init(|| {
            let mut half = half_planes(&self.picture);
            let Dyn([height, _]) = self.picture.luma.extent();
            let rows = 0..height + 2 * PADDING;
            dispatch!(self.level, _simd => make_planes(&self.picture.luma, &mut half, rows, &mut Vec::new()));
            half
        })
    }

    /// Returns memory for the weighed luma samples of this reference: see [`weigh`](Reference::weigh).
    pub(super) fn empty_of_luma(&self) -> Self {
        Reference::unfinished(Picture::new(self.picture.size_in_mbs(), true), self.has_half())
    }

    /// Replaces the luma samples, with those of the half-sample grid and the padding, by weighed ones of another reference, which has
    /// the same size.
    pub(super) fn weigh(&mut self, level: Level, from: &Reference, weight: &UniWeight) {
        self.level = level;
        dispatch!(level, _simd => {
            weigh_plane(weight, &from.picture.luma, &mut self.picture.luma);
            if let (Some(from), Some(to)) = (from.half.get(), self.half.get_mut()) {
                from.iter().zip(to).for_each(|(from, to)| weigh_plane(weight, from, to));
            }
        });
    }

    /// Returns whether the half-sample planes are made, or their memory is there.
    pub(in crate::h264::code) fn has_half(&self) -> bool {
        self.half.get().is_some()
    }
}

/// Returns memory for the planes b, h and j of a picture.
fn half_planes(picture: &Picture) -> [Block<Luma, u8>; 3] {
    [[0, 2], [2, 0], [2, 2]].map(|at| Block::padded(at, picture.luma.extent(), PADDING))
}

/// Computes rows of the planes b, h and j, counted from the first of the padding. Rows beyond the padding repeat its edge.
#[inline(always)]
fn make_planes(luma: &Block<Luma, u8>, half: &mut [Block<Luma, u8>; 3], rows: Range<usize>, sums: &mut Vec<i16>) {
    let whole = padded(luma);
    let Dyn([height, width]) = whole.extent();
    let [b, h, j] = half.each_mut().map(|plane| plane.padded_view_mut().window::<Inside>());
    let [mut b, mut h, mut j] = [b, h, j].map(|plane| plane.expect(PADDED));
    sums.resize(width, 0);
    let last = height as isize - 1;
    for y in rows.start as isize..rows.end as isize {
        let row = |k: isize| whole.line((y + k).clamp(0, last));
        horizontal(row(0), b.line_mut(y));
        vertical([row(-2), row(-1), row(0), row(1), row(2), row(3)], sums, h.line_mut(y));
        centre(sums, j.line_mut(y));
    }
}

/// Weighs the samples of a plane and of its padding.
#[inline(always)]
fn weigh_plane(weight: &UniWeight, from: &Block<Luma, u8>, to: &mut Block<Luma, u8>) {
    let from = padded(from);
    let Dyn([height, _]) = from.extent();
    let mut to = to.padded_view_mut().window::<Inside>().expect(PADDED);
    for y in 0..height as isize {
        weight.line(from.line(y), to.line_mut(y));
    }
}

const PADDED: &str = "a block has its own padding";

/// The memory of [`Reference::finish_rows`], kept from call to call.
#[derive(Debug, Default)]
pub(in crate::h264::code) struct LineMemory {
    sums: Vec<i16>,
    line: Vec<u8>,
}

/// Fills the padding to the left and to the right of rows of a plane; above them if they have the first row of the picture,
/// below if they have the last.
fn replicate<S: Space<Ix = [isize; 2]>>(plane: &mut Block<S, u8>, rows: Range<usize>, line: &mut Vec<u8>)
where
    AnyExtent<S>: Extent,
{
    let ([height, width], pad) = ([0, 1].map(|k| plane.extent().dim(k)), plane.padding());
    let mut lines = plane.padded_view_mut().window::<Inside>().expect(PADDED);
    for y in rows.clone() {
        let (left, rest) = lines.line_mut((pad + y) as isize).split_at_mut(pad);
        left.fill(rest[0]);
        let last = rest[width - 1];
        rest[width..].fill(last);
    }
    let mut repeat = |from: usize, to: Range<usize>| {
        line.clear();
        line.extend_from_slice(lines.line_mut(from as isize));
        to.for_each(|y| lines.line_mut(y as isize).copy_from_slice(line));
    };
    if rows.start == 0 {
        repeat(pad, 0..pad);
    }
    if rows.end == height {
        repeat(pad + height - 1, pad + height..2 * pad + height);
    }
}

/// Returns the number of the plane that has a sample at `[y, x]`, in quarter samples, both even: G, b, h, j.
#[inline(always)]
pub(super) fn plane_at([y, x]: [isize; 2]) -> usize {
    ((y & 2) + (x >> 1 & 1)) as usize
}

/// Returns the samples of a plane with its padding.
#[inline(always)]
pub(super) fn padded(plane: &Block<Luma, u8>) -> Window<'_, Luma, u8> {
    let (Dyn([height, width]), pad) = (plane.extent(), -(PADDING as isize));
    let samples = plane.view().partition([pad, pad], Dyn([height + 2 * PADDING, width + 2 * PADDING]));
    samples.window::<Inside>().expect("the padding of a picture")
}

/// Columns at the left and at the right of a padded row without six taps around them. All samples near them equal one
/// edge sample, so these columns are copies.
const LEFT: usize = 2;
const RIGHT: usize = 3;

/// Returns `b1` or `h1` (8-241, 8-242): -2550 to 10710.
#[inline(always)]
fn six_taps(t: [u8; 6]) -> i16 {
    let [e, f, g, h, i, j] = t.map(i16::from);
    e + j - 5 * (f + i) + 20 * (g + h)
}

/// Returns `b` or `h` (8-243, 8-244).
#[inline(always)]
fn rounded(sum: i16) -> u8 {
    ((sum + 16) >> 5).clamp(0, 255) as u8
}

/// Computes a row of plane b.
#[inline(always)]
fn horizontal(row: &[u8], b: &mut [u8]) {
    let n = row.len() - LEFT - RIGHT;
    let (t0, t1, t2) = (&row[..n], &row[1..][..n], &row[2..][..n]);
    let (t3, t4, t5) = (&row[3..][..n], &row[4..][..n], &row[5..][..n]);
    let out = &mut b[LEFT..][..n];
    for x in 0..n {
        out[x] = rounded(six_taps([t0[x], t1[x], t2[x], t3[x], t4[x], t5[x]]));
    }
    fill_ends(b);
}

/// Computes a row of plane h, and `h1`.
#[inline(always)]
fn vertical(rows: [&[u8]; 6], sums: &mut [i16], h: &mut [u8]) {
    let n = h.len();
    let [t0, t1, t2, t3, t4, t5] = rows;
    let (t0, t1, t2, t3, t4, t5) = (&t0[..n], &t1[..n], &t2[..n], &t3[..n], &t4[..n], &t5[..n]);
    let sums = &mut sums[..n];
    for x in 0..n {
        let sum = six_taps([t0[x], t1[x], t2[x], t3[x], t4[x], t5[x]]);
        sums[x] = sum;
        h[x] = rounded(sum);
    }
}

/// Computes a row of plane j from the `h1` beside it (8-245 to 8-247): `(a - 5 b + 20 c + 512) >> 10`, where `a`, `b`,
/// `c` are sums of two `h1` at the same distance.
///
/// In 16 bits: `a - 5 b + 20 c` is `4 (4 c + c') + ..`, and nested floors can be combined. With
/// `d = ((a - b) >> 2) - b + c`, the sixteenth part is `(d >> 2) + c` and the sample `((d >> 2) + c + 32) >> 6`. If `d`
/// overflows it is saturated, and the sample is clipped either way.
#[inline(always)]
fn centre(sums: &[i16], j: &mut [u8]) {
    let n = sums.len() - LEFT - RIGHT;
    let (t0, t1, t2) = (&sums[..n], &sums[1..][..n], &sums[2..][..n]);
    let (t3, t4, t5) = (&sums[3..][..n], &sums[4..][..n], &sums[5..][..n]);
    let out = &mut j[LEFT..][..n];
    for x in 0..n {
        let (a, b, c) = (t0[x] + t5[x], t1[x] + t4[x], t2[x] + t3[x]);
        let d = (((a - b) >> 2) - b).saturating_add(c);
        out[x] = (((d >> 2) + c + 32) >> 6).clamp(0, 255) as u8;
    }
    fill_ends(j);
}

#[inline(always)]
fn fill_ends(row: &mut [u8]) {
    let n = row.len();
    let (left, right) = (row[LEFT], row[n - RIGHT - 1]);
    row[..LEFT].fill(left);
    row[n - RIGHT..].fill(right);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_in_sixteen_bits_is_that_of_the_equations() {
        // `h1` at its extremes and at some values between, in all combinations of six.
        let values = [-2550, -2549, -1000, 0, 33, 255, 5000, 10709, 10710];
        let mut sums = [0_i16; 6];
        for n in 0..values.len().pow(6) {
            for (k, sum) in sums.iter_mut().enumerate() {
                *sum = values[n / values.len().pow(k as u32) % values.len()];
            }
            let mut j = [0; 6];
            centre(&sums, &mut j);
            let [a, b, c, d, e, f] = sums.map(i32::from);
            let plain = ((a - 5 * b + 20 * c + 20 * d - 5 * e + f + 512) >> 10).clamp(0, 255);
            assert_eq!(i32::from(j[2]), plain, "{sums:?}");
        }
    }
}
