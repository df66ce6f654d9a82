//! [`Tile`]: a small block on the stack, a nested array with a place.

use super::geometry::Geometry;
use super::view::{Read, Tensor, Write};
use crate::frame::{Fixed, FixedExtent, Place, Root, Space, Spot, Stack, Tuple};

/// An item type of a [`Tile`]. Users can implement it: `impl unite::Sample for Rgb {}`.
///
/// ```
/// #[derive(Clone, Copy, Default, PartialEq, Debug)]
/// struct Rgb(u8, u8, u8);
/// impl unite::Sample for Rgb {}
/// unite::universe! { pub struct Video: 2; }
/// let tile = unite::Tile::<Video, [[Rgb; 4]; 4]>::at([0, 0]);
/// assert_eq!(tile.view().at([3, 3]), Rgb(0, 0, 0));
/// ```
pub trait Sample: Copy + Default + 'static {}

macro_rules! samples {
    ($($t:ty)*) => { $(impl Sample for $t {})* };
}
samples! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool }

/// A nested array: `[[u8; 4]; 4]` is a tensor of rank 2 and extent `Fixed<4, 4>`. Sealed.
///
/// ```
/// use unite::{Nest, Tuple};
/// assert_eq!(<<[[[u8; 8]; 8]; 3] as Nest>::Ix>::RANK, 3);
/// ```
pub trait Nest: private::Sealed + Copy + 'static {
    /// The sample type.
    type Item: Sample;
    /// The type of an index.
    type Ix: Tuple;
    /// The constant extent.
    type Extent: FixedExtent;
    /// Returns an array of default samples.
    fn blank() -> Self;
    /// Returns the samples in row-major order.
    fn flat(&self) -> &[Self::Item];
    /// Returns the samples in row-major order, for writing.
    fn flat_mut(&mut self) -> &mut [Self::Item];
    /// Sets every sample to `f` of its index, in row-major order.
    fn fill_with(&mut self, f: impl FnMut(Self::Ix) -> Self::Item);
}

mod private {
    #[diagnostic::on_unimplemented(message = "`{Self}` cannot have this trait: it is sealed")]
    pub trait Sealed {}
}

impl<T: Sample, const A: usize> private::Sealed for [T; A] {}
impl<T: Sample, const A: usize> Nest for [T; A] {
    type Item = T;
    type Ix = [isize; 1];
    type Extent = Fixed<A>;
    #[inline(always)]
    fn blank() -> Self {
        [T::default(); A]
    }
    #[inline(always)]
    fn flat(&self) -> &[T] {
        self
    }
    #[inline(always)]
    fn flat_mut(&mut self) -> &mut [T] {
        self
    }
    #[inline(always)]
    fn fill_with(&mut self, mut f: impl FnMut([isize; 1]) -> T) {
        for (x, sample) in self.iter_mut().enumerate() {
            *sample = f([x as isize]);
        }
    }
}

impl<T: Sample, const A: usize, const B: usize> private::Sealed for [[T; B]; A] {}
impl<T: Sample, const A: usize, const B: usize> Nest for [[T; B]; A] {
    type Item = T;
    type Ix = [isize; 2];
    type Extent = Fixed<A, B>;
    #[inline(always)]
    fn blank() -> Self {
        [[T::default(); B]; A]
    }
    #[inline(always)]
    fn flat(&self) -> &[T] {
        self.as_flattened()
    }
    #[inline(always)]
    fn flat_mut(&mut self) -> &mut [T] {
        self.as_flattened_mut()
    }
    #[inline(always)]
    fn fill_with(&mut self, mut f: impl FnMut([isize; 2]) -> T) {
        for (y, row) in self.iter_mut().enumerate() {
            for (x, sample) in row.iter_mut().enumerate() {
                *sample = f([y as isize, x as isize]);
            }
        }
    }
}

impl<T: Sample, const A: usize, const B: usize, const C: usize> private::Sealed for [[[T; C]; B]; A] {}
impl<T: Sample, const A: usize, const B: usize, const C: usize> Nest for [[[T; C]; B]; A] {
    type Item = T;
    type Ix = [isize; 3];
    type Extent = Fixed<A, B, C>;
    #[inline(always)]
    fn blank() -> Self {
        [[[T::default(); C]; B]; A]
    }
    #[inline(always)]
    fn flat(&self) -> &[T] {
        self.as_flattened().as_flattened()
    }
    #[inline(always)]
    fn flat_mut(&mut self) -> &mut [T] {
        self.as_flattened_mut().as_flattened_mut()
    }
    #[inline(always)]
    fn fill_with(&mut self, mut f: impl FnMut([isize; 3]) -> T) {
        for (c, plane) in self.iter_mut().enumerate() {
            for (y, row) in plane.iter_mut().enumerate() {
                for (x, sample) in row.iter_mut().enumerate() {
                    *sample = f([c as isize, y as isize, x as isize]);
                }
            }
        }
    }
}

impl<T: Sample, const A: usize, const B: usize, const C: usize, const D: usize> private::Sealed
    for [[[[T; D]; C]; B]; A]
{
}
impl<T: Sample, const A: usize, const B: usize, const C: usize, const D: usize> Nest for [[[[T; D]; C]; B]; A] {
    type Item = T;
    type Ix = [isize; 4];
    type Extent = Fixed<A, B, C, D>;
    #[inline(always)]
    fn blank() -> Self {
        [[[[T::default(); D]; C]; B]; A]
    }
    #[inline(always)]
    fn flat(&self) -> &[T] {
        self.as_flattened().as_flattened().as_flattened()
    }
    #[inline(always)]
    fn flat_mut(&mut self) -> &mut [T] {
        self.as_flattened_mut().as_flattened_mut().as_flattened_mut()
    }
    #[inline(always)]
    fn fill_with(&mut self, mut f: impl FnMut([isize; 4]) -> T) {
        for (a, part) in self.iter_mut().enumerate() {
            part.fill_with(|[b, c, d]| f([a as isize, b, c, d]));
        }
    }
}

/// A small block on the stack: `Tile<Video, [[u8; 4]; 4]>`. Its array type determines item, extent and rank.
///
/// `data` is a plain array and can be indexed directly. The origin is the place that [`colocate`](Tensor::colocate)
/// uses.
///
/// ```
/// use unite::{Block, Dyn, Place, Tile};
/// unite::universe! { pub struct Video: 2; }
/// let mut tile = Tile::<Video, [[u8; 4]; 4]>::at([8, 12]);
/// tile.fill_with(|[y, x]| (y + x) as u8);
/// assert_eq!((tile.data[3][3], tile.origin()), (6, [8, 12]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tile<S: Space, A> {
    /// The place of the first sample, in the units of [`Place::origin`].
    pub origin: Root<S>,
    /// The samples.
    pub data: A,
}

/// A view of a [`Tile`]: everything except its place is a constant.
pub type TileView<'a, S, A> = Tensor<&'a [<A as Nest>::Item], S, <A as Nest>::Extent, Stack<S, <A as Nest>::Extent>>;

/// A mutable view of a [`Tile`].
pub type TileViewMut<'a, S, A> =
    Tensor<&'a mut [<A as Nest>::Item], S, <A as Nest>::Extent, Stack<S, <A as Nest>::Extent>>;

impl<S: Space, A: Nest<Ix = S::Ix>> Tile<S, A> {
    /// Creates a tile of default samples at `origin`. See [`Tile`] for an example.
    #[inline(always)]
    pub fn at(origin: Root<S>) -> Self {
        Tile { origin, data: A::blank() }
    }

    /// Creates a tile at the place of `b`, in its space and with its extent, with blank data of its own: block copy
    /// (thesis, chapter 5.2).
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Tile};
    /// unite::universe! { pub struct Video: 2; }
    /// let picture = Block::<Video, u8>::new([0, 0], Dyn([64, 64]));
    /// let mb = picture.view().partition([16, 16], Fixed::<16, 16>);
    /// let prediction = Tile::<Video, [[u8; 16]; 16]>::block_copy(&mb);
    /// assert_eq!(prediction.origin, [16, 16]);
    /// ```
    #[inline(always)]
    pub fn block_copy<P: Place<Space = S, Extent = A::Extent>>(b: &P) -> Self {
        Self::at(b.origin())
    }

    /// Returns the tile as a view. See [`Sample`] for an example.
    #[inline(always)]
    pub fn view(&self) -> TileView<'_, S, A> {
        Tensor::new(self.data.flat(), Geometry::tile(self.origin), self.spot())
    }

    /// Returns samples as a view at the origin of the universe.
    #[inline(always)]
    pub(crate) fn view_of(samples: &A) -> TileView<'_, S, A> {
        let origin = Root::<S>::splat(0);
        Tensor::new(samples.flat(), Geometry::tile(origin), Spot::new(origin, A::Extent::default()))
    }

    /// Returns the tile as a mutable view. See [`Write`] for an example.
    #[inline(always)]
    pub fn view_mut(&mut self) -> TileViewMut<'_, S, A> {
        let spot = self.spot();
        Tensor::new(self.data.flat_mut(), Geometry::tile(self.origin), spot)
    }
}

impl<S: Space, A: PartialEq> PartialEq for Tile<S, A> {
    fn eq(&self, other: &Self) -> bool {
        self.origin == other.origin && self.data == other.data
    }
}

impl<S: Space, A: Eq> Eq for Tile<S, A> {}

impl<S: Space, A: Nest<Ix = S::Ix>> Place for Tile<S, A> {
    type Space = S;
    type Extent = A::Extent;
    #[inline(always)]
    fn origin(&self) -> Root<S> {
        self.origin
    }
    #[inline(always)]
    fn extent(&self) -> A::Extent {
        A::Extent::default()
    }
}

impl<const N: usize, S: Space<Ix = [isize; N]>, A: Nest<Ix = [isize; N]>> Read<N> for Tile<S, A> {
    type Item = A::Item;
    type Universe = S::Universe;
    type Home = Stack<S, A::Extent>;
    #[inline(always)]
    fn view(&self) -> TileView<'_, S, A> {
        Tile::view(self)
    }
}

impl<const N: usize, S: Space<Ix = [isize; N]>, A: Nest<Ix = [isize; N]>> Write<N> for Tile<S, A> {
    #[inline(always)]
    fn view_mut(&mut self) -> TileViewMut<'_, S, A> {
        Tile::view_mut(self)
    }
}
