//! Looplets mapped to the coordinates of a loop: `A[scale * i + offset]`.

use unite_ir::explain::looplets::{Expr, Nest};

use super::nest::Mapping;
use super::{Kind, Looplet, Mixed, Names, Points, Protocol};
use crate::continuous::{Coord, Cut};

/// A monotonically increasing map between coordinates of a tensor and those of a loop.
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
    /// The kind of mapped pieces, given the kind of the tensor's pieces.
    type Kind<K: Kind>: Kind;

    /// `true` if the map takes consecutive integers to integers of which each is the one before plus a
    /// [step](Map::step).
    const STEPS: bool = false;

    /// Returns the difference of the images of consecutive integers; used only if the map [`STEPS`](Map::STEPS).
    #[inline(always)]
    fn step(&self) -> usize {
        1
    }

    /// Maps an integer of the loop to the tensor, both modulo 2^64; used only if the map [`STEPS`](Map::STEPS).
    #[inline(always)]
    fn image_of(&self, place: u64) -> u64 {
        place
    }

    /// Maps the start of an integer of the tensor to the first integer of the loop whose image is not below it; used only if the
    /// map [`STEPS`](Map::STEPS).
    #[inline(always)]
    fn first_from(&self, start: Cut<C>) -> Cut<C> {
        self.to_loop(start)
    }

    /// Maps a cut of the tensor to the loop.
    fn to_loop(&self, cut: Cut<C>) -> Cut<C>;

    /// Maps a cut of the loop to the tensor, exactly or to a cut close by.
    fn to_tensor(&self, cut: Cut<C>) -> Cut<C>;

    /// Returns a lower bound of the loop places that the map rounds to `place` of the tensor.
    fn earliest(&self, place: C) -> C;

    /// Maps a symbol as [`to_loop`](Map::to_loop) maps a cut, for printing.
    fn symbol_to_loop(&self, place: Expr) -> Expr {
        format!("to_loop({place})").into()
    }

    /// Maps a symbol as [`to_tensor`](Map::to_tensor) maps a cut, for printing.
    fn symbol_to_tensor(&self, place: Expr) -> Expr {
        format!("to_tensor({place})").into()
    }
}

/// Returns the expression `place + offset`, simplified.
pub(super) fn moved(place: Expr, offset: f64) -> Expr {
    if offset < 0.0 {
        place - (-offset).into()
    } else if offset > 0.0 {
        place + offset.into()
    } else {
        place
    }
}

/// The map of `A[i + offset]`.
#[derive(Debug, Clone, Copy)]
pub struct Offset<C>(pub C);

impl<C: Coord> Map<C> for Offset<C> {
    type Kind<K: Kind> = K;

    const STEPS: bool = true;

    #[inline(always)]
    fn image_of(&self, place: u64) -> u64 {
        place.wrapping_add(self.0.bits())
    }

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
        // A sum rounded to `place` is greater than the coordinate below `place`.
        place.below().minus(self.0)
    }

    fn symbol_to_loop(&self, place: Expr) -> Expr {
        moved(place, -self.0.to_f64())
    }

    fn symbol_to_tensor(&self, place: Expr) -> Expr {
        moved(place, self.0.to_f64())
    }
}

/// The map of `A[scale * i + offset]`, with a positive scale.
#[derive(Debug, Clone, Copy)]
pub struct Scale<C> {
    /// The factor.
    pub scale: C,
    /// The summand.
    pub offset: C,
}

impl<C: Coord> Map<C> for Scale<C> {
    type Kind<K: Kind> = Mixed;

    const STEPS: bool = true;

    #[inline(always)]
    fn step(&self) -> usize {
        self.scale.bits() as usize
    }

    #[inline(always)]
    fn image_of(&self, place: u64) -> u64 {
        place.wrapping_mul(self.scale.bits()).wrapping_add(self.offset.bits())
    }

    #[inline(always)]
    fn first_from(&self, start: Cut<C>) -> Cut<C> {
        let moved = start.value.minus(self.offset);
        if moved > C::LOWEST && moved < C::HIGHEST { self.to_loop(start) } else { self.first_from_far(start.value) }
    }

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

impl<C: Coord> Scale<C> {
    /// Returns what [`first_from`](Map::first_from) does, where the difference of the place and the offset may be beyond the
    /// integers of the type.
    #[cold]
    #[inline(never)]
    fn first_from_far(self, start: C) -> Cut<C> {
        let wide = |place: C| i128::from(place.bits().cast_signed());
        let (distance, scale) = (wide(start) - wide(self.offset), wide(self.scale));
        let first = distance.div_euclid(scale) + i128::from(distance.rem_euclid(scale) != 0);
        let (lowest, highest) = (wide(C::LOWEST), wide(C::HIGHEST));
        // The lowest and the highest integer stand for the infinities.
        C::LOWEST.stepped((first.clamp(lowest, highest) - lowest) as usize).before()
    }
}

/// A looplet mapped to the coordinates of a loop.
///
/// The ends of intervals are mapped and rounded. Real points are too, except beside an operand with stored points:
/// there the *images* of that operand's points are compared with the stored coordinates. `a[i + 0.1] * b[i]` finds what
/// `a` stores at `x + 0.1`, a sum of floats, for each `x` at which `b` holds something. For this, the *anchor* `x` is
/// the place at which the other operand stands. A point with stored coordinate `c` moves to `x` if the image of `x` is
/// `c`; otherwise it lies before or after `x`, as `c` lies before or after the image. Images never decrease, so starts
/// and stops never decrease either.
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
    /// The previous anchor: points that met it have been visited.
    passed: Option<L::Coord>,
}

impl<L: Looplet, M: Map<L::Coord>> Affine<L, M> {
    /// Creates the looplet as seen through `map`.
    #[inline(always)]
    pub fn new(looplet: L, map: M) -> Self {
        Affine { looplet, map, anchor: None, passed: None }
    }

    /// Returns the place of the tensor at a place of the loop, rounded.
    #[inline(always)]
    fn image(&self, place: L::Coord) -> L::Coord {
        self.map.to_tensor(place.before()).value
    }

    /// Returns the start and stop, in the loop, of a point of the tensor.
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
            // There is no coordinate between the two neighbours; the gap itself becomes the piece.
            (lo, hi)
        }
    }

    /// Returns whether a point of the tensor met the previous anchor and does not meet the current one.
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
    const ROUNDED: bool = L::STORED_POINTS && !L::Coord::DISCRETE;
    const LOCATED: bool = L::LOCATED && M::STEPS;
    // A map that keeps points what they are leaves no piece empty, if it does not round.
    const ADJACENT: bool = L::ADJACENT && L::Coord::DISCRETE && <M::Kind<Points> as Kind>::POINTS;

    #[inline(always)]
    fn last_stop(&self) -> Cut<L::Coord> {
        self.map.to_loop(self.looplet.last_stop())
    }

    #[inline(always)]
    fn bounds(&self) -> (Cut<L::Coord>, Cut<L::Coord>) {
        let (lo, hi) = self.looplet.bounds();
        // The lowest integer stands for minus infinity, and is no place.
        let lowest = L::Coord::LOWEST.above().before();
        (self.map.first_from(lo).max(lowest), self.map.first_from(hi))
    }

    #[inline(always)]
    fn narrowed(self, first: u64, len: usize) -> Self {
        // Up to the last image.
        let len = len.checked_sub(1).map_or(0, |last| last * self.map.step() + 1);
        Affine { looplet: self.looplet.narrowed(self.map.image_of(first), len), ..self }
    }

    #[inline(always)]
    fn prechecked(self) -> Self {
        Affine { looplet: self.looplet.prechecked(), ..self }
    }

    #[inline(always)]
    fn may_hold(&self) -> bool {
        self.looplet.may_hold()
    }

    #[inline(always)]
    fn begins_at(&self, first: u64, len: usize) -> bool {
        (self.map.step() == 1) & self.looplet.begins_at(self.map.image_of(first), len)
    }

    #[inline(always)]
    fn payload_at(&self, k: usize) -> L::Payload {
        self.looplet.payload_at(k * self.map.step())
    }

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
