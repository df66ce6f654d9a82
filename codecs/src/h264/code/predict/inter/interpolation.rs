//! Sample interpolation: luma at quarter samples (8.4.2.2.1), chroma at eighths (8.4.2.2.2).
//!
//! A prediction block has a position on the quarter-sample grid. A motion vector moves this position, and colocation
//! finds the reference samples there.

use super::reference::{Reference, padded, plane_at};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::picture::PADDING;
use crate::spaces::{Chroma, Luma, QuarterSample};
use unite::{Around, Block, Dyn, Fixed, Inside, Place, Spot, Window, WindowMut, Write};

/// Returns the two points `[y, x]` of the half-sample grid whose mean is the sample at a point of the quarter-sample
/// grid. Both are the same if the point lies on the half-sample grid (Figure 8-4, Table 8-12).
///
/// ```text
///   G a b c H     along an odd row or column: the points before and after
///   d e f g .     e, r: the upper right and the lower left point
///   h i j k m     g, p: the upper left and the lower right point
///   n p q r .     both: along the diagonal without G and j
///   M . s . N
/// ```
///
/// ```
/// use codecs::h264::predict::inter::interpolation::between;
/// assert_eq!(between([0, 2]), [[0, 2], [0, 2]]); // b
/// assert_eq!(between([2, 3]), [[2, 4], [2, 2]]); // k: m and j
/// assert_eq!(between([1, 1]), [[0, 2], [2, 0]]); // e: b and h
/// assert_eq!(between([3, 1]), [[2, 0], [4, 2]]); // p: h and s
/// ```
#[inline(always)]
pub fn between([y, x]: [isize; 2]) -> [[isize; 2]; 2] {
    let (dy, dx) = (y & 1, x & 1);
    let dx = if (y ^ x) & 2 == 0 { -dx } else { dx };
    // Along one axis alone the order of the two points does not matter.
    [[y - dy, x - dx], [y + dy, x + dx]]
}

/// Returns a position at which a block reads the same samples as at `at`, near enough to the picture for its padding.
/// The block has `points` samples of `unit` quarter samples each, on an axis of `size` samples.
///
/// A block far outside of the picture reads only the sample of one edge, so it is moved to the nearest position where
/// it does; its fraction stays the same. The block may also read `reach` samples before and after its own.
#[inline(always)]
fn near(at: isize, unit: isize, points: usize, size: usize, reach: isize) -> isize {
    let shift = unit.trailing_zeros();
    let sample = (at >> shift).clamp(-(points as isize + reach), size as isize - 1 + reach);
    (sample << shift) + (at & (unit - 1))
}

/// Writes the prediction samples of a luma block: those of `reference` at the position of `prediction` moved by `mv`.
///
/// The vector may point anywhere. Blocks have up to 16 x 16 samples.
///
/// ```
/// use codecs::{h264::{macroblock::Mv, picture::Picture, predict::inter::{Reference, luma}}, spaces::Luma};
/// use codecs::fearless_simd::Level;
/// use unite::{Fixed, Tile};
/// let mut picture = Picture::new([1, 2], true);
/// picture.luma.view_mut().fill_with(|[y, x]| (8 * y + x) as u8);
/// let reference = Reference::new(Level::new(), picture);
/// let mut mb = Tile::<Luma, [[u8; 16]; 16]>::at([0, 0]);
/// // The lower right 8 x 8 block, from four samples to the right and half a sample up.
/// luma(&reference, Mv { x: 16, y: -2 }, &mut mb.view_mut().partition([8, 8], Fixed::<8, 8>));
/// assert_eq!(mb.data[8][8], 8 * 8 + 12 - 4);
/// ```
#[inline(always)]
pub fn luma<const H: usize, const W: usize>(
    reference: &Reference,
    mv: Mv,
    prediction: &mut impl Write<2, Item = u8, Space = Luma, Universe = QuarterSample, Extent = Fixed<H, W>>,
) {
    const { assert!(H <= 16 && W <= 16, "a prediction block has up to 16 x 16 samples") };
    let ([y, x], Dyn([height, width])) = (prediction.origin(), reference.picture().luma.extent());
    // Six taps extend three samples beyond the block.
    let y = near(y + isize::from(mv.y), 4, H, height, 3);
    let x = near(x + isize::from(mv.x), 4, W, width, 3);
    let [first, second] = between([y, x]);
    let samples = |at| -> Window<'_, Luma, u8, Fixed<H, W>> {
        let place = Spot::<Luma, Fixed<H, W>>::new(at, Fixed);
        reference.plane(at).view().colocate(&place).window().expect("the padding is wider than what is read")
    };
    let mut out = prediction.view_mut().window::<Inside>().expect("a prediction lies in its block");
    if first == second {
        let samples = samples(first);
        for y in 0..H as isize {
            *out.row_mut(y) = *samples.row(y);
        }
    } else {
        let (a, b) = (samples(first), samples(second));
        for y in 0..H as isize {
            *out.row_mut(y) = average(a.row(y), b.row(y));
        }
    }
}

/// The luma samples of a reference at all points of the half-sample grid, padding included, proven to lie in their planes.
///
/// ```
/// use codecs::h264::picture::Picture;
/// use codecs::h264::predict::inter::{Reference, interpolation::{Planes, Prediction}};
/// use codecs::fearless_simd::Level;
/// let mut picture = Picture::new([2, 2], true);
/// picture.luma.view_mut().fill_with(|[y, x]| (4 * y + x) as u8);
/// let reference = Reference::new(Level::new(), picture);
/// let Prediction::Samples(whole) = Planes::of(&reference).at::<8, 8>([4 * 2, 4 * 5]) else {
///     unreachable!("a whole sample is no mean")
/// };
/// assert_eq!(whole[[0, 0]], 4 * 2 + 5);
/// ```
#[derive(Clone, Copy)]
pub struct Planes<'a> {
    /// The planes G, b, h, j with their padding; those that are not made have a single sample.
    planes: [Window<'a, Luma, u8>; 4],
    reference: &'a Reference,
}

/// The luma samples of a block at a position of the quarter-sample grid.
#[derive(Clone, Copy)]
pub enum Prediction<'a, const H: usize, const W: usize> {
    /// Samples of one of the planes of the half-sample grid.
    Samples(Window<'a, Luma, u8, Fixed<H, W>>),
    /// The means of two samples each.
    Mean([[u8; W]; H]),
}

impl<const H: usize, const W: usize> Prediction<'_, H, W> {
    /// Returns row `y`, 0 to `H - 1`.
    #[inline(always)]
    pub fn row(&self, y: usize) -> &[u8; W] {
        match self {
            Prediction::Samples(samples) => samples.row(y as isize),
            Prediction::Mean(samples) => &samples[y],
        }
    }
}

impl core::fmt::Debug for Planes<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Planes").field("extent", &self.reference.picture().luma.extent()).finish_non_exhaustive()
    }
}

impl<'a> Planes<'a> {
    /// Returns the planes of a reference.
    pub fn of(reference: &'a Reference) -> Self {
        let whole = padded(reference.plane([0, 0]));
        let half = |at| match reference.has_half() {
            true => padded(reference.plane(at)),
            false => whole.partition([0, 0], Dyn([1, 1])).expect("a plane has samples"),
        };
        Planes { planes: [whole, half([0, 2]), half([2, 0]), half([2, 2])], reference }
    }

    /// Returns the reference.
    pub fn reference(&self) -> &'a Reference {
        self.reference
    }

    /// Returns the samples of a block at `[y, x]`, in quarter samples.
    ///
    /// # Panics
    /// If the block leaves the padding of the picture. Positions within [`Limits`](crate::h264::decide::motion_search::Limits), and
    /// up to ten samples further, do not.
    #[inline(always)]
    pub fn at<const H: usize, const W: usize>(&self, at: [isize; 2]) -> Prediction<'a, H, W> {
        let [first, second] = between(at);
        let a = self.samples(first);
        if first == second {
            return Prediction::Samples(a);
        }
        let b = self.samples::<H, W>(second);
        let mut mean = [[0; W]; H];
        for (y, mean) in mean.iter_mut().enumerate() {
            *mean = average(a.row(y as isize), b.row(y as isize));
        }
        Prediction::Mean(mean)
    }

    /// Returns the whole samples of a block and those at most two samples beside it; `None` if they leave the padding.
    #[inline(always)]
    pub(in crate::h264::code) fn around<const H: usize, const W: usize>(
        &self,
        [y, x]: [isize; 2],
    ) -> Option<Window<'a, Luma, u8, Fixed<H, W>, Around<2, 2, 2, 2>>> {
        let padding = PADDING as isize;
        self.planes[0].partition_reaching([(y >> 2) + padding, (x >> 2) + padding], Fixed)
    }

    /// Returns the samples of a block at a point of the half-sample grid.
    #[inline(always)]
    pub(in crate::h264::code) fn samples<const H: usize, const W: usize>(
        &self,
        [y, x]: [isize; 2],
    ) -> Window<'a, Luma, u8, Fixed<H, W>> {
        let padding = PADDING as isize;
        let part = [(y >> 2) + padding, (x >> 2) + padding];
        match self.planes[plane_at([y, x])].partition(part, Fixed) {
            Some(samples) => samples,
            None => made([y, x], part, self.reference),
        }
    }
}

/// Returns the samples of a block of a plane that is made now.
#[cold]
fn made<const H: usize, const W: usize>(
    [y, x]: [isize; 2],
    part: [isize; 2],
    reference: &Reference,
) -> Window<'_, Luma, u8, Fixed<H, W>> {
    padded(reference.plane([y, x])).partition(part, Fixed).expect("the block lies in the padded picture")
}

/// Returns the means of two rows of samples, rounded up. `a + b + 1 = 2 (a | b) - (a ^ b) + 1` allows eight bytes to be
/// averaged in one word. (The result is returned by value, since the compiler cannot exclude that input and output rows
/// share memory.)
#[inline(always)]
fn average<const W: usize>(a: &[u8; W], b: &[u8; W]) -> [u8; W] {
    let mut out = [0; W];
    if W == 16 {
        for x in 0..W {
            out[x] = ((u16::from(a[x]) + u16::from(b[x]) + 1) >> 1) as u8;
        }
        return out;
    }
    let (a8, a4) = a.as_chunks::<8>();
    let (b8, b4) = b.as_chunks::<8>();
    let (out8, out4) = out.as_chunks_mut::<8>();
    for k in 0..W / 8 {
        let (a, b) = (u64::from_le_bytes(a8[k]), u64::from_le_bytes(b8[k]));
        out8[k] = ((a | b) - ((a ^ b) >> 1 & 0x7F7F_7F7F_7F7F_7F7F)).to_le_bytes();
    }
    if let (Some(a), Some(b), Some(out)) = (a4.first_chunk(), b4.first_chunk(), out4.first_chunk_mut()) {
        let (a, b) = (u32::from_le_bytes(*a), u32::from_le_bytes(*b));
        *out = ((a | b) - ((a ^ b) >> 1 & 0x7F7F_7F7F)).to_le_bytes();
    }
    out
}

/// Writes the prediction samples of a chroma block of 4:2:0: those of `plane` at the position of `prediction` moved by
/// `mv`, the vector of the luma block at the same position.
///
/// `plane` is Cb or Cr of a [`Reference`]'s picture, whose edges are replicated. Blocks have up to 8 x 8 samples.
///
/// ```
/// use codecs::{h264::{macroblock::Mv, picture::Picture, predict::inter::{Reference, chroma}}, spaces::Chroma};
/// use codecs::fearless_simd::Level;
/// use unite::Tile;
/// let mut picture = Picture::new([1, 1], false);
/// let Some([cb, _]) = &mut picture.chroma else { unreachable!("not monochrome") };
/// cb.view_mut().fill_with(|[_, x]| 16 * x as u8);
/// let reference = Reference::new(Level::new(), picture);
/// let Some([cb, _]) = &reference.picture().chroma else { unreachable!("not monochrome") };
/// let mut prediction = Tile::<Chroma, [[u8; 4]; 4]>::at([0, 0]);
/// chroma(cb, Mv { x: 12, y: 0 }, &mut prediction); // 1.5 chroma samples
/// assert_eq!(prediction.data[0], [24, 40, 56, 72]);
/// ```
#[inline(always)]
pub fn chroma<const H: usize, const W: usize>(
    plane: &Block<Chroma, u8>,
    mv: Mv,
    prediction: &mut impl Write<2, Item = u8, Space = Chroma, Universe = QuarterSample, Extent = Fixed<H, W>>,
) {
    const { assert!(H <= 8 && W <= 8, "a prediction block has up to 8 x 8 chroma samples") };
    let ([y, x], Dyn([height, width])) = (prediction.origin(), plane.extent());
    // The interpolation reads one sample to the right of the block and one below.
    let y = near(y + isize::from(mv.y), 8, H, height, 1);
    let x = near(x + isize::from(mv.x), 8, W, width, 1);
    // The place is aligned to whole samples; the remainder is the fraction.
    let place = Spot::<Chroma, Fixed<H, W>>::new([y, x], Fixed);
    let near = plane.view().colocate(&place).window().expect("the padding is wider than what is read");
    let out = prediction.view_mut().window::<Inside>().expect("a prediction lies in its block");
    bilinear(near, [y & 7, x & 7].map(|fraction| fraction as u16), out);
}

/// Interpolates each sample from four, with fractions `[y, x]` in eighths: first along rows, then along columns. This
/// is the sum of the standard with common factors taken out.
#[inline(always)]
fn bilinear<const H: usize, const W: usize, Home: unite::Home>(
    near: Window<'_, Chroma, u8, Fixed<H, W>, Around<0, 0, 1, 1>>,
    [fy, fx]: [u16; 2],
    mut out: WindowMut<'_, Chroma, u8, Fixed<H, W>, Inside, Home>,
) {
    if [fy, fx] == [0, 0] {
        for y in 0..H as isize {
            *out.row_mut(y) = *near.row(y);
        }
    } else if W == 8 {
        let mut above = along_row(near.row(0), near.span::<1, W>(0), fx);
        for y in 0..H as isize {
            let below = along_row(near.row(y + 1), near.span::<1, W>(y + 1), fx);
            *out.row_mut(y) = along_columns(&above, &below, fy);
            above = below;
        }
    } else {
        let (fy, fx) = (u64::from(fy), u64::from(fx));
        let along_row = |y| (8 - fx) * lanes(near.row(y)) + fx * lanes(near.span::<1, W>(y));
        let mut above = along_row(0);
        for y in 0..H as isize {
            let below = along_row(y + 1);
            let sums = (8 - fy) * above + fy * below + 0x0020_0020_0020_0020;
            out.row_mut(y).copy_from_slice(&bytes(sums >> 6)[..W]);
            above = below;
        }
    }
}

/// Returns eight times the weighted means of samples and their right neighbours.
#[inline(always)]
fn along_row<const W: usize>(left: &[u8; W], right: &[u8; W], fx: u16) -> [u16; W] {
    let mut out = [0; W];
    for x in 0..W {
        out[x] = (8 - fx) * u16::from(left[x]) + fx * u16::from(right[x]);
    }
    out
}

/// Returns the weighted means of two rows of [`along_row`].
#[inline(always)]
fn along_columns<const W: usize>(above: &[u16; W], below: &[u16; W], fy: u16) -> [u8; W] {
    let mut out = [0; W];
    for x in 0..W {
        out[x] = (((8 - fy) * above[x] + fy * below[x] + 32) >> 6) as u8;
    }
    out
}

/// Unpacks up to four samples into 16-bit lanes, the first one lowest. No sum in this file overflows its lane.
#[inline(always)]
fn lanes<const W: usize>(row: &[u8; W]) -> u64 {
    let mut word = [0; 4];
    word[..W].copy_from_slice(row);
    let word = u64::from(u32::from_le_bytes(word));
    let pairs = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
    (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
}

/// Packs the lowest eight bits of each lane.
#[inline(always)]
fn bytes(lanes: u64) -> [u8; 4] {
    let lanes = lanes & 0x00FF_00FF_00FF_00FF;
    let pairs = (lanes | lanes >> 8) & 0x0000_FFFF_0000_FFFF;
    ((pairs | pairs >> 16) as u32).to_le_bytes()
}
