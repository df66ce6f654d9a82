//! [`Proven`]: a window that knows its place, so that its parts are found by place.
//!
//! ```text
//!   picture ── proven ──▶ Proven (window and origin)          one proof for a macroblock
//!                            │ colocate, under                two comparisons for each dimension
//!                            ▼
//!                         Window of a part, with the reach of the whole
//! ```

use super::reshape::axis_and_coarsening;
use crate::copied::copied;
use crate::frame::{AnyExtent, Extent, FixedExtent, Home, Ix, Of, Place, Root, Rows, Space, Spot, Stack, Tuple, each};
use crate::tensor::{Inside, Nest, Reach, Tensor, Tile, Window, after, before};

/// A [`Window`] with its place.
///
/// ```
/// use unite::{Around, Block, Dyn, Fixed, Spot};
/// unite::universe! { pub struct Video: 2; }
/// let mut picture = Block::<Video, u8>::padded([0, 0], Dyn([16, 16]), 1);
/// picture.view_mut().fill_with(|[y, x]| (16 * y + x) as u8);
/// let mb = picture.view().partition([0, 0], Fixed::<16, 16>).proven::<Around<1, 1>>().expect("the picture is padded");
/// let block = Spot::<Video, _>::new([4, 8], Fixed::<4, 4>);
/// let p = mb.colocate(&block).expect("a block of the macroblock");
/// assert_eq!((p[[0, 0]], p[[-1, -1]]), (72, 55));
/// assert!(mb.colocate(&Spot::<Video, _>::new([4, 16], Fixed::<4, 4>)).is_none());
/// ```
pub struct Proven<'a, S: Space, T, E = AnyExtent<S>, R = Inside, H: Home = Rows<S, AnyExtent<S>>> {
    window: Window<'a, S, T, E, R, H>,
    origin: Root<S>,
}

copied!([S: Space, T, E: Copy, R, H: Home] Proven<'_, S, T, E, R, H>);

impl<'a, T, S: Space, E: Extent, H: Home> Tensor<&'a [T], S, E, H> {
    /// Proves a window as [`window`](Tensor::window) does; the result knows its place. See [`Proven`] for an example.
    #[inline(always)]
    pub fn proven<R: Reach>(&self) -> Option<Proven<'a, S, T, E, R, H>> {
        Some(Proven { window: self.window()?, origin: self.origin() })
    }
}

impl<S: Space, T, E: Extent, R: Reach, H: Home> Place for Proven<'_, S, T, E, R, H> {
    type Space = S;
    type Extent = E;
    #[inline(always)]
    fn origin(&self) -> Root<S> {
        self.origin
    }
    #[inline(always)]
    fn extent(&self) -> E {
        self.window.extent()
    }
}

impl<'a, S: Space, T, E: Extent, R: Reach, H: Home> Proven<'a, S, T, E, R, H> {
    /// Returns the window.
    #[inline(always)]
    pub fn window(&self) -> Window<'a, S, T, E, R, H> {
        self.window
    }

    /// Returns the part at a place of the same space, with the reach of the whole. `None` if the place has no points, leaves
    /// the extent, or does not begin at a point of this tensor. See [`Proven`] for an example.
    #[inline(always)]
    pub fn colocate<P: Place<Space = S>>(&self, place: &P) -> Option<Window<'a, S, T, P::Extent, R, H>> {
        let from = place.origin();
        let mut at = Ix::<S>::splat(0);
        each!(K < Ix::<S>::RANK => {
            let (a, c) = const { axis_and_coarsening(S::FRAME, K) };
            let start = from.entry(a).checked_sub(self.origin.entry(a))?;
            if start.rem_euclid(c) != 0 {
                return None;
            }
            at.put(K, start.div_euclid(c));
        });
        self.window.partition(at, place.extent())
    }

    /// Returns the points that cover a place of any space of the universe, with the reach of the whole; `None` if they leave
    /// the extent.
    ///
    /// ```
    /// use unite::{Block, By, Coarse, Dyn, Fixed, Inside, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let flags = Block::<Coarse<Video, By<4, 4>>, u8>::from_fn([0, 0], Dyn([4, 4]), |[y, x]| (10 * y + x) as u8);
    /// let flags = flags.view().proven::<Inside>().expect("inside of its block");
    /// let part = Spot::<Video, _>::new([8, 4], Fixed::<4, 8>);
    /// let under = flags.under(&part).expect("a part of the flags");
    /// assert_eq!((under.extent(), under[[0, 1]]), (Dyn([1, 2]), 22));
    /// assert_eq!(flags.under_fixed::<Fixed<1, 2>, _>(&part).expect("a part of the flags")[[0, 0]], 21);
    /// ```
    #[inline(always)]
    pub fn under<P: Place<Space: Of<S::Universe> + Space<Universe = S::Universe>>>(
        &self,
        place: &P,
    ) -> Option<Window<'a, S, T, AnyExtent<S>, R, H>> {
        self.colocate(&self.spot().under(place))
    }

    /// Returns the points at a place, as [`under`](Proven::under) does, with a constant extent that is checked at compile
    /// time.
    #[inline(always)]
    pub fn under_fixed<E2: FixedExtent, P: Place<Space: Of<S::Universe> + Space<Universe = S::Universe>>>(
        &self,
        place: &P,
    ) -> Option<Window<'a, S, T, E2, R, H>> {
        self.colocate(&self.spot().under_fixed::<E2, P>(place))
    }
}

impl<S: Space, A: Nest<Ix = S::Ix>> Tile<S, A> {
    /// Lays a constant table, its reach included, at a place: the same table for every macroblock. The proof is made at compile
    /// time.
    ///
    /// ```
    /// use unite::{Around, Fixed, Spot, Tile};
    /// unite::universe! { pub struct Video: 2; }
    /// /// The order of coding of four blocks; 0 above and to the left, which are coded before.
    /// static WHEN: [[u8; 3]; 3] = [[0, 0, 0], [0, 1, 2], [0, 3, 4]];
    /// let place = Spot::<Video, _>::new([32, 16], Fixed::<2, 2>);
    /// let when = Tile::lay::<Around<1, 1>, _>(&WHEN, &place);
    /// let last = when.colocate(&Spot::<Video, _>::new([33, 17], Fixed::<1, 1>)).expect("a block of the place");
    /// assert_eq!((last[[0, 0]], last[[-1, 0]], last[[0, -1]]), (4, 2, 3));
    /// ```
    ///
    /// A table of another extent than the place's with its reach does not compile.
    #[inline(always)]
    pub fn lay<'a, R: Reach, E: FixedExtent>(
        table: &'a A,
        place: &Spot<S, E>,
    ) -> Proven<'a, S, A::Item, E, R, Stack<S, A::Extent>> {
        const { assert_fits::<A::Extent, R, E>(S::FRAME.rank) };
        let mut inner = Ix::<S>::splat(0);
        each!(K < Ix::<S>::RANK => {
            inner.put(K, const { before::<R>(S::FRAME.rank) }[K]);
        });
        let part = Tile::<S, A>::view_of(table).partition(inner, E::default());
        Proven { window: part.window().expect("the table fits, as asserted"), origin: place.origin() }
    }
}

/// Asserts at compile time that a table has the extent `E` with the reach `R` around it.
const fn assert_fits<Table: FixedExtent, R: Reach, E: FixedExtent>(rank: usize) {
    let (before, after) = (before::<R>(rank), after::<R>(rank));
    let mut k = 0;
    while k < rank {
        let needed = before[k] + E::STATIC[k] as isize + after[k];
        assert!(
            Table::STATIC[k] as isize == needed,
            "lay: the table must have the extent of the place with its reach around it"
        );
        k += 1;
    }
}
