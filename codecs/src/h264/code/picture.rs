//! [`Picture`]: the samples of a picture in whole macroblocks, with padding around it.

use crate::spaces::{Chroma, Chroma422, Luma, Mbs, QuarterSample, points};
use unite::{Block, Dyn, Extent, Fixed, Home, Inside, Of, Place, Scan, Space, Spot, Tensor, Tile, WindowMut};

/// The padding around the macroblocks of a picture, in luma samples on each side; chroma has [`ChromaFormat::PADDING`].
pub const PADDING: usize = 32;

/// A chroma format (6.2): the grid of chroma samples.
pub trait ChromaFormat {
    /// The space of the samples of Cb and of Cr.
    type Grid: Space<Universe = QuarterSample, Ix = [isize; 2]>;

    /// `chroma_format_idc` (Table 6-1).
    const CHROMA_FORMAT_IDC: u8;

    /// The padding of Cb and Cr, in chroma samples on each side: that of luma by the coarser direction.
    const PADDING: usize;
}

/// 4:2:0: chroma has half of the rows and half of the columns. The encoder codes this format and luma alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yuv420 {}

/// 4:2:2: chroma has all rows and half of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yuv422 {}

/// 4:4:4: chroma has as many samples as luma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yuv444 {}

impl ChromaFormat for Yuv420 {
    type Grid = Chroma;
    const CHROMA_FORMAT_IDC: u8 = 1;
    const PADDING: usize = PADDING / 2;
}

impl ChromaFormat for Yuv422 {
    type Grid = Chroma422;
    const CHROMA_FORMAT_IDC: u8 = 2;
    const PADDING: usize = PADDING / 2;
}

impl ChromaFormat for Yuv444 {
    type Grid = Luma;
    const CHROMA_FORMAT_IDC: u8 = 3;
    const PADDING: usize = PADDING;
}

const WITHIN: &str = "a block lies within its macroblock, and a macroblock within its picture";

/// `N` by `N` luma samples on the stack, with their place.
pub type LumaTile<const N: usize> = Tile<Luma, [[u8; N]; N]>;
/// `N` by `N` samples of a chroma component on the stack, with their place.
pub type ChromaTile<const N: usize> = Tile<Chroma, [[u8; N]; N]>;

/// The samples of a picture: whole macroblocks with chroma or luma alone, with padding on each side.
///
/// The type of the samples and the chroma format are parameters. The encoder codes pictures of 8 bits in 4:2:0.
///
/// ```
/// use codecs::h264::picture::{Picture, Yuv422};
/// use unite::{Dyn, Place};
/// let picture = Picture::<u16, Yuv422>::of_format([2, 3], false); // up to 16 bits
/// let [cb, _] = picture.chroma.as_ref().expect("it has chroma");
/// assert_eq!((picture.luma.extent(), cb.extent()), (Dyn([32, 48]), Dyn([32, 24])));
/// ```
#[derive(Clone, Debug)]
pub struct Picture<T: Copy + Default = u8, F: ChromaFormat = Yuv420> {
    /// Luma: 16 x 16 samples per macroblock.
    pub luma: Block<Luma, T>,
    /// Cb and Cr, on the grid of the chroma format: 8 x 8 samples per macroblock in 4:2:0; `None` in a monochrome picture.
    pub chroma: Option<[Block<F::Grid, T>; 2]>,
}

impl Picture {
    /// Creates a picture of a height and a width in macroblocks whose samples are all 0: 8 bits in 4:2:0.
    pub fn new(size: [usize; 2], monochrome: bool) -> Self {
        Picture::of_format(size, monochrome)
    }

    /// Creates a source picture: as [`new`](Picture::new) does, with less padding, since no vector leads there.
    pub(in crate::h264) fn source(size: [usize; 2], monochrome: bool) -> Self {
        Picture::with_padding(size, monochrome, [SOURCE_PADDING, SOURCE_PADDING / 2])
    }
}

/// The padding of a source picture. Nobody reads it, but lines that are a power of two apart would share few sets of a cache.
const SOURCE_PADDING: usize = 8;

impl<T: Copy + Default, F: ChromaFormat> Picture<T, F> {
    /// Creates a picture as [`new`](Picture::new) does, with samples of any type and any chroma format. See [`Picture`] for
    /// an example.
    pub fn of_format(size: [usize; 2], monochrome: bool) -> Self {
        Picture::with_padding(size, monochrome, [PADDING, F::PADDING])
    }

    /// Creates a picture with a padding of luma and of chroma, in samples.
    fn with_padding(size: [usize; 2], monochrome: bool, [of_luma, of_chroma]: [usize; 2]) -> Self {
        let mbs = Spot::<Mbs>::new([0, 0], Dyn(size));
        let (luma, chroma): (Spot<Luma>, Spot<F::Grid>) = (points(&mbs), points(&mbs));
        let plane = |_| Block::padded(chroma.origin(), chroma.extent(), of_chroma);
        Picture {
            luma: Block::padded(luma.origin(), luma.extent(), of_luma),
            chroma: (!monochrome).then(|| [0, 1].map(plane)),
        }
    }

    /// Returns the number of rows and columns of macroblocks.
    pub fn size_in_mbs(&self) -> [usize; 2] {
        let mbs: Spot<Mbs> = points(&self.luma);
        let Dyn(size) = mbs.extent();
        size
    }

    /// Fills the padding with the nearest samples of the picture (8.4.2.2.1: references outside a picture).
    pub fn replicate_edges(&mut self) {
        self.luma.replicate_edges();
        self.chroma.iter_mut().flatten().for_each(Block::replicate_edges);
    }
}

/// Returns a copy of the `H` by `W` samples of a picture, or of a tile, at a place.
///
/// ```
/// use codecs::h264::picture::{LumaTile, Picture, samples_at};
/// use codecs::h264::predict::motion_vectors::Part;
/// use codecs::spaces::macroblock;
/// use unite::Fixed;
/// let mut picture = Picture::new([2, 2], true);
/// picture.luma.view_mut().fill_with(|[y, x]| (8 * y + x) as u8);
/// let mb = macroblock([1, 0]);
/// let last = Part { x: 3, y: 0, width: 1, height: 1 }.luma(&mb).fixed::<Fixed<4, 4>>(); // the last block of the first row
/// let block: LumaTile<4> = samples_at(&picture.luma.view(), &last);
/// assert_eq!(block.data[0], [140, 141, 142, 143]);
/// ```
///
/// # Panics
/// If the tensor does not contain the place.
#[inline(always)]
pub fn samples_at<S, E, M, P, const H: usize, const W: usize>(
    whole: &Tensor<&[u8], S, E, M>,
    place: &P,
) -> Tile<S, [[u8; W]; H]>
where
    S: Space<Ix = [isize; 2]>,
    E: Extent,
    M: Home,
    P: Place<Space: Of<S::Universe> + Space<Universe = S::Universe>>,
{
    let part = whole.under_fixed::<Fixed<H, W>, _>(place);
    Tile { origin: part.origin(), data: part.window::<Inside>().expect(WITHIN).load() }
}

/// Copies a tile to its place in a picture or in a larger tile.
///
/// ```
/// use codecs::h264::picture::{LumaTile, put_samples};
/// use unite::Tile;
/// let (mut whole, mut part) = (LumaTile::<16>::at([64, 0]), LumaTile::<4>::at([80, 16]));
/// part.data = [[9; 4]; 4];
/// put_samples(whole.view_mut(), &part);
/// assert_eq!(whole.data[4][3..9], [0, 9, 9, 9, 9, 0]);
/// ```
///
/// # Panics
/// If the tensor does not contain the tile's place.
#[inline(always)]
pub fn put_samples<S, E, H, const N: usize>(whole: Tensor<&mut [u8], S, E, H>, tile: &Tile<S, [[u8; N]; N]>)
where
    S: Space<Ix = [isize; 2]>,
    E: Extent,
    H: Home,
{
    write(whole.under_fixed::<Fixed<N, N>, _>(tile).window().expect(WITHIN), tile);
}

/// Returns a copy of block `n` of a tile; the order `O` says where each block begins. The copy is at its place.
///
/// ```
/// use codecs::h264::coding_order::LumaBlocks4x4;
/// use codecs::h264::picture::{LumaTile, nth_block, put_nth_block};
/// let mut whole = LumaTile::<16>::at([0, 0]);
/// whole.data[3][7] = 5;
/// let mut block: LumaTile<4> = nth_block(LumaBlocks4x4, &whole, 1);
/// assert_eq!((block.origin, block.data[3][3]), ([0, 16], 5));
/// block.data[0][0] = 6;
/// put_nth_block(LumaBlocks4x4, &mut whole, 1, &block);
/// assert_eq!(whole.data[0][4], 6);
/// ```
///
/// # Panics
/// If the order has no entry `n`.
#[inline(always)]
pub fn nth_block<O: Scan<K>, S: Space<Ix = [isize; 2]>, const K: usize, const M: usize, const N: usize>(
    _: O,
    whole: &Tile<S, [[u8; M]; M]>,
    n: usize,
) -> Tile<S, [[u8; N]; N]> {
    let place = whole.spot().partition(O::ORDER[n], Fixed::<N, N>);
    let samples = whole.view().window::<Inside>().expect(WITHIN).nth::<O, K, Fixed<N, N>>(n);
    Tile { origin: place.origin(), data: samples.load() }
}

/// Copies block `n` into a tile. See [`nth_block`] for an example.
///
/// # Panics
/// If the order has no entry `n`.
#[inline(always)]
pub fn put_nth_block<O: Scan<K>, S: Space<Ix = [isize; 2]>, const K: usize, const M: usize, const N: usize>(
    _: O,
    whole: &mut Tile<S, [[u8; M]; M]>,
    n: usize,
    block: &Tile<S, [[u8; N]; N]>,
) {
    let mut whole = whole.view_mut().window::<Inside>().expect(WITHIN);
    write(whole.nth_mut::<O, K, Fixed<N, N>>(n), block);
}

/// Copies the samples of a tile, row by row.
#[inline(always)]
fn write<S: Space<Ix = [isize; 2]>, H: Home, const N: usize>(
    mut part: WindowMut<'_, S, u8, Fixed<N, N>, Inside, H>,
    tile: &Tile<S, [[u8; N]; N]>,
) {
    for (y, row) in tile.data.iter().enumerate() {
        *part.row_mut(y as isize) = *row;
    }
}
