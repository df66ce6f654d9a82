//! The second step, after `run_time.rs`, with constant rank and extents. Everything else are numbers in arrays.

use crate::bench::Output;

/// A place of rank `N`.
#[derive(Clone, Copy, Debug)]
pub struct Place<const N: usize> {
    axes: [usize; N],
    origin: [isize; N],
    strides: [isize; N],
    refinement: [isize; N],
}

impl<const N: usize> Place<N> {
    /// Returns a place with the density and order of the root.
    pub fn new(origin: [isize; N]) -> Self {
        Place { axes: core::array::from_fn(|k| k), origin, strides: [1; N], refinement: [1; N] }
    }

    /// Permutes the dimensions.
    pub fn permute(&self, order: [usize; N]) -> Self {
        Place {
            axes: order.map(|k| self.axes[k]),
            origin: order.map(|k| self.origin[k]),
            strides: order.map(|k| self.strides[k]),
            refinement: order.map(|k| self.refinement[k]),
        }
    }
}

/// A tensor that owns its data.
#[derive(Clone, Debug)]
pub struct Block<T, const N: usize> {
    place: Place<N>,
    extents: [usize; N],
    pitches: [usize; N],
    data: Vec<T>,
}

impl<T: Copy, const N: usize> Block<T, N> {
    /// Returns a block of rows, with samples from `data`.
    pub fn new(place: Place<N>, extents: [usize; N], data: Vec<T>) -> Self {
        let mut pitches = [1; N];
        for k in (1..N).rev() {
            pitches[k - 1] = pitches[k] * extents[k];
        }
        Block { place, extents, pitches, data }
    }

    /// Returns the place of the block.
    pub fn place(&self) -> &Place<N> {
        &self.place
    }

    /// Moves the block to another origin.
    #[inline(always)]
    pub fn put(&mut self, origin: [isize; N]) {
        self.place.origin = origin;
    }

    /// Sets all samples.
    #[inline(always)]
    pub fn load(&mut self, data: &[T]) {
        self.data.copy_from_slice(data);
    }

    fn item(&self, place: &Place<N>, i: [isize; N]) -> usize {
        let mut item = 0;
        for k in 0..N {
            let a = place.axes[k];
            let root = (i[k] * place.strides[k] + place.origin[k]).div_euclid(place.refinement[k]);
            let point = (root - self.place.origin[a]).div_euclid(self.place.strides[a]);
            assert!((point as usize) < self.extents[a], "there is no data at {i:?}");
            item += point as usize * self.pitches[a];
        }
        item
    }

    /// Returns the sample of index `i` of a tensor at `place`.
    #[inline]
    pub fn at(&self, place: &Place<N>, i: [isize; N]) -> T {
        self.data[self.item(place, i)]
    }

    /// Writes the sample of index `i` of a tensor at `place`.
    #[inline]
    pub fn set(&mut self, place: &Place<N>, i: [isize; N], v: T) {
        let item = self.item(place, i);
        self.data[item] = v;
    }
}

impl<T: Output, const N: usize> Output for Block<T, N> {
    fn read(&self, to: &mut Vec<i64>) {
        self.data.iter().for_each(|item| item.read(to));
    }
}
