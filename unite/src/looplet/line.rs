//! The trait of all looplets: a cursor over the pieces of a line, from left to right.

use unite_ir::explain::looplets::Nest;

use super::nest::unrolled;
use super::{Kind, Names, Protocol};
use crate::continuous::{Coord, Cut};

/// The start, the stop and the payload of a piece.
pub type Piece<C, P> = (Cut<C>, Cut<C>, P);

/// A description of a fiber from left to right: its pieces in order, with fill between them and after the last.
///
/// A looplet points at one piece, initially the first. [`start`](Looplet::start), [`stop`](Looplet::stop) and
/// [`payload`](Looplet::payload) describe that piece and are called only while the looplet is not
/// [`done`](Looplet::done). Starts and stops never decrease from one piece to the next. A piece whose start is not
/// below its stop is empty: maps that round create such pieces, and loops skip them. A clone advances independently.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{Element, Fiber, Piecewise, Pinpoint};
/// use unite::looplet::Looplet;
///
/// let points: Pinpoint<_> = Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0));
/// let points = Piecewise::declare(points).freeze()?;
/// assert_eq!(points.root().walk().nest().to_string(), "\
/// Sequence
/// ├─ Phase ..= last(x.crd)
/// │  └─ Stepper p: seek(j) = first(x.crd >= j); stop = x.crd[p]; next = p + 1
/// │     └─ Sequence
/// │        ├─ Phase ..= x.crd[p] - eps: Run fill
/// │        └─ Phase ..= x.crd[p]: Run x.val[p]
/// └─ Phase ..= inf: Run fill
/// ");
/// # Ok::<(), unite::level::LevelError>(())
/// ```
pub trait Looplet: Clone {
    /// The coordinate of the line.
    type Coord: Coord;
    /// The value that a piece holds.
    type Payload: Copy;
    /// The kind of all pieces, empty ones included.
    type Kind: Kind;

    /// `true` if each piece is a point whose coordinate is the stored one, so that it is not empty.
    const STORED_POINTS: bool = Self::Kind::POINTS;

    /// `true` if the pieces are real points moved by a map that rounds, so that they need an
    /// [`anchor`](Looplet::anchor).
    const ROUNDED: bool = false;

    /// `true` if every piece is a single place. (It may be where [`Kind`](Looplet::Kind) does not say so.)
    const SINGLE: bool = Self::Kind::POINTS;

    /// `true` if the looplet has one piece for each integer of a range, the contents of which are found by arithmetic.
    /// Loops then look places up instead of moving the looplet: see [`bounds`](Looplet::bounds),
    /// [`narrowed`](Looplet::narrowed) and [`payload_at`](Looplet::payload_at), which are called only if this is `true`.
    const LOCATED: bool = false;

    /// `true` if each piece starts where the one before it stops, and none of them is empty, so that there is no gap from the start
    /// of the first piece to the [stop of the last one](Looplet::last_stop).
    const ADJACENT: bool = false;

    /// `true` if [`truncate`](Looplet::truncate) removes pieces.
    const TRUNCATES: bool = false;

    /// `true` if [`touch_at`](Looplet::touch_at) reads memory.
    const TOUCHES: bool = false;

    /// The iteration strategy that this looplet asks for.
    const PROTOCOL: Protocol = Protocol::Auto;

    /// Advances to the first piece whose stop is not past. `past` is true for a prefix of the stops and false for the
    /// rest; `near` is the cut at which it changes, or one close to it.
    fn seek_where(&mut self, near: Cut<Self::Coord>, past: impl Fn(Cut<Self::Coord>) -> bool);

    /// Returns the piece that is left, if the looplet is known to have one piece. The default returns `None`, which is always
    /// allowed.
    ///
    /// A product of looplets that all return a piece is computed from these, without a loop: so are intervals that overlap,
    /// each of which is a looplet of its own.
    #[inline(always)]
    fn only_piece(&self) -> Option<Piece<Self::Coord, Self::Payload>> {
        None
    }

    /// Returns the stop of the last piece of those that are left, of which there is one at least, if the pieces are
    /// [adjacent](Looplet::ADJACENT).
    #[inline(always)]
    fn last_stop(&self) -> Cut<Self::Coord> {
        self.stop()
    }

    /// Removes the pieces that start at `_hi` or after, if the looplet can do so at once ([`TRUNCATES`](Looplet::TRUNCATES)):
    /// a loop up to there need not compare each piece with its end.
    #[inline(always)]
    fn truncate(&mut self, _hi: Cut<Self::Coord>) {}

    /// Returns the looplet for a loop over all that is left of it. What would be checked for each piece may be checked here, once.
    #[inline(always)]
    #[must_use]
    fn prechecked(self) -> Self {
        self
    }

    /// Returns whether no piece is left, so that the rest of the line is fill.
    fn done(&self) -> bool;

    /// Returns the cut at which the piece starts.
    fn start(&self) -> Cut<Self::Coord>;

    /// Returns the cut at which the piece stops.
    fn stop(&self) -> Cut<Self::Coord>;

    /// Returns a lower bound of the piece's start, valid for any [anchor](Looplet::anchor).
    #[inline(always)]
    fn earliest(&self) -> Cut<Self::Coord> {
        self.start()
    }

    /// Positions the pieces relative to `_place`, the point at which another operand stands. A piece lies at that point
    /// if the image of the point equals the stored coordinate exactly; otherwise it lies before or after it, on the
    /// side of the stored coordinate relative to the image. See [`Affine`](super::Affine).
    #[inline(always)]
    fn anchor(&mut self, _place: Option<Self::Coord>) {}

    /// Returns the value that the piece holds.
    fn payload(&self) -> Self::Payload;

    /// Returns the start and the stop of the range of a [located](Looplet::LOCATED) looplet; the range may be empty.
    #[inline(always)]
    fn bounds(&self) -> (Cut<Self::Coord>, Cut<Self::Coord>) {
        (Cut::FIRST, Cut::FIRST)
    }

    /// Returns the part of a [located](Looplet::LOCATED) looplet with the `len` places from `first` on, an integer modulo
    /// 2^64 ([`Coord::bits`]). They must lie in its range.
    #[inline(always)]
    #[must_use]
    fn narrowed(self, _first: u64, _len: usize) -> Self {
        self
    }

    /// Returns whether the first `_len` places of a [located](Looplet::LOCATED) looplet start at `_first`, so that
    /// [`payload_at`](Looplet::payload_at) may be called for them without [narrowing](Looplet::narrowed) it. The default
    /// returns `false`, which is always allowed.
    ///
    /// Nothing branches here: where a loop inside of others asks for the same places each time, this is found out once.
    #[inline(always)]
    fn begins_at(&self, _first: u64, _len: usize) -> bool {
        false
    }

    /// Returns whether the looplet may hold something: `false` for one that is fill everywhere. Where a loop has asked, the compiler
    /// knows the form of an operand that may be either.
    #[inline(always)]
    fn may_hold(&self) -> bool {
        true
    }

    /// Returns the value at place number `_k` of a [narrowed](Looplet::narrowed) looplet, from 0.
    #[inline(always)]
    fn payload_at(&self, _k: usize) -> Self::Payload {
        self.payload()
    }

    /// Reads the ends of what place number `_k` holds, which may be out of range, so that they are in the cache when a loop gets
    /// there. The default reads nothing.
    #[inline(always)]
    fn touch_at(&self, _k: usize) {}

    /// Advances to the next piece if `condition` holds.
    fn next_if(&mut self, condition: bool);

    /// Returns an upper bound on the number of pieces left, the current one included. Loops use it to choose between
    /// walking and leaping.
    fn remaining(&self) -> usize;

    /// Returns the symbolic tree of the looplet, which shows how its pieces are found. The default implementation lists
    /// the bounds of the pieces that are left instead.
    fn describe(&self, names: &Names<'_, Self::Coord>) -> Nest {
        unrolled(self, names)
    }

    /// Returns [`describe`](Looplet::describe) with the names of [`Names::default`].
    fn nest(&self) -> Nest {
        self.describe(&Names::default())
    }

    /// Returns the tree of the pieces that are left, with their bounds: one phase for each piece and each gap. The
    /// value of piece `k` is printed as `x[k]`.
    fn unrolled(&self) -> Nest {
        unrolled(self, &Names::default())
    }

    /// Advances to the first piece that stops after `lo`.
    #[inline(always)]
    fn seek(&mut self, lo: Cut<Self::Coord>) {
        self.seek_where(lo, |stop| stop <= lo);
    }
}
