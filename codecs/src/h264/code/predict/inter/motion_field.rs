//! [`MotionField`]: the motion of a coded picture, for the pictures that refer to it.

use super::{MOST_REFERENCES, Reference};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::BlockMotion;
use crate::spaces::{Luma4x4, Luma8x8, Mb, QuarterSample, points};
use std::sync::Arc;
use unite::{Around, Block, Dyn, Extent, Fixed, Inside, Of, Place, Space};

/// The motion of a coded picture by 8 x 8 block. A search for vectors of a later picture begins at what moved at the same place,
/// scaled by the distances of the pictures; direct prediction of B pictures copies it.
///
/// The 4 x 4 block at the outer corner of an 8 x 8 block, which is a corner of the macroblock, stands for it, as in direct prediction
/// with `direct_8x8_inference_flag` (8.4.1.2.1).
///
/// ```
/// use codecs::h264::macroblock::Mv;
/// use codecs::h264::map::{BlockMotion, MbMap};
/// use codecs::h264::predict::inter::MotionField;
/// use codecs::spaces::macroblock;
/// let mut map = MbMap::new([1, 2]);
/// map.motion[0].view_mut().fill_with(|_| BlockMotion { ref_idx: 1, mv: Mv { x: 12, y: -4 }, ..BlockMotion::NONE });
/// let field = MotionField::new(&map.motion, 7, [&[1, 2], &[]]);
/// // Four quarter samples to the left in two pictures are two in one.
/// let found = field.vector(&macroblock([0, 1]), [0, 0]).expect("a block of the picture");
/// assert_eq!(found.scaled(1), Mv { x: 6, y: -2 });
/// assert_eq!(found.scaled(-2), Mv { x: -12, y: 4 }); // to a picture after this one
/// assert_eq!(field.vector(&macroblock([0, 1]), [0, 2]), None); // outside of the picture
/// ```
#[derive(Clone, Debug)]
pub struct MotionField {
    /// The motion from both lists; that from list 1 is not used if the picture has one list.
    motion: [Block<Luma8x8, BlockMotion>; 2],
    lists: usize,
    display: u64,
    distances: [Distances; 2],
}

/// The distances of the references of a list, in pictures in display order: 1 for the picture before, -1 for the one after.
pub type Distances = [i16; MOST_REFERENCES];

/// Returns the distances of picture `display` from its references.
pub(in crate::h264) fn distances(display: u64, references: &[Arc<Reference>]) -> Distances {
    let mut distances = Distances::default();
    for (distance, reference) in distances.iter_mut().zip(references) {
        let of_reference = reference.motion().map_or(display, MotionField::display);
        // References are at most 16 groups of 17 pictures away.
        *distance = display.wrapping_sub(of_reference) as i16;
    }
    distances
}

impl MotionField {
    /// Creates the field of picture `display`, in display order, from [`MbMap::motion`](crate::h264::map::MbMap::motion), with the
    /// distances of the first 16 references of each list.
    pub fn new(motion: &[Block<Luma4x4, BlockMotion>; 2], display: u64, distances: [&[i16]; 2]) -> Self {
        let distances = distances.map(|distances| {
            let mut all = Distances::default();
            all.iter_mut().zip(distances).for_each(|(slot, distance)| *slot = *distance);
            all
        });
        let none = || Block::padded([0, 0], Dyn([0, 0]), 0);
        let mut field = MotionField { motion: [none(), none()], lists: 0, display, distances };
        field.replace(motion, display, &distances);
        field
    }

    /// Makes this the field of another picture. The memory is reused if the pictures have the same size.
    pub(in crate::h264::code) fn replace(
        &mut self,
        motion: &[Block<Luma4x4, BlockMotion>; 2],
        display: u64,
        distances: &[Distances; 2],
    ) {
        (self.display, self.distances) = (display, *distances);
        // A picture without list 1 has no blocks there.
        let has_blocks = |motion: &&Block<Luma4x4, BlockMotion>| motion.extent() != Dyn([0, 0]);
        let lists = motion.iter().take_while(has_blocks);
        self.lists = lists.clone().count();
        for (from, to) in lists.zip(&mut self.motion) {
            let blocks = points::<Luma8x8, _>(from);
            if to.extent() != blocks.extent() {
                *to = Block::padded(blocks.origin(), blocks.extent(), BESIDE);
            }
            copy_corners(from, to);
        }
    }

    /// Returns the motion from a list of the 4 x 4 block that stands for 8 x 8 block `[y, x]` of a macroblock; `None` if the block is not
    /// predicted from the list.
    #[inline]
    pub fn corner(&self, list: usize, mb: &Mb, at: [isize; 2]) -> Option<BlockMotion> {
        self.motion[..self.lists].get(list)?.view().under(mb).get(at).filter(|block| block.ref_idx >= 0)
    }

    /// Returns the number in display order of a picture that this one referred to, by list and index; `None` for other indices.
    pub fn referred(&self, list: usize, ref_idx: usize) -> Option<u64> {
        let distance = *self.distances.get(list)?.get(ref_idx)?;
        (distance != 0).then(|| self.display.wrapping_sub(distance as u64))
    }

    /// Returns the number of the picture in display order.
    pub fn display(&self) -> u64 {
        self.display
    }

    /// Returns the vector from list 0 at a block. The block lies `[y, x]` blocks of 8 x 8 samples from the first one of a place, and may lie outside of it. `None`
    /// if the picture has no vector there. See [`MotionField`] for an example.
    #[inline]
    pub fn vector<P>(&self, place: &P, at: [isize; 2]) -> Option<FieldVector>
    where
        P: Place<Space: Of<QuarterSample> + Space<Universe = QuarterSample>>,
    {
        self.of_block(self.motion[0].view().under(place).get(at)?)
    }

    /// Returns the vectors at blocks of a macroblock or at most one block beside it, as [`vector`](MotionField::vector) does.
    #[inline(always)]
    pub(in crate::h264::code) fn vectors<const N: usize>(
        &self,
        mb: &Mb,
        at: [[isize; 2]; N],
    ) -> [Option<FieldVector>; N] {
        // One proof serves all blocks, except at the edges of the picture.
        let blocks = self.motion[0].view().under_fixed::<Fixed<2, 2>, _>(mb).window::<Around<1, 1, 1, 1>>();
        let mut found = [None; N];
        for (found, at) in found.iter_mut().zip(at) {
            *found = match &blocks {
                Some(blocks) => self.of_block(blocks[at]),
                None => self.vector(mb, at),
            };
        }
        found
    }

    /// Returns the vector of a block and the distance that it spans.
    #[inline(always)]
    fn of_block(&self, block: BlockMotion) -> Option<FieldVector> {
        let distance = *self.distances[0].get(usize::try_from(block.ref_idx).ok()?)?;
        Some(FieldVector { mv: block.mv, distance })
    }
}

/// The number of blocks around a picture that have room, so that a macroblock at its edge has blocks beside it.
const BESIDE: usize = 1;

/// Copies the motion of the 4 x 4 blocks at the corners of macroblocks.
fn copy_corners(from: &Block<Luma4x4, BlockMotion>, to: &mut Block<Luma8x8, BlockMotion>) {
    let rows = to.extent().dim(0) as isize;
    if rows == 0 {
        return;
    }
    let (from, mut to) = (from.view().window::<Inside>(), to.view_mut().window::<Inside>());
    let (from, to) = (from.expect(WHOLE), to.as_mut().expect(WHOLE));
    for y in 0..rows {
        // Lines 0 and 3 of each macroblock.
        let line = from.line(2 * y + (y & 1));
        for (pair, blocks) in to.line_mut(y).as_chunks_mut::<2>().0.iter_mut().zip(line.as_chunks::<4>().0) {
            *pair = [blocks[0], blocks[3]];
        }
    }
}

const WHOLE: &str = "a block has its own points";

/// A vector of a [`MotionField`] and the distance that it spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldVector {
    mv: Mv,
    /// In pictures.
    distance: i16,
}

impl FieldVector {
    /// Returns the vector that spans another distance in pictures at the same speed. See [`MotionField`] for an example.
    #[inline(always)]
    pub fn scaled(self, distance: i16) -> Mv {
        if self.distance == distance || self.distance == 0 {
            return self.mv;
        }
        let scaled = |v: i16| (i64::from(v) * i64::from(distance) / i64::from(self.distance)).clamp(-8192, 8191) as i16;
        Mv { x: scaled(self.mv.x), y: scaled(self.mv.y) }
    }
}
