//! Assignments of whole tensors: fill, copy, zip.

use super::{Elements, Lines, for_each, for_each_line};
use crate::frame::{Extent, Home, Ix, Place, Root, Space, Tuple};
use crate::tensor::{Block, Inside, Nest, Tensor, Tile, WindowMut};

/// Sets a line to `f` of the source elements. A separate function: as a parameter, `line` is known not to alias
/// anything, even after inlining.
#[inline(always)]
fn zip_line<T, I, L: Lines<I>>(line: &mut [T], source: L::Line, f: &mut impl FnMut(L::Item) -> T) {
    for (x, sample) in line.iter_mut().enumerate() {
        *sample = f(L::pick(&source, x));
    }
}

impl<T: Copy, S: Space, E: Extent, H: Home> Tensor<&mut [T], S, E, H> {
    /// Sets every sample to `f` of its index, in row-major order.
    ///
    /// Capture windows by `move` (they are `Copy`). If the closure borrows them, their pointer is loaded again for
    /// every sample and the loop does not vectorise.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// assert_eq!(b.view().at([3, 2]), 32);
    /// ```
    ///
    /// # Panics
    /// If a point has no data.
    #[inline(always)]
    pub fn fill_with(&mut self, mut f: impl FnMut(Ix<S>) -> T) {
        let extent = self.extent();
        match self.reborrow().window_if_whole::<Inside>() {
            Some(mut window) => for_each(extent, |i| window[i] = f(i)),
            None => fill_checked(self.reborrow(), f),
        }
    }

    /// Sets every sample to the one of the same index in `source`.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// let rows = [1_u8, 2, 3, 4];
    /// b.view_mut().partition([2, 2], Dyn([2, 2])).copy_from(unite::View::<Video, u8>::over(&rows, [0, 0], Dyn([2, 2]))?);
    /// assert_eq!(b.view().at([3, 2]), 3);
    /// # Ok::<(), unite::LayoutError>(())
    /// ```
    ///
    /// # Panics
    /// If the extents differ, or a point has no data.
    #[inline(always)]
    pub fn copy_from<A: Elements<Ix<S>, Item = T>>(&mut self, source: A) {
        self.zip(source, |sample| sample);
    }

    /// Sets every sample to `f` of the samples of the same index in `sources`: a view, window, tile or block, or a
    /// tuple of them.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut a = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
    /// a.view_mut().fill_with(|[y, _]| y as u8);
    /// let mut sum = Block::<Video, u16>::new([0, 0], Dyn([4, 4]));
    /// sum.view_mut().zip((&a, &a), |(p, q)| u16::from(p) + u16::from(q));
    /// assert_eq!(sum.view().at([3, 0]), 6);
    /// ```
    ///
    /// # Panics
    /// If the extents differ, or a point has no data.
    #[inline(always)]
    pub fn zip<A: Elements<Ix<S>>>(&mut self, sources: A, f: impl FnMut(A::Item) -> T) {
        sources.assert_extent(self.extent());
        let window = self.reborrow().window_if_whole::<Inside>();
        match (window, sources.proven()) {
            (Some(window), Some(sources)) => zip_windows(window, sources, f),
            _ => zip_checked(self.reborrow(), sources, f),
        }
    }
}

/// The fallback for points that have no data, or that are fractions of a point of their block.
///
/// The fallbacks are separate functions and take everything by value. A loop over the checked access in the caller
/// would borrow its tensors and keep them in memory even when windows are proven (a chroma residual costs six times as
/// much).
#[cold]
#[inline(never)]
fn fill_checked<T: Copy, S: Space, E: Extent, H: Home>(
    mut tensor: Tensor<&mut [T], S, E, H>,
    mut f: impl FnMut(Ix<S>) -> T,
) {
    for_each(tensor.extent(), |i| tensor.set(i, f(i)));
}

/// The fallback of `zip`. See [`fill_checked`].
#[cold]
#[inline(never)]
fn zip_checked<T: Copy, S: Space, E: Extent, H: Home, A: Elements<Ix<S>>>(
    mut tensor: Tensor<&mut [T], S, E, H>,
    sources: A,
    mut f: impl FnMut(A::Item) -> T,
) {
    for_each(tensor.extent(), |i| tensor.set(i, f(sources.element(i))));
}

#[inline(always)]
fn zip_windows<T: Copy, S: Space, E: Extent, H: Home, L: Lines<Ix<S>>>(
    mut window: WindowMut<'_, S, T, E, Inside, H>,
    sources: L,
    mut f: impl FnMut(L::Item) -> T,
) {
    let extent = window.extent();
    if const { L::CONTIGUOUS && WindowMut::<'_, S, T, E, Inside, H>::CONTIGUOUS } {
        let n = extent.dim(Ix::<S>::RANK - 1);
        for_each_line(extent, |i| zip_line::<T, Ix<S>, L>(window.line_at_mut(i), sources.line(i, n), &mut f));
    } else {
        for_each(extent, |i| window[i] = f(sources.element(i)));
    }
}

impl<S: Space, T: Copy + Default, E: Extent> Block<S, T, E> {
    /// Creates a block whose samples are `f` of their index, in row-major order.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let ramp = Block::<Video, u8>::from_fn([0, 0], Dyn([4, 6]), |[y, x]| (10 * y + x) as u8);
    /// assert_eq!(ramp.view().at([3, 5]), 35);
    /// ```
    ///
    /// # Panics
    /// If the block does not fit into memory.
    pub fn from_fn(origin: Root<S>, extent: E, f: impl FnMut(Ix<S>) -> T) -> Self {
        let mut block = Self::new(origin, extent);
        block.view_mut().fill_with(f);
        block
    }
}

impl<S: Space, A: Nest<Ix = S::Ix>> Tile<S, A> {
    /// Sets every sample to `f` of its index, in row-major order. See [`Tile`] for an example and
    /// [`Tensor::fill_with`] for how to write the closure.
    #[inline(always)]
    pub fn fill_with(&mut self, f: impl FnMut(Ix<S>) -> A::Item) {
        self.data.fill_with(f);
    }

    /// Sets every sample to `f` of the samples of the same index in `sources`. See [`select`](super::select) for an example.
    ///
    /// # Panics
    /// If the extents differ, or a point has no data.
    #[inline(always)]
    pub fn zip<B: Elements<Ix<S>>>(&mut self, sources: B, f: impl FnMut(B::Item) -> A::Item) {
        self.view_mut().zip(sources, f);
    }
}
