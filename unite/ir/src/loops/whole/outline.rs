//! Outlines of nests: indices, tensors, and how their entries meet. Values are left out.
//!
//! ```text
//!  z[i, j] += a[i, k] * b[k, j]     indices i, j, k    a: i k   b: k j    result i j    value a b product
//! ```

/// The most axes of a tensor that are told apart; those after them count as one.
const MOST_AXES: usize = 6;

/// The outline of a nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline<'a> {
    /// The names of the indices.
    pub indices: &'a [&'a str],
    /// The tensors that are read.
    pub parts: &'a [Part<'a>],
    /// The numbers of the indices of the result.
    pub result: &'a [usize],
    /// `true` if the result is an array, which can be written in any order.
    pub into_array: bool,
    /// The value, operands before their operation.
    pub value: &'a [Meet],
}

/// A tensor that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// The name of the tensor.
    pub tensor: &'a str,
    /// The indices along each axis, as written: bit `x` stands for index `x`.
    pub axes: &'a [u32],
    /// `true` if the tensor is read as it is stored, row by row, in every order of the loops.
    pub fixed: bool,
}

/// A step of a value: an operand, or the way in which the entries of two values meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meet {
    /// The tensor with this number.
    Read(usize),
    /// A number, which has no entries.
    Number,
    /// A product: entries of both values.
    Product,
    /// A sum, or any other function: entries of one of both values.
    Sum,
}

/// The size of a stored tensor: numbers that are known without a look at its entries.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sizes {
    /// `true` if the tensor is stored column-major, from its last index on.
    pub last_index_first: bool,
    rank: usize,
    /// The number of places of each axis, from the root.
    sizes: [f64; MOST_AXES],
    /// The number of subtensors below each axis.
    counts: [f64; MOST_AXES],
}

impl Sizes {
    /// Creates the size of a tensor without axes, which is stored column-major or not.
    pub fn new(last_index_first: bool) -> Sizes {
        Sizes { last_index_first, ..Sizes::default() }
    }

    /// Adds an axis below the others: the number of its places, and of the subtensors below it.
    pub fn push(&mut self, size: f64, count: f64) {
        if self.rank < MOST_AXES {
            (self.sizes[self.rank], self.counts[self.rank]) = (size, count);
            self.rank += 1;
        }
    }

    /// Returns the number of stored values.
    pub fn entries(&self) -> f64 {
        self.rank.checked_sub(1).map_or(1.0, |last| self.counts[last])
    }

    /// Returns the number of places of an axis, counted from the root.
    pub(super) fn size(&self, axis: usize) -> f64 {
        if axis < self.rank { self.sizes[axis] } else { 1.0 }
    }

    /// Estimates the number of places along some axes that hold something.
    ///
    /// Axes count from the root. The number is exact if these are the first ones.
    pub(super) fn places(&self, chosen: impl Fn(usize) -> bool) -> f64 {
        let first = (0..self.rank).take_while(|axis| chosen(*axis)).count();
        let known = first.checked_sub(1).map_or(1.0, |axis| self.counts[axis]);
        let further = (first..self.rank).filter(|axis| chosen(*axis)).map(|axis| self.sizes[axis]);
        // An infinite size times nothing is no number, and `min` passes over it.
        (known * further.product::<f64>()).min(self.entries())
    }
}

impl Part<'_> {
    /// Returns the indices along each axis from the root down.
    pub(super) fn stored(&self, last_index_first: bool) -> impl Iterator<Item = u32> {
        let axes = self.axes.len();
        (0..axes).map(move |axis| self.axes[if last_index_first { axes - 1 - axis } else { axis }])
    }

    /// Returns whether loops in this order go through the tensor from the root down.
    pub fn in_order(&self, last_index_first: bool, order: &[usize]) -> bool {
        let moves_with = |axis: u32| order.iter().rposition(|index| axis >> index & 1 == 1);
        self.stored(last_index_first).filter_map(moves_with).is_sorted()
    }

    /// Returns whether both orders of storage are alike: those of `x[i]` and `a[i, i]` are.
    pub fn is_symmetric(&self) -> bool {
        self.axes.iter().eq(self.axes.iter().rev())
    }
}
