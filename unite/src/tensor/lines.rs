//! Several rows of a window, or two windows, at once: methods that need no proof of their own.

use super::proof::assert_contiguous;
use super::reach::{Inside, Reach};
use super::view::Tensor;
use super::window::{Window, WindowMut};
use crate::frame::{AnyExtent, Extent, Fixed, FixedExtent, Home, Root, Space, Spot, Tuple};

impl<'a, S: Space<Ix = [isize; 2]>, T, R: Reach, H: Home, const A: usize, const B: usize>
    Window<'a, S, T, Fixed<A, B>, R, H>
{
    /// Returns all rows of the extent. See [`row`](Window::row) for an example.
    #[inline(always)]
    pub fn rows(&self) -> [&'a [T; B]; A] {
        core::array::from_fn(|y| self.row(y as isize))
    }

    /// Returns the part of constant extent `Fixed<C, D>` at row `Y` and column `X`, without reach. It needs no further
    /// proof.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Inside};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 16]));
    /// b.view_mut().fill_with(|[y, x]| (16 * y + x) as u8);
    /// let pair = b.view().fixed::<Fixed<8, 16>>().window::<Inside>().unwrap();
    /// let right = pair.part::<0, 8, Fixed<8, 8>>();
    /// assert_eq!(right[[1, 0]], 24);
    /// ```
    ///
    /// A part that leaves the extent does not compile.
    #[inline(always)]
    pub fn part<const Y: usize, const X: usize, E: FixedExtent>(&self) -> Window<'a, S, T, E, Inside, H> {
        const {
            let [height, width, ..] = E::STATIC;
            assert!(E::RANK == 2 && height <= A && Y <= A - height, "part: outside of the window");
            assert!(width <= B && X <= B - width, "part: outside of the window");
        }
        let part = self.partition_reaching::<Inside, _>([Y as isize, X as isize], E::default());
        part.expect("the part lies in the extent, as asserted")
    }

    /// Returns the samples of the extent by value, to stage data for a transform. See [`row`](Window::row) for an
    /// example.
    #[inline(always)]
    pub fn load(&self) -> [[T; B]; A]
    where
        T: Copy,
    {
        core::array::from_fn(|y| *self.row(y as isize))
    }
}

impl<'a, S: Space, T, E: Extent, R: Reach, H: Home> Window<'a, S, T, E, R, H> {
    /// Returns the same window with a constant extent, as [`Spot::fixed`] does for places. [`sizes!`](crate::sizes) finds it
    /// among several.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed, Inside};
    /// unite::universe! { pub struct Video: 2; }
    /// let b = Block::<Video, u8>::new([0, 0], Dyn([8, 16]));
    /// let window = b.view().window::<Inside>().unwrap().fixed::<Fixed<8, 16>>();
    /// assert_eq!((window.extent(), window.dims()), (Fixed::<8, 16>, Dyn([8, 16])));
    /// ```
    ///
    /// # Panics
    /// If the extent is another one.
    #[inline(always)]
    pub fn fixed<E2: FixedExtent>(&self) -> Window<'a, S, T, E2, R, H> {
        let there = Spot::<S, E>::new(Root::<S>::splat(0), self.extent()).fixed::<E2>();
        self.partition(S::Ix::splat(0), there.extent).expect("a window contains a part of its own extent")
    }

    /// Returns the extent as numbers. See [`fixed`](Window::fixed) for an example.
    #[inline(always)]
    pub fn dims(&self) -> AnyExtent<S> {
        Spot::<S, E>::new(Root::<S>::splat(0), self.extent()).dims()
    }
}

impl<'a, T, S: Space, E: Extent, H: Home> Tensor<&'a [T], S, E, H> {
    /// Returns the windows of this tensor and of another block at the place of this tensor, by one proof. Returns `None` if
    /// the blocks differ in origin or size, or this tensor has no window.
    ///
    /// ```
    /// use unite::{Around, Block, Dyn, Fixed};
    /// unite::universe! { pub struct Video: 2; }
    /// let chroma = [90, 160].map(|c| {
    ///     let mut plane = Block::<Video, u8>::padded([0, 0], Dyn([8, 8]), 1);
    ///     plane.view_mut().fill_with(|[y, x]| c + (8 * y + x) as u8);
    ///     plane
    /// });
    /// let here = chroma[0].view().partition([4, 4], Fixed::<4, 4>);
    /// let (cb, cr) = here.windows::<Around<1, 1>, _>(&chroma[1].view()).expect("planes of one size");
    /// assert_eq!((cb[[-1, 0]], cr[[-1, 0]]), (118, 188));
    /// let smaller = Block::<Video, u16>::new([0, 0], Dyn([8, 7]));
    /// assert!(here.windows::<Around<1, 1>, _>(&smaller.view()).is_none());
    /// ```
    #[inline(always)]
    #[expect(clippy::type_complexity, reason = "a pair of windows")]
    pub fn windows<R: Reach, U>(
        &self,
        other: &Tensor<&'a [U], impl Space<Universe = S::Universe>, impl Extent, H>,
    ) -> Option<(Window<'a, S, T, E, R, H>, Window<'a, S, U, E, R, H>)> {
        // The second proof compares what the first one does, so the compiler makes it once.
        let geometry = other.geometry.if_points_of(&self.geometry)?;
        Some((self.window()?, Tensor::new(other.data, geometry, self.spot).window()?))
    }
}

impl<'a, S: Space<Ix = [isize; 2]>, T, E: Extent, R: Reach, H: Home> Window<'a, S, T, E, R, H> {
    /// Returns row `y` with its neighbours left and right: `line(y)[k]` is the sample at `x = k - LEFT`.
    ///
    /// ```
    /// use unite::{Around, Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let w = b.view().partition([1, 1], Dyn([4, 2])).window::<Around<1, 1>>().unwrap();
    /// assert_eq!(w.line(-1), [0, 1, 2]);
    /// ```
    #[inline(always)]
    pub fn line(&self, y: isize) -> &'a [T] {
        const { assert_contiguous::<S, H>() };
        self.line_at([y, 0])
    }
}

impl<S: Space<Ix = [isize; 2]>, T, E: Extent, R: Reach, H: Home> WindowMut<'_, S, T, E, R, H> {
    /// Returns row `y` with its neighbours left and right, for writing. See [`Window::line`] for an example.
    #[inline(always)]
    pub fn line_mut(&mut self, y: isize) -> &mut [T] {
        const { assert_contiguous::<S, H>() };
        self.line_at_mut([y, 0])
    }
}
