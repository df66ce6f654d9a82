//! [`Tensor`]: a place that shares a block's data, as a [`View`] or a [`ViewMut`].

use super::geometry::GeometryOf;
use crate::frame::{AnyExtent, Extent, Home, Place, Root, Rows, Space, Spot, Universe};
use core::marker::PhantomData;

/// The reference to the data of a tensor: `&[T]` or `&mut [T]`. Sealed.
///
/// ```
/// fn items<D: unite::Data<Item = u8>>(d: D) -> usize {
///     d.items().len()
/// }
/// assert_eq!(items(&[1_u8, 2, 3][..]), 3);
/// ```
pub trait Data: private::Sealed {
    /// The sample type.
    type Item;
    /// Returns the block's memory.
    fn items(&self) -> &[Self::Item];
}

mod private {
    #[diagnostic::on_unimplemented(message = "`{Self}` cannot have this trait: it is sealed")]
    pub trait Sealed {}
    impl<T> Sealed for &[T] {}
    impl<T> Sealed for &mut [T] {}
}

impl<T> Data for &[T] {
    type Item = T;
    #[inline(always)]
    fn items(&self) -> &[T] {
        self
    }
}

impl<T> Data for &mut [T] {
    type Item = T;
    #[inline(always)]
    fn items(&self) -> &[T] {
        self
    }
}

/// A tensor that borrows the data of its nearest block, shared ([`View`]) or exclusively ([`ViewMut`]).
///
/// It has a place (space `S`, origin, extent `E`) and a block, whose constant facts are its home `H`. Operations change
/// the place and keep the block; none allocates. Indices may be negative and may leave the tensor: samples beside a
/// tensor are read from its block.
///
/// # Size
/// A view of rank 2 takes 88 bytes on a 64-bit machine (slice 16, block origin, dimensions and pitch 40, own origin and
/// extent 32), with a constant extent 72. It is meant to be short-lived: make it, ask it for a window (16 bytes:
/// pointer and pitch), and drop it.
///
/// # Domain
/// Places are counted in `isize`. Operations saturate at its ends, where no block can lie: such blocks are an error
/// ([`OutOfPlace`](crate::LayoutError::OutOfPlace)). Indices are exact at any distance. A [`Tile`](crate::Tile) can be
/// put anywhere and has all its samples, even if its last rows are beyond the places that can be counted.
pub struct Tensor<D, S: Space, E, H: Home> {
    pub(crate) data: D,
    pub(crate) geometry: GeometryOf<S, H>,
    pub(crate) spot: Spot<S, E>,
    home: PhantomData<fn() -> H>,
}

/// A shared view: small, `Copy`, with a place.
///
/// In signatures: `View<Video, u8>`, `View<Video, u8, Fixed<4, 4>>`.
///
/// ```
/// use unite::{Block, Dyn, Fixed, View};
/// unite::universe! { pub struct Video: 2; }
/// fn sum(tile: View<'_, Video, u8, Fixed<4, 4>>) -> u32 {
///     (0..4).flat_map(|y| (0..4).map(move |x| [y, x])).map(|i| u32::from(tile.at(i))).sum()
/// }
/// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// b.view_mut().fill_with(|_| 3);
/// assert_eq!(sum(b.view().partition([2, 2], Fixed)), 48);
/// assert_eq!(size_of::<View<'_, Video, u8>>(), 88);
/// ```
pub type View<'a, S, T, E = AnyExtent<S>, H = Rows<S, AnyExtent<S>>> = Tensor<&'a [T], S, E, H>;

/// A mutable view. Not `Copy`; [`reborrow`](Tensor::reborrow) it to use it twice.
///
/// ```
/// use unite::{Block, Dyn};
/// unite::universe! { pub struct Video: 2; }
/// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// b.view_mut().partition([2, 2], Dyn([2, 2])).fill_with(|[y, x]| (y + x) as u8);
/// assert_eq!(b.view().at([3, 3]), 2);
/// ```
pub type ViewMut<'a, S, T, E = AnyExtent<S>, H = Rows<S, AnyExtent<S>>> = Tensor<&'a mut [T], S, E, H>;

impl<D: Clone, S: Space, E: Extent, H: Home> Clone for Tensor<D, S, E, H> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Tensor { data: self.data.clone(), geometry: self.geometry, spot: self.spot, home: PhantomData }
    }
}

impl<D: Copy, S: Space, E: Extent, H: Home> Copy for Tensor<D, S, E, H> {}

impl<D: Data, S: Space, E: Extent, H: Home> Place for Tensor<D, S, E, H> {
    type Space = S;
    type Extent = E;
    #[inline(always)]
    fn origin(&self) -> Root<S> {
        self.spot.origin
    }
    #[inline(always)]
    fn extent(&self) -> E {
        self.spot.extent
    }
}

impl<D, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    #[inline(always)]
    pub(super) fn new(data: D, geometry: GeometryOf<S, H>, spot: Spot<S, E>) -> Self {
        Tensor { data, geometry, spot, home: PhantomData }
    }

    /// Returns the same data at another place of the same universe.
    #[inline(always)]
    pub(crate) fn at_spot<S2: Space<Universe = S::Universe>, E2: Extent>(
        self,
        spot: Spot<S2, E2>,
    ) -> Tensor<D, S2, E2, H> {
        Tensor { data: self.data, geometry: self.geometry, spot, home: PhantomData }
    }
}

impl<S: Space, E: Extent, H: Home> Tensor<(), S, E, H> {
    /// Creates a tensor with a place and a block but without data, for messages.
    #[inline(always)]
    pub(crate) fn dataless(geometry: GeometryOf<S, H>, spot: Spot<S, E>) -> Self {
        Tensor::new((), geometry, spot)
    }
}

impl<T, S: Space, E: Extent, H: Home> Tensor<&mut [T], S, E, H> {
    /// Returns the same view for a shorter lifetime, so that it can be used again afterwards.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
    /// let mut v = b.view_mut();
    /// v.reborrow().partition([0, 0], Dyn([1, 4])).fill_with(|_| 1);
    /// v.partition([1, 0], Dyn([1, 4])).fill_with(|_| 2);
    /// assert_eq!((b.view().at([0, 3]), b.view().at([1, 3])), (1, 2));
    /// ```
    #[inline(always)]
    pub fn reborrow(&mut self) -> Tensor<&mut [T], S, E, H> {
        Tensor { data: &mut *self.data, geometry: self.geometry, spot: self.spot, home: PhantomData }
    }

    /// Returns a shared view of the same place.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
    /// let mut v = b.view_mut();
    /// v.set([1, 1], 7);
    /// assert_eq!(v.as_view().at([1, 1]), 7);
    /// ```
    #[inline(always)]
    pub fn as_view(&self) -> Tensor<&[T], S, E, H> {
        Tensor { data: &*self.data, geometry: self.geometry, spot: self.spot, home: PhantomData }
    }
}

/// A tensor of rank `N` that can be read: a block, a tile, a view. For parameters of functions that accept any of them.
///
/// `Universe` repeats `Space::Universe`, so that signatures are shorter.
///
/// ```
/// use unite::{Block, Dyn, Place, Read, Tile, Universe};
/// unite::universe! { pub struct Video: 2; }
/// fn corner<U: Universe>(t: &impl Read<2, Item = u8, Universe = U>) -> u8 {
///     t.view().at([0, 0])
/// }
/// let b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// assert_eq!(corner(&b) + corner(&b.view()) + corner(&Tile::<Video, [[u8; 4]; 4]>::at([0, 0])), 0);
/// ```
pub trait Read<const N: usize>: Place<Space: Space<Ix = [isize; N], Universe = Self::Universe>> {
    /// The sample type.
    type Item: Copy;
    /// The root of the trie.
    type Universe: Universe;
    /// The constant facts about the nearest block.
    type Home: Home;
    /// Returns the tensor as a view.
    fn view(&self) -> View<'_, Self::Space, Self::Item, Self::Extent, Self::Home>;
}

/// A tensor of rank `N` that can be written.
///
/// ```
/// use unite::{Block, Dyn, Tile, Write};
/// unite::universe! { pub struct Video: 2; }
/// fn mark(t: &mut impl Write<2, Item = u8>) {
///     t.view_mut().set([0, 0], 1);
/// }
/// let mut tile = Tile::<Video, [[u8; 4]; 4]>::at([0, 0]);
/// mark(&mut tile);
/// assert_eq!(tile.data[0][0], 1);
/// ```
pub trait Write<const N: usize>: Read<N> {
    /// Returns the tensor as a mutable view.
    fn view_mut(&mut self) -> ViewMut<'_, Self::Space, Self::Item, Self::Extent, Self::Home>;
}

impl<T: Copy, const N: usize, S: Space<Ix = [isize; N]>, E: Extent, H: Home> Read<N> for Tensor<&[T], S, E, H> {
    type Item = T;
    type Universe = S::Universe;
    type Home = H;
    #[inline(always)]
    fn view(&self) -> Tensor<&[T], S, E, H> {
        *self
    }
}

impl<T: Copy, const N: usize, S: Space<Ix = [isize; N]>, E: Extent, H: Home> Read<N> for Tensor<&mut [T], S, E, H> {
    type Item = T;
    type Universe = S::Universe;
    type Home = H;
    #[inline(always)]
    fn view(&self) -> Tensor<&[T], S, E, H> {
        self.as_view()
    }
}

impl<T: Copy, const N: usize, S: Space<Ix = [isize; N]>, E: Extent, H: Home> Write<N> for Tensor<&mut [T], S, E, H> {
    #[inline(always)]
    fn view_mut(&mut self) -> Tensor<&mut [T], S, E, H> {
        self.reborrow()
    }
}
