//! [`Locate`], [`LocateMut`]: access by index to several blocks; and [`Within`]: the walk up the trie.
//!
//! Section: thesis, chapter 5.9 and figure 5.8. If a block has no data at a place, its ancestors may: a prediction tile
//! lies in a macroblock, which lies in a picture. A tile does not borrow the picture (which could then not be written);
//! the picture is borrowed only for the walk.

use super::access::nowhere;
use super::colocate::assert_rank_does_not_grow;
use crate::frame::{Extent, Home, Ix, Place, Root, Space, Spot, Universe};
use crate::tensor::{Data, Tensor};
use core::fmt;

/// Read access by index, inside of a tensor or beside it, from one or several blocks.
///
/// ```
/// use unite::{Block, Dyn, Locate, Space};
/// unite::universe! { pub struct Video: 2; }
/// fn above(p: &impl Locate<Item = u8, Space: Space<Ix = [isize; 2]>>) -> Option<u8> {
///     p.get([-1, 0])
/// }
/// let picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// assert_eq!(above(&picture.view()), None);
/// assert_eq!(above(&picture.view().clamped()), Some(0));
/// ```
pub trait Locate: Place {
    /// The sample type.
    type Item: Copy;

    /// Returns the sample of index `i`; `None` if there is none.
    fn get(&self, i: Ix<Self::Space>) -> Option<Self::Item>;

    /// Writes the names of the searched blocks, for messages: `a block of 4 x 4 at (8, 8), then in a block of ..`.
    ///
    /// # Errors
    /// The errors of the formatter.
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns the sample of index `i`.
    ///
    /// # Panics
    /// If there is none; the message names the index, the place and the searched blocks.
    #[inline(always)]
    fn at(&self, i: Ix<Self::Space>) -> Self::Item
    where
        Self: Sized,
    {
        match self.get(i) {
            Some(sample) => sample,
            None => nowhere(&i, self),
        }
    }
}

impl<D: Data<Item: Copy>, S: Space, E: Extent, H: Home> Locate for Tensor<D, S, E, H> {
    type Item = D::Item;

    #[inline(always)]
    fn get(&self, i: Ix<S>) -> Option<D::Item> {
        Tensor::get(self, i)
    }

    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.describe_block(f)
    }
}

/// Write access by index, inside of a tensor or beside it, in the nearest of several blocks that has the place.
///
/// ```
/// use unite::{Block, Dyn, LocateMut, Tile};
/// unite::universe! { pub struct Video: 2; }
/// let mut picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// let mut tile = Tile::<Video, [[u8; 2]; 2]>::at([2, 4]);
/// let mut p = tile.view_mut().within(picture.view_mut());
/// p.set([0, 0], 1); // the tile's own
/// p.set([0, -1], 2); // beside it, in the picture
/// assert_eq!(p.get_mut([0, -5]), None);
/// assert_eq!((tile.data[0][0], picture.view().at([2, 4]), picture.view().at([2, 3])), (1, 0, 2));
/// ```
pub trait LocateMut: Locate {
    /// Returns the sample of index `i` for writing; `None` if there is none.
    fn get_mut(&mut self, i: Ix<Self::Space>) -> Option<&mut Self::Item>;

    /// Writes the sample of index `i`.
    ///
    /// # Panics
    /// If there is none; the message names the index, the place and the searched blocks.
    #[inline(always)]
    fn set(&mut self, i: Ix<Self::Space>, sample: Self::Item)
    where
        Self: Sized,
    {
        match self.get_mut(i) {
            Some(place) => *place = sample,
            None => nowhere(&i, self),
        }
    }
}

impl<T: Copy, S: Space, E: Extent, H: Home> LocateMut for Tensor<&mut [T], S, E, H> {
    #[inline(always)]
    fn get_mut(&mut self, i: Ix<S>) -> Option<&mut T> {
        Tensor::get_mut(self, i)
    }
}

/// A fallback for places at which a nearer block has no data: a view, or a view with its edges.
///
/// ```
/// use unite::{Ancestor, Block, Dyn, Fixed, Spot};
/// unite::universe! { pub struct Video: 2; }
/// let picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// let there = picture.view().at_place(Spot::<Video, _>::new([4, 4], Fixed::<4, 4>));
/// assert_eq!(there.get([0, 0]), Some(0));
/// ```
pub trait Ancestor: Sized {
    /// The root of the trie.
    type Universe: Universe;
    /// The sample type.
    type Item: Copy;
    /// The same data at another place.
    type At<S: Space<Universe = Self::Universe>, E: Extent>: Locate<Item = Self::Item, Space = S, Extent = E>;

    /// Returns the data at a place.
    fn at_place<S: Space<Universe = Self::Universe>, E: Extent>(self, spot: Spot<S, E>) -> Self::At<S, E>;
}

impl<D: Data<Item: Copy>, S: Space, E: Extent, H: Home> Ancestor for Tensor<D, S, E, H> {
    type Universe = S::Universe;
    type Item = D::Item;
    type At<S2: Space<Universe = S::Universe>, E2: Extent> = Tensor<D, S2, E2, H>;

    #[inline(always)]
    fn at_place<S2: Space<Universe = S::Universe>, E2: Extent>(self, spot: Spot<S2, E2>) -> Self::At<S2, E2> {
        const { assert_rank_does_not_grow(S::FRAME, S2::FRAME) };
        self.at_spot(spot)
    }
}

/// Two sources of data at one place: the farther one is read where the nearer has no data. Made by [`Tensor::within`].
#[derive(Clone, Copy)]
pub struct Within<Near, Far> {
    near: Near,
    far: Far,
}

impl<Near: Locate, Far: Locate<Item = Near::Item, Space = Near::Space>> Within<Near, Far> {
    /// Adds an ancestor behind the existing ones. See [`Tensor::within`] for an example.
    #[inline(always)]
    pub fn within<A>(self, ancestor: A) -> Within<Self, A::At<Near::Space, Near::Extent>>
    where
        A: Ancestor<Universe = <Near::Space as Space>::Universe, Item = Near::Item>,
    {
        let far = ancestor.at_place(self.spot());
        Within { near: self, far }
    }
}

impl<Near: Place, Far> Place for Within<Near, Far> {
    type Space = Near::Space;
    type Extent = Near::Extent;
    #[inline(always)]
    fn origin(&self) -> Root<Near::Space> {
        self.near.origin()
    }
    #[inline(always)]
    fn extent(&self) -> Near::Extent {
        self.near.extent()
    }
}

impl<Near: Locate, Far: Locate<Item = Near::Item, Space = Near::Space>> Locate for Within<Near, Far> {
    type Item = Near::Item;

    #[inline(always)]
    fn get(&self, i: Ix<Near::Space>) -> Option<Near::Item> {
        match self.near.get(i) {
            Some(sample) => Some(sample),
            None => self.far.get(i),
        }
    }

    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.near.describe(f)?;
        f.write_str(", then in ")?;
        self.far.describe(f)
    }
}

impl<Near: LocateMut, Far: LocateMut<Item = Near::Item, Space = Near::Space>> LocateMut for Within<Near, Far> {
    #[inline(always)]
    fn get_mut(&mut self, i: Ix<Near::Space>) -> Option<&mut Near::Item> {
        if self.near.get(i).is_some() { self.near.get_mut(i) } else { self.far.get_mut(i) }
    }
}

impl<D: Data<Item: Copy>, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns this tensor with an ancestor: if its block has no data at a place, the sample is read from `ancestor`.
    ///
    /// ```
    /// use unite::{Block, Dyn, Locate, Tile};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut picture = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// picture.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let mut mb = Tile::<Video, [[u8; 4]; 4]>::at([0, 4]);
    /// mb.fill_with(|_| 200);
    /// let tile = Tile::<Video, [[u8; 2]; 2]>::at([2, 4]);
    ///
    /// let p = tile.view().within(mb.view()).within(picture.view().clamped());
    /// assert_eq!(p.at([0, 0]), 0); // the tile's own
    /// assert_eq!(p.at([-1, 0]), 200); // the macroblock's
    /// assert_eq!(p.at([0, -1]), 23); // the picture's
    /// assert_eq!(p.at([-5, 0]), 4); // the picture's edge
    /// ```
    ///
    /// [`LocateMut::set`] writes through mutable views.
    #[inline(always)]
    pub fn within<A: Ancestor<Universe = S::Universe, Item = D::Item>>(self, ancestor: A) -> Within<Self, A::At<S, E>> {
        let far = ancestor.at_place(self.spot);
        Within { near: self, far }
    }
}
