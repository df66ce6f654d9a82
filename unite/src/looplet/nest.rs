//! Printing of looplets as symbolic trees of [`unite_ir::explain::looplets`].
//!
//! A tree covers *all* of the line, fill included. There are two trees: [`Looplet::nest`] shows how the pieces are
//! found, with the names of the arrays that store them; [`Looplet::unrolled`] lists the bounds of the pieces.

use unite_ir::explain::looplets::{Expr, Nest, Phase, Steps};

use super::{Looplet, Map, Pieces};
use crate::continuous::{Coord, Cut};

/// The names used in the tree of a looplet.
///
/// ```
/// use unite::continuous::Coord;
/// use unite::looplet::{Looplet, Names, Spike};
///
/// let spike = Spike::new(2.5, 'a');
/// let names = Names { tensor: "x", position: "p", fill: 0.0.into(), ..Names::default() };
/// assert_eq!(spike.describe(&names).to_string(), "\
/// Sequence
/// ├─ Phase ..= 2.5 - eps: Run 0
/// ├─ Phase ..= 2.5: Run x
/// └─ Phase ..= inf: Run 0
/// ");
/// ```
pub struct Names<'a, C> {
    /// The name of the tensor.
    pub tensor: &'a str,
    /// The name of a piece's position in storage.
    pub position: &'a str,
    /// The fill value, for places without a piece.
    pub fill: Expr,
    /// The map from coordinates of the tensor to those of the loop; `None` if they are the same.
    pub map: Option<&'a dyn Symbolic<C>>,
}

impl<C> Default for Names<'_, C> {
    fn default() -> Self {
        Names { tensor: "x", position: "p", fill: "fill".into(), map: None }
    }
}

/// A [`Map`] that applies to symbols as well as to cuts.
pub trait Symbolic<C> {
    /// Maps a cut of the tensor to the loop.
    fn cut(&self, cut: Cut<C>) -> Cut<C>;
    /// Maps a place of the tensor to the loop.
    fn to_loop(&self, place: Expr) -> Expr;
    /// Maps a place of the loop to the tensor.
    fn to_tensor(&self, place: Expr) -> Expr;
}

/// A map composed with the map of the surrounding names.
pub(super) struct Mapping<'a, C, M> {
    pub(super) map: M,
    pub(super) outer: &'a Names<'a, C>,
}

impl<C: Coord, M: Map<C>> Symbolic<C> for Mapping<'_, C, M> {
    fn cut(&self, cut: Cut<C>) -> Cut<C> {
        self.outer.cut(self.map.to_loop(cut))
    }

    fn to_loop(&self, place: Expr) -> Expr {
        self.outer.to_loop(self.map.symbol_to_loop(place))
    }

    fn to_tensor(&self, place: Expr) -> Expr {
        self.map.symbol_to_tensor(self.outer.to_tensor(place))
    }
}

impl<C: Coord> Names<'_, C> {
    fn cut(&self, cut: Cut<C>) -> Cut<C> {
        self.map.map_or(cut, |map| map.cut(cut))
    }

    fn to_loop(&self, place: Expr) -> Expr {
        match self.map {
            Some(map) => map.to_loop(place),
            None => place,
        }
    }

    fn to_tensor(&self, place: Expr) -> Expr {
        match self.map {
            Some(map) => map.to_tensor(place),
            None => place,
        }
    }

    /// Returns the tree of the fill value, constant over the line.
    pub fn fill(&self) -> Nest {
        Nest::Run(self.fill.clone())
    }

    /// Returns the phase of `nest` up to the last place before `cut`.
    pub(super) fn up_to(&self, cut: Cut<C>, nest: Nest) -> Phase {
        Phase::to(last_place(self.cut(cut)), nest)
    }

    /// Returns the tree of pieces with known bounds (start, stop, value), in order.
    pub fn pieces(&self, pieces: impl IntoIterator<Item = (Cut<C>, Cut<C>, Expr)>) -> Nest {
        let (mut phases, mut at) = (Vec::new(), Cut::FIRST);
        for (start, stop, held) in pieces {
            let (start, stop) = (self.cut(start), self.cut(stop));
            if start >= stop {
                continue;
            }
            if at < start {
                phases.push(Phase::to(last_place(start), self.fill()));
            }
            phases.push(Phase::to(last_place(stop), Nest::Run(held)));
            at = stop;
        }
        if at < Cut::LAST {
            phases.push(Phase::to(Expr::INFINITY, self.fill()));
        }
        match phases.pop() {
            Some(only) if phases.is_empty() => only.body,
            last => Nest::sequence(phases.into_iter().chain(last)),
        }
    }

    /// Returns the tree of the values at all integers between two cuts, in an array whose first element is at `first`.
    pub(super) fn located(&self, lo: Cut<C>, hi: Cut<C>, first: C, way: Way) -> Nest {
        let array = match way {
            Way::Forward => format!("{}.val", self.tensor),
            Way::Backward => format!("rev({}.val)", self.tensor),
        };
        let place = self.to_tensor(self.position.into());
        let number = first.to_f64();
        let at = super::affine::moved(place, -number);
        let body = Nest::lookup(self.position, Nest::Run(Expr::element(array, at)));
        Nest::sequence([self.up_to(lo, self.fill()), self.up_to(hi, body), self.up_to(Cut::LAST, self.fill())])
    }

    /// Returns the tree of [`Pieces`] in storage: a stepper up to the last stop, then fill.
    pub(super) fn stored<S: Pieces<Coord = C>>(&self, pieces: S) -> Nest {
        let arrays = pieces.arrays();
        let name = |array: &str| match arrays.way {
            Way::Forward => format!("{}.{array}", self.tensor),
            Way::Backward => format!("rev({}.{array})", self.tensor),
        };
        let ends = |array: &str| match arrays.way {
            Way::Forward => name(array),
            Way::Backward => format!("-{}", name(array)),
        };
        let (left, right) = match arrays.way {
            Way::Forward => (arrays.left, arrays.right),
            Way::Backward => (arrays.right, arrays.left),
        };
        let element = |end: End| self.to_loop(Expr::element(ends(end.array()), self.position));
        let held = Expr::element(name(arrays.held), self.position);
        let stop = right.last_place::<C>(element(right));
        let body = if C::DISCRETE && left == right && matches!(left, End::At(_)) {
            Nest::spike(self.fill.clone(), stop.clone(), held)
        } else if left == End::Previous {
            Nest::Run(held)
        } else {
            let gap = left.first_place::<C>(element(left));
            Nest::sequence([Phase::to(before::<C>(gap), self.fill()), Phase::to(stop.clone(), Nest::Run(held))])
        };
        let stops = ends(right.array());
        let sought = right.sought::<C>(self.to_tensor(Steps::SOUGHT.into()));
        let steps = Steps {
            position: self.position.to_string(),
            seek: Expr::first(stops.clone(), sought),
            stop,
            next: Expr::from(self.position) + 1.0.into(),
            body,
        };
        let last = right.last_place::<C>(self.to_loop(Expr::Last(stops)));
        Nest::sequence([Phase::to(last, Nest::stepper(steps)), Phase::to(Expr::INFINITY, self.fill())])
    }
}

/// Returns the tree of the pieces that a looplet has left, with their bounds and numbers.
pub(super) fn unrolled<L: Looplet>(looplet: &L, names: &Names<'_, L::Coord>) -> Nest {
    let mut looplet = looplet.clone();
    let mut number = 0.0;
    names.pieces(std::iter::from_fn(|| {
        if looplet.done() {
            return None;
        }
        let piece = (looplet.start(), looplet.stop(), Expr::element(names.tensor, number));
        looplet.next_if(true);
        number += 1.0;
        Some(piece)
    }))
}

/// The arrays that store pieces, and the meaning of their elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrays {
    /// The array of starts.
    pub left: End,
    /// The array of stops.
    pub right: End,
    /// The array of values.
    pub held: &'static str,
    /// The direction in which the arrays are read.
    pub way: Way,
}

/// An array of starts or stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// An element is the first or last place of its piece.
    At(&'static str),
    /// An element is the place right before the start of its piece, or right after the stop.
    Beside(&'static str),
    /// There is no array: a piece starts where the previous one stops, and the first covers everything before its stop.
    Previous,
}

/// The direction in which arrays are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// From the first element to the last.
    Forward,
    /// From the last element to the first, places negated: `-rev(x.right)`.
    Backward,
}

impl Arrays {
    /// Returns the description of pieces whose ends, in the arrays `left` and `right`, belong to them; both names may
    /// be the same.
    pub const fn closed(left: &'static str, right: &'static str) -> Self {
        Arrays { left: End::At(left), right: End::At(right), held: "val", way: Way::Forward }
    }

    /// Returns the same arrays read in the opposite direction.
    pub(super) const fn reversed(self) -> Self {
        let way = match self.way {
            Way::Forward => Way::Backward,
            Way::Backward => Way::Forward,
        };
        Arrays { way, ..self }
    }
}

impl End {
    fn array(self) -> &'static str {
        match self {
            End::At(array) | End::Beside(array) => array,
            End::Previous => "left",
        }
    }

    fn first_place<C: Coord>(self, element: Expr) -> Expr {
        match self {
            End::At(_) | End::Previous => element,
            End::Beside(_) => after::<C>(element),
        }
    }

    fn last_place<C: Coord>(self, element: Expr) -> Expr {
        match self {
            End::At(_) | End::Previous => element,
            End::Beside(_) => before::<C>(element),
        }
    }

    /// Returns the value to compare elements with to find the first piece that has a place at or after `place`.
    fn sought<C: Coord>(self, place: Expr) -> Expr {
        match self {
            End::At(_) | End::Previous => place,
            End::Beside(_) => after::<C>(place),
        }
    }
}

/// Returns the last place before a cut.
fn last_place<C: Coord>(cut: Cut<C>) -> Expr {
    let value = Expr::Number(if cut.value == C::LOWEST {
        f64::NEG_INFINITY
    } else if cut.value == C::HIGHEST {
        f64::INFINITY
    } else if C::DISCRETE {
        cut.value.to_f64() - 1.0
    } else {
        cut.value.to_f64()
    });
    if C::DISCRETE || cut.after { value } else { value.before() }
}

/// Returns the symbol of the place right before `place`.
fn before<C: Coord>(place: Expr) -> Expr {
    if C::DISCRETE { place - 1.0.into() } else { simplify(place.before()) }
}

/// Returns the symbol of the place right after `place`.
fn after<C: Coord>(place: Expr) -> Expr {
    if C::DISCRETE { place + 1.0.into() } else { place.after() }
}

/// Simplifies `a + eps - eps` to `a`.
fn simplify(place: Expr) -> Expr {
    use unite_ir::explain::looplets::Op;
    match &place {
        Expr::Call(Op::Sub, args) => match args.as_slice() {
            [Expr::Call(Op::Add, inner), Expr::Eps] => match inner.as_slice() {
                [first, Expr::Eps] => first.clone(),
                _ => place,
            },
            _ => place,
        },
        _ => place,
    }
}

/// Returns the tree with each stepper replaced by a jumper.
pub(super) fn leading(nest: Nest) -> Nest {
    match nest {
        Nest::Stepper(steps) => Nest::Jumper(steps),
        Nest::Phase(phase) => Nest::phase(Phase { body: leading(phase.body), ..*phase }),
        Nest::Sequence(phases) => {
            Nest::sequence(phases.into_iter().map(|phase| Phase { body: leading(phase.body), ..phase }))
        }
        other => other,
    }
}
