//! [`Universe`]: the root of a trie. Places can be compared only if they have the same root.

use super::index::Tuple;
use super::sealed::SealedSpace;
use super::space::{Coarse, Factors, Fine, Order, Permuted, Sliced, Space};
use super::{Frame, Shorter};

/// The root of a trie of reference spaces: the grid on which all places below it are compared.
///
/// Declared by [`universe!`](crate::universe!). A universe is itself a [`Space`]. Its only parameter is the type of its
/// points, which determines the rank, so no implementation can contradict itself.
///
/// ```
/// unite::universe! {
///     /// Luma samples of one picture sequence.
///     pub struct Video: 2;
/// }
/// assert_eq!(<Video as unite::Space>::FRAME.rank(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a universe",
    note = "declare one: `universe! {{ pub struct Video: 2; }}`"
)]
pub trait Universe: Copy + Send + Sync + 'static {
    /// A point of the universe: `[isize; L]`.
    type Root: Tuple;
}

/// Declares universes, each with its rank (1 to 4).
///
/// ```
/// unite::universe! {
///     /// A luma sample is the unit.
///     pub struct Video: 2;
///     /// Row, column, component.
///     struct Still: 3;
/// }
/// use unite::Space;
/// assert_eq!((Video::FRAME.rank(), Still::FRAME.rank()), (2, 3));
/// ```
#[macro_export]
macro_rules! universe {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident : $rank:literal;)*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name;

        impl $crate::Universe for $name {
            type Root = [isize; $rank];
        }
    )* };
}

impl<U: Universe> SealedSpace for U {}

impl<U: Universe> Space for U {
    type Universe = U;
    type Ix = U::Root;
    const FRAME: Frame = Frame::root(<U::Root as Tuple>::RANK);
}

/// The spaces of universe `U`. This bound exists for its error message. See [`PlaceIn`](crate::PlaceIn) for the same of a
/// place, and [`Tensor::colocate`](crate::Tensor::colocate) for an example.
///
/// Implemented for each step of a path rather than by one blanket impl, so that users see the message below.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a space of the universe `{U}`",
    label = "this tensor lives in another universe",
    note = "tensors can be colocated only when their tries have the same root"
)]
pub trait Of<U>: SealedSpace {}

impl<U: Universe> Of<U> for U {}
impl<U: Universe, S: Space<Universe = U>, K: Factors> Of<U> for Coarse<S, K> {}
impl<U: Universe, S: Space<Universe = U>, K: Factors> Of<U> for Fine<S, K> {}
impl<U: Universe, S: Space<Universe = U>, O: Order> Of<U> for Permuted<S, O> {}
impl<U: Universe, S: Space<Universe = U, Ix: Shorter>, const DIM: usize> Of<U> for Sliced<S, DIM> {}
