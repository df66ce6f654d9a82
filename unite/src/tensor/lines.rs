//! Several rows of a window at once: methods that build on `row` and need no proof of their own.

use super::proof::assert_contiguous;
use super::reach::Reach;
use super::window::{Window, WindowMut};
use crate::frame::{Extent, Fixed, Home, Space};

impl<'a, S: Space<Ix = [isize; 2]>, T, R: Reach, H: Home, const A: usize, const B: usize>
    Window<'a, S, T, Fixed<A, B>, R, H>
{
    /// Returns all rows of the extent. See [`row`](Window::row) for an example.
    #[inline(always)]
    pub fn rows(&self) -> [&'a [T; B]; A] {
        core::array::from_fn(|y| self.row(y as isize))
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
