//! [`QuantMap`]: the QP of each macroblock of a picture.

use crate::spaces::{Luma, Mb, Mbs, points};
use unite::{Block, Dyn, Fixed, Place, Spot};

/// The QP of each macroblock of a picture before the decisions about it: one QP, with the offsets of regions.
///
/// ```
/// use codecs::h264::quant_map::{QuantMap, Region};
/// use codecs::spaces::macroblock;
/// // The left half of a picture of 2 x 4 macroblocks is coded finer.
/// let face = Region { origin: [0, 0], size: [32, 32], qp_offset: -6 };
/// let map = QuantMap::new([2, 4], 30, &[face]);
/// assert_eq!([0, 1, 2, 3].map(|column| map.at(&macroblock([1, column]))), [24, 24, 30, 30]);
/// ```
#[derive(Clone, Debug)]
pub struct QuantMap {
    qp: Block<Mbs, u8>,
}

impl QuantMap {
    /// Creates the map of a picture of a height and a width in macroblocks. A region counts for each macroblock that it
    /// touches; the offsets of regions that overlap add up, and the sum is clipped to 0 to 51.
    pub fn new(size: [usize; 2], qp: u8, regions: &[Region]) -> Self {
        let mut offsets = Block::<Mbs, i32>::new([0, 0], Dyn(size));
        let all = offsets.spot();
        for region in regions {
            let touched: Spot<Mbs> = points(&region.luma());
            for mb in touched.tiles(Fixed::<1, 1>).filter(|mb| mb.is_within(&all)) {
                let mut offset = offsets.view_mut().under_fixed::<Fixed<1, 1>, _>(&mb);
                let sum = offset.at([0, 0]) + i32::from(region.qp_offset);
                offset.set([0, 0], sum);
            }
        }
        let mut map = Block::new([0, 0], Dyn(size));
        map.view_mut().zip(&offsets, |offset| (i32::from(qp) + offset).clamp(0, 51) as u8);
        QuantMap { qp: map }
    }

    /// Returns the QP of a macroblock. See [`QuantMap`] for an example.
    ///
    /// # Panics
    /// If the macroblock does not lie in the picture.
    #[inline(always)]
    pub fn at(&self, mb: &Mb) -> u8 {
        self.qp.view().under_fixed::<Fixed<1, 1>, _>(mb).at([0, 0])
    }
}

/// A rectangle of luma samples with a QP of its own. See [`QuantMap`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// Row and column of the first luma sample.
    pub origin: [usize; 2],
    /// Height and width in luma samples.
    pub size: [usize; 2],
    /// The offset that is added to the picture's QP; the sum is clipped to 0 to 51.
    pub qp_offset: i8,
}

impl Region {
    /// Returns the place of the region's luma samples; what lies beyond 2^20 samples is left out.
    fn luma(&self) -> Spot<Luma> {
        const MOST: usize = 1 << 20;
        let [y, x] = self.origin.map(|at| at.min(MOST) as isize);
        Spot::<Luma, _>::new([0, 0], Dyn([1, 1])).partition([y, x], Dyn(self.size.map(|size| size.min(MOST))))
    }
}
