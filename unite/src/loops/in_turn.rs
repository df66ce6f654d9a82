//! [`InTurn`]: a tensor that a program reads and writes, in turn.

use std::fmt;

use crate::level::{IndexOrder, Level, Piecewise, RowMajor, Updating, Value};
use crate::looplet::LoopError;

/// A tensor that a program reads and writes, in turn. Its data is moved from one form to the other when it has to be, and
/// back where the program ends, also by an error. For an array this takes constant time, for lists a time in proportion
/// to their length.
///
/// A product of sparse matrices, row by row; `w` holds a row while it is added up, and starts anew for each:
///
/// ```
/// use unite::level::{Csr, Dense, Duplicates, Element, Piecewise, SparseList, indices};
/// use unite::loops;
///
/// let format = || Dense::new(indices(0, 2)?, SparseList::new(indices(0, 2)?, Element::new(0)));
/// let a = Csr::from_entries(format()?, [((0, 1), 2), ((1, 0), 3)], Duplicates::Refuse)?;
/// let b = Csr::from_entries(format()?, [((0, 0), 5), ((0, 1), 6), ((1, 1), 7)], Duplicates::Refuse)?;
///
/// let mut w = Piecewise::declare(Dense::new(indices(0, 2)?, Element::new(0))?);
/// let mut c = Piecewise::declare(format()?);
/// loops! {
///     for i {
///         w .= 0;
///         for k, j  w[j] += a[i, k] * b[k, j];
///         for j     c[i, j] = w[j]
///     }
/// }?;
/// assert_eq!(c.freeze()?.to_rows()?, [[0, 14], [15, 18]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct InTurn<'t, L: Level, O: IndexOrder = RowMajor> {
    tensor: &'t mut Updating<L, O>,
    /// The data of the tensor, while it is read.
    read: Option<Piecewise<L, O>>,
}

impl<L: Level, O: IndexOrder> fmt::Debug for InTurn<'_, L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InTurn").field("is_read", &self.read.is_some()).finish_non_exhaustive()
    }
}

impl<'t, L: Level, O: IndexOrder> InTurn<'t, L, O> {
    /// Takes hold of a tensor, which is being written.
    pub(super) fn new(tensor: &'t mut Updating<L, O>) -> Self {
        InTurn { tensor, read: None }
    }

    /// Returns the tensor to be written.
    #[inline]
    pub fn writing(&mut self) -> &mut Updating<L, O> {
        if let Some(data) = self.read.take() {
            self.tensor.put_back(data);
        }
        self.tensor
    }

    /// Returns the tensor to be read.
    ///
    /// # Errors
    /// [`LoopError::Level`]: the data does not fit the format.
    #[inline]
    pub fn reading(&mut self) -> Result<&Piecewise<L, O>, LoopError> {
        let data = match self.read.take() {
            Some(data) => data,
            None => self.tensor.take()?,
        };
        Ok(self.read.insert(data))
    }

    /// Empties the tensor, as `tensor .= value` does.
    ///
    /// # Errors
    /// [`LoopError::NotTheFill`]: the value is not the fill of the tensor.
    #[inline]
    pub fn start(&mut self, tensor: &'static str, value: L::Value) -> Result<(), LoopError> {
        let fill = self.tensor.fill_value();
        if !value.same(fill) {
            return Err(LoopError::NotTheFill { tensor, fill: format!("{fill:?}"), value: format!("{value:?}") });
        }
        match self.read.take() {
            Some(data) => self.tensor.start_anew(data),
            None => self.tensor.clear(),
        }
        Ok(())
    }

    /// Returns the storage, to read the extents of its axes, and the order of indices.
    pub fn axes(&self) -> (&L::Update, O) {
        (self.tensor.storage(), O::default())
    }
}

impl<L: Level, O: IndexOrder> Drop for InTurn<'_, L, O> {
    fn drop(&mut self) {
        self.writing();
    }
}
