//! Locality access in the nearest block: reading and writing by index, even outside of the tensor.
//!
//! Section: thesis, chapter 5.9. An index outside of a view but inside of its block reads the block. For places outside
//! of the block see [`Tensor::within`] and [`Tensor::clamped`].

use super::within::Locate;
use crate::frame::{Extent, Home, Ix, MAX_RANK, Root, Space, Tuple, each};
use crate::tensor::{Data, Tensor, assert_contiguous, block_coordinate, stride};
use core::fmt;

impl<D: Data, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns the position of the sample of index `i` in the memory of the nearest block, counted from the block's
    /// first item. `None` if the block has no such sample.
    ///
    /// ```
    /// use unite::{Block, By, Coarse, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let flags = Block::<Coarse<Video, By<16, 16>>, bool>::new([0, 0], Dyn([2, 2]));
    /// let by_sample = flags.view().refine::<By<16, 16>>();
    /// assert_eq!(by_sample.offset([15, 15]), Some(0));
    /// assert_eq!(by_sample.offset([15, 16]), Some(1));
    /// assert_eq!(by_sample.offset([15, 32]), None);
    /// ```
    #[inline(always)]
    pub fn offset(&self, i: Ix<S>) -> Option<usize> {
        let pitches = self.geometry.pitches();
        let mut offset = 0;
        each!(A < Root::<S>::RANK => {
            let k = const { S::FRAME.dimensions() }[A];
            let index = if k < MAX_RANK { i.entry(k) } else { 0 };
            let b = block_coordinate::<S, H>(A, self.spot.origin.entry(A), index, self.geometry.origin().entry(A))?;
            if b as usize >= self.geometry.dim::<H>(A) as usize {
                return None;
            }
            offset += b * stride::<H>(&pitches, A);
        });
        Some(offset as usize)
    }

    /// Returns the sample of index `i`, inside of the tensor or beside it. `None` if the nearest block has no such
    /// sample.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let v = b.view().partition([2, 3], Fixed::<3, 5>);
    /// assert_eq!((v.get([0, 0]), v.get([-1, -1]), v.get([-3, 0])), (Some(23), Some(12), None));
    /// ```
    #[inline(always)]
    pub fn get(&self, i: Ix<S>) -> Option<D::Item>
    where
        D::Item: Copy,
    {
        self.data.items().get(self.offset(i)?).copied()
    }

    /// Returns the sample of index `i`, inside of the tensor or beside it. See [`get`](Tensor::get) for an example.
    ///
    /// # Panics
    /// If the nearest block has no such sample; the message names the index, the place and the block.
    #[inline(always)]
    pub fn at(&self, i: Ix<S>) -> D::Item
    where
        D::Item: Copy,
    {
        match self.get(i) {
            Some(sample) => sample,
            None => self.without_data().nowhere(i),
        }
    }

    /// Returns a copy without data, for the message of a failed access. A reference to the tensor itself would force it
    /// into memory, and every access would load it from there.
    #[inline(always)]
    pub(super) fn without_data(&self) -> Tensor<(), S, E, H> {
        Tensor::dataless(self.geometry, self.spot)
    }
}

impl<T, S: Space, E: Extent, H: Home> Tensor<&mut [T], S, E, H> {
    /// Returns the sample of index `i`, inside of the tensor or beside it, for writing. `None` if the nearest block has
    /// no such sample.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut counts = Block::<Video, u32>::new([0, 0], Dyn([2, 2]));
    /// let mut v = counts.view_mut();
    /// *v.get_mut([1, 1]).unwrap() += 1;
    /// assert_eq!((v.at([1, 1]), v.get_mut([2, 1])), (1, None));
    /// ```
    #[inline(always)]
    pub fn get_mut(&mut self, i: Ix<S>) -> Option<&mut T> {
        let offset = self.offset(i)?;
        self.data.get_mut(offset)
    }

    /// Writes the sample of index `i`, inside of the tensor or beside it. A coarse point writes its first sample; see
    /// [`broadcast`](Tensor::broadcast) to write all of them.
    ///
    /// ```
    /// use unite::{Block, Dyn, Fixed};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
    /// b.view_mut().partition([2, 3], Fixed::<3, 5>).set([-1, -1], 7);
    /// assert_eq!(b.view().at([1, 2]), 7);
    /// ```
    ///
    /// # Panics
    /// If the nearest block has no such sample; the message names the index, the place and the block.
    #[inline(always)]
    pub fn set(&mut self, i: Ix<S>, v: T) {
        match self.offset(i).and_then(|offset| self.data.get_mut(offset)) {
            Some(sample) => *sample = v,
            None => self.without_data().nowhere(i),
        }
    }
}

impl<'a, T, S: Space<Ix = [isize; 2]>, E: Extent, H: Home> Tensor<&'a [T], S, E, H> {
    /// Returns row `y` of the extent as a slice. `None` if the block does not have the whole row.
    ///
    /// If the samples of a row are not contiguous, this does not compile.
    ///
    /// ```
    /// use unite::{Block, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 3]));
    /// b.view_mut().partition([2, 0], Dyn([1, 3])).line_mut(0).unwrap().fill(7);
    /// assert_eq!(b.view().line(2), Some(&[7, 7, 7][..]));
    /// assert_eq!(b.view().line(4), None);
    /// ```
    #[inline(always)]
    pub fn line(self, y: isize) -> Option<&'a [T]> {
        let (start, len) = line_of(&self, y)?;
        self.data.get(start..)?.get(..len)
    }
}

impl<'a, T, S: Space<Ix = [isize; 2]>, E: Extent, H: Home> Tensor<&'a mut [T], S, E, H> {
    /// Returns row `y` of the extent as a slice for writing. See [`line`](Tensor::line) for an example.
    #[inline(always)]
    pub fn line_mut(self, y: isize) -> Option<&'a mut [T]> {
        let (start, len) = line_of(&self, y)?;
        self.data.get_mut(start..)?.get_mut(..len)
    }
}

/// Returns offset and length of row `y` in the nearest block.
#[inline(always)]
fn line_of<D: Data, S: Space<Ix = [isize; 2]>, E: Extent, H: Home>(
    tensor: &Tensor<D, S, E, H>,
    y: isize,
) -> Option<(usize, usize)> {
    const { assert_contiguous::<S, H>() };
    let len = tensor.spot.extent.dim(1);
    let last = isize::try_from(len).ok()?.checked_sub(1)?;
    tensor.offset([y, last])?;
    Some((tensor.offset([y, 0])?, len))
}

impl<S: Space, E: Extent, H: Home> Tensor<(), S, E, H> {
    #[cold]
    #[inline(never)]
    pub(super) fn nowhere(self, i: Ix<S>) -> ! {
        panic!(
            "index {i:?} of {}: there is no data; looked in {}",
            self.spot,
            Searched(|f: &mut fmt::Formatter<'_>| self.describe_block(f))
        )
    }
}

/// Panics with the message of an access that found no data.
#[cold]
#[inline(never)]
pub(crate) fn nowhere<L: Locate>(i: &Ix<L::Space>, tensor: &L) -> ! {
    panic!(
        "index {i:?} of {}: there is no data; looked in {}",
        tensor.spot(),
        Searched(|f: &mut fmt::Formatter<'_>| tensor.describe(f))
    )
}

/// Displays the output of a closure.
struct Searched<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Searched<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}
