//! Colocation: the same place in another tensor.
//!
//! Section: thesis, chapter 5.8. Both forms keep this tensor's data. [`colocate`](Tensor::colocate) takes everything
//! else from the given place (the *source* form); [`under`](Tensor::under) keeps this tensor's space and finds the
//! points of it that cover the place (the *destination* form).
//!
//! ```text
//!   luma 16x16 at (32, 16)          chroma plane, coarser by 2
//!   ┌────────────────┐              under:    its own 8x8 points at (32, 16)
//!   │                │   ───────▶   colocate: 16x16 points, each chroma sample read four times
//!   └────────────────┘
//! ```

use crate::frame::{
    AnyExtent, Extent, FixedExtent, Frame, Home, Ix, MAX_RANK, Of, Place, PlaceIn, RunTimeExtent, Space, Spot, Tuple,
    each,
};
use crate::tensor::{Apart, Data, Tensor};

/// Asserts that the rank does not grow from the root to the leaves.
pub(super) const fn assert_rank_does_not_grow(tensor: Frame, place: Frame) {
    assert!(place.rank <= tensor.rank, "colocate: the place has more dimensions than the tensor");
}

impl<S: Space, E: Extent> Spot<S, E> {
    /// Returns the points of this spot's grid that cover the place of `b`: from the point that contains its first
    /// position to the one that contains its last. See [`Tensor::under`] for an example.
    #[inline(always)]
    pub fn under<P: Place<Space: Of<S::Universe> + Space<Universe = S::Universe>>>(
        &self,
        b: &P,
    ) -> Spot<S, AnyExtent<S>> {
        let (from, extent) = (b.origin(), b.extent());
        let mut origin = self.origin;
        let mut dims = AnyExtent::<S>::empty();
        each!(K < Ix::<S>::RANK => {
            let (a, c, r, cb, rb, kb) = const { pair(S::FRAME, <P::Space as Space>::FRAME, K) };
            let points = if kb < MAX_RANK { extent.dim(kb) } else { 1 };
            let short = if r == rb && c & (c - 1) == 0 { covering(from.entry(a), self.origin.entry(a), c, points, cb) } else { None };
            let (first, count) = short.unwrap_or_else(|| covering_far::<P::Space, S>(a, from.entry(a), self.origin.entry(a), points));
            origin.put(a, first);
            dims.set_dim(K, count);
        });
        Spot::new(origin, dims)
    }

    /// Like [`under`](Spot::under), with a constant extent that is checked against the place's at compile time. See
    /// [`Tensor::under_fixed`] for an example.
    #[inline(always)]
    pub fn under_fixed<E2: FixedExtent, P: PlaceIn<S::Universe>>(&self, b: &P) -> Spot<S, E2> {
        const { assert_covers::<S, E2, P>() };
        let from = b.origin();
        let mut origin = self.origin;
        each!(K < Ix::<S>::RANK => {
            let (a, c, r, _, rb, _) = const { pair(S::FRAME, <P::Space as Space>::FRAME, K) };
            let first = if c == 1 && r == rb {
                from.entry(a)
            } else if r == rb && c & (c - 1) == 0 {
                // The remainder by a power of two is also right for a wrapped difference. Within a point of the end of
                // `isize` the result wraps around, to a place that has no data either.
                from.entry(a).wrapping_sub(from.entry(a).wrapping_sub(self.origin.entry(a)) & (c - 1))
            } else {
                moved(self.origin.entry(a), Apart::of::<P::Space, S>(a, from.entry(a), 0, self.origin.entry(a)).first(), c)
            };
            origin.put(a, first);
        });
        Spot::new(origin, E2::default())
    }
}

/// Returns the start and the number of the points of length `c`, a power of two, on the grid through `origin` that cover
/// `points` points of length `cb` from `from` on. `None` if a sum leaves its type.
#[inline(always)]
fn covering(from: isize, origin: isize, c: isize, points: usize, cb: isize) -> Option<(isize, usize)> {
    // The remainder by a power of two is also right for a wrapped difference.
    let into = from.wrapping_sub(origin) & (c - 1);
    let length = points.checked_mul(cb as usize)?;
    // Without points there is no length, and the part of a point before `from` does not count. The product is one
    // instruction; a condition would hide from the compiler that two tensors are asked for the same.
    let covered = length.checked_add(into as usize * usize::from(points > 0))?.checked_add(c as usize - 1)?;
    Some((from.checked_sub(into)?, covered >> c.trailing_zeros()))
}

/// [`covering`] for all lengths and numbers of points, with sums in 128 bits.
#[cold]
fn covering_far<P: Space, S: Space>(a: usize, from: isize, origin: isize, points: usize) -> (isize, usize) {
    let apart = Apart::of::<P, S>(a, from, 0, origin);
    let (first, after) = (apart.first(), apart.after(points));
    let count = if points > 0 { usize::try_from(after - first).unwrap_or(usize::MAX) } else { 0 };
    (moved(origin, first, const { S::FRAME.coarsen }[a]), count)
}

/// Returns the position `points` points of length `c` after `origin`.
#[inline(always)]
fn moved(origin: isize, points: i128, c: isize) -> isize {
    let at = points.saturating_mul(c as i128).saturating_add(origin as i128);
    at.clamp(isize::MIN as i128, isize::MAX as i128) as isize
}

/// Asserts for `under_fixed`, at compile time, that `E` points of space `S` have the same length as `P` along each
/// dimension.
const fn assert_covers<S: Space, E: FixedExtent, P: Place>() {
    let (frame, place) = (S::FRAME, <P::Space as Space>::FRAME);
    let mut k = 0;
    while k < frame.rank {
        let (_, c, r, cb, rb, kb) = pair(frame, place, k);
        let points = if kb < MAX_RANK { P::Extent::STATIC[kb] as isize } else { 1 };
        assert!(
            points == 0 || E::STATIC[k] as isize * c * rb == points * cb * r,
            "under: the extent stated does not cover the same place"
        );
        k += 1;
    }
}

/// Returns, for dimension `k` of `frame`: its root axis; its coarsening and refinement; those of `place`; and the
/// dimension of `place` along that axis ([`MAX_RANK`] if it was dropped).
const fn pair(frame: Frame, place: Frame, k: usize) -> (usize, isize, isize, isize, isize, usize) {
    if k >= frame.rank {
        return (0, 1, 1, 1, 1, 0);
    }
    let a = frame.axis[k];
    (a, frame.coarsen[a], frame.refine[a], place.coarsen[a], place.refine[a], place.dimension_of(a))
}

impl<D: Data, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns this tensor's data at the place of `b`, with `b`'s space and extent (the source form of colocation).
    ///
    /// No data is read, and the place may lie outside of this tensor's block. A place of another universe, or of a
    /// higher rank, does not compile.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Tile};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    /// picture.view_mut().fill_with(|[y, x]| (y + x) as u8);
    /// let tile = Tile::<Video, [[u8; 4]; 4]>::at([8, 12]);
    /// assert_eq!(picture.view().colocate(&tile).at([0, 0]), 20);
    /// assert_eq!(picture.view().colocate(&tile).at([-1, -1]), 18);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use unite::{Block, Dyn, Tile};
    /// unite::universe! { pub struct Video: 2; pub struct Other: 2; }
    /// let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    /// let _ = picture.view().colocate(&Tile::<Other, [[u8; 4]; 4]>::at([8, 12]));
    /// ```
    #[inline(always)]
    pub fn colocate<P: PlaceIn<S::Universe>>(self, b: &P) -> Tensor<D, P::Space, P::Extent, H> {
        const { assert_rank_does_not_grow(S::FRAME, <P::Space as Space>::FRAME) };
        self.at_spot(b.spot())
    }

    /// Returns the points of this tensor that cover the place of `b`, in this tensor's space (the destination form of
    /// colocation).
    ///
    /// ```
    /// use unite::{Block, By, Coarse, Dyn, Fixed, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let luma = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    /// let cb = Block::<Coarse<Video, By<2, 2>>, u8>::new([0, 0], Dyn([32, 32]));
    /// let mb = luma.view().partition([16, 33], Fixed::<16, 16>);
    /// let chroma = cb.view().under(&mb);
    /// assert_eq!((chroma.origin(), chroma.dims()), ([16, 32], Dyn([8, 9]))); // column 33 is the second half of a sample
    /// ```
    #[inline(always)]
    pub fn under<P: PlaceIn<S::Universe>>(self, b: &P) -> Tensor<D, S, AnyExtent<S>, H> {
        let spot = self.spot.under(b);
        self.at_spot(spot)
    }

    /// Like [`under`](Tensor::under), with a constant extent: the number of points here that is as long as `b`, from
    /// the one that contains `b`'s first position. If `b` does not start on this grid, its last points stick out by a
    /// fraction.
    ///
    /// ```
    /// use unite::{Block, By, Coarse, Dyn, Fixed, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let luma = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    /// let cb = Block::<Coarse<Video, By<2, 2>>, u8>::new([0, 0], Dyn([32, 32]));
    /// let mb = luma.view().partition([16, 32], Fixed::<16, 16>);
    /// assert_eq!(cb.view().under_fixed::<Fixed<8, 8>, _>(&mb).origin(), [16, 32]);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use unite::{Block, By, Coarse, Dyn, Fixed};
    /// # unite::universe! { pub struct Video: 2; }
    /// # let luma = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    /// # let cb = Block::<Coarse<Video, By<2, 2>>, u8>::new([0, 0], Dyn([32, 32]));
    /// # let mb = luma.view().partition([16, 32], Fixed::<16, 16>);
    /// let _ = cb.view().under_fixed::<Fixed<8, 4>, _>(&mb); // half of the macroblock
    /// ```
    #[inline(always)]
    pub fn under_fixed<E2: FixedExtent, P: PlaceIn<S::Universe>>(self, b: &P) -> Tensor<D, S, E2, H> {
        const { assert_covers::<S, E2, P>() };
        let spot = self.spot.under_fixed::<E2, P>(b);
        self.at_spot(spot)
    }
}
