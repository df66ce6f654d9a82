//! The reference spaces of all codecs.

use unite::{Dyn, Fixed, Of, Place, Space, Spot};

unite::universe! {
    /// The samples of a picture: row, column. The samples of a component with sampling factors are a
    /// [`Scale`](unite::Scale) of this grid. A plane of one component alone counts the component's own samples.
    pub struct Samples: 2;
    /// Interleaved pixels: row, column, component.
    pub struct Pixel: 3;
}

/// Interleaved pixels viewed as planes: component, row, column.
pub type Planar = unite::Permuted<Pixel, unite::Axes<2, 0, 1>>;

/// The grid with one point per block of 8 x 8 samples of a component of JPEG.
pub type SampleBlocks = unite::Coarse<Samples, unite::By<8, 8>>;

unite::universe! {
    /// The grid of H.264 motion vectors, in quarters of a luma sample: row, column.
    pub struct QuarterSample: 2;
}

/// Luma samples.
pub type Luma = unite::Coarse<QuarterSample, unite::By<4, 4>>;
/// Chroma samples of 4:2:0: one per 2 x 2 luma samples.
pub type Chroma = unite::Coarse<QuarterSample, unite::By<8, 8>>;
/// Chroma samples of 4:2:2: one per 1 x 2 luma samples.
pub type Chroma422 = unite::Coarse<QuarterSample, unite::By<4, 8>>;
/// Luma samples at half resolution: one per 2 x 2 luma samples.
pub type HalfLuma = unite::Coarse<QuarterSample, unite::By<8, 8>>;
/// The grid with one point per 4 x 4 luma samples.
pub type Luma4x4 = unite::Coarse<QuarterSample, unite::By<16, 16>>;
/// The grid with one point per 8 x 8 luma samples.
pub type Luma8x8 = unite::Coarse<QuarterSample, unite::By<32, 32>>;
/// The grid with one point per 4 x 4 chroma samples.
pub type Chroma4x4 = unite::Coarse<QuarterSample, unite::By<32, 32>>;
/// The grid with one point per macroblock.
pub type Mbs = unite::Coarse<QuarterSample, unite::By<64, 64>>;

/// The place of a macroblock: what is at this place in any tensor of the picture is found by `colocate` and `under`.
///
/// ```
/// use codecs::h264::picture::Picture;
/// use codecs::spaces::macroblock;
/// use unite::{Fixed, Place};
/// let picture = Picture::new([2, 3], true);
/// let samples = picture.luma.view().under_fixed::<Fixed<16, 16>, _>(&macroblock([1, 2]));
/// assert_eq!(samples.origin(), [4 * 16, 4 * 32]);
/// ```
pub type Mb = Spot<Mbs, Fixed<1, 1>>;

/// Returns the place of the macroblock in a row and a column of the picture. See [`Mb`] for an example.
#[inline(always)]
pub fn macroblock([row, column]: [isize; 2]) -> Mb {
    Spot::new([64 * row, 64 * column], Fixed)
}

/// Returns the row and the column of a macroblock.
///
/// ```
/// use codecs::spaces::{macroblock, row_and_column};
/// assert_eq!(row_and_column(&macroblock([1, 2])), [1, 2]);
/// ```
#[inline(always)]
pub fn row_and_column(mb: &Mb) -> [isize; 2] {
    mb.origin().map(|n| n.div_euclid(64))
}

/// Returns the points of a grid of a picture that lie at a place.
///
/// ```
/// use codecs::spaces::{Luma4x4, macroblock, points};
/// use unite::{Dyn, Place, Spot};
/// let blocks: Spot<Luma4x4> = points(&macroblock([1, 2]));
/// assert_eq!(blocks.extent(), Dyn([4, 4]));
/// ```
#[inline(always)]
pub fn points<S, P>(place: &P) -> Spot<S>
where
    S: Space<Universe = QuarterSample, Ix = [isize; 2]>,
    P: Place<Space: Of<QuarterSample> + Space<Universe = QuarterSample>>,
{
    Spot::<S>::new([0, 0], Dyn([1, 1])).under(place)
}
