//! Random fibers, and their values by a definition that does not use looplets.

use unite_ir::explain::looplets::{Expr, Format, Level, Limit, Machine, Value};

/// A generator of numbers that are the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 31)) % bound
    }

    /// Returns a multiple of one half.
    pub(crate) fn half(&mut self, bound: u64) -> f64 {
        self.below(bound) as f64 / 2.0
    }

    pub(crate) fn value(&mut self) -> f64 {
        self.below(9) as f64 - 4.0
    }
}

/// A fiber as data: the arrays of a level, or a function on the line.
#[derive(Debug, Clone)]
pub(crate) struct Fiber {
    pub(crate) format: Format,
    pub(crate) fill: Value,
    pub(crate) pieces: Vec<(Limit, Limit, Value)>,
}

impl Fiber {
    /// Returns disjoint pieces on 0..=10 with ends of all kinds, some of which touch.
    pub(crate) fn random(random: &mut Random, format: Format, fill: Value) -> Self {
        let mut pieces: Vec<(Limit, Limit, Value)> = Vec::new();
        let mut at = Limit::at(random.half(6));
        for _ in 0..random.below(6) {
            let value = match fill {
                Value::Number(_) => random.value().into(),
                Value::Truth(_) => (random.below(3) > 0).into(),
            };
            let (start, stop) = match format {
                Format::Interval => random_interval(random, at),
                Format::RunList => {
                    let stop = Limit { val: at.val + 0.5 + random.half(4), eps: -(random.below(2) as i8) };
                    let start = pieces.last().map_or(f64::NEG_INFINITY.into(), |(_, stop, _)| behind(*stop));
                    (start, stop)
                }
                Format::Pinpoint => (Limit::at(at.val), Limit::at(at.val)),
                _ => (Limit::at(at.val.ceil()), Limit::at(at.val.ceil())),
            };
            pieces.push((start, stop, value));
            at = match format {
                Format::Interval if random.below(2) == 0 => behind(stop),
                Format::SparseList | Format::Dense | Format::ByteMap => {
                    Limit::at(stop.val + 1.0 + random.half(5).floor())
                }
                _ => Limit::at(stop.val + 0.5 + random.half(4)),
            };
        }
        Self { format, fill, pieces }
    }

    pub(crate) fn at(&self, place: Limit) -> Value {
        let holds = |piece: &&(Limit, Limit, Value)| piece.0.order(place).is_le() && place.order(piece.1).is_le();
        self.pieces.iter().find(holds).map_or(self.fill, |piece| piece.2)
    }

    /// Returns the level, and puts its arrays into the machine.
    pub(crate) fn level(&self, name: &str, machine: &mut Machine) -> Level {
        let array = |array: &str| format!("{name}.{array}");
        let size = self.pieces.last().map_or(0, |piece| piece.1.val as usize + 1);
        let all = |fiber: &Self| (0..size).map(|at| fiber.at(Limit::at(at as f64))).collect::<Vec<Value>>();
        machine.set(array("size"), size as f64);
        match self.format {
            Format::Dense => machine.set_array(array("val"), all(self)),
            Format::ByteMap => {
                let stored = |at: usize| self.pieces.iter().any(|piece| piece.0 == Limit::at(at as f64));
                machine.set_array(array("set"), (0..size).map(stored)).set_array(array("val"), all(self))
            }
            _ => machine
                .set_array(array("left"), self.pieces.iter().map(|piece| piece.0))
                .set_array(array("right"), self.pieces.iter().map(|piece| piece.1))
                .set_array(array("crd"), self.pieces.iter().map(|piece| piece.1))
                .set_array(array("val"), self.pieces.iter().map(|piece| piece.2)),
        };
        let fill: Expr = match self.fill {
            Value::Number(fill) => fill.val.into(),
            Value::Truth(fill) => fill.into(),
        };
        Level::new(self.format, name, "p").with_fill(fill)
    }
}

fn behind(stop: Limit) -> Limit {
    Limit { val: stop.val, eps: stop.eps + 1 }
}

fn random_interval(random: &mut Random, at: Limit) -> (Limit, Limit) {
    let length = random.half(5);
    if length == 0.0 && at.eps == 0 {
        return (at, at);
    }
    let start = Limit { val: at.val, eps: at.eps.max(random.below(2) as i8) };
    (start, Limit { val: at.val + length.max(0.5), eps: -(random.below(2) as i8) })
}

/// Calls `visit` for all points where a fiber may change and for the open pieces between, with a place and the length
/// of the piece. This is the definition of a piecewise constant function; it does not use looplets.
pub(crate) fn elementary(fibers: &[Fiber], range: (Limit, Limit), mut visit: impl FnMut(Limit, f64)) {
    let ends = fibers.iter().flat_map(|fiber| fiber.pieces.iter().flat_map(|piece| [piece.0.val, piece.1.val]));
    let mut cuts: Vec<f64> = ends.chain([range.0.val, range.1.val]).filter(|cut| cut.is_finite()).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup();
    let inside = |place: Limit| range.0.order(place).is_le() && place.order(range.1).is_le();
    for (n, &cut) in cuts.iter().enumerate() {
        if inside(Limit::at(cut)) {
            visit(Limit::at(cut), 0.0);
        }
        if let Some(next) = cuts.get(n + 1).filter(|next| inside(Limit::at((cut + *next) / 2.0))) {
            visit(Limit::at((cut + next) / 2.0), next - cut);
        }
    }
}

pub(crate) fn product(fibers: &[Fiber], place: Limit) -> f64 {
    let value = |fiber: &Fiber| match fiber.at(place) {
        Value::Number(limit) => limit.val,
        Value::Truth(truth) => panic!("{truth} is no number"),
    };
    fibers.iter().map(value).product()
}

pub(crate) fn range(random: &mut Random) -> (Limit, Limit) {
    let start = Limit { val: random.half(10), eps: random.below(2) as i8 };
    (start, Limit { val: random.half(26), eps: -(random.below(2) as i8) })
}

/// Returns a range like [`range`], but sometimes the whole line. Operands that are 0 or false outside of their pieces
/// have a value there.
pub(crate) fn line(random: &mut Random) -> (Limit, Limit) {
    let whole = (f64::NEG_INFINITY.into(), f64::INFINITY.into());
    if random.below(4) == 0 { whole } else { range(random) }
}
