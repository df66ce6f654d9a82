//! Tensors as text: the tree of their levels, as Finch prints it, one subtensor or value a line.
//!
//! ```text
//!  └─ SparseList (0.0) [:,1:3]                 the root: its format, its fill, the places of its axis
//!     ├─ [:, 1]: SparseList (0.0) [1:4]        what lies at place 1 of it
//!     │  ├─ [2]: 1.1                           and at place 2 of that
//!     │  └─ [3]: 2.2
//!     └─ [:, 3]: SparseList (0.0) [1:4]
//! ```
//!
//! A format that stores every place of its axis says no fill; one that holds nothing but fill is a single line,
//! `Dense [1:4] (4 x 0.0)`. Of more than four pieces the first two and the last two are printed, and `⋮` between them.
//! `{:#}` prints all of them, and every value.

use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;

use super::copied::copied;
use super::order::{IndexOrder, RowMajor};
use super::{AxisLevel, Element, Leaf, Level, LevelError, Pattern, Piecewise, Value};
use crate::continuous::{Coord, Interval};

/// How many pieces of a subtensor are printed before and after `⋮`.
const SHOWN: usize = 2;

/// A level that can be printed.
pub trait Labelled: Level {
    /// Writes what the subtensor at a position is, in a line; without a position, it is at fill everywhere.
    ///
    /// # Errors
    /// Those of `f`.
    fn write_title<O: IndexOrder>(&self, position: Option<usize>, f: &mut Formatter<'_>) -> fmt::Result;

    /// Writes what lies in the subtensor at a position, each in a line of its own that begins with `left`.
    ///
    /// # Errors
    /// Those of `f`.
    fn write_below<O: IndexOrder>(&self, position: usize, left: &str, f: &mut Formatter<'_>) -> fmt::Result;

    /// Whether the subtensor at a position is a value, and that is fill.
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
            // An interval alone has brackets of its own.
            let bare = L::Child::RANK == 0 && !spot.0.is_point();
            if bare { write!(f, "{spot}") } else { write_places::<O>(&[spot], L::Child::RANK, f) }
        };
        write_entries::<O, _, _>(entries, write_place, self.child(), left, f)
    }

    fn is_fill(&self, _position: usize) -> bool {
        false
    }
}

/// How many values the subtensor at a position has, if it has any and all of them are fill.
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

/// Writes the name of a format, what it holds where nothing is stored, if there may be such places, and its axes, outermost
/// first; `below` axes are those of its child.
///
/// # Errors
/// Those of `f`.
pub(super) fn write_head<O: IndexOrder>(
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

/// Writes pieces, each with where it lies and what lies there.
///
/// # Errors
/// Those of `f`.
pub(super) fn write_entries<O: IndexOrder, P, L: Labelled>(
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
/// Those of `f`.
pub(super) fn write_places<O: IndexOrder>(places: &[&dyn Display], below: usize, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    O::write_indices(places, below, ", ", f)?;
    f.write_str("]")
}

/// Where a piece lies along one axis: a coordinate, or an interval.
struct Spot<C: Coord>(Interval<C>);

impl<C: Coord> Display for Spot<C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_point() { write!(f, "{}", self.0.lo().value) } else { write!(f, "{}", self.0) }
    }
}

/// The places of an axis: `1:4` with both ends, or as an interval with an open end.
pub(super) struct Extent<C: Coord>(pub(super) Interval<C>);

impl<C: Coord> Display for Extent<C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (start, stop) = self.0.ends();
        if (start.eps(), stop.eps()) == (0, 0) { write!(f, "{start}:{stop}") } else { write!(f, "{}", self.0) }
    }
}

/// A subtensor of a level: the one at a position, or one that is at fill everywhere.
///
/// It prints itself as a tree without the first branch.
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
    /// The subtensor of `level` at a position, from 0; nothing, if the level has fewer.
    pub fn new(level: &'a L, position: usize) -> Option<Self> {
        (position < level.positions()).then_some(SubFiber { level, position: Some(position), order: PhantomData })
    }

    /// Where it lies in its level; nothing, if it is not stored: it is at fill everywhere.
    pub fn position(&self) -> Option<usize> {
        self.position
    }

    /// The value, of a subtensor without axes.
    pub fn value(self) -> L::Value
    where
        L::Fiber<'a>: Leaf<Value = L::Value>,
    {
        self.position.map_or(self.level.fill(), |position| self.level.fiber(position).get())
    }
}

impl<'a, L: AxisLevel, O: IndexOrder> SubFiber<'a, L, O> {
    /// What lies at a place of its outermost axis. The pieces are gone through one by one.
    ///
    /// # Errors
    /// [`LevelError`]: the axis does not have the place, or more than one piece lies there.
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

    /// [`at`](SubFiber::at), seen as a part of this one: `A[:, 3]`, or `A[3, :]` where indices are [`RowMajor`].
    ///
    /// # Errors
    /// Those of [`at`](SubFiber::at).
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
    /// All of it, to go through place by place and to print; [`Display`] has an example.
    pub fn tree(&self) -> SubFiber<'_, L, O> {
        SubFiber { level: self.level(), position: Some(0), order: PhantomData }
    }
}

/// One matrix in four formats, with indices from 1 on and the root on its columns:
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

/// Writes a tree whose lines but the first begin with `left`.
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
/// It prints itself as a tree.
pub struct Slice<'a, L, O = RowMajor>(SubFiber<'a, L, O>);

copied!([L, O] Slice<'_, L, O>);

impl<L: Labelled, O: IndexOrder> fmt::Debug for Slice<'_, L, O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<'a, L: Level, O: IndexOrder> Slice<'a, L, O> {
    /// The subtensor that it is.
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
