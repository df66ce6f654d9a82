//! Reads and writes of coarse points. They access the first sample by default ([`Tensor::at`], [`Tensor::set`]), or all
//! of them by the methods here.
//!
//! Section: thesis, figure 6.7.

use crate::frame::{Extent, Home, Ix, MAX_RANK, Root, Space, Tuple};
use crate::tensor::{Apart, Data, Tensor, block_coordinate, stride};
use core::ops::Range;

/// Samples that have a mean.
///
/// Integers are rounded to the nearest, halves upwards.
///
/// ```
/// use unite::Average;
/// assert_eq!(u8::average([1, 2, 4].into_iter()), Some(2));
/// assert_eq!(i8::average([-1, -2].into_iter()), Some(-1));
/// assert_eq!(f32::average([1.0, 2.0].into_iter()), Some(1.5));
/// ```
pub trait Average: Copy {
    /// Returns the mean; `None` if there are no samples.
    fn average(samples: impl Iterator<Item = Self>) -> Option<Self>;
}

macro_rules! average_integers {
    ($($t:ty)*) => { $(
        impl Average for $t {
            fn average(samples: impl Iterator<Item = Self>) -> Option<Self> {
                let (sum, n) = samples.fold((0_i128, 0_i128), |(sum, n), s| (sum + s as i128, n + 1));
                (n > 0).then(|| (2 * sum + n).div_euclid(2 * n) as $t)
            }
        }
    )* };
}
average_integers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

macro_rules! average_floats {
    ($($t:ty)*) => { $(
        impl Average for $t {
            fn average(samples: impl Iterator<Item = Self>) -> Option<Self> {
                let (sum, n) = samples.fold((0.0, 0_u64), |(sum, n), s| (sum + f64::from(s), n + 1));
                (n > 0).then(|| (sum / n as f64) as $t)
            }
        }
    )* };
}
average_floats! { f32 f64 }

/// The items of a block in a box of its points.
struct Covered {
    ranges: [Range<isize>; MAX_RANK],
    strides: [isize; MAX_RANK],
}

impl Covered {
    fn offsets(&self) -> impl Iterator<Item = usize> + use<> {
        let [a, b, c, d] = self.ranges.clone();
        let strides = self.strides;
        a.flat_map(move |i| {
            let (c, d) = (c.clone(), d.clone());
            b.clone().flat_map(move |j| {
                let d = d.clone();
                c.clone().flat_map(move |k| d.clone().map(move |l| [i, j, k, l]))
            })
        })
        .map(move |point| point.iter().zip(strides).map(|(b, stride)| b * stride).sum::<isize>() as usize)
    }
}

impl<D: Data, S: Space, E: Extent, H: Home> Tensor<D, S, E, H> {
    /// Returns the points of the nearest block that share the place of point `i`, as far as the block reaches.
    ///
    /// If [`offset`](Tensor::offset) finds a sample for the point, it is the first of these.
    fn covered(&self, i: Ix<S>) -> Covered {
        let mut covered = Covered { ranges: [0..1, 0..1, 0..1, 0..1], strides: [0; MAX_RANK] };
        for a in 0..Root::<S>::RANK {
            let k = const { S::FRAME.dimensions() }[a];
            let index = if k < MAX_RANK { i.entry(k) } else { 0 };
            let (x, origin) = (self.spot.origin.entry(a), self.geometry.origin().entry(a));
            let inside = |b: i128| b.clamp(0, self.geometry.dim::<H>(a) as i128) as isize;
            covered.ranges[a] = match block_coordinate::<S, H>(a, x, index, origin) {
                Some(first) => inside(first as i128)..inside(Apart::of::<S, H::Space>(a, x, index, origin).after(1)),
                None => 0..0,
            };
            covered.strides[a] = stride::<H>(&self.geometry.pitches(), a);
        }
        covered
    }

    /// Returns the samples that share the place of point `i`; for a coarse point all that it covers, as far as the
    /// block reaches.
    ///
    /// ```
    /// use unite::{Block, By, Dyn};
    /// unite::universe! { pub struct Line: 1; }
    /// let mut b = Block::<Line, u8>::new([0], Dyn([10]));
    /// b.view_mut().fill_with(|[x]| x as u8);
    /// let by_four = b.view().coarsen::<By<4>>();
    /// assert!(by_four.samples([1]).eq([4, 5, 6, 7]));
    /// assert!(by_four.samples([2]).eq([8, 9])); // the block ends
    /// ```
    pub fn samples(&self, i: Ix<S>) -> impl Iterator<Item = D::Item>
    where
        D::Item: Copy,
    {
        let items = self.data.items();
        self.covered(i).offsets().map(|offset| items[offset])
    }

    /// Returns the mean of the samples that point `i` covers.
    ///
    /// ```
    /// use unite::{Block, By, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
    /// b.view_mut().fill_with(|[y, x]| (10 * y + x) as u8);
    /// let half = b.view().coarsen::<By<2, 2>>();
    /// assert_eq!((half.at([0, 1]), half.min([0, 1]), half.max([0, 1]), half.mean([0, 1])), (2, 2, 13, 8));
    /// ```
    ///
    /// # Panics
    /// If the nearest block has no such sample.
    pub fn mean(&self, i: Ix<S>) -> D::Item
    where
        D::Item: Average,
    {
        self.found(i, D::Item::average(self.samples(i)))
    }

    /// Returns the least of the samples that point `i` covers. See [`mean`](Tensor::mean) for an example.
    ///
    /// # Panics
    /// If the nearest block has no such sample.
    pub fn min(&self, i: Ix<S>) -> D::Item
    where
        D::Item: Copy + PartialOrd,
    {
        self.found(i, self.samples(i).reduce(|a, b| if b < a { b } else { a }))
    }

    /// Returns the greatest of the samples that point `i` covers. See [`mean`](Tensor::mean) for an example.
    ///
    /// # Panics
    /// If the nearest block has no such sample.
    pub fn max(&self, i: Ix<S>) -> D::Item
    where
        D::Item: Copy + PartialOrd,
    {
        self.found(i, self.samples(i).reduce(|a, b| if b > a { b } else { a }))
    }

    fn found(&self, i: Ix<S>, sample: Option<D::Item>) -> D::Item
    where
        D::Item: Copy,
    {
        match sample {
            Some(sample) => sample,
            None => self.without_data().nowhere(i),
        }
    }
}

impl<T: Copy, S: Space, E: Extent, H: Home> Tensor<&mut [T], S, E, H> {
    /// Writes `v` to all samples that point `i` covers, as far as the block reaches.
    ///
    /// ```
    /// use unite::{Block, By, Dyn};
    /// unite::universe! { pub struct Video: 2; }
    /// let mut b = Block::<Video, u8>::new([0, 0], Dyn([4, 4]));
    /// b.view_mut().coarsen::<By<2, 2>>().broadcast([1, 0], 7);
    /// assert_eq!((b.view().at([3, 1]), b.view().at([3, 2]), b.view().at([1, 1])), (7, 0, 0));
    /// ```
    pub fn broadcast(&mut self, i: Ix<S>, v: T) {
        for offset in self.covered(i).offsets() {
            self.data[offset] = v;
        }
    }
}
