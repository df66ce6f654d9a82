//! Folds and sums over one tensor or several of one extent, and iteration over their samples.

use super::{Elements, Lines, for_each, for_each_line};
use crate::frame::{Extent, Home, Ix, Place, Space, Tuple};
use crate::tensor::{Inside, Reach, Tensor, Window};
use core::ops::Add;

/// Implements folds for a view or a window.
macro_rules! folds {
    ([$($generic:tt)*] $operand:ty) => {
        impl<$($generic)*> $operand {
            /// Combines all samples, in row-major order: `f(.. f(f(first, sample 0), sample 1) ..)`.
            ///
            /// ```
            /// use unite::{Block, Dyn, Fixed};
            /// unite::universe! { pub struct Video: 2; }
            /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
            /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
            /// let part = b.view().partition([2, 3], Fixed::<2, 2>);
            /// assert_eq!(part.fold(u8::MAX, |least, sample| least.min(sample)), 23);
            /// ```
            ///
            /// # Panics
            /// If a point has no data.
            #[inline(always)]
            pub fn fold<A>(&self, first: A, f: impl FnMut(A, T) -> A) -> A {
                fold(*self, self.extent(), first, f)
            }

            /// Combines the samples of this tensor and those of the same index in `others`: a view, window, tile or block, or a
            /// tuple of them.
            ///
            /// ```
            /// use unite::{Block, Dyn, Fixed, Tile};
            /// unite::universe! { pub struct Video: 2; }
            /// let (mut picture, mut tile) = (Block::<Video, u8>::new([0, 0], Dyn([8, 8])), Tile::<Video, [[u8; 4]; 4]>::at([2, 2]));
            /// picture.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
            /// tile.fill_with(|_| 30);
            /// let there = picture.view().colocate(&tile);
            /// let sad = there.zip_fold(&tile, 0, |sum, p, q| sum + u32::from(p.abs_diff(q)));
            /// assert_eq!(sad, 188);
            /// ```
            ///
            /// # Panics
            /// If the extents differ, or a point has no data.
            #[inline(always)]
            pub fn zip_fold<A, B: Elements<Ix<S>>>(&self, others: B, first: A, mut f: impl FnMut(A, T, B::Item) -> A) -> A {
                others.assert_extent(self.extent());
                fold((*self, others), self.extent(), first, move |sum, (sample, other)| f(sum, sample, other))
            }

            /// Returns the sum of all samples, in a number type that every sample converts to.
            ///
            /// ```
            /// use unite::{Block, Dyn};
            /// unite::universe! { pub struct Video: 2; }
            /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
            /// b.view_mut().fill_with(|_| 200);
            /// assert_eq!(b.view().sum::<u32>(), 3200);
            /// ```
            ///
            /// # Panics
            /// If a point has no data, or the sum overflows where overflow is checked.
            #[inline(always)]
            pub fn sum<A: Default + Add<Output = A> + From<T>>(&self) -> A {
                self.fold(A::default(), |sum, sample| sum + A::from(sample))
            }
        }
    };
}
folds!([T: Copy, S: Space, E: Extent, H: Home] Tensor<&[T], S, E, H>);
folds!([T: Copy, S: Space, E: Extent, R: Reach, H: Home] Window<'_, S, T, E, R, H>);

impl<'a, T: Copy, S: Space, E: Extent, H: Home> Tensor<&'a [T], S, E, H> {
    /// Returns the samples in row-major order.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let part = b.view().partition([1, 2], Dyn([2, 2]));
    /// assert!(part.iter().eq([12, 13, 22, 23]));
    /// assert!(part.indices().zip(part.iter()).all(|(i, sample)| part.at(i) == sample));
    /// ```
    ///
    /// # Panics
    /// The iterator panics at a point that has no data.
    pub fn iter(&self) -> impl Iterator<Item = T> + use<'a, T, S, E, H> {
        let (view, last) = (*self, const { S::FRAME.rank - 1 });
        let window = view.window_if_whole::<Inside>().filter(|_| Window::<'_, S, T, E, Inside, H>::CONTIGUOUS);
        let width = self.extent().dim(last);
        let starts = self.indices().step_by(width.max(1));
        starts.flat_map(move |start| {
            let line = window.map(|window| Lines::line(&window, start, width));
            (0..width).map(move |x| match line {
                Some(line) => line[x],
                None => {
                    let mut index = start;
                    index.put(last, x as isize);
                    view.at(index)
                }
            })
        })
    }

    /// Returns the indices of the samples, in row-major order. See [`iter`](Tensor::iter) for an example.
    pub fn indices(&self) -> impl Iterator<Item = Ix<S>> + use<T, S, E, H> {
        self.spot().indices()
    }
}

#[inline(always)]
fn fold<I: Tuple, A, B: Elements<I>>(elements: B, extent: impl Extent, first: A, f: impl FnMut(A, B::Item) -> A) -> A {
    match elements.proven() {
        Some(lines) => fold_lines(lines, extent, first, f),
        None => fold_checked(elements, extent, first, f),
    }
}

#[inline(always)]
fn fold_lines<I: Tuple, A, L: Lines<I>>(
    lines: L,
    extent: impl Extent,
    first: A,
    mut f: impl FnMut(A, L::Item) -> A,
) -> A {
    // An option, since a closure cannot move a value out and put the next one in.
    let mut sum = Some(first);
    if const { L::CONTIGUOUS } {
        let width = extent.dim(I::RANK - 1);
        for_each_line(extent, |i| {
            sum = sum.take().map(|sum| fold_line::<I, A, L>(lines.line(i, width), width, sum, &mut f));
        });
    } else {
        for_each(extent, |i| sum = sum.take().map(|sum| f(sum, lines.element(i))));
    }
    sum.expect("each step puts the next value in")
}

/// Folds a line. A separate function: as a parameter and a local variable, the value stays in a register.
#[inline(always)]
fn fold_line<I, A, L: Lines<I>>(line: L::Line, width: usize, first: A, f: &mut impl FnMut(A, L::Item) -> A) -> A {
    (0..width).fold(first, |sum, x| f(sum, L::pick(&line, x)))
}

/// The fallback for points that have no data, or that are fractions of a point of their block. A separate function, like
/// those of assignments.
#[cold]
#[inline(never)]
fn fold_checked<I: Tuple, A, B: Elements<I>>(
    elements: B,
    extent: impl Extent,
    first: A,
    mut f: impl FnMut(A, B::Item) -> A,
) -> A {
    let mut sum = Some(first);
    for_each(extent, |i| sum = sum.take().map(|sum| f(sum, elements.element(i))));
    sum.expect("each step puts the next value in")
}
