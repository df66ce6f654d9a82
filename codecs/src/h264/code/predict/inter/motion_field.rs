//! [`MotionField`]: the motion of a coded picture, for the pictures that refer to it.

use super::{MOST_REFERENCES, Reference};
use crate::h264::code::macroblock::Mv;
use crate::h264::code::map::BlockMotion;
use crate::spaces::{Luma4x4, Mb, QuarterSample};
use std::sync::Arc;
use unite::{Around, Block, Fixed, Of, Place, Space};

/// The motion of a coded picture by 4 x 4 block. A search for vectors of a later picture begins at what moved at the same place,
/// scaled by the distances of the pictures; direct prediction of B pictures copies it.
///
/// ```
/// use codecs::h264::macroblock::Mv;
/// use codecs::h264::map::{BlockMotion, MbMap};
/// use codecs::h264::predict::inter::MotionField;
/// use codecs::spaces::macroblock;
/// let mut map = MbMap::new([1, 2]);
/// map.motion[0].view_mut().fill_with(|_| BlockMotion { ref_idx: 1, mv: Mv { x: 12, y: -4 }, ..BlockMotion::NONE });
/// let field = MotionField::new(map.motion, 7, [&[1, 2], &[]]);
/// // Four quarter samples to the left in two pictures are two in one.
/// let found = field.vector(&macroblock([0, 1]), [0, 0]).expect("a block of the picture");
/// assert_eq!(found.scaled(1), Mv { x: 6, y: -2 });
/// assert_eq!(found.scaled(-2), Mv { x: -12, y: 4 }); // to a picture after this one
/// assert_eq!(field.vector(&macroblock([0, 1]), [0, 4]), None); // outside of the picture
/// ```
#[derive(Clone, Debug)]
pub struct MotionField {
    motion: [Block<Luma4x4, BlockMotion>; 2],
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
    pub fn new(motion: [Block<Luma4x4, BlockMotion>; 2], display: u64, distances: [&[i16]; 2]) -> Self {
        let all = distances.map(|distances| {
            let mut all = Distances::default();
            all.iter_mut().zip(distances).for_each(|(slot, distance)| *slot = *distance);
            all
        });
        MotionField { motion, display, distances: all }
    }

    /// Returns the motion by block, from lists 0 and 1.
    pub fn motion(&self) -> &[Block<Luma4x4, BlockMotion>; 2] {
        &self.motion
    }

    /// Returns the motion by block.
    pub(in crate::h264::code) fn into_motion(self) -> [Block<Luma4x4, BlockMotion>; 2] {
        self.motion
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

    /// Returns the vector from list 0 at a block. The block lies `[y, x]` blocks from the first one of a place, and may lie outside of it. `None`
    /// if the picture has no vector there. See [`MotionField`] for an example.
    #[inline]
    pub fn vector<P>(&self, place: &P, at: [isize; 2]) -> Option<FieldVector>
    where
        P: Place<Space: Of<QuarterSample> + Space<Universe = QuarterSample>>,
    {
        self.of_block(self.motion[0].view().under(place).get(at)?)
    }

    /// Returns the vectors at blocks of a macroblock or at most two blocks beside it, as [`vector`](MotionField::vector) does.
    #[inline(always)]
    pub(in crate::h264::code) fn vectors<const N: usize>(
        &self,
        mb: &Mb,
        at: [[isize; 2]; N],
    ) -> [Option<FieldVector>; N] {
        // One proof serves all blocks, except at the edges of the picture.
        let blocks = self.motion[0].view().under_fixed::<Fixed<4, 4>, _>(mb).window::<Around<2, 2, 2, 2>>();
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
