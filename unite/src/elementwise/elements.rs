//! [`Elements`]: the operands on the right of elementwise assignments and folds.

use crate::frame::{Extent, Home, Ix, MAX_RANK, Place, Rows, Space, Stack, each};
use crate::tensor::{Block, Inside, Nest, Reach, Tensor, Tile, Window};

/// An operand on the right of an elementwise assignment, or of a fold: a view or window by value or by reference, a tile or
/// block by reference, or a tuple of up to eight. Sealed.
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
    impl<A: Sealed> Sealed for &A {}
    impl<T, S: Space, E, R, H: Home> Sealed for Window<'_, S, T, E, R, H> {}
    impl<S: Space, A> Sealed for &Tile<S, A> {}
    impl<S: Space, T, E: Extent> Sealed for &Block<S, T, E> {}
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

/// An operand by reference.
impl<I, A: Elements<I>> Elements<I> for &A {
    type Item = A::Item;
    type Proven = A::Proven;
    #[inline(always)]
    fn assert_extent<E: Extent>(&self, left: E) {
        A::assert_extent(self, left);
    }
    #[inline(always)]
    fn element(&self, i: I) -> A::Item {
        A::element(self, i)
    }
    #[inline(always)]
    fn proven(&self) -> Option<A::Proven> {
        A::proven(self)
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
        impl<$($name: private::Sealed),*> private::Sealed for ($($name,)*) {}

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
tuples! { A 0, B 1, C 2, D 3 }
tuples! { A 0, B 1, C 2, D 3, F 4 }
tuples! { A 0, B 1, C 2, D 3, F 4, G 5 }
tuples! { A 0, B 1, C 2, D 3, F 4, G 5, H 6 }
tuples! { A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7 }
