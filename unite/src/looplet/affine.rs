//! A looplet in the coordinates of a loop: `A[scale * i + offset]`.

use unite_ir::looplets::{Expr, Nest};

use super::nest::Mapping;
use super::{Kind, Looplet, Mixed, Names, Protocol};
use crate::continuous::{Coord, Cut};

/// From coordinates of a tensor to those of a loop, rising: what comes first in the one comes first in the other.
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Map, Scale};
///
/// let twice = Scale { scale: 2, offset: 1 }; // A[2 * i + 1]
/// assert_eq!((twice.to_loop(5.before()), twice.to_tensor(2.before())), (2.before(), 5.before()));
/// assert_eq!(twice.to_loop(6.before()), 3.before()); // A[6] is no A[2 * i + 1]: its piece is empty
/// assert_eq!(twice.to_loop(7.before()), 3.before());
/// ```
pub trait Map<C: Coord>: Copy {
    /// What becomes of the lengths of pieces.
    type Kind<K: Kind>: Kind;

    /// The cut of the loop at which the tensor is at `cut`.
    fn to_loop(&self, cut: Cut<C>) -> Cut<C>;

    /// The cut of the tensor at which the loop is at `cut`, or one close to it.
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C>;

    /// A place of the loop, no greater than any that the map takes to `place` of the tensor when it rounds.
    fn earliest(&self, place: C) -> C;

    /// [`to_loop`](Map::to_loop) of a symbol, to print it.
    fn symbol_to_loop(&self, place: Expr) -> Expr {
        format!("to_loop({place})").into()
    }

    /// [`to_tensor`](Map::to_tensor) of a symbol, to print it.
    fn symbol_to_tensor(&self, place: Expr) -> Expr {
        format!("to_tensor({place})").into()
    }
}

/// `place + offset`
pub(super) fn moved(place: Expr, offset: f64) -> Expr {
    if offset < 0.0 {
        place - (-offset).into()
    } else if offset > 0.0 {
        place + offset.into()
    } else {
        place
    }
}

/// `A[i + offset]`
#[derive(Debug, Clone, Copy)]
pub struct Offset<C>(pub C);

impl<C: Coord> Map<C> for Offset<C> {
    type Kind<K: Kind> = K;

    #[inline(always)]
    fn to_loop(&self, cut: Cut<C>) -> Cut<C> {
        Cut { value: cut.value.minus(self.0), after: cut.after }
    }

    #[inline(always)]
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C> {
        Cut { value: cut.value.plus(self.0), after: cut.after }
    }

    #[inline(always)]
    fn earliest(&self, place: C) -> C {
        // What is rounded to a place lies above the place below.
        place.below().minus(self.0)
    }

    fn symbol_to_loop(&self, place: Expr) -> Expr {
        moved(place, -self.0.to_f64())
    }

    fn symbol_to_tensor(&self, place: Expr) -> Expr {
        moved(place, self.0.to_f64())
    }
}

/// `A[scale * i + offset]`, with a scale above zero.
#[derive(Debug, Clone, Copy)]
pub struct Scale<C> {
    /// The factor.
    pub scale: C,
    /// The summand.
    pub offset: C,
}

impl<C: Coord> Map<C> for Scale<C> {
    type Kind<K: Kind> = Mixed;

    #[inline(always)]
    fn to_loop(&self, cut: Cut<C>) -> Cut<C> {
        Cut { value: cut.value.minus(self.offset).over(self.scale), after: cut.after }
    }

    #[inline(always)]
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C> {
        Cut { value: cut.value.times(self.scale).plus(self.offset), after: cut.after }
    }

    #[inline(always)]
    fn earliest(&self, place: C) -> C {
        place.below().minus(self.offset).below().over(self.scale)
    }

    fn symbol_to_loop(&self, place: Expr) -> Expr {
        match moved(place, -self.offset.to_f64()) {
            moved @ Expr::Call(..) => format!("({moved}) / {}", self.scale).into(),
            place => format!("{place} / {}", self.scale).into(),
        }
    }

    fn symbol_to_tensor(&self, place: Expr) -> Expr {
        moved(Expr::from(self.scale.to_f64()) * place, self.offset.to_f64())
    }
}

/// A looplet in the coordinates of a loop.
///
/// Of intervals the ends are mapped, and rounded. So are real points, but beside an operand whose points are as they are
/// stored: there the *images* of those points are compared with the stored coordinates. `a[i + 0.1] * b[i]` finds what `a`
/// has stored at `x + 0.1`, as a sum of floats, for each `x` at which `b` holds something. To that end the point is moved to
/// the *anchor* `x`, the place at which the other operand stands, if its image is the stored coordinate `c`; if not, it is on
/// the side of `x` on which `c` is of the image. Images never fall, so that starts and stops never fall either.
///
/// ```text
///  loop          r = c - o rounded   x                    a looks for x: the image of x is c
///  -------------(*)------------------[*)-----             the piece stays until the anchor has passed, since the next
///                                     '--> image          anchor may have the same image
///  tensor                            c
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Affine<L: Looplet, M> {
    looplet: L,
    map: M,
    anchor: Option<L::Coord>,
    /// The anchor before: what has met it has been seen.
    passed: Option<L::Coord>,
}

impl<L: Looplet, M: Map<L::Coord>> Affine<L, M> {
    /// The looplet, seen through a map.
    #[inline(always)]
    pub fn new(looplet: L, map: M) -> Self {
        Affine { looplet, map, anchor: None, passed: None }
    }

    /// The place of the tensor at a place of the loop, rounded.
    #[inline(always)]
    fn image(&self, place: L::Coord) -> L::Coord {
        self.map.to_tensor(place.before()).value
    }

    /// Where a point of the tensor starts and stops.
    #[inline(always)]
    fn placed(&self, point: L::Coord) -> (Cut<L::Coord>, Cut<L::Coord>) {
        let place = self.map.to_loop(point.before());
        let (mut lo, mut hi) = (Cut::FIRST, Cut::LAST);
        if let Some(passed) = self.passed
            && self.image(passed) < point
        {
            lo = passed.after();
        }
        if let Some(anchor) = self.anchor {
            let image = self.image(anchor);
            if image == point {
                return (anchor.before(), anchor.above().before());
            }
            if image < point {
                lo = anchor.after();
            } else {
                hi = anchor.before();
            }
        }
        let place = if place < lo {
            lo.value.above()
        } else if place >= hi {
            hi.value.below()
        } else {
            place.value
        };
        if place.before() >= lo && place.after() <= hi {
            (place.before(), place.after())
        } else {
            // Between neighbours there is no coordinate, but a place.
            (lo, hi)
        }
    }

    /// Whether a point of the tensor has met the anchor before, and does not meet this one.
    #[inline(always)]
    fn is_seen(&self, point: L::Coord) -> bool {
        let meets = |anchor: Option<L::Coord>| anchor.is_some_and(|anchor| self.image(anchor) == point);
        meets(self.passed) && !meets(self.anchor)
    }
}

impl<L: Looplet, M: Map<L::Coord>> Looplet for Affine<L, M> {
    type Coord = L::Coord;
    type Payload = L::Payload;
    type Kind = M::Kind<L::Kind>;

    const PROTOCOL: Protocol = L::PROTOCOL;
    const STORED_POINTS: bool = false;
    const ROUNDED: bool = L::STORED_POINTS;

    #[inline(always)]
    fn earliest(&self) -> Cut<L::Coord> {
        if !Self::ROUNDED {
            return self.start();
        }
        let point = self.looplet.start().value;
        match self.anchor {
            Some(anchor) if self.image(anchor) >= point => self.start(),
            Some(anchor) => self.map.earliest(point).before().max(anchor.after()),
            None => self.map.earliest(point).before(),
        }
    }

    #[inline(always)]
    fn anchor(&mut self, place: Option<L::Coord>) {
        if Self::ROUNDED && place != self.anchor {
            self.passed = self.anchor.or(self.passed);
            self.anchor = place;
        }
    }

    #[inline(always)]
    fn seek_where(&mut self, near: Cut<L::Coord>, past: impl Fn(Cut<L::Coord>) -> bool) {
        let map = self.map;
        if Self::ROUNDED {
            let here = self.clone();
            let is_past = |stop: Cut<L::Coord>| here.is_seen(stop.value) || past(here.placed(stop.value).1);
            self.looplet.seek_where(map.to_tensor(near), is_past);
            return;
        }
        self.looplet.seek_where(map.to_tensor(near), |stop| past(map.to_loop(stop)));
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.looplet.done()
    }

    #[inline(always)]
    fn start(&self) -> Cut<L::Coord> {
        if Self::ROUNDED {
            return self.placed(self.looplet.start().value).0;
        }
        self.map.to_loop(self.looplet.start())
    }

    #[inline(always)]
    fn stop(&self) -> Cut<L::Coord> {
        if Self::ROUNDED {
            return self.placed(self.looplet.start().value).1;
        }
        self.map.to_loop(self.looplet.stop())
    }

    #[inline(always)]
    fn payload(&self) -> L::Payload {
        self.looplet.payload()
    }

    #[inline(always)]
    fn next_if(&mut self, condition: bool) {
        self.looplet.next_if(condition);
    }

    #[inline(always)]
    fn remaining(&self) -> usize {
        self.looplet.remaining()
    }

    fn describe(&self, names: &Names<'_, L::Coord>) -> Nest {
        let mapping = Mapping { map: self.map, outer: names };
        self.looplet.describe(&Names { map: Some(&mapping), fill: names.fill.clone(), ..*names })
    }
}
