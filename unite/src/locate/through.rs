//! [`Through`]: data read and written through a mapping of the user's own, by checked access.
//!
//! Section: thesis, chapter 4, which calls its framework open, and chapter 11 (rotations, triangles). Spaces as types are
//! closed, because the proof of a window relies on their frames. An own mapping proves nothing: it says for an index which
//! index of the tensor has the sample, and the tensor checks that index. So a wrong mapping reads a wrong sample or none,
//! and never memory outside of the block. There are no windows through a mapping.

use super::within::{Locate, LocateMut};
use crate::frame::{Extent, Home, Space};
use crate::tensor::{Data, Tensor};

/// A mapping of indices of rank `R` to indices of a tensor of rank `N`. Users implement it, or write a closure.
///
/// The formal layer's [`Mapping`](crate::trie::Mapping) relates sets of points in both directions; this one relates one
/// index to one index, downwards to the data.
///
/// ```
/// use unite::{Block, Dyn, PointMap};
/// unite::universe! { pub struct Video: 2; }
///
/// /// The lower left triangle of a symmetric matrix, whose rows lie one after the other in a line.
/// struct Triangle {
///     rows: isize,
/// }
/// impl PointMap<2, 1> for Triangle {
///     fn map(&self, [y, x]: [isize; 2]) -> Option<[isize; 1]> {
///         let (y, x) = (y.max(x), y.min(x));
///         (x >= 0 && y < self.rows).then(|| [y * (y + 1) / 2 + x])
///     }
/// }
/// unite::universe! { pub struct Line: 1; }
/// let mut b = Block::<Line, u8>::new([0], Dyn([6]));
/// b.view_mut().through(Triangle { rows: 3 }).set([1, 2], 7);
/// let matrix = b.view().through(Triangle { rows: 3 });
/// assert_eq!((matrix.at([2, 1]), matrix.at([0, 0]), matrix.get([0, 3])), (7, 0, None));
/// assert_eq!(b.view().at([4]), 7);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not map indices to indices of rank {N}",
    label = "asked for an index through this mapping",
    note = "implement `PointMap<R, {N}>` for it, where R is the rank of the indices that are asked for",
    note = "a closure states the type of its argument: `|[y, x]: [isize; 2]| Some(..)`"
)]
pub trait PointMap<const R: usize, const N: usize> {
    /// Returns the index of the tensor that has the sample of index `i`; `None` if no index has it.
    ///
    /// Any index may be asked for; arithmetic on it should be checked where it can overflow.
    fn map(&self, i: [isize; R]) -> Option<[isize; N]>;
}

impl<const R: usize, const N: usize, F: Fn([isize; R]) -> Option<[isize; N]>> PointMap<R, N> for F {
    #[inline(always)]
    fn map(&self, i: [isize; R]) -> Option<[isize; N]> {
        self(i)
    }
}

/// A tensor seen through a mapping of indices. Made by [`Tensor::through`], and by [`Through::new`] for tensors with edges
/// or ancestors.
///
/// ```
/// use unite::{Block, Dyn, Through};
/// unite::universe! { pub struct Video: 2; }
/// let mut b = Block::<Video, u8>::new([0, 0], Dyn([2, 3]));
/// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
/// // Every second sample along the diagonal, and the nearest one beyond the edge.
/// let diagonal = Through::new(b.view().clamped(), |[i]: [isize; 1]| Some([2 * i, 2 * i]));
/// assert_eq!([0, 1, 2].map(|i| diagonal.at([i])), [0, 12, 12]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Through<L, M> {
    tensor: L,
    mapping: M,
}

impl<L: Locate, M> Through<L, M> {
    /// Creates the tensor's data as seen through `mapping`. See [`Through`] for an example.
    pub fn new(tensor: L, mapping: M) -> Self {
        Through { tensor, mapping }
    }

    /// Returns the sample of index `i`; `None` if the mapping has no index for it, or the tensor no sample there. See
    /// [`PointMap`] for an example.
    #[inline(always)]
    pub fn get<const R: usize, const N: usize>(&self, i: [isize; R]) -> Option<L::Item>
    where
        L: Locate<Space: Space<Ix = [isize; N]>>,
        M: PointMap<R, N>,
    {
        self.tensor.get(self.mapping.map(i)?)
    }

    /// Returns the sample of index `i`. See [`PointMap`] for an example.
    ///
    /// # Panics
    /// If there is none; the message names the index, and the index that it was mapped to with the searched blocks.
    #[inline(always)]
    pub fn at<const R: usize, const N: usize>(&self, i: [isize; R]) -> L::Item
    where
        L: Locate<Space: Space<Ix = [isize; N]>>,
        M: PointMap<R, N>,
    {
        match self.mapping.map(i) {
            Some(there) => self.tensor.at(there),
            None => unmapped(&i),
        }
    }

    /// Returns the sample of index `i` for writing; `None` if the mapping has no index for it, or the tensor no sample
    /// there.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([2, 3]));
    /// let mut turned = b.view_mut().through(|[y, x]: [isize; 2]| Some([x, 2 - y]));
    /// *turned.get_mut([0, 1]).unwrap() = 5;
    /// assert_eq!((turned.at([0, 1]), turned.get_mut([0, 2])), (5, None));
    /// assert_eq!(b.view().at([1, 2]), 5);
    /// ```
    #[inline(always)]
    pub fn get_mut<const R: usize, const N: usize>(&mut self, i: [isize; R]) -> Option<&mut L::Item>
    where
        L: LocateMut<Space: Space<Ix = [isize; N]>>,
        M: PointMap<R, N>,
    {
        self.tensor.get_mut(self.mapping.map(i)?)
    }

    /// Writes the sample of index `i`. See [`PointMap`] for an example.
    ///
    /// # Panics
    /// Panics for the indices for which [`at`](Through::at) does.
    #[inline(always)]
    pub fn set<const R: usize, const N: usize>(&mut self, i: [isize; R], sample: L::Item)
    where
        L: LocateMut<Space: Space<Ix = [isize; N]>>,
        M: PointMap<R, N>,
    {
        match self.mapping.map(i) {
            Some(there) => self.tensor.set(there, sample),
            None => unmapped(&i),
        }
    }
}

#[cold]
#[inline(never)]
fn unmapped(i: &[isize]) -> ! {
    panic!("index {i:?}: the mapping has no index of the tensor for it")
}

impl<D: Data<Item: Copy>, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns this tensor as seen through a mapping of the user's own: index `i` reads, and of a mutable view writes, this
    /// tensor's index `mapping.map(i)`.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([2, 3]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let turned = b.view().through(|[y, x]: [isize; 2]| Some([x, 2 - y])); // by 90 degrees: 3 rows of 2
    /// assert_eq!([turned.at([0, 0]), turned.at([0, 1]), turned.at([2, 1])], [2, 12, 10]);
    /// assert_eq!(turned.get([3, 0]), None);
    /// let copy = Block::<Video, u8>::from_fn([0, 0], Dyn([3, 2]), |i| turned.at(i));
    /// assert_eq!(copy.view().at([2, 1]), 10);
    /// ```
    #[inline(always)]
    pub fn through<M>(self, mapping: M) -> Through<Self, M> {
        Through::new(self, mapping)
    }
}
