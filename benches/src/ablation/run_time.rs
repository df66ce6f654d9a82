//! A tensor library without constants. Rank, extents, origin, strides and refinement are vectors of numbers.
//!
//! Section: thesis, chapter 5 (the operations) and chapter 7 (the library without a compiler). A place is one absolute
//! tuple per axis; an index is mapped to the root and from there to the block:
//!
//! ```text
//!   root = floor((i * stride + origin) / refinement)
//!   item = sum over axes of floor((root - block origin) / block stride) * pitch
//! ```

use crate::bench::Output;

/// A place: one number of each kind for every dimension.
#[derive(Clone, Debug)]
pub struct Place {
    /// The axis of the root that each dimension runs along.
    axes: Vec<usize>,
    /// The number of points of each dimension.
    extents: Vec<usize>,
    /// The first point, in units of `1 / refinement`.
    origin: Vec<isize>,
    /// The distance from point to point, in the same units.
    strides: Vec<isize>,
    /// The number of units per point of the root.
    refinement: Vec<isize>,
}

impl Place {
    /// Returns a place with the density and order of the root.
    pub fn new(origin: &[isize], extents: &[usize]) -> Self {
        Place {
            axes: (0..origin.len()).collect(),
            extents: extents.to_vec(),
            origin: origin.to_vec(),
            strides: vec![1; origin.len()],
            refinement: vec![1; origin.len()],
        }
    }
}

/// A tensor that owns its data.
#[derive(Clone, Debug)]
pub struct Block<T> {
    place: Place,
    pitches: Vec<usize>,
    data: Vec<T>,
}

/// A view: a place through which the data of a block are read and written.
#[derive(Debug)]
pub struct View<'a, T> {
    place: Place,
    block: &'a mut Block<T>,
}

impl<T: Copy> Block<T> {
    /// Returns a block of rows, with samples from `data`.
    pub fn new(place: Place, data: Vec<T>) -> Self {
        let mut pitches = vec![1; place.extents.len()];
        for k in (1..pitches.len()).rev() {
            pitches[k - 1] = pitches[k] * place.extents[k];
        }
        Block { place, pitches, data }
    }

    /// Moves the block to another origin.
    #[inline(always)]
    pub fn put(&mut self, origin: &[isize]) {
        self.place.origin.copy_from_slice(origin);
    }

    /// Sets all samples.
    #[inline(always)]
    pub fn load(&mut self, data: &[T]) {
        self.data.copy_from_slice(data);
    }

    /// Returns the block as a view.
    pub fn view(&mut self) -> View<'_, T> {
        View { place: self.place.clone(), block: self }
    }

    /// Returns the position of the sample of index `i` of a tensor at `place`.
    fn item(&self, place: &Place, i: &[isize]) -> usize {
        let mut item = 0;
        for k in 0..i.len() {
            let a = place.axes[k];
            let root = (i[k] * place.strides[k] + place.origin[k]).div_euclid(place.refinement[k]);
            let point = (root - self.place.origin[a]).div_euclid(self.place.strides[a]);
            assert!((point as usize) < self.place.extents[a], "there is no data at {i:?}");
            item += point as usize * self.pitches[a];
        }
        item
    }
}

impl<'a, T: Copy> View<'a, T> {
    /// Returns a view of the same data at another place.
    pub fn colocate(self, place: &Place) -> View<'a, T> {
        View { place: place.clone(), block: self.block }
    }

    /// Permutes the dimensions.
    pub fn permute(self, order: &[usize]) -> View<'a, T> {
        let of = |v: &[isize]| order.iter().map(|&k| v[k]).collect();
        let sizes = |v: &[usize]| order.iter().map(|&k| v[k]).collect();
        let old = &self.place;
        let place = Place {
            axes: sizes(&old.axes),
            extents: sizes(&old.extents),
            origin: of(&old.origin),
            strides: of(&old.strides),
            refinement: of(&old.refinement),
        };
        View { place, block: self.block }
    }

    /// Returns the number of points of every dimension.
    pub fn extents(&self) -> &[usize] {
        &self.place.extents
    }

    /// Returns the sample of index `i`, inside the view or beside it.
    pub fn at(&self, i: &[isize]) -> T {
        self.block.data[self.block.item(&self.place, i)]
    }

    /// Writes the sample of index `i`.
    pub fn set(&mut self, i: &[isize], v: T) {
        let item = self.block.item(&self.place, i);
        self.block.data[item] = v;
    }
}

impl<T: Output> Output for Block<T> {
    fn read(&self, to: &mut Vec<i64>) {
        self.data.iter().for_each(|item| item.read(to));
    }
}
