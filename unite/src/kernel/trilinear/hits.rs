//! The full voxels that the cubes of a block of samples meet, in one list.
//!
//! ```text
//! for each block of samples
//!   for each sample, for each full voxel of its cube:  append (sample, row, part)      waits for flags
//!   for each of the list:                              what is done with the row       waits for rows
//! ```
//!
//! Rows lie far apart. That none of them is waited for before the next voxels are looked up, nor their number for each
//! sample foretold, is most of the speed: in the loop over the list the processor asks for many at once.

use super::VoxelGrid;
use super::corners::Corner;
use crate::kernel::Real;

/// How many samples are looked up before their rows are read.
pub(super) const BLOCK: usize = 64;

/// A full voxel that the cube of a sample meets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit<P> {
    /// Its row of channels.
    pub(super) row: usize,
    /// The sample, from 0 in each block.
    pub(super) sample: usize,
    /// What is kept of its part in the cube.
    pub(super) part: P,
}

/// A list for the hits of a block, kept for the next block.
pub(super) struct Hits<P>(Vec<Hit<P>>);

impl<P> Hits<P> {
    /// With room for the hits of a block.
    pub(super) fn new() -> Self {
        Hits(Vec::with_capacity(8 * BLOCK))
    }

    /// The hits, by sample.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Hit<P>> {
        self.0.iter()
    }
}

impl<T: Real> VoxelGrid<T> {
    /// The hits of the next samples, but for those of which nothing is kept.
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
