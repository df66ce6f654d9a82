//! [`Edged`]: tensors with a rule for reads beyond their edge.

use super::colocate::assert_rank_does_not_grow;
use super::within::{Ancestor, Locate};
use crate::frame::{Extent, Home, Ix, MAX_RANK, Place, PlaceIn, Root, Space, Spot, Tuple, each};
use crate::tensor::{Tensor, coordinate};
use core::fmt;

/// A rule for reads beyond the edge of a tensor. Users can implement it; a mirrored edge takes four lines.
///
/// ```
/// use unite::{Block, Dyn, Edge, Locate};
/// unite::universe! { pub struct Line: 1; }
/// #[derive(Clone, Copy, Debug)]
/// struct Mirror;
/// impl<T> Edge<T> for Mirror {
///     fn inside(&self, i: isize, n: isize) -> Option<isize> {
///         let i = i.rem_euclid(2 * n);
///         Some(i.min(2 * n - 1 - i))
///     }
/// }
/// let mut b = Block::<Line, u8>::new([0], Dyn([3]));
/// b.view_mut().fill_with(|[x]| x as u8);
/// let p = b.view().edged(Mirror);
/// assert_eq!([-2, -1, 0, 2, 3, 5].map(|x| p.at([x])), [1, 0, 0, 2, 2, 0]);
/// ```
pub trait Edge<T>: Copy + fmt::Debug {
    /// Returns the index to read instead of index `i`, which lies outside of `0..n`, with `n >= 1`; `None` to use
    /// [`beyond`](Edge::beyond).
    fn inside(&self, i: isize, n: isize) -> Option<isize>;

    /// Returns the sample to use if [`inside`](Edge::inside) returns no index.
    fn beyond(&self) -> Option<T> {
        None
    }
}

/// An edge that repeats the nearest sample. See [`Tensor::clamped`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Clamp;

/// An edge that repeats the tensor periodically. See [`Tensor::wrapped`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Wrap;

/// An edge with one value everywhere. See [`Tensor::or_constant`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct Constant<T>(pub T);

impl<T> Edge<T> for Clamp {
    #[inline(always)]
    fn inside(&self, i: isize, n: isize) -> Option<isize> {
        Some(i.clamp(0, n - 1))
    }
}

impl<T> Edge<T> for Wrap {
    #[inline(always)]
    fn inside(&self, i: isize, n: isize) -> Option<isize> {
        Some(i.rem_euclid(n))
    }
}

impl<T: Copy + fmt::Debug> Edge<T> for Constant<T> {
    #[inline(always)]
    fn inside(&self, _: isize, _: isize) -> Option<isize> {
        None
    }
    #[inline(always)]
    fn beyond(&self) -> Option<T> {
        Some(self.0)
    }
}

/// A tensor with a rule for its edges: a place (space `S2`, extent `E2`) read from a whole tensor, whose own extent is
/// the edge. Made by [`Tensor::clamped`], [`wrapped`](Tensor::wrapped), [`or_constant`](Tensor::or_constant),
/// [`edged`](Tensor::edged).
pub struct Edged<'a, T, S: Space, E, H: Home, M, S2: Space = S, E2 = E> {
    whole: Tensor<&'a [T], S, E, H>,
    spot: Spot<S2, E2>,
    edge: M,
}

impl<T, S: Space, E: Extent, H: Home, M: Copy, S2: Space, E2: Extent> Clone for Edged<'_, T, S, E, H, M, S2, E2> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, S: Space, E: Extent, H: Home, M: Copy, S2: Space, E2: Extent> Copy for Edged<'_, T, S, E, H, M, S2, E2> {}

impl<'a, T: Copy, S: Space, E: Extent, H: Home> Tensor<&'a [T], S, E, H> {
    /// Returns this tensor with a user-defined edge. See [`Edge`] for an example.
    #[inline(always)]
    pub fn edged<M: Edge<T>>(self, edge: M) -> Edged<'a, T, S, E, H, M> {
        Edged { whole: self, spot: self.spot, edge }
    }

    /// Returns this tensor, extended beyond its extent by the nearest sample of its edge. The edge is that of this
    /// tensor's extent, not of its block: a padded picture is clamped to the picture.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Locate, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut picture = Block::<Video, u8>::padded([0, 0], Dyn([4, 4]), 2);
    /// picture.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let reference = picture.view().clamped();
    /// assert_eq!((reference.at([-1, 2]), reference.at([9, 9])), (2, 33));
    /// let far_away = reference.colocate(&Spot::<Video, _>::new([100, -50], Fixed::<4, 4>));
    /// assert_eq!(far_away.at([0, 0]), 30);
    /// ```
    #[inline(always)]
    pub fn clamped(self) -> Edged<'a, T, S, E, H, Clamp> {
        self.edged(Clamp)
    }

    /// Returns this tensor, repeated periodically in all directions.
    ///
    /// ```
    /// use unite::{Block, Dyn, Locate};
    /// unite::universe! { pub struct Ring: 1; }
    /// let mut b = Block::<Ring, u8>::new([0], Dyn([5]));
    /// b.view_mut().fill_with(|[x]| x as u8);
    /// assert_eq!((b.view().wrapped().at([-1]), b.view().wrapped().at([12])), (4, 2));
    /// ```
    #[inline(always)]
    pub fn wrapped(self) -> Edged<'a, T, S, E, H, Wrap> {
        self.edged(Wrap)
    }

    /// Returns this tensor, extended beyond its extent by the value `v`.
    ///
    /// ```
    /// use unite::{Block, Dyn, Locate};
    /// unite::universe! { pub struct Line: 1; }
    /// let b = Block::<Line, u8>::new([0], Dyn([5]));
    /// assert_eq!((b.view().or_constant(128).at([-1]), b.view().or_constant(128).at([0])), (128, 0));
    /// ```
    #[inline(always)]
    pub fn or_constant(self, v: T) -> Edged<'a, T, S, E, H, Constant<T>>
    where
        T: fmt::Debug,
    {
        self.edged(Constant(v))
    }
}

impl<'a, T: Copy, S: Space, E: Extent, H: Home, M: Edge<T>, S2, E2> Edged<'a, T, S, E, H, M, S2, E2>
where
    S2: Space<Universe = S::Universe>,
    E2: Extent,
{
    /// Returns the same data and edges at the place of `b`. See [`Tensor::clamped`] for an example.
    #[inline(always)]
    pub fn colocate<P: PlaceIn<S::Universe>>(self, b: &P) -> Edged<'a, T, S, E, H, M, P::Space, P::Extent> {
        const { assert_rank_does_not_grow(S::FRAME, <P::Space as Space>::FRAME) };
        Edged { whole: self.whole, spot: b.spot(), edge: self.edge }
    }
}

impl<T, S: Space, E, H: Home, M, S2: Space, E2: Extent> Place for Edged<'_, T, S, E, H, M, S2, E2> {
    type Space = S2;
    type Extent = E2;
    #[inline(always)]
    fn origin(&self) -> Root<S2> {
        self.spot.origin
    }
    #[inline(always)]
    fn extent(&self) -> E2 {
        self.spot.extent
    }
}

impl<T: Copy, S: Space, E: Extent, H: Home, M: Edge<T>, S2, E2> Locate for Edged<'_, T, S, E, H, M, S2, E2>
where
    S2: Space<Universe = S::Universe>,
    E2: Extent,
{
    type Item = T;

    #[inline(always)]
    fn get(&self, i: Ix<S2>) -> Option<T> {
        let mut index = Ix::<S>::splat(0);
        each!(A < Root::<S>::RANK => {
            let k = const { S2::FRAME.dimensions() }[A];
            let at = if k < MAX_RANK { i.entry(k) } else { 0 };
            let at = coordinate::<S2, S>(A, self.spot.origin.entry(A), at, self.whole.spot.origin.entry(A))?;
            let k = const { S::FRAME.dimension_of(A) };
            if k == MAX_RANK {
                // A slice has a single place along the dropped axis.
                if at != 0 {
                    return self.edge.beyond();
                }
            } else {
                // If there are more points than `isize` counts, no index reaches past the end.
                let n = isize::try_from(self.whole.spot.extent.dim(k)).unwrap_or(isize::MAX);
                if at >= 0 && at < n {
                    index.put(k, at);
                } else if n == 0 {
                    return self.edge.beyond();
                } else {
                    match self.edge.inside(at, n) {
                        Some(at) => index.put(k, at),
                        None => return self.edge.beyond(),
                    }
                }
            }
        });
        self.whole.get(index)
    }

    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.whole.describe_block(f)?;
        write!(f, " with edges {:?}", self.edge)
    }
}

impl<'a, T: Copy, S: Space, E: Extent, H: Home, M: Edge<T>> Ancestor for Edged<'a, T, S, E, H, M> {
    type Universe = S::Universe;
    type Item = T;
    type At<S2: Space<Universe = S::Universe>, E2: Extent> = Edged<'a, T, S, E, H, M, S2, E2>;

    #[inline(always)]
    fn at_place<S2: Space<Universe = S::Universe>, E2: Extent>(self, spot: Spot<S2, E2>) -> Self::At<S2, E2> {
        const { assert_rank_does_not_grow(S::FRAME, S2::FRAME) };
        Edged { whole: self.whole, spot, edge: self.edge }
    }
}
