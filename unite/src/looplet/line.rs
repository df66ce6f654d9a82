//! What a looplet is: a line from left to right.

use unite_ir::looplets::Nest;

use super::nest::unrolled;
use super::{Kind, Names, Protocol};
use crate::continuous::{Coord, Cut};

/// A description of a fiber from left to right: pieces in their order, fill between them and after the last.
///
/// It stands at one piece, at first at the first. What it is asked about that, ([`start`](Looplet::start),
/// [`stop`](Looplet::stop), [`payload`](Looplet::payload)), it is asked only while it is not [`done`](Looplet::done). Starts
/// and stops never fall from one piece to the next. A piece whose start is not below its stop is empty: it is legal, as
/// maps that round make some, and is passed over. A copy goes its own way.
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
    /// Where its pieces lie.
    type Coord: Coord;
    /// What a piece holds.
    type Payload: Copy;
    /// What is known of the length of pieces: it has to hold for each, also for empty ones.
    type Kind: Kind;

    /// Whether each piece is a real point whose coordinate is as it is stored.
    const STORED_POINTS: bool = !Self::Coord::DISCRETE && Self::Kind::POINTS;

    /// Whether the pieces are real points that a map which rounds has moved, so that they need an
    /// [`anchor`](Looplet::anchor).
    const ROUNDED: bool = false;

    /// How it wants to be gone through.
    const PROTOCOL: Protocol = Protocol::Auto;

    /// Goes forward to the first piece whose stop is not past; `past` holds for the stops of pieces up to there and for
    /// none after, and `near` is where that changes, or close to it.
    fn seek_where(&mut self, near: Cut<Self::Coord>, past: impl Fn(Cut<Self::Coord>) -> bool);

    /// Whether no piece is left: the rest of the line is at fill.
    fn done(&self) -> bool;

    /// Where the piece starts.
    fn start(&self) -> Cut<Self::Coord>;

    /// Where the piece stops.
    fn stop(&self) -> Cut<Self::Coord>;

    /// A cut before which the piece does not start whatever it is [anchored](Looplet::anchor) to.
    #[inline(always)]
    fn earliest(&self) -> Cut<Self::Coord> {
        self.start()
    }

    /// Places the pieces beside the point at which another operand stands: a piece is there if the image of that point is its
    /// stored coordinate, exactly, and else before it or after it, as the image is. See [`Affine`](super::Affine).
    #[inline(always)]
    fn anchor(&mut self, _place: Option<Self::Coord>) {}

    /// What the piece holds.
    fn payload(&self) -> Self::Payload;

    /// Goes to the next piece if `condition` holds.
    fn next_if(&mut self, condition: bool);

    /// How many pieces are left, at most: the one that it stands at and all after. It decides between walking and leaping.
    fn remaining(&self) -> usize;

    /// The tree of the looplet, with names: how its pieces are found; or, unless an implementer says so, where those are
    /// that it has left.
    fn describe(&self, names: &Names<'_, Self::Coord>) -> Nest {
        unrolled(self, names)
    }

    /// [`describe`](Looplet::describe), with the names of [`Names::default`].
    fn nest(&self) -> Nest {
        self.describe(&Names::default())
    }

    /// The tree of the pieces that are left, one after the other, with their bounds: as many phases as there are pieces
    /// and gaps, what piece `k` holds being called `x[k]`.
    fn unrolled(&self) -> Nest {
        unrolled(self, &Names::default())
    }

    /// Goes forward to the first piece that stops after `lo`.
    #[inline(always)]
    fn seek(&mut self, lo: Cut<Self::Coord>) {
        self.seek_where(lo, |stop| stop <= lo);
    }
}
