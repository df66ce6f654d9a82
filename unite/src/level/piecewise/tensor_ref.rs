//! [`TensorRef`]: a borrowed tensor, whose index order may differ from that of its owner.

use std::marker::PhantomData;

use crate::copied::copied;
use crate::level::{IndexOrder, Level, Piecewise, RowMajor};

/// A borrowed tensor, whose index order may differ from that of its owner.
#[derive(Debug)]
pub struct TensorRef<'a, L, O = RowMajor> {
    level: &'a L,
    order: PhantomData<O>,
}

copied!([L, O] TensorRef<'_, L, O>);

impl<L: Level, O: IndexOrder> Piecewise<L, O> {
    /// Borrows the tensor.
    pub fn by_ref(&self) -> TensorRef<'_, L, O> {
        TensorRef { level: self.level(), order: PhantomData }
    }

    /// Returns the same data with the indices in the other order: `A[i, j]` is `A.transposed()[j, i]`.
    pub fn transposed(self) -> Piecewise<L, O::Transposed> {
        Piecewise::new(self.into_level())
    }
}

impl<'a, L: Level, O: IndexOrder> TensorRef<'a, L, O> {
    /// Creates a tensor from a level with one subtensor.
    pub(crate) fn new(level: &'a L) -> Self {
        TensorRef { level, order: PhantomData }
    }

    /// Returns the same data with the indices in the other order. This gives access to the root of a
    /// [`ColumnMajor`](crate::level::ColumnMajor) tensor.
    pub fn transposed(self) -> TensorRef<'a, L, O::Transposed> {
        TensorRef { level: self.level, order: PhantomData }
    }

    /// Returns the value of all places that are not stored.
    #[inline(always)]
    pub fn fill_value(self) -> L::Value {
        self.level.fill()
    }

    /// Returns the root level.
    pub fn level(self) -> &'a L {
        self.level
    }
}

impl<'a, L: Level> TensorRef<'a, L> {
    /// Returns the root fiber, from the first index on.
    #[inline(always)]
    pub fn root(self) -> L::Fiber<'a> {
        self.level.fiber(0)
    }
}
