//! [`Place`]: a space, an origin and an extent; and [`Spot`]: a place without data.

use super::{AnyExtent, Extent, FixedExtent, Ix, Of, Root, RunTimeExtent, Space, Tuple, each};
use crate::copied::copied;

/// The place of a tensor: a space, an origin and an extent. Anything with a place can be used for colocation.
///
/// Blocks, tiles, views and [`Spot`]s implement it. The trait is open: a type of another crate that represents a place
/// (a prediction unit, a patch of a mesh) may implement it.
///
/// ```
/// use unite::{Fixed, Place, Spot, View};
/// unite::universe! { pub struct Video: 2; }
///
/// struct Unit { y: isize, x: isize }
/// impl Place for Unit {
///     type Space = Video;
///     type Extent = Fixed<16, 16>;
///     fn origin(&self) -> [isize; 2] {
///         [self.y, self.x]
///     }
///     fn extent(&self) -> Fixed<16, 16> {
///         Fixed
///     }
/// }
/// let picture = unite::Block::<Video, u8>::new([0, 0], unite::Dyn([64, 64]));
/// let there: View<'_, Video, u8, Fixed<16, 16>> = picture.view().colocate(&Unit { y: 16, x: 32 });
/// assert_eq!(there.origin(), [16, 32]);
/// ```
pub trait Place {
    /// The reference space.
    type Space: Space;
    /// The extent: the number of points along each dimension.
    type Extent: Extent;

    /// Returns the position of the first point along each axis of the universe, in units of `1 / refinement` of a root
    /// point.
    fn origin(&self) -> Root<Self::Space>;

    /// Returns the number of points along each dimension of the tensor.
    fn extent(&self) -> Self::Extent;

    /// Returns the place without the data.
    #[inline(always)]
    fn spot(&self) -> Spot<Self::Space, Self::Extent> {
        Spot::new(self.origin(), self.extent())
    }
}

/// A bound for signatures: the places in universe `U`.
///
/// ```
/// use unite::{Dyn, Fixed, PlaceIn, Spot, View};
/// unite::universe! { pub struct Video: 2; }
/// fn rows(picture: View<'_, Video, u8>, place: &impl PlaceIn<Video>) -> usize {
///     picture.under(place).dims().0[0]
/// }
/// # let b = unite::Block::<Video, u8>::new([0, 0], Dyn([32, 32]));
/// # assert_eq!(rows(b.view(), &Spot::<Video, _>::new([0, 0], Fixed::<16, 8>)), 16);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place in the universe `{U}`",
    label = "not a place in `{U}`",
    note = "places can be compared only if their tries have the same root; in a generic function, `P: PlaceIn<{U}>` says so"
)]
pub trait PlaceIn<U>: Place<Space: Of<U> + Space<Universe = U>> {}
#[diagnostic::do_not_recommend]
impl<U, P: Place<Space: Of<U> + Space<Universe = U>>> PlaceIn<U> for P {}

/// A place without data: the target of a motion vector, the area that a tile will cover.
///
/// All location operations are defined here; a [`Tensor`](crate::Tensor) applies them to its own spot.
///
/// ```
/// use unite::{By, Dyn, Fixed, Place, Spot};
/// unite::universe! { pub struct Video: 2; }
/// let block = Spot::<Video, _>::new([16, 32], Fixed::<16, 16>);
/// let moved = block.partition([-3, 5], Fixed::<16, 16>);
/// assert_eq!(moved.origin(), [13, 37]);
/// assert_eq!(moved.coarsen::<By<4, 4>>().extent(), Dyn([4, 4]));
/// ```
pub struct Spot<S: Space, E = AnyExtent<S>> {
    pub(crate) origin: Root<S>,
    pub(crate) extent: E,
}

copied!([S: Space, E: Copy] Spot<S, E>);

impl<S: Space, E: Extent> PartialEq for Spot<S, E> {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && self.extent == other.extent
    }
}

impl<S: Space, E: Extent> Place for Spot<S, E> {
    type Space = S;
    type Extent = E;
    #[inline(always)]
    fn origin(&self) -> Root<S> {
        self.origin
    }
    #[inline(always)]
    fn extent(&self) -> E {
        self.extent
    }
}

impl<S: Space, E: Extent> Spot<S, E> {
    /// The assertion that an extent has the rank of its space. Each function that takes an extent evaluates it, so that
    /// error messages name its caller.
    pub(crate) const ASSERT_RANK: () =
        assert!(E::RANK == <Ix<S> as Tuple>::RANK, "the extent must have as many dimensions as the tensor");

    /// Creates the place of `extent` points of space `S` that starts at `origin`, counted along the axes of the
    /// universe in units of `1 / refinement`. See [`Spot`] for an example.
    ///
    /// An extent of another rank than the space's does not compile:
    ///
    /// ```compile_fail,E0080
    /// unite::universe! { pub struct Video: 2; }
    /// let _ = unite::Spot::<Video, _>::new([0, 0], unite::Fixed::<3, 8, 8>);
    /// ```
    #[inline(always)]
    pub fn new(origin: Root<S>, extent: E) -> Self {
        const { Self::ASSERT_RANK };
        Spot { origin, extent }
    }

    /// Returns the same place with a constant extent.
    ///
    /// Some operations return run-time extents because their result is constant only if their operand is. This method
    /// states the constant and checks it. The check costs nothing if the extent was constant before.
    ///
    /// ```
    /// use unite::{Axes, Fixed, Place, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// let tall = Spot::<Video, _>::new([0, 0], Fixed::<8, 4>);
    /// let wide = tall.permute::<Axes<1, 0>>().fixed::<Fixed<4, 8>>();
    /// assert_eq!(wide.extent(), Fixed::<4, 8>);
    /// ```
    ///
    /// # Panics
    /// If the extent is another one.
    #[inline(always)]
    pub fn fixed<E2: FixedExtent>(self) -> Spot<S, E2> {
        const { Spot::<S, E2>::ASSERT_RANK };
        each!(K < Ix::<S>::RANK => {
            if self.extent.dim(K) != E2::STATIC[K] {
                other_extent(K, self.extent.dim(K), E2::STATIC[K]);
            }
        });
        Spot::new(self.origin, E2::default())
    }

    /// Returns the extent as numbers.
    ///
    /// ```
    /// use unite::{Dyn, Fixed, Spot};
    /// unite::universe! { pub struct Video: 2; }
    /// assert_eq!(Spot::<Video, _>::new([0, 0], Fixed::<8, 4>).dims(), Dyn([8, 4]));
    /// ```
    #[inline(always)]
    pub fn dims(&self) -> AnyExtent<S> {
        let mut dims = AnyExtent::<S>::empty();
        each!(K < Ix::<S>::RANK => {
            dims.set_dim(K, self.extent.dim(K));
        });
        dims
    }
}

#[cold]
#[inline(never)]
fn other_extent(k: usize, is: usize, stated: usize) -> ! {
    panic!("the extent of dimension {k} is {is}, not {stated} as stated")
}
