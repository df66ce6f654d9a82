//! Relations of places known at run time: the points that cover a place, indices, coverage.

use super::place::{AnyPlace, AnyPlaceIn, DynSpot};
use crate::frame::{AnyExtent, Extent, Ix, MAX_RANK, RunTimeExtent, Space, Spot, Tuple};
use core::ops::Range;

/// Returns the indices of a place along root axis `a`: its extent, or one point along an axis that its space drops.
fn points_along<S: Space, E: Extent>(spot: &DynSpot<S, E>, a: usize) -> Range<i128> {
    let k = S::FRAME.dimension_of(a);
    0..if k < MAX_RANK { spot.extent.dim(k) as i128 } else { 1 }
}

/// Returns index `x` of a space along root axis `a`; 0 along an axis that the space drops.
fn entry<S: Space>(x: Ix<S>, a: usize) -> i128 {
    let k = S::FRAME.dimension_of(a);
    if k < MAX_RANK { x.entry(k) as i128 } else { 0 }
}

/// Returns the number of points of a range, at most what can be counted.
fn count(points: &Range<i128>) -> usize {
    usize::try_from(points.end - points.start).unwrap_or(usize::MAX)
}

impl<S: Space, E: Extent> DynSpot<S, E> {
    /// Returns the points of this grid that cover the place of `b`, each at least in part: the hull of the place.
    ///
    /// ```
    /// use unite::{Dyn, Scale, Spot};
    /// unite::universe! { pub struct Picture: 2; }
    /// let picture = Spot::<Picture, _>::new([0, 0], Dyn([16, 24]));
    /// let component = picture.scale_by(Scale::new([1, 2], [2, 3])?)?;
    /// // Columns 3 to 7 of the picture lie in the component's columns 2 to 4.
    /// let covering = component.under(&picture.partition([2, 3], Dyn([2, 5])));
    /// assert_eq!(covering, component.partition([1, 2], Dyn([1, 4])));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn under<P: AnyPlaceIn<S::Universe>>(&self, b: &P) -> DynSpot<S> {
        self.points_over(b, |points, _| points)
    }

    /// Returns the points of this place that overlap the place of `b`: those of [`under`](DynSpot::under) that lie in this
    /// extent.
    ///
    /// ```
    /// use unite::{Dyn, Fixed, Spot};
    /// unite::universe! { pub struct Picture: 2; }
    /// // Of a picture of 5 x 3 blocks, the last tile of 2 x 2 blocks has two.
    /// let picture = Spot::<Picture, _>::new([0, 0], Dyn([40, 24]));
    /// let blocks = picture.coarsen_by([8, 8])?;
    /// let last = picture.coarsen_by([16, 16])?.partition([2, 0], Fixed::<1, 1>);
    /// assert_eq!(blocks.under(&last).extent(), Dyn([2, 2]));
    /// assert_eq!(blocks.overlap(&last), blocks.partition([4, 0], Dyn([1, 2])));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn overlap<P: AnyPlaceIn<S::Universe>>(&self, b: &P) -> DynSpot<S> {
        self.points_over(b, |points, own| points.start.clamp(0, own)..points.end.clamp(0, own))
    }

    /// Returns the points of the grid that cover `b`. Along each dimension, `cut` gets their range and the extent of this
    /// place, and returns the range to keep.
    fn points_over<P: AnyPlaceIn<S::Universe>>(
        &self,
        b: &P,
        cut: impl Fn(Range<i128>, i128) -> Range<i128>,
    ) -> DynSpot<S> {
        let b = b.dyn_spot();
        let mut lines = self.lines;
        let mut extent = AnyExtent::<S>::empty();
        for k in 0..Ix::<S>::RANK {
            let (a, line) = self.along(k);
            let (mine, theirs) = line.beside(&b.lines[a]);
            let points = cut(mine.covering(&theirs.positions(&points_along(&b, a))), self.extent.dim(k) as i128);
            lines[a] = line.from(points.start);
            extent.set_dim(k, count(&points));
        }
        DynSpot::new(lines, extent)
    }

    /// Returns the index of this grid's point that contains the lowest position of point `i` of another place; `None` if it
    /// cannot be counted. See [`DynSpot`] for an example.
    ///
    /// Along an axis that the other space drops, it is the point at the other's place.
    pub fn index_of<P: AnyPlaceIn<S::Universe>>(&self, other: &P, i: Ix<P::Space>) -> Option<Ix<S>> {
        let other = other.dyn_spot();
        let mut index = Ix::<S>::splat(0);
        for k in 0..Ix::<S>::RANK {
            let (a, line) = self.along(k);
            let (mine, theirs) = line.beside(&other.lines[a]);
            index.put(k, isize::try_from(mine.containing(theirs.low(entry::<P::Space>(i, a)))).ok()?);
        }
        Some(index)
    }

    /// Returns the part of this place that shares the place of its point `x`, as seen from `context`, cut to this extent.
    /// It is empty if the context has no point there.
    ///
    /// ```
    /// use unite::{Dyn, Scale, Spot};
    /// unite::universe! { pub struct Picture: 1; }
    /// let picture = Spot::<Picture, _>::new([0], Dyn([9]));
    /// let component = picture.scale_by(Scale::new([2], [3])?)?;
    /// let seen = picture.mirror::<0>().coverage([6], &component); // sample 2, under the component's 1 and under no other
    /// assert_eq!(seen, picture.mirror::<0>().partition([6], Dyn([2])));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn coverage<P: AnyPlaceIn<S::Universe>>(&self, x: Ix<S>, context: &P) -> DynSpot<S> {
        let context = context.dyn_spot();
        let (mut at, mut extent) = (Ix::<S>::splat(0), AnyExtent::<S>::empty());
        let mut seen = true;
        for a in 0..S::FRAME.root {
            let (mine, theirs) = self.lines[a].beside(&context.lines[a]);
            let x = entry::<S>(x, a);
            let mut points = theirs.covering(&mine.positions(&(x..x + 1)));
            if P::Space::FRAME.dimension_of(a) == MAX_RANK {
                points = points.start.max(0)..points.end.min(1);
            }
            seen &= !points.is_empty();
            let k = S::FRAME.dimension_of(a);
            if k < MAX_RANK {
                let (part, whole) = (mine.covering(&theirs.positions(&points)), points_along(self, a));
                let part = part.start.clamp(0, whole.end)..part.end.clamp(0, whole.end);
                seen &= !part.is_empty();
                at.put(k, isize::try_from(part.start).unwrap_or(isize::MAX));
                extent.set_dim(k, count(&part));
            }
        }
        self.partition(at, if seen { extent } else { AnyExtent::<S>::empty() })
    }
}

impl<S: Space, E: Extent> Spot<S, E> {
    /// Like [`under`](Spot::under), for a place whose factors or directions are known at run time: the points of this grid
    /// that cover it. See [`DynSpot`] for an example.
    pub fn under_any<P: AnyPlaceIn<S::Universe>>(&self, b: &P) -> Spot<S, AnyExtent<S>> {
        self.dyn_spot().under(b).saturated()
    }

    /// Like [`coverage`](Spot::coverage), seen from a place whose factors or directions are known at run time.
    ///
    /// ```
    /// use unite::{Dyn, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let luma = Spot::<Video, _>::new([0, 0], Dyn([16, 16]));
    /// let chroma = luma.coarsen_by([2, 3])?;
    /// assert_eq!(luma.coverage_any([5, 7], &chroma), Spot::new([4, 6], Dyn([2, 3])));
    /// # Ok::<(), unite::ScaleError>(())
    /// ```
    pub fn coverage_any<P: AnyPlaceIn<S::Universe>>(&self, x: Ix<S>, context: &P) -> Spot<S, AnyExtent<S>> {
        self.dyn_spot().coverage(x, context).saturated()
    }
}
