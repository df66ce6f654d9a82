//! Parts of a place: partition, and the iterators over tiles.
//!
//! Section: thesis, chapter 5.7. A part may lie outside of its parent: it is only a place, and no data is read.

use super::reshape::axis_and_coarsening;
use crate::frame::{AnyExtent, Coarse, Extent, Factors, Home, Ix, PlaceIn, RunTimeExtent, Space, Spot, Tuple, each};
use crate::tensor::{Data, Tensor};

impl<S: Space, E: Extent> Spot<S, E> {
    /// Returns the part of `extent` points that starts at index `at`. See [`Tensor::partition`] for an example.
    #[inline(always)]
    pub fn partition<E2: Extent>(self, at: Ix<S>, extent: E2) -> Spot<S, E2> {
        let mut origin = self.origin;
        each!(K < Ix::<S>::RANK => {
            let (a, c) = const { axis_and_coarsening(S::FRAME, K) };
            let start = at.entry(K).checked_mul(c).and_then(|n| origin.entry(a).checked_add(n));
            origin.put(a, start.unwrap_or_else(|| saturated(origin.entry(a), at.entry(K), c)));
        });
        Spot::new(origin, extent)
    }

    /// Returns the part from index `at` up to index `stop` (exclusive). See [`Tensor::partition_to`] for an example.
    #[inline(always)]
    pub fn partition_to(self, at: Ix<S>, stop: Ix<S>) -> Spot<S, AnyExtent<S>> {
        let mut extent = AnyExtent::<S>::empty();
        each!(K < Ix::<S>::RANK => {
            extent.set_dim(K, usize::try_from(stop.entry(K).saturating_sub(at.entry(K))).unwrap_or(0));
        });
        self.partition(at, extent)
    }

    /// Returns `extent` points, `F` apart, the first at index `at`. See [`Tensor::partition_by`] for an example.
    #[inline(always)]
    pub fn partition_by<F: Factors, E2: Extent>(self, at: Ix<S>, extent: E2) -> Spot<Coarse<S, F>, E2> {
        const { Coarse::<S, F>::FRAME };
        Spot::new(self.partition(at, extent).origin, extent)
    }

    /// Returns the places of the tiles that cover this place, row by row. See [`Tensor::tiles`] for an example.
    #[inline(always)]
    pub fn tiles<E2: Extent>(self, tile: E2) -> Tiles<S, E, E2> {
        let mut counts = [1; 4];
        each!(K < Ix::<S>::RANK => {
            counts[K] = self.extent.dim(K).div_ceil(tile.dim(K).max(1));
        });
        let left = counts[..Ix::<S>::RANK].iter().fold(1, |n: usize, &count| n.saturating_mul(count));
        Tiles { whole: self, tile, counts, at: [0; 4], left }
    }
}

/// Returns the position `points` points of length `c` after `origin`, or the end of the type.
#[cold]
fn saturated(origin: isize, points: isize, c: isize) -> isize {
    origin.saturating_add(points.saturating_mul(c))
}

impl<D: Data, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns the part of `extent` points that starts at index `at`. It may lie outside of this tensor, such as a row
    /// above it or a column to its left.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let v = b.view().partition([2, 3], Fixed::<3, 5>);
    /// let above = v.partition([-1, 0], Fixed::<1, 5>);
    /// assert_eq!((v.at([0, 0]), above.at([0, 0])), (23, 13));
    /// ```
    #[inline(always)]
    pub fn partition<E2: Extent>(self, at: Ix<S>, extent: E2) -> Tensor<D, S, E2, H> {
        const { Spot::<S, E2>::ASSERT_RANK };
        let spot = self.spot.partition(at, extent);
        self.at_spot(spot)
    }

    /// Returns the part from index `at` up to index `stop` (exclusive). It has no points if a stop is not above its start.
    ///
    /// ```
    /// use unite::{Block, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// let part = b.view().partition_to([2, 3], [5, 8]);
    /// assert_eq!((part.origin(), part.extent()), ([2, 3], Dyn([3, 5])));
    /// ```
    #[inline(always)]
    pub fn partition_to(self, at: Ix<S>, stop: Ix<S>) -> Tensor<D, S, AnyExtent<S>, H> {
        let spot = self.spot.partition_to(at, stop);
        self.at_spot(spot)
    }

    /// Returns the part of `extent` points, `F` apart, the first at index `at`: a partition with steps.
    ///
    /// ```
    /// use unite::{Block, By, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let odd_rows = b.view().partition_by::<By<2, 1>, _>([1, 0], Dyn([4, 8]));
    /// assert_eq!(odd_rows.at([3, 2]), 72);
    /// ```
    #[inline(always)]
    pub fn partition_by<F: Factors, E2: Extent>(self, at: Ix<S>, extent: E2) -> Tensor<D, Coarse<S, F>, E2, H> {
        let spot = self.spot.partition_by::<F, E2>(at, extent);
        self.at_spot(spot)
    }
}

impl<'a, T, S: Space, E: Extent, H: Home> Tensor<&'a [T], S, E, H> {
    /// Returns the tiles that cover this tensor, row by row: views of a constant or run-time extent. The last tiles of
    /// a dimension reach outside if the extent is not a multiple of the tile's.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let picture = Block::<Video, u8>::padded([0, 0], Dyn([16, 20]), 8);
    /// let tiles: Vec<_> = picture.view().tiles(Fixed::<8, 8>).map(|tile| tile.origin()).collect();
    /// assert_eq!(tiles, [[0, 0], [0, 8], [0, 16], [8, 0], [8, 8], [8, 16]]);
    /// ```
    #[inline(always)]
    pub fn tiles<E2: Extent>(self, tile: E2) -> impl ExactSizeIterator<Item = Tensor<&'a [T], S, E2, H>> {
        self.spot.tiles(tile).map(move |spot| self.at_spot(spot))
    }
}

impl<S: Space, E: Extent> Spot<S, E> {
    /// Returns the indices of the points of this place, in row-major order.
    ///
    /// ```
    /// use unite::{Fixed, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let pair = Spot::<Video, _>::new([16, 16], Fixed::<1, 2>);
    /// assert!(pair.indices().eq([[0, 0], [0, 1]]));
    /// ```
    pub fn indices(&self) -> impl Iterator<Item = Ix<S>> + use<S, E> {
        let dims: [usize; 4] = core::array::from_fn(|k| if k < E::RANK { self.extent.dim(k) } else { 1 });
        let mut next = Some([0; 4]).filter(|_| !dims.contains(&0));
        core::iter::from_fn(move || {
            let at = next?;
            let mut after = at;
            let carried = (0..E::RANK).rev().find(|&k| {
                after[k] = (after[k] + 1) % dims[k];
                after[k] != 0
            });
            next = carried.map(|_| after);
            let mut index = Ix::<S>::splat(0);
            (0..E::RANK).for_each(|k| index.put(k, at[k] as isize));
            Some(index)
        })
    }
}

/// An iterator over the places of the tiles of a place. Made by [`Spot::tiles`].
///
/// ```
/// use unite::{Fixed, Place, Spot};
/// unite::universe! { pub struct Video: 2; }
/// let mb = Spot::<Video, _>::new([16, 16], Fixed::<16, 16>);
/// assert_eq!(mb.tiles(Fixed::<8, 8>).map(|t| t.origin()).last(), Some([24, 24]));
/// ```
pub struct Tiles<S: Space, E, E2> {
    whole: Spot<S, E>,
    tile: E2,
    counts: [usize; 4],
    at: [usize; 4],
    left: usize,
}

impl<S: Space, E: Extent, E2: Extent> Iterator for Tiles<S, E, E2> {
    type Item = Spot<S, E2>;

    #[inline]
    fn next(&mut self) -> Option<Spot<S, E2>> {
        self.left = self.left.checked_sub(1)?;
        let mut origin = self.whole.origin;
        each!(K < Ix::<S>::RANK => {
            let (a, c) = const { axis_and_coarsening(S::FRAME, K) };
            let points = self.at[K] * self.tile.dim(K);
            origin.put(a, origin.entry(a).saturating_add_unsigned(points.saturating_mul(c as usize)));
        });
        for k in (0..Ix::<S>::RANK).rev() {
            self.at[k] += 1;
            if self.at[k] < self.counts[k] {
                break;
            }
            self.at[k] = 0;
        }
        Some(Spot::new(origin, self.tile))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<S: Space, E: Extent, E2: Extent> ExactSizeIterator for Tiles<S, E, E2> {}

impl<S: Space, E: Extent> Spot<S, E> {
    /// Returns whether every point of this place lies within `other`, along every axis of the universe.
    ///
    /// ```
    /// use unite::{By, Coarse, Dyn, Fixed, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let picture = Spot::<Video, _>::new([0, 0], Dyn([64, 64]));
    /// assert!(Spot::<Coarse<Video, By<2, 2>>, _>::new([48, 48], Fixed::<8, 8>).is_within(&picture));
    /// assert!(!Spot::<Coarse<Video, By<2, 2>>, _>::new([49, 48], Fixed::<8, 8>).is_within(&picture));
    /// ```
    pub fn is_within<P: PlaceIn<S::Universe>>(&self, other: &P) -> bool {
        let other = other.spot();
        (0..S::FRAME.root).all(|a| {
            let (start, end) = self.bounds(a);
            let (from, to) = other.bounds(a);
            let (mine, theirs) = (S::FRAME.refine[a], <P::Space as Space>::FRAME.refine[a]);
            product(start, theirs) >= product(from, mine) && product(end, theirs) <= product(to, mine)
        })
    }

    /// Returns start and end along root axis `a`, in units of `1 / refinement`. The end fits even for `usize::MAX`
    /// points of the greatest length.
    fn bounds(&self, a: usize) -> (i128, i128) {
        let k = S::FRAME.dimension_of(a);
        let points = if k < S::FRAME.rank { self.extent.dim(k) as i128 } else { 1 };
        let start = self.origin.entry(a) as i128;
        (start, start + points * S::FRAME.coarsen[a] as i128)
    }
}

/// Returns `a * b` for `b >= 0` as two digits, which compare like numbers; the product may exceed 128 bits.
fn product(a: i128, b: isize) -> (i128, u64) {
    let (high, low) = (a >> 64, a as u64);
    let low = u128::from(low) * b as u128;
    (high * b as i128 + (low >> 64) as i128, low as u64)
}
