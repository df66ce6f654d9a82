//! The list of the full voxels that the cubes of a block of samples meet.
//!
//! ```text
//! for each block of samples
//!   for each sample, for each full voxel of its cube:  append (sample, row, part)      waits for flags
//!   for each of the list:                              process the row                 waits for rows
//! ```
//!
//! Rows lie far apart in memory. The list separates lookups from reads of rows, so that no lookup waits for a row, and
//! the number of hits per sample needs no branch prediction. This gives most of the speed: in the loop over the list,
//! the processor has many reads in flight.

use super::VoxelGrid;
use super::corners::Corner;
use crate::kernel::Real;

/// The number of samples that are looked up before their rows are read.
pub(super) const BLOCK: usize = 64;

/// A full voxel that the cube of a sample meets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit<P> {
    /// The row of channels of the voxel.
    pub(super) row: usize,
    /// The number of the sample, from 0 in each block.
    pub(super) sample: usize,
    /// The part of its intersection with the cube that the caller keeps.
    pub(super) part: P,
}

/// A list of the hits of a block, reused for the next block.
pub(super) struct Hits<P>(Vec<Hit<P>>);

impl<P> Hits<P> {
    /// Creates a list with capacity for the hits of a block.
    pub(super) fn new() -> Self {
        Hits(Vec::with_capacity(8 * BLOCK))
    }

    /// Returns an iterator over the hits, ordered by sample.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Hit<P>> {
        self.0.iter()
    }
}

impl<T: Real> VoxelGrid<T> {
    /// Finds the hits of the next samples, without those for which `part` returns `None`.
    #[inline(always)]
    pub(super) fn look_up<P>(
        &self,
        samples: usize,
        places: &mut impl Iterator<Item = [T; 3]>,
        Hits(hits): &mut Hits<P>,
        part: impl Fn(Corner<T>) -> Option<P>,
    ) {
        hits.clear();
        for (sample, place) in (0..samples).zip(places) {
            self.corners(place, |row, corner| {
                if let Some(part) = part(corner) {
                    hits.push(Hit { row, sample, part });
                }
            });
        }
    }
}
