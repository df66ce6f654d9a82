//! Coverage: the points of a tensor that share the place of a point. The point is one of the tensor's own, and the
//! points are as seen from another tensor.
//!
//! Section: thesis, chapter 5.10. Seen from a coarser tensor, a point is indistinguishable from its neighbours that lie
//! under the same coarse point.
//!
//! ```text
//!   context  │   0   │   1   │       coarser by 2
//!   tensor   │ 0 │ 1 │ 2 │ 3 │       coverage of 3, seen from the context: 2 and 3
//! ```

use crate::frame::{AnyExtent, Extent, Home, Ix, MAX_RANK, PlaceIn, RunTimeExtent, Space, Spot, Tuple};
use crate::tensor::{Apart, Data, Tensor};

impl<S: Space, E: Extent> Spot<S, E> {
    /// Returns the part of this place that shares the place of its point `x`, as seen from `context`, cut to this
    /// extent. It is empty if the context has no point there. See [`Tensor::coverage`] for an example.
    #[inline(always)]
    pub fn coverage<P: PlaceIn<S::Universe>>(self, x: Ix<S>, context: &P) -> Spot<S, AnyExtent<S>> {
        let (frame, other) = const { (S::FRAME, <P::Space as Space>::FRAME) };
        let from = context.origin();
        let mut first = Ix::<S>::splat(0);
        let mut extent = AnyExtent::<S>::empty();
        let mut seen = true;
        for a in 0..frame.root {
            let k = frame.dimension_of(a);
            let index = if k < MAX_RANK { x.entry(k) } else { 0 };
            // The points of the context that overlap x.
            let point = Apart::of::<S, P::Space>(a, self.origin.entry(a), index, from.entry(a));
            let (low, high) = (point.first(), point.after(1));
            let (low, high) = if other.dimension_of(a) < MAX_RANK { (low, high) } else { (low.max(0), high.min(1)) };
            seen &= low < high;
            // The points of this grid that overlap those.
            if k < MAX_RANK {
                let whole = Apart::of::<S, P::Space>(a, self.origin.entry(a), 0, from.entry(a));
                let n = self.extent.dim(k) as i128;
                let (low, high) = (whole.under(low).clamp(0, n), whole.until(high).clamp(0, n));
                seen &= low < high;
                first.put(k, isize::try_from(low).unwrap_or(isize::MAX));
                extent.set_dim(k, usize::try_from(high - low).unwrap_or(0));
            }
        }
        self.partition(first, if seen { extent } else { AnyExtent::<S>::empty() })
    }
}

impl<D: Data, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns the part of this tensor that shares the place of its point `x`, as seen from `context`; empty if the
    /// context has no point there.
    ///
    /// ```
    /// use unite::{Block, By, Dyn, Place};
    /// unite::universe! { pub struct Video: 2; }
    /// let luma = Block::<Video, u8>::new([0, 0], Dyn([16, 16]));
    /// let chroma = luma.view().coarsen::<By<2, 2>>();
    /// let part = luma.view().coverage([5, 7], &chroma);
    /// assert_eq!((part.origin(), part.extent()), ([4, 6], Dyn([2, 2])));
    /// ```
    #[inline(always)]
    pub fn coverage<P: PlaceIn<S::Universe>>(self, x: Ix<S>, context: &P) -> Tensor<D, S, AnyExtent<S>, H> {
        let spot = self.spot.coverage(x, context);
        self.at_spot(spot)
    }
}
