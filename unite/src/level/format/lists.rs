//! Levels whose fibers are ranges of pieces in lists. The formats differ in the columns that hold the pieces.
//!
//! ```text
//!  pointers  0    2    3         fiber p has the pieces pointers[p]..pointers[p + 1]
//!  columns   a b | c |           piece k has position k of the child
//! ```

use std::fmt;
use std::hint::black_box;
use std::ops::Range;

use crate::continuous::{Coord, Cut, Hull, Interval};
use crate::copied::copied;
use crate::level::read::fiber::held_at;
use crate::level::{AxisLevel, AxisUpdate, Entry, Fiber, Level, LevelError, PieceUpdate, Siblings, Update};
use crate::looplet::{Arrays, Flow, Kind, Pieces, Reversed, Stepper};

/// The starts and stops of the pieces of all fibers, as a format stores them.
pub trait PieceColumns: Clone + 'static {
    /// The coordinates of the axis.
    type Coord: Coord;
    /// The [`Kind`] of the pieces: points, segments, or both.
    type Kind: Kind;
    /// The columns up to the end of a fiber.
    type View<'a>: PieceView<Self::Coord>;
    /// The storage while it is written, over the storage `U` of the child.
    type Update<U: Update>: PieceUpdate<Coord = Self::Coord, Child = U, Value = U::Value>;

    /// The name of the format.
    const NAME: &'static str;

    /// Returns columns without pieces, with the parameters of these.
    fn emptied(&self) -> Self;

    /// Returns the columns up to the end of a fiber. They end where the fiber does, so that indexing below needs no
    /// further check.
    fn view(&self, extent: Interval<Self::Coord>, fiber: Range<usize>) -> Self::View<'_>;

    /// Adds a piece.
    ///
    /// # Errors
    /// The format cannot store the piece.
    fn push(&mut self, start: Cut<Self::Coord>, stop: Cut<Self::Coord>) -> Result<(), LevelError>;

    /// Creates storage to be written, without any fiber.
    fn declare<U: Update>(extent: Interval<Self::Coord>, child: U) -> Self::Update<U>;

    /// Adds the pieces of the written fiber at `root`, and their child positions to `children`; `None` is fill.
    ///
    /// # Errors
    /// The errors of [`push`](Self::push).
    fn gather<U: Update>(
        &mut self,
        _extent: Interval<Self::Coord>,
        update: &mut Self::Update<U>,
        root: Option<usize>,
        children: &mut Vec<Option<usize>>,
    ) -> Result<(), LevelError> {
        for (start, stop, child) in root.iter().flat_map(|&root| update.pieces(root)) {
            self.push(start, stop)?;
            children.push(Some(child));
        }
        Ok(())
    }

    /// Moves the pieces of all written fibers here, if they are stored in this form and the child positions of the fibers `_roots`,
    /// one after the other, are 0, 1, 2 and so on; returns the pointers of the fibers. `None` is fill.
    fn move_all<U: Update>(&mut self, _update: &mut Self::Update<U>, _roots: &[Option<usize>]) -> Option<Vec<usize>> {
        None
    }

    /// Moves the pieces of the written fiber at `root` here, if they are stored in this form and their child positions are
    /// `_next` and the following ones; returns their number, or nothing if they have to be [gathered](Self::gather).
    fn append<U: Update>(&mut self, _update: &mut Self::Update<U>, _root: usize, _next: usize) -> Option<usize> {
        None
    }

    /// Completes the columns after all fibers.
    ///
    /// # Errors
    /// [`LevelError::TooLarge`]: memory has no room for an index of the pieces.
    fn close(&mut self, _extent: Interval<Self::Coord>, _pointers: &[usize]) -> Result<(), LevelError> {
        Ok(())
    }

    /// Returns the contents of a place of the fiber at a position: by search, unless the columns have an index.
    #[inline(always)]
    fn find<L: Level>(lists: &Lists<Self, L>, position: usize, place: Self::Coord) -> Option<L::Fiber<'_>> {
        held_at(lists.fiber(position).walk(), place)
    }

    /// Returns the number of values for which a fiber has room, as [`Level::footprint`] does.
    fn footprint(_extent: Interval<Self::Coord>) -> usize {
        1
    }
}

/// The starts and stops of pieces.
pub trait PieceView<C>: Copy {
    /// `true` if each piece of a fiber starts where the one before it stops.
    const ADJACENT: bool = false;

    /// Returns the start of piece `p`.
    fn start(&self, p: usize) -> Cut<C>;

    /// Returns the stop of piece `p`.
    fn stop(&self, p: usize) -> Cut<C>;

    /// Returns the pieces up to `_end`, exclusive.
    ///
    /// # Panics
    /// There are fewer, in columns that check it.
    #[inline(always)]
    #[must_use]
    fn up_to(self, _end: usize) -> Self {
        self
    }

    /// Returns the names of the arrays, for printing.
    fn arrays(&self) -> Arrays {
        Arrays::closed("left", "right")
    }
}

/// A level whose fibers are ranges of pieces in lists.
///
/// | format | columns |
/// |---|---|
/// | [`SparseList`](crate::level::SparseList) | [`CoordinateColumn`](crate::level::CoordinateColumn) |
/// | [`SparseDict`](crate::level::SparseDict) | the same, with a [table](crate::level::Table) |
/// | [`SparseByteMap`](crate::level::SparseByteMap) | the same, with [flags](crate::level::Flags) |
/// | [`IntervalList`](crate::level::IntervalList) | [`CutColumns`](crate::level::CutColumns) |
/// | [`HomogeneousIntervals`](crate::level::HomogeneousIntervals) | [`EndColumns`](crate::level::EndColumns) |
/// | [`Regular`](crate::level::Regular) | [`GridColumn`](crate::level::GridColumn) |
/// | [`RunList`](crate::level::RunList) | [`StopColumn`](crate::level::StopColumn) |
#[derive(Debug, Clone, PartialEq)]
pub struct Lists<P: PieceColumns, L> {
    pub(super) extent: Interval<P::Coord>,
    pub(super) pointers: Vec<usize>,
    pub(super) columns: P,
    pub(super) child: L,
}

impl<P: PieceColumns, L> Lists<P, L> {
    /// Creates a format, a level without any fiber.
    pub(super) fn format(extent: Interval<P::Coord>, columns: P, child: L) -> Self {
        Lists { extent, pointers: vec![0], columns, child }
    }

    /// Returns the pointers: fiber `p` has the pieces `pointers[p]..pointers[p + 1]`.
    pub fn pointers(&self) -> &[usize] {
        &self.pointers
    }
}

impl<P: PieceColumns, L: Level> Lists<P, L> {
    /// Returns all fibers.
    #[inline(always)]
    fn all(&self) -> ListsSiblings<'_, P, L> {
        ListsSiblings { level: self, first: 0, pointers: &self.pointers }
    }

    /// Returns the pieces up to the last one of a range, and that range.
    #[inline(always)]
    fn pieces(&self, range: Range<usize>) -> (ListsPieces<'_, P, L>, Range<usize>) {
        let columns = self.columns.view(self.extent, range.clone());
        let positions = self.child.positions();
        // The check is done here, before a loop, so that the loop does not repeat it for each piece.
        assert!(range.end <= positions, "each piece has its child");
        (ListsPieces { columns, children: self.child.siblings(0, positions) }, range)
    }
}

impl<P: PieceColumns, L: Level> Level for Lists<P, L> {
    type Value = L::Value;
    type Fiber<'a>
        = ListsFiber<'a, P, L>
    where
        Self: 'a;
    type Siblings<'a>
        = ListsSiblings<'a, P, L>
    where
        Self: 'a;
    type Update = P::Update<L::Update>;

    const RANK: usize = L::RANK + 1;

    #[inline(always)]
    fn fiber(&self, position: usize) -> ListsFiber<'_, P, L> {
        self.all().fiber(position)
    }

    #[inline(always)]
    fn siblings(&self, first: usize, len: usize) -> ListsSiblings<'_, P, L> {
        self.all().part(first, len)
    }

    #[inline(always)]
    fn fill(&self) -> L::Value {
        self.child.fill()
    }

    fn positions(&self) -> usize {
        self.pointers.len() - 1
    }

    fn footprint(&self) -> usize {
        P::footprint(self.extent)
    }

    #[inline(always)]
    fn hull(&self, position: usize) -> Hull {
        let (first, end) = (self.pointers[position], self.pointers[position + 1]);
        if first >= end {
            return Hull::NOWHERE;
        }
        let columns = self.columns.view(self.extent, first..end);
        Hull::between(columns.start(first), columns.stop(end - 1))
    }

    fn declare(&self) -> Self::Update {
        P::declare(self.extent, self.child.declare())
    }

    fn freeze(&self, update: &mut Self::Update, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        let mut columns = self.columns.emptied();
        if let Some(pointers) = columns.move_all(update, roots) {
            columns.close(self.extent, &pointers)?;
            let child = self.child.freeze_all(update.child(), pointers[roots.len()])?;
            return Ok(Lists { extent: self.extent, pointers, columns, child });
        }
        let mut pointers = vec![0];
        // As long as the child positions are 0, 1, 2 and so on, they are only counted.
        let mut count = 0;
        let mut rest = roots;
        while let Some((&Some(root), others)) = rest.split_first()
            && let Some(appended) = columns.append(update, root, count)
        {
            count += appended;
            pointers.push(count);
            rest = others;
        }
        if rest.is_empty() && update.child().positions() == Some(count) {
            columns.close(self.extent, &pointers)?;
            let child = self.child.freeze_all(update.child(), count)?;
            return Ok(Lists { extent: self.extent, pointers, columns, child });
        }
        let mut children = (0..count).map(Some).collect();
        for &root in rest {
            columns.gather(self.extent, update, root, &mut children)?;
            pointers.push(children.len());
        }
        columns.close(self.extent, &pointers)?;
        let child = self.child.freeze(update.child(), &children)?;
        Ok(Lists { extent: self.extent, pointers, columns, child })
    }

    fn thaw_all(self, update: &mut Self::Update) {
        if !update.forget() {
            *update = self.declare();
        }
        for position in 0..self.positions() {
            update.restore(self.entries(position));
        }
        self.child.thaw_all(update.child());
    }

    fn recycle(self, update: &mut Self::Update) {
        if update.forget() {
            self.child.recycle(update.child());
        } else {
            self.thaw_all(update);
        }
    }

    fn clear(&self, update: &mut Self::Update) {
        if update.forget() {
            self.child.clear(update.child());
            return;
        }
        let mut child = std::mem::replace(update.child(), self.child.declare());
        self.child.clear(&mut child);
        *update = P::declare(self.extent, child);
    }
}

impl<P: PieceColumns, L: Level> AxisLevel for Lists<P, L> {
    type Coord = P::Coord;
    type Child = L;

    const NAME: &'static str = P::NAME;
    const INJECTIVE: bool = P::Kind::POINTS;

    fn extent(&self) -> Interval<P::Coord> {
        self.extent
    }

    #[inline(always)]
    fn child(&self) -> &L {
        &self.child
    }

    fn entries(&self, position: usize) -> impl Iterator<Item = Entry<P::Coord>> + '_ {
        let (pieces, range) = self.fiber(position).pieces();
        range.map(move |p| (pieces.start(p), pieces.stop(p), p))
    }
}

/// The pieces of lists: starts, stops and contents.
pub struct ListsPieces<'a, P: PieceColumns, L: Level + 'a> {
    columns: P::View<'a>,
    /// The subtensors of the child level, those of the pieces among them.
    children: L::Siblings<'a>,
}

copied!([P: PieceColumns, L: Level] ListsPieces<'_, P, L>);

impl<P: PieceColumns, L: Level> fmt::Debug for ListsPieces<'_, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListsPieces").finish_non_exhaustive()
    }
}

impl<'a, P: PieceColumns, L: Level + 'a> Pieces for ListsPieces<'a, P, L> {
    type Coord = P::Coord;
    type Payload = L::Fiber<'a>;
    type Kind = P::Kind;

    const ADJACENT: bool = P::View::<'a>::ADJACENT;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<P::Coord> {
        self.columns.start(p)
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<P::Coord> {
        self.columns.stop(p)
    }

    #[inline(always)]
    fn payload(&self, p: usize) -> L::Fiber<'a> {
        self.children.fiber(p)
    }

    #[inline(always)]
    fn up_to(self, end: usize) -> Self {
        ListsPieces { columns: self.columns.up_to(end), children: self.children.part(0, end) }
    }

    fn arrays(&self) -> Arrays {
        self.columns.arrays()
    }
}

/// Fibers of a level of lists at consecutive positions, from `first` on.
#[derive(Debug)]
pub struct ListsSiblings<'a, P: PieceColumns, L> {
    level: &'a Lists<P, L>,
    first: usize,
    /// One more than there are fibers, so that a loop over all of them checks none.
    pointers: &'a [usize],
}

/// A fiber of a level of lists.
#[derive(Debug)]
pub struct ListsFiber<'a, P: PieceColumns, L> {
    siblings: ListsSiblings<'a, P, L>,
    k: usize,
}

copied!([P: PieceColumns, L] ListsSiblings<'_, P, L>);
copied!([P: PieceColumns, L] ListsFiber<'_, P, L>);

impl<'a, P: PieceColumns, L: Level> Siblings for ListsSiblings<'a, P, L> {
    type Fiber = ListsFiber<'a, P, L>;

    const TOUCHES: bool = true;

    #[inline(always)]
    fn fiber(self, k: usize) -> ListsFiber<'a, P, L> {
        ListsFiber { siblings: self, k }
    }

    #[inline(always)]
    fn holds(self, len: usize) -> bool {
        len < self.pointers.len()
    }

    #[inline(always)]
    fn part(self, first: usize, len: usize) -> Self {
        let pointers = &self.pointers[first..];
        assert!(len < pointers.len(), "{len} fibers from {first} on, where there are fewer");
        ListsSiblings { first: self.first + first, pointers, ..self }
    }

    #[inline(always)]
    fn touch(self, k: usize) {
        if let Some(&[first, end]) = self.pointers.get(k..k + 2).and_then(<[_]>::as_array)
            && first < end
        {
            let (pieces, _) = self.level.pieces(first..end);
            black_box(pieces.start(first).value);
            pieces.children.touch(first);
            pieces.children.touch(end - 1);
        }
    }
}

impl<'a, P: PieceColumns, L: Level> ListsFiber<'a, P, L> {
    /// Returns the pieces up to the last one of the fiber, and the range of those of the fiber.
    #[inline(always)]
    fn pieces(self) -> (ListsPieces<'a, P, L>, Range<usize>) {
        let ListsSiblings { level, pointers, .. } = self.siblings;
        level.pieces(pointers[self.k]..pointers[self.k + 1])
    }
}

#[diagnostic::do_not_recommend]
impl<'a, P: PieceColumns, L: Level> Fiber for ListsFiber<'a, P, L> {
    type Coord = P::Coord;
    type Stored = <P::Update<L::Update> as AxisUpdate>::Stored;
    type Child = L::Fiber<'a>;
    type Walk = Stepper<ListsPieces<'a, P, L>>;
    type Back = Stepper<Reversed<ListsPieces<'a, P, L>>>;

    #[inline(always)]
    fn walk(self) -> Self::Walk {
        let (pieces, range) = self.pieces();
        Stepper::new(pieces, range.start, range.end)
    }

    #[inline(always)]
    fn back(self) -> Self::Back {
        let (pieces, range) = self.pieces();
        Stepper::new(Reversed::new(pieces, range.end), 0, range.len())
    }

    #[inline(always)]
    fn at(self, place: P::Coord, mut visit: impl FnMut(Option<Self::Child>) -> Flow) -> Flow {
        visit(P::find(self.siblings.level, self.siblings.first + self.k, place))
    }
}
