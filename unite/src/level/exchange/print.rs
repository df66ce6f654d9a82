//! Tensors as text: the tree of their levels, in the layout of Finch. Each subtensor or value has its own line.
//!
//! ```text
//!  └─ SparseList (0.0) [:,1:3]                 the root: its format, its fill, the extent of its axis
//!     ├─ [:, 1]: SparseList (0.0) [1:4]        the contents of place 1
//!     │  ├─ [2]: 1.1                           the contents of place 2 below it
//!     │  └─ [3]: 2.2
//!     └─ [:, 3]: SparseList (0.0) [1:4]
//! ```
//!
//! A format that stores every place of its axis prints no fill; if all its values are fill, it is a single line,
//! `Dense [1:4] (4 x 0.0)`. Of more than four pieces, the first two and the last two are printed, with `⋮` between
//! them. `{:#}` prints all pieces and values.

use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;

use crate::continuous::{Coord, Interval};
use crate::copied::copied;
use crate::level::{AxisLevel, Element, IndexOrder, Leaf, Level, LevelError, Pattern, Piecewise, RowMajor, Value};

/// The number of pieces of a subtensor that are printed before `⋮`, and after it.
const SHOWN: usize = 2;

/// A level that can be printed.
pub trait Labelled: Level {
    /// Writes the title of the subtensor at a position, in one line; `None` is a subtensor that is fill everywhere.
    ///
    /// # Errors
    /// The errors of `f`.
    fn write_title<O: IndexOrder>(&self, position: Option<usize>, f: &mut Formatter<'_>) -> fmt::Result;

    /// Writes the contents of the subtensor at a position, each in its own line, which begins with `left`.
    ///
    /// # Errors
    /// The errors of `f`.
    fn write_below<O: IndexOrder>(&self, position: usize, left: &str, f: &mut Formatter<'_>) -> fmt::Result;

    /// Returns whether the subtensor at a position is a value and equal to fill.
    fn is_fill(&self, position: usize) -> bool;
}

macro_rules! values {
    ([$($generic:tt)*] $level:ty) => {
        impl<$($generic)*> Labelled for $level {
            fn write_title<O: IndexOrder>(&self, position: Option<usize>, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", position.map_or(self.fill(), |position| self.fiber(position).get()))
            }

            fn write_below<O: IndexOrder>(&self, _position: usize, _left: &str, _f: &mut Formatter<'_>) -> fmt::Result {
                Ok(())
            }

            fn is_fill(&self, position: usize) -> bool {
                self.fiber(position).get().same(self.fill())
            }
        }
    };
}
values!([T: Value] Element<T>);
values!([] Pattern);

impl<L: AxisLevel<Child: Labelled>> Labelled for L {
    fn write_title<O: IndexOrder>(&self, position: Option<usize>, f: &mut Formatter<'_>) -> fmt::Result {
        let full = L::FULL && position.is_some();
        write_head::<O>(L::NAME, (!full).then_some(self.fill()), &[&Extent(self.extent())], L::Child::RANK, f)?;
        match position.filter(|_| L::FULL && !f.alternate()).and_then(|position| all_fill(self, position)) {
            Some(count) => write!(f, " ({count} x {:?})", self.fill()),
            None => Ok(()),
        }
    }

    fn write_below<O: IndexOrder>(&self, position: usize, left: &str, f: &mut Formatter<'_>) -> fmt::Result {
        if L::FULL && !f.alternate() && all_fill(self, position).is_some() {
            return Ok(());
        }
        let entries = self.entries(position).map(|(lo, hi, child)| (Spot(Interval::between(lo, hi)), child));
        let write_place = |spot: &Spot<L::Coord>, f: &mut Formatter<'_>| {
            // An interval as the only index has its own brackets.
            let bare = L::Child::RANK == 0 && !spot.0.is_point();
            if bare { write!(f, "{spot}") } else { write_places::<O>(&[spot], L::Child::RANK, f) }
        };
        write_entries::<O, _, _>(entries, write_place, self.child(), left, f)
    }

    fn is_fill(&self, _position: usize) -> bool {
        false
    }
}

/// Returns the number of values of the subtensor at a position, if it has any and all of them are fill.
fn all_fill<L: AxisLevel<Child: Labelled>>(level: &L, position: usize) -> Option<usize> {
    let mut count = 0;
    for (_, _, child) in level.entries(position) {
        if !level.child().is_fill(child) {
            return None;
        }
        count += 1;
    }
    (count > 0).then_some(count)
}

/// Writes the name of a format, its fill unless it stores every place, and its axes, outermost first; `below` is the
/// number of axes of its child.
///
/// # Errors
/// The errors of `f`.
pub(in crate::level) fn write_head<O: IndexOrder>(
    name: impl Display,
    fill: Option<impl Value>,
    axes: &[&dyn Display],
    below: usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    write!(f, "{name}")?;
    if let Some(fill) = fill {
        write!(f, " ({fill:?})")?;
    }
    f.write_str(" [")?;
    O::write_indices(axes, below, ",", f)?;
    f.write_str("]")
}

/// Writes pieces, each with its place and its contents.
///
/// # Errors
/// The errors of `f`.
pub(in crate::level) fn write_entries<O: IndexOrder, P, L: Labelled>(
    entries: impl Iterator<Item = (P, usize)>,
    write_place: impl Fn(&P, &mut Formatter<'_>) -> fmt::Result,
    child: &L,
    left: &str,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let mut shown = Vec::new();
    let mut left_out = false;
    for entry in entries {
        if shown.len() == 2 * SHOWN && !f.alternate() {
            shown.remove(SHOWN);
            left_out = true;
        }
        shown.push(Some(entry));
    }
    if left_out {
        shown.insert(SHOWN, None);
    }
    let count = shown.len();
    for (n, entry) in shown.into_iter().enumerate() {
        let (branch, below) = if n + 1 == count { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        write!(f, "\n{left}{branch}")?;
        let Some((place, position)) = entry else {
            f.write_str("⋮")?;
            continue;
        };
        write_place(&place, f)?;
        f.write_str(": ")?;
        child.write_title::<O>(Some(position), f)?;
        child.write_below::<O>(position, &format!("{left}{below}"), f)?;
    }
    Ok(())
}

/// Writes places along axes, outermost first, in brackets.
///
/// # Errors
/// The errors of `f`.
pub(in crate::level) fn write_places<O: IndexOrder>(
    places: &[&dyn Display],
    below: usize,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    f.write_str("[")?;
    O::write_indices(places, below, ", ", f)?;
    f.write_str("]")
}

/// The place of a piece along one axis: a coordinate, or an interval.
struct Spot<C: Coord>(Interval<C>);

impl<C: Coord> Display for Spot<C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_point() { write!(f, "{}", self.0.lo().value) } else { write!(f, "{}", self.0) }
    }
}

/// The extent of an axis: printed as `1:4` if both ends are closed, else as an interval.
pub(in crate::level) struct Extent<C: Coord>(pub(in crate::level) Interval<C>);

impl<C: Coord> Display for Extent<C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (start, stop) = self.0.ends();
        if (start.eps(), stop.eps()) == (0, 0) { write!(f, "{start}:{stop}") } else { write!(f, "{}", self.0) }
    }
}

/// A subtensor of a level: one at a position, or one that is fill everywhere.
///
/// It is printed as a tree without the first branch.
pub struct SubFiber<'a, L, O = RowMajor> {
    level: &'a L,
    position: Option<usize>,
    order: PhantomData<O>,
}

copied!([L, O] SubFiber<'_, L, O>);

impl<L: Labelled, O: IndexOrder> fmt::Debug for SubFiber<'_, L, O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<'a, L: Level, O: IndexOrder> SubFiber<'a, L, O> {
    /// Creates a handle of the subtensor of `level` at a position, from 0; `None` if the level has fewer.
    pub fn new(level: &'a L, position: usize) -> Option<Self> {
        (position < level.positions()).then_some(SubFiber { level, position: Some(position), order: PhantomData })
    }

    /// Returns the position in the level; `None` if the subtensor is not stored and is fill everywhere.
    pub fn position(&self) -> Option<usize> {
        self.position
    }

    /// Returns the value of a subtensor without axes.
    pub fn value(self) -> L::Value
    where
        L::Fiber<'a>: Leaf<Value = L::Value>,
    {
        self.position.map_or(self.level.fill(), |position| self.level.fiber(position).get())
    }
}

impl<'a, L: AxisLevel, O: IndexOrder> SubFiber<'a, L, O> {
    /// Returns the contents of a place of the outermost axis. It scans the pieces one by one.
    ///
    /// # Errors
    /// [`LevelError`]: the place lies outside of the axis, or several pieces lie there.
    pub fn at(self, place: L::Coord) -> Result<SubFiber<'a, L::Child, O>, LevelError> {
        let place = place.checked().map_err(|source| LevelError::NoPlace { axis: 0, source })?;
        let (lo, hi) = (place.before(), place.after());
        if lo < self.level.extent().lo() || hi > self.level.extent().hi() {
            return Err(LevelError::outside(lo, hi, self.level.extent()));
        }
        let mut found = None;
        for (start, stop, child) in self.position.into_iter().flat_map(|position| self.level.entries(position)) {
            if start <= lo && hi <= stop && found.replace(child).is_some() {
                return Err(LevelError::Several { format: L::NAME, place: place.to_string() });
            }
        }
        Ok(SubFiber { level: self.level.child(), position: found, order: PhantomData })
    }

    /// Returns the result of [`at`](SubFiber::at) as a part of this subtensor: `A[:, 3]`, or `A[3, :]` if indices are
    /// [`RowMajor`].
    ///
    /// # Errors
    /// The errors of [`at`](SubFiber::at).
    pub fn slice(self, place: L::Coord) -> Result<Slice<'a, L::Child, O>, LevelError> {
        self.at(place).map(Slice)
    }
}

impl<L: Labelled, O: IndexOrder> Display for SubFiber<'_, L, O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_tree(self, "", f)
    }
}

impl<L: Level, O: IndexOrder> Piecewise<L, O> {
    /// Returns the root as a subtensor, to be read place by place and printed; [`Display`] has an example.
    pub fn tree(&self) -> SubFiber<'_, L, O> {
        SubFiber { level: self.level(), position: Some(0), order: PhantomData }
    }
}

/// Prints the tensor as a tree. An example is one matrix in four formats, with indices from 1 and the columns at the
/// root:
///
/// ```
/// use unite::level::{ColumnMajor, Csc, Dcsc, Dense, Element, Piecewise, SparseCoo};
///
/// let rows = [[0.0, 0.0, 4.4], [1.1, 0.0, 0.0], [2.2, 0.0, 5.5], [3.3, 0.0, 0.0]];
///
/// type DenseColumns = Piecewise<Dense<Dense<Element<f64>>>, ColumnMajor>;
/// assert_eq!(DenseColumns::from_rows(1, &rows)?.to_string(), "\
/// └─ Dense [:,1:3]
///    ├─ [:, 1]: Dense [1:4]
///    │  ├─ [1]: 0.0
///    │  ├─ [2]: 1.1
///    │  ├─ [3]: 2.2
///    │  └─ [4]: 3.3
///    ├─ [:, 2]: Dense [1:4] (4 x 0.0)
///    └─ [:, 3]: Dense [1:4]
///       ├─ [1]: 4.4
///       ├─ [2]: 0.0
///       ├─ [3]: 5.5
///       └─ [4]: 0.0");
///
/// let csc = Csc::from_rows(1, &rows)?;
/// assert_eq!(csc.to_string(), "\
/// └─ Dense [:,1:3]
///    ├─ [:, 1]: SparseList (0.0) [1:4]
///    │  ├─ [2]: 1.1
///    │  ├─ [3]: 2.2
///    │  └─ [4]: 3.3
///    ├─ [:, 2]: SparseList (0.0) [1:4]
///    └─ [:, 3]: SparseList (0.0) [1:4]
///       ├─ [1]: 4.4
///       └─ [3]: 5.5");
///
/// assert_eq!(Dcsc::from_rows(1, &rows)?.to_string(), "\
/// └─ SparseList (0.0) [:,1:3]
///    ├─ [:, 1]: SparseList (0.0) [1:4]
///    │  ├─ [2]: 1.1
///    │  ├─ [3]: 2.2
///    │  └─ [4]: 3.3
///    └─ [:, 3]: SparseList (0.0) [1:4]
///       ├─ [1]: 4.4
///       └─ [3]: 5.5");
///
/// type CooColumns = Piecewise<SparseCoo<(i64, i64), Element<f64>>, ColumnMajor>;
/// assert_eq!(CooColumns::from_rows(1, &rows)?.to_string(), "\
/// └─ SparseCOO{2} (0.0) [:,1:3]
///    ├─ [2, 1]: 1.1
///    ├─ [3, 1]: 2.2
///    ├─ ⋮
///    ├─ [1, 3]: 4.4
///    └─ [3, 3]: 5.5");
///
/// // A subtensor as such, and as a slice of the tensor.
/// assert_eq!(csc.tree().at(3)?.to_string(), "\
/// SparseList (0.0) [1:4]
/// ├─ [1]: 4.4
/// └─ [3]: 5.5");
/// assert_eq!(csc.tree().slice(3)?.to_string(), "\
/// └─ SparseList (0.0) [1:4]
///    ├─ [1]: 4.4
///    └─ [3]: 5.5");
/// # Ok::<(), unite::level::LevelError>(())
/// ```
impl<L: Labelled, O: IndexOrder> Display for Piecewise<L, O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Slice(self.tree()).fmt(f)
    }
}

/// Writes a tree; all lines except the first begin with `left`.
fn write_tree<L: Labelled, O: IndexOrder>(
    fiber: &SubFiber<'_, L, O>,
    left: &str,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    fiber.level.write_title::<O>(fiber.position, f)?;
    fiber.position.map_or(Ok(()), |position| fiber.level.write_below::<O>(position, left, f))
}

/// A part of a tensor, at places of its outermost axes: `A[:, 3]`.
///
/// It is printed as a tree.
pub struct Slice<'a, L, O = RowMajor>(SubFiber<'a, L, O>);

copied!([L, O] Slice<'_, L, O>);

impl<L: Labelled, O: IndexOrder> fmt::Debug for Slice<'_, L, O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<'a, L: Level, O: IndexOrder> Slice<'a, L, O> {
    /// Returns the slice as a subtensor.
    pub fn fiber(self) -> SubFiber<'a, L, O> {
        self.0
    }
}

impl<L: Labelled, O: IndexOrder> Display for Slice<'_, L, O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("└─ ")?;
        write_tree(&self.0, "   ", f)
    }
}
