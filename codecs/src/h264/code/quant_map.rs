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
    /// The offsets of the QPs, in 256ths.
    offsets: Block<Mbs, i32>,
}

impl QuantMap {
    /// Creates the map of a picture of a height and a width in macroblocks. A region counts for each macroblock that it
    /// touches; the offsets of regions that overlap add up, and the sum is clipped to 0 to 51.
    pub fn new(size: [usize; 2], qp: u8, regions: &[Region]) -> Self {
        let mut map = QuantMap { qp: Block::new([0, 0], Dyn(size)), offsets: Block::new([0, 0], Dyn(size)) };
        map.set(i32::from(qp) << 8, None, regions);
        map
    }

    /// Makes it the map of another picture of the same size, from a QP and offsets of macroblocks in 256ths. The sum is rounded
    /// once.
    pub(in crate::h264) fn set(&mut self, qp: i32, by_mb: Option<&Block<Mbs, i16>>, regions: &[Region]) {
        let offsets = &mut self.offsets;
        let all = offsets.spot();
        match by_mb {
            Some(by_mb) => offsets.view_mut().zip(by_mb, i32::from),
            None => offsets.view_mut().fill_with(|_| 0),
        }
        for region in regions {
            let touched: Spot<Mbs> = points(&region.within(points(&all)));
            for mb in touched.tiles(Fixed::<1, 1>) {
                let mut offset = offsets.view_mut().under_fixed::<Fixed<1, 1>, _>(&mb);
                let sum = offset.at([0, 0]) + (i32::from(region.qp_offset) << 8);
                offset.set([0, 0], sum);
            }
        }
        self.qp.view_mut().zip(&self.offsets, |offset| ((qp + offset + 128) >> 8).clamp(0, 51) as u8);
    }

    /// Returns the mean QP of the macroblocks.
    pub(in crate::h264) fn mean(&self) -> f64 {
        let Dyn([rows, columns]) = self.qp.extent();
        f64::from(self.qp.view().sum::<u32>()) / (rows * columns).max(1) as f64
    }

    /// Returns the QP of a macroblock. See [`QuantMap`] for an example.
    ///
    /// # Panics
    /// If the macroblock does not lie in the picture.
    #[inline(always)]
    pub fn at(&self, mb: &Mb) -> u8 {
        self.qp.view().colocate(mb).at([0, 0])
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
    /// Returns the place of the region's luma samples within those of a picture.
    fn within(&self, picture: Spot<Luma>) -> Spot<Luma> {
        let Dyn(most) = picture.extent();
        let from = [0, 1].map(|k| self.origin[k].min(most[k]));
        let size = [0, 1].map(|k| self.size[k].min(most[k] - from[k]));
        picture.partition(from.map(|at| at as isize), Dyn(size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_of_any_size_are_cut_at_the_picture() {
        let all = Region { origin: [0, 0], size: [usize::MAX; 2], qp_offset: 3 };
        let beyond = Region { origin: [usize::MAX; 2], size: [usize::MAX; 2], qp_offset: 9 };
        let last = Region { origin: [47, 31], size: [1, usize::MAX], qp_offset: -60 };
        let none = Region { origin: [5, 5], size: [0, 7], qp_offset: 20 };
        let map = QuantMap::new([3, 2], 30, &[all, beyond, last, none]);
        let rows = [0, 1, 2].map(|row| [0, 1].map(|column| map.at(&crate::spaces::macroblock([row, column]))));
        assert_eq!(rows, [[33, 33], [33, 33], [33, 0]]);
    }
}
