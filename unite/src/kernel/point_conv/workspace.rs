//! The workspace of a tile of queries: for each query and each kernel point, the features of what lies near it, weighed.
//!
//! ```text
//! for each neighbour p of query q, each kernel point k with |(p - q) - k| <= sigma
//!     workspace[q, k, 0..cin] += (1 - |(p - q) - k| / sigma) * features[p, 0..cin]
//! ```

use super::PointConvKernel;
use crate::kernel::real::{Real, add_times, offset, squared};
use crate::level::{AxisLevel, Dense, Element, LevelError, Piecewise, indices};

/// How many numbers a workspace holds, about, so that it stays in a processor's cache: that of rows of up to
/// `NUMBERS / LEAST` numbers does, and that of wider ones is as small as it can be.
const NUMBERS: usize = 1 << 18;
/// How few queries a tile has, at least: all weights are read for each tile, and shared by its queries.
const LEAST: usize = 32;
/// How many it has, at most.
const MOST: usize = 1024;
/// How many kernel points are compared at once.
const LANES: usize = 8;

/// The number of queries of a tile, if each takes `width` numbers.
pub(super) fn tile(width: usize) -> usize {
    (NUMBERS / width).clamp(LEAST, MOST)
}

/// Kernel points, and how far each one's influence reaches.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Influence<T> {
    points: PointConvKernel<T>,
    sigma: T,
    /// The points again, some at a time, axis by axis; those that are missing are so far away that nothing is near.
    groups: Vec<[[T; LANES]; 3]>,
}

impl<T: Real> Influence<T> {
    /// Kernel points with an influence up to `sigma`.
    pub(super) fn new(points: &[[T; 3]], sigma: T) -> Result<Self, LevelError> {
        let place =
            |lane: usize, axis: usize, group: &[[T; 3]]| group.get(lane).map_or(T::INFINITY, |point| point[axis]);
        let group = |group| std::array::from_fn(|axis| std::array::from_fn(|lane| place(lane, axis, group)));
        let groups = points.chunks(LANES).map(group).collect();
        let axes = Dense::from_parts(0..3, Element::from_values(T::ZERO, points.as_flattened().to_vec()))?;
        let points = Piecewise::from_level(Dense::from_parts(indices(0, points.len())?, axes)?)?;
        Ok(Influence { points, sigma, groups })
    }

    /// The offsets of the kernel points.
    pub(super) fn points(&self) -> &[[T; 3]] {
        self.points.level().child().child().values().as_chunks().0
    }

    /// The same as a tensor.
    pub(super) fn tensor(&self) -> &PointConvKernel<T> {
        &self.points
    }

    /// How far the influence of each reaches.
    pub(super) fn sigma(&self) -> T {
        self.sigma
    }

    /// Calls `visit` with the number and the weight of each kernel point that an offset lies near to, rising.
    #[inline(always)]
    fn each(&self, place: [T; 3], mut visit: impl FnMut(usize, T)) {
        let square = self.sigma * self.sigma;
        for (number, [x, y, z]) in self.groups.iter().enumerate() {
            // Squares first: they have no branch between them, and fill vectors.
            let squares: [T; LANES] = std::array::from_fn(|lane| squared(offset([x[lane], y[lane], z[lane]], place)));
            let mut near = (0..LANES).fold(0u32, |near, lane| near | u32::from(squares[lane] <= square) << lane);
            while near != 0 {
                let lane = near.trailing_zeros() as usize;
                near &= near - 1;
                visit(number * LANES + lane, T::ONE - squares[lane].root() / self.sigma);
            }
        }
    }

    /// Adds the features of a neighbour at an offset to the row of a query: a part for each kernel point.
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
