//! The workspace of a tile of queries. For each query and each kernel point it holds the weighted sum of the features
//! near it.
//!
//! ```text
//! for each neighbour p of query q, each kernel point k with |(p - q) - k| <= sigma
//!     workspace[q, k, 0..cin] += (1 - |(p - q) - k| / sigma) * features[p, 0..cin]
//! ```

use super::PointConvKernel;
use crate::kernel::real::{Real, add_times, offset, squared};
use crate::level::{AxisLevel, Dense, Element, LevelError, Piecewise, indices};

/// The approximate number of elements of a workspace, chosen to fit a processor's cache. Rows of up to `NUMBERS /
/// LEAST` elements fit; for wider rows the workspace has the minimum number of rows.
const NUMBERS: usize = 1 << 18;
/// The minimum number of queries of a tile: its queries share one pass over all weights.
const LEAST: usize = 32;
/// The maximum number of queries of a tile.
const MOST: usize = 1024;
/// The number of kernel points compared at once.
const LANES: usize = 8;

/// Returns the number of queries of a tile whose rows have `width` elements each.
pub(super) fn tile(width: usize) -> usize {
    (NUMBERS / width).clamp(LEAST, MOST)
}

/// The kernel points, and the distance up to which each has influence.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Influence<T> {
    points: PointConvKernel<T>,
    sigma: T,
    /// The points in groups of `LANES`, axis by axis. The last group is padded with points at infinity, which are near
    /// nothing.
    groups: Vec<[[T; LANES]; 3]>,
}

impl<T: Real> Influence<T> {
    /// Creates kernel points with an influence up to `sigma`.
    pub(super) fn new(points: &[[T; 3]], sigma: T) -> Result<Self, LevelError> {
        let place =
            |lane: usize, axis: usize, group: &[[T; 3]]| group.get(lane).map_or(T::INFINITY, |point| point[axis]);
        let group = |group| std::array::from_fn(|axis| std::array::from_fn(|lane| place(lane, axis, group)));
        let groups = points.chunks(LANES).map(group).collect();
        let axes = Dense::from_parts(0..3, Element::from_values(T::ZERO, points.as_flattened().to_vec()))?;
        let points = Piecewise::from_level(Dense::from_parts(indices(0, points.len())?, axes)?)?;
        Ok(Influence { points, sigma, groups })
    }

    /// Returns the offsets of the kernel points from the query.
    pub(super) fn points(&self) -> &[[T; 3]] {
        self.points.level().child().child().values().as_chunks().0
    }

    /// Returns the offsets of the kernel points as a tensor.
    pub(super) fn tensor(&self) -> &PointConvKernel<T> {
        &self.points
    }

    /// Returns the distance up to which each point has influence.
    pub(super) fn sigma(&self) -> T {
        self.sigma
    }

    /// Calls `visit` with the number and the weight of each kernel point near an offset, in increasing order of
    /// numbers.
    #[inline(always)]
    fn each(&self, place: [T; 3], mut visit: impl FnMut(usize, T)) {
        let square = self.sigma * self.sigma;
        for (number, [x, y, z]) in self.groups.iter().enumerate() {
            // The squares are computed first, without branches, so that the loop vectorizes.
            let squares: [T; LANES] = std::array::from_fn(|lane| squared(offset([x[lane], y[lane], z[lane]], place)));
            let mut near = (0..LANES).fold(0u32, |near, lane| near | u32::from(squares[lane] <= square) << lane);
            while near != 0 {
                let lane = near.trailing_zeros() as usize;
                near &= near - 1;
                visit(number * LANES + lane, T::ONE - squares[lane].root() / self.sigma);
            }
        }
    }

    /// Adds the weighted features of a neighbour to the row of a query, in the part of each kernel point near the
    /// neighbour.
    #[inline(always)]
    pub(super) fn scatter(&self, place: [T; 3], features: &[T], row: &mut [T]) {
        self.each(place, |k, weight| {
            add_times(&mut row[k * features.len()..(k + 1) * features.len()], weight, features);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_stays_in_a_cache_or_has_the_fewest_queries() {
        for width in [1, 15, 256, 257, 960, 3840, 8192, 8193, 256_000, usize::MAX] {
            let queries = tile(width);
            assert!((LEAST..=MOST).contains(&queries), "{width}: {queries}");
            assert!(queries == LEAST || queries * width <= NUMBERS, "{width}: {queries}");
        }
        // 1,000 kernel points, 256 channels: 33 MB of `f32`.
        assert_eq!(tile(256_000), LEAST);
    }

    #[test]
    fn kernel_points_are_found_where_they_are_near_and_missing_ones_are_not() {
        for count in 1..=17 {
            let points: Vec<[f32; 3]> = (0..count).map(|k| [k as f32, 0.0, 0.0]).collect();
            let influence = Influence::new(&points, 1.5).expect("some points");
            for place in -3..20 {
                let mut found = Vec::new();
                influence.each([place as f32, 0.0, 0.0], |k, weight| found.push((k as i32, weight)));
                let near = (place - 1..=place + 1).filter(|k| (0..count).contains(k));
                let expected = near.map(|k| (k, if k == place { 1.0 } else { 1.0 - 1.0 / 1.5 }));
                assert_eq!(found, expected.collect::<Vec<_>>(), "{count} kernel points, at {place}");
            }
            influence.each([f32::INFINITY; 3], |k, _| panic!("kernel point {k} is not at infinity"));
        }
    }
}
