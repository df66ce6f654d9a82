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
#[derive(Debug, Clone, Copy)]
pub struct Affine<L, M> {
    looplet: L,
    map: M,
}

impl<L, M> Affine<L, M> {
    /// The looplet, seen through a map.
    #[inline(always)]
    pub fn new(looplet: L, map: M) -> Self {
        Affine { looplet, map }
    }
}

impl<L: Looplet, M: Map<L::Coord>> Looplet for Affine<L, M> {
    type Coord = L::Coord;
    type Payload = L::Payload;
    type Kind = M::Kind<L::Kind>;

    const PROTOCOL: Protocol = L::PROTOCOL;

    #[inline(always)]
    fn seek_where(&mut self, near: Cut<L::Coord>, past: impl Fn(Cut<L::Coord>) -> bool) {
        let map = self.map;
        self.looplet.seek_where(map.to_tensor(near), |stop| past(map.to_loop(stop)));
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.looplet.done()
    }

    #[inline(always)]
    fn start(&self) -> Cut<L::Coord> {
        self.map.to_loop(self.looplet.start())
    }

    #[inline(always)]
    fn stop(&self) -> Cut<L::Coord> {
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
