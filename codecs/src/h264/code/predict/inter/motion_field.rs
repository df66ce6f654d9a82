//! [`MotionField`]: the motion of a coded picture, for the pictures that refer to it.

use super::MOST_REFERENCES;
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::BlockMotion;
use crate::spaces::{Luma4x4, Mb, QuarterSample};
use unite::{Around, Block, Fixed, Of, Place, Space};

/// The motion of a coded picture by 4 x 4 block, from list 0. A search for vectors of a later picture begins at what moved at
/// the same place, scaled by the distances of the pictures.
///
/// ```
/// use codecs::h264::macroblock::Mv;
/// use codecs::h264::map::{BlockMotion, MbMap};
/// use codecs::h264::predict::inter::MotionField;
/// use codecs::spaces::macroblock;
/// let mut map = MbMap::new([1, 2]);
/// map.motion[0].view_mut().fill_with(|_| BlockMotion { ref_idx: 1, mv: Mv { x: 12, y: -4 }, ..BlockMotion::NONE });
/// let field = MotionField::new(map.motion[0].clone(), 7, [1, 2]);
/// // Four quarter samples to the left in two pictures are two in one.
/// let found = field.vector(&macroblock([0, 1]), [0, 0]).expect("a block of the picture");
/// assert_eq!(found.scaled(1), Mv { x: 6, y: -2 });
/// assert_eq!(field.vector(&macroblock([0, 1]), [0, 4]), None); // outside of the picture
/// ```
#[derive(Clone, Debug)]
pub struct MotionField {
    blocks: Block<Luma4x4, BlockMotion>,
    display: u64,
    distances: Distances,
}

/// The distances of a picture's references, in pictures in display order: 1 for the picture before.
pub type Distances = [u16; MOST_REFERENCES];

impl MotionField {
    /// Creates the field of picture `display`, in display order, with the distances of its first 16 references.
    pub fn new(blocks: Block<Luma4x4, BlockMotion>, display: u64, distances: impl IntoIterator<Item = u16>) -> Self {
        let mut all = Distances::default();
        all.iter_mut().zip(distances).for_each(|(slot, distance)| *slot = distance);
        MotionField { blocks, display, distances: all }
    }

    /// Returns the motion by block.
    pub(in crate::h264::code) fn into_blocks(self) -> Block<Luma4x4, BlockMotion> {
        self.blocks
    }

    /// Returns the number of the picture in display order.
    pub fn display(&self) -> u64 {
        self.display
    }

    /// Returns the vector at a block. The block lies `[y, x]` blocks from the first one of a place, and may lie outside of it. `None`
    /// if the picture has no vector there. See [`MotionField`] for an example.
    #[inline]
    pub fn vector<P>(&self, place: &P, at: [isize; 2]) -> Option<FieldVector>
    where
        P: Place<Space: Of<QuarterSample> + Space<Universe = QuarterSample>>,
    {
        self.of_block(self.blocks.view().under(place).get(at)?)
    }

    /// Returns the vectors at blocks of a macroblock or at most two blocks beside it, as [`vector`](MotionField::vector) does.
    #[inline(always)]
    pub(in crate::h264::code) fn vectors<const N: usize>(
        &self,
        mb: &Mb,
        at: [[isize; 2]; N],
    ) -> [Option<FieldVector>; N] {
        // One proof serves all blocks, except at the edges of the picture.
        let blocks = self.blocks.view().under_fixed::<Fixed<4, 4>, _>(mb).window::<Around<2, 2, 2, 2>>();
        at.map(|at| match &blocks {
            Some(blocks) => self.of_block(blocks[at]),
            None => self.vector(mb, at),
        })
    }

    /// Returns the vector of a block and the distance that it spans.
    #[inline(always)]
    fn of_block(&self, block: BlockMotion) -> Option<FieldVector> {
        let distance = *self.distances.get(usize::try_from(block.ref_idx).ok()?)?;
        Some(FieldVector { mv: block.mv, distance })
    }
}

/// A vector of a [`MotionField`] and the distance that it spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldVector {
    mv: Mv,
    /// In pictures.
    distance: u16,
}

impl FieldVector {
    /// Returns the vector that spans another distance in pictures at the same speed. See [`MotionField`] for an example.
    #[inline(always)]
    pub fn scaled(self, distance: u16) -> Mv {
        if self.distance == distance || self.distance == 0 {
            return self.mv;
        }
        let scaled = |v: i16| (i64::from(v) * i64::from(distance) / i64::from(self.distance)).clamp(-8192, 8191) as i16;
        Mv { x: scaled(self.mv.x), y: scaled(self.mv.y) }
    }
}
