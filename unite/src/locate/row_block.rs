//! [`RowBlock`]: borrowed rows, each a slice of its own, as a block.

use super::{Locate, nowhere};
use crate::frame::{Dyn, P1, Place, Root, Space, Spot, Tuple};
use crate::tensor::{Block, LayoutError};
use core::fmt;
use core::ops::{Deref, DerefMut};

/// A block of rank 2 whose rows are separate slices: `&[&[T]]`, `&[Vec<T>]`, or the row pointers of another library.
///
/// It reads and writes by index and can be copied into a [`Block`]. It has no windows and views, which need one piece
/// of memory with a pitch.
///
/// ```
/// use unite::{Dyn, Locate, RowBlock};
/// unite::universe! { pub struct Video: 2; }
/// let mut rows = vec![vec![1_u8, 2, 3], vec![4, 5, 6]];
/// let mut picture = RowBlock::<Video, _>::over(&mut rows, [10, 10])?;
/// picture.set([1, 2], 9);
/// assert_eq!((picture.at([1, 2]), picture.get([2, 0])), (9, None));
/// let block = picture.to_block();
/// assert_eq!(block.view().at([1, 2]), 9);
/// # Ok::<(), unite::LayoutError>(())
/// ```
pub struct RowBlock<'a, S: Space, Row> {
    rows: &'a mut [Row],
    spot: Spot<S, Dyn<2>>,
}

impl<'a, S: Space<Ix = [isize; 2]>, T: Copy, Row: Deref<Target = [T]>> RowBlock<'a, S, Row> {
    /// Creates a block over `rows`, whose first sample is at `origin`. See [`RowBlock`] for an example.
    ///
    /// # Errors
    /// [`RaggedRows`](LayoutError::RaggedRows) if the rows differ in length.
    pub fn over(rows: &'a mut [Row], origin: Root<S>) -> Result<Self, LayoutError> {
        let expected = rows.first().map_or(0, |row| row.len());
        match rows.iter().position(|row| row.len() != expected) {
            Some(row) => Err(LayoutError::RaggedRows { row, is: rows[row].len(), expected }),
            None => {
                let extent = Dyn([rows.len(), expected]);
                Ok(RowBlock { rows, spot: Spot::new(origin, extent) })
            }
        }
    }

    /// Writes sample `i`. See [`RowBlock`] for an example.
    ///
    /// # Panics
    /// If there is no such sample.
    pub fn set(&mut self, i: [isize; 2], v: T)
    where
        Row: DerefMut,
    {
        let inside = usize::try_from(i[0]).ok().zip(usize::try_from(i[1]).ok());
        match inside.and_then(|(y, x)| self.rows.get_mut(y)?.get_mut(x)) {
            Some(sample) => *sample = v,
            None => nowhere(&i, self),
        }
    }

    /// Copies the rows into a block at the same place. See [`RowBlock`] for an example.
    ///
    /// # Panics
    /// If the block does not fit into memory.
    pub fn to_block(&self) -> Block<S, T, Dyn<2>>
    where
        T: Default,
        S: Space<Ix: Tuple<Dims = Dyn<2>, Pitches = P1>>,
    {
        let mut block = Block::block_copy(self);
        block.view_mut().fill_with(|i| self.at(i));
        block
    }
}

impl<S: Space, Row> Place for RowBlock<'_, S, Row> {
    type Space = S;
    type Extent = Dyn<2>;
    fn origin(&self) -> Root<S> {
        self.spot.origin
    }
    fn extent(&self) -> Dyn<2> {
        self.spot.extent
    }
}

impl<T: Copy, S: Space<Ix = [isize; 2]>, Row: Deref<Target = [T]>> Locate for RowBlock<'_, S, Row> {
    type Item = T;

    fn get(&self, [y, x]: [isize; 2]) -> Option<T> {
        self.rows.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
    }

    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows of {}", self.rows.len(), self.spot.extent.0[1])
    }
}
