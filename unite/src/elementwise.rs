//! Elementwise iteration over tensors of one extent: fill, copy, zip.
//!
//! Section: thesis, chapters 5.11 and 7. The tensor on the left already exists, and its extent gives the bounds of the
//! loops. Every iterator on the right occurs on the left, and no intermediate result is stored. Sources are read *by
//! index*; [`colocate`](Tensor::colocate) them first to read the same place.
//!
//! If all operands are proven to lie inside their blocks, the loops run line by line over plain slices; otherwise
//! sample by sample through the checked access.

use crate::frame::{Extent, Home, Ix, MAX_RANK, Place, Rows, Space, Stack, Tuple, each};
use crate::tensor::{Block, Inside, Nest, Reach, Tensor, Tile, Window, WindowMut};

/// Selects one of two values by a condition. Both values are computed, so loops over lines of samples vectorise.
///
/// ```
/// use unite::{Tile, select};
/// unite::universe! { pub struct Video: 2; }
/// let (mut mask, mut out) = (Tile::<Video, [[bool; 4]; 4]>::at([0, 0]), Tile::<Video, [[u8; 4]; 4]>::at([0, 0]));
/// mask.fill_with(|[y, x]| x > y);
/// let (a, b) = (Tile::<Video, _>{ origin: [0, 0], data: [[1_u8; 4]; 4] }, Tile::<Video, _>{ origin: [0, 0], data: [[2_u8; 4]; 4] });
/// out.zip((&mask, &a, &b), |(m, a, b)| select(m, a, b));
/// assert_eq!(out.data[1], [2, 2, 1, 1]);
/// ```
#[inline(always)]
pub fn select<T>(condition: bool, yes: T, no: T) -> T {
    if condition { yes } else { no }
}

/// An operand on the right of an elementwise assignment: a view, window, tile or block, or a tuple of up to three.
/// Sealed.
///
/// ```
/// use unite::{Block, Dyn, Elements, Tile};
/// unite::universe! { pub struct Video: 2; }
/// fn add(out: &mut Tile<Video, [[u8; 4]; 4]>, sources: impl Elements<[isize; 2], Item = (u8, u8)>) {
///     out.zip(sources, |(a, b)| a + b);
/// }
/// let picture = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
/// let mut out = Tile::at([0, 0]);
/// add(&mut out, (picture.view(), &Tile::<Video, _> { origin: [8, 8], data: [[3_u8; 4]; 4] }));
/// assert_eq!(out.data, [[3; 4]; 4]);
/// ```
pub trait Elements<I>: private::Sealed + Copy {
    /// The value read at an index.
    type Item: Copy;
    /// The same elements, proven to lie inside their blocks.
    type Proven: Lines<I, Item = Self::Item>;
    /// Panics unless every operand has the extent `left`, of the rank of `I`.
    fn assert_extent<E: Extent>(&self, left: E);
    /// Reads the value at an index, with a bounds check.
    fn element(&self, i: I) -> Self::Item;
    /// Returns the same elements, proven to lie inside their blocks; `None` if they do not.
    fn proven(&self) -> Option<Self::Proven>;
}

/// Elements that are proven to lie inside their blocks, line by line along the last dimension. Sealed.
/// See [`Elements`] for an example.
pub trait Lines<I>: private::Sealed + Copy {
    /// The value read at an index.
    type Item: Copy;
    /// A line.
    type Line: Copy;
    /// `true` if the samples of a line are contiguous.
    const CONTIGUOUS: bool;
    /// Returns the first `n` elements of the line through `i`, for contiguous lines.
    fn line(&self, i: I, n: usize) -> Self::Line;
    /// Returns element `x` of a line.
    fn pick(line: &Self::Line, x: usize) -> Self::Item;
    /// Reads the value at an index.
    fn element(&self, i: I) -> Self::Item;
}

mod private {
    use super::*;
    pub trait Sealed {}
    impl<T, S: Space, E, H: Home> Sealed for Tensor<&[T], S, E, H> {}
    impl<T, S: Space, E, R, H: Home> Sealed for Window<'_, S, T, E, R, H> {}
    impl<S: Space, A> Sealed for &Tile<S, A> {}
    impl<S: Space, T, E: Extent> Sealed for &Block<S, T, E> {}
    impl<A: Sealed, B: Sealed> Sealed for (A, B) {}
    impl<A: Sealed, B: Sealed, C: Sealed> Sealed for (A, B, C) {}
}

/// Asserts that two extents of one rank are equal, one dimension at a time: compared as arrays they would stay in
/// memory.
#[inline(always)]
fn assert_same<L: Extent, R: Extent>(left: L, right: R) {
    each!(K < MAX_RANK => {
        if K < L::RANK && left.dim(K) != right.dim(K) {
            other_extent(left, right);
        }
    });
}

#[cold]
#[inline(never)]
fn other_extent<L: Extent, R: Extent>(left: L, right: R) -> ! {
    let (left, right) = (sizes(&left), sizes(&right));
    panic!("elementwise: an operand of extent {right:?} does not fit {left:?} (0: no such dimension)")
}

fn sizes<E: Extent>(extent: &E) -> [usize; MAX_RANK] {
    core::array::from_fn(|k| if k < E::RANK { extent.dim(k) } else { 0 })
}

impl<'a, T: Copy, S: Space, E: Extent, H: Home> Elements<Ix<S>> for Tensor<&'a [T], S, E, H> {
    type Item = T;
    type Proven = Window<'a, S, T, E, Inside, H>;
    #[inline(always)]
    fn assert_extent<E2: Extent>(&self, left: E2) {
        assert_same(left, self.extent());
    }
    #[inline(always)]
    fn element(&self, i: Ix<S>) -> T {
        self.at(i)
    }
    #[inline(always)]
    fn proven(&self) -> Option<Self::Proven> {
        self.window_if_whole()
    }
}

impl<'a, T: Copy, S: Space, E: Extent, R: Reach, H: Home> Elements<Ix<S>> for Window<'a, S, T, E, R, H> {
    type Item = T;
    type Proven = Self;
    #[inline(always)]
    fn assert_extent<E2: Extent>(&self, left: E2) {
        assert_same(left, self.extent());
    }
    #[inline(always)]
    fn element(&self, i: Ix<S>) -> T {
        self[i]
    }
    #[inline(always)]
    fn proven(&self) -> Option<Self> {
        Some(*self)
    }
}

impl<'a, T: Copy, S: Space, E: Extent, R: Reach, H: Home> Lines<Ix<S>> for Window<'a, S, T, E, R, H> {
    type Item = T;
    type Line = &'a [T];
    const CONTIGUOUS: bool = Self::CONTIGUOUS;
    #[inline(always)]
    fn line(&self, i: Ix<S>, n: usize) -> &'a [T] {
        let line = self.line_at(i);
        &line[const { Self::BEFORE_LAST }..][..n]
    }
    #[inline(always)]
    fn pick(line: &&'a [T], x: usize) -> T {
        line[x]
    }
    #[inline(always)]
    fn element(&self, i: Ix<S>) -> T {
        self[i]
    }
}

impl<'a, S: Space, A: Nest<Ix = S::Ix>> Elements<Ix<S>> for &'a Tile<S, A> {
    type Item = A::Item;
    type Proven = Window<'a, S, A::Item, A::Extent, Inside, Stack<S, A::Extent>>;
    #[inline(always)]
    fn assert_extent<E2: Extent>(&self, left: E2) {
        assert_same(left, self.extent());
    }
    #[inline(always)]
    fn element(&self, i: Ix<S>) -> A::Item {
        self.view().at(i)
    }
    #[inline(always)]
    fn proven(&self) -> Option<Self::Proven> {
        self.view().window_if_whole()
    }
}

impl<'a, S: Space, T: Copy + Default, E: Extent> Elements<Ix<S>> for &'a Block<S, T, E> {
    type Item = T;
    type Proven = Window<'a, S, T, E, Inside, Rows<S, E>>;
    #[inline(always)]
    fn assert_extent<E2: Extent>(&self, left: E2) {
        assert_same(left, self.extent());
    }
    #[inline(always)]
    fn element(&self, i: Ix<S>) -> T {
        self.view().at(i)
    }
    #[inline(always)]
    fn proven(&self) -> Option<Self::Proven> {
        self.view().window_if_whole()
    }
}

macro_rules! tuples {
    ($($name:ident $k:tt),*) => {
        impl<I: Copy, $($name: Elements<I>),*> Elements<I> for ($($name,)*) {
            type Item = ($($name::Item,)*);
            type Proven = ($($name::Proven,)*);
            #[inline(always)]
            fn assert_extent<E: Extent>(&self, left: E) {
                $(self.$k.assert_extent(left);)*
            }
            #[inline(always)]
            fn element(&self, i: I) -> Self::Item {
                ($(self.$k.element(i),)*)
            }
            #[inline(always)]
            fn proven(&self) -> Option<Self::Proven> {
                Some(($(self.$k.proven()?,)*))
            }
        }

        impl<I: Copy, $($name: Lines<I>),*> Lines<I> for ($($name,)*) {
            type Item = ($($name::Item,)*);
            type Line = ($($name::Line,)*);
            const CONTIGUOUS: bool = true $(&& $name::CONTIGUOUS)*;
            #[inline(always)]
            fn line(&self, i: I, n: usize) -> Self::Line {
                ($(self.$k.line(i, n),)*)
            }
            #[inline(always)]
            fn pick(line: &Self::Line, x: usize) -> Self::Item {
                ($($name::pick(&line.$k, x),)*)
            }
            #[inline(always)]
            fn element(&self, i: I) -> Self::Item {
                ($(self.$k.element(i),)*)
            }
        }
    };
}
tuples! { A 0, B 1 }
tuples! { A 0, B 1, C 2 }

/// Calls `f` with the first index of every line along the last dimension.
#[inline(always)]
fn for_each_line<I: Tuple>(extent: impl Extent, mut f: impl FnMut(I)) {
    each!(K < I::RANK => {
        if extent.dim(K) == 0 {
            return;
        }
    });
    let outer = |k: usize| if k + 1 < I::RANK { extent.dim(k) } else { 1 };
    for a in 0..outer(0) {
        for b in 0..outer(1) {
            for c in 0..outer(2) {
                let (mut i, at) = (I::splat(0), [a, b, c, 0]);
                each!(K < I::RANK => {
                    i.put(K, if K + 1 < I::RANK { at[K] as isize } else { 0 });
                });
                f(i);
            }
        }
    }
}

/// Calls `f` with every index.
#[inline(always)]
fn for_each<I: Tuple>(extent: impl Extent, mut f: impl FnMut(I)) {
    let width = extent.dim(I::RANK - 1);
    for_each_line::<I>(extent, |mut i| {
        for x in 0..width {
            i.put(I::RANK - 1, x as isize);
            f(i);
        }
    });
}

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

impl<S: Space, A: Nest<Ix = S::Ix>> Tile<S, A> {
    /// Sets every sample to `f` of its index, in row-major order. See [`Tile`] for an example and
    /// [`Tensor::fill_with`] for how to write the closure.
    #[inline(always)]
    pub fn fill_with(&mut self, f: impl FnMut(Ix<S>) -> A::Item) {
        self.data.fill_with(f);
    }

    /// Sets every sample to `f` of the samples of the same index in `sources`. See [`select`] for an example.
    ///
    /// # Panics
    /// If the extents differ, or a point has no data.
    #[inline(always)]
    pub fn zip<B: Elements<Ix<S>>>(&mut self, sources: B, f: impl FnMut(B::Item) -> A::Item) {
        self.view_mut().zip(sources, f);
    }
}
