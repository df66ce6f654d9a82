//! Random operands, for `loops!` and for the reference interpreter.

#![allow(dead_code, unused_imports, unused_macros, reason = "each test takes what it needs")]

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use unite::continuous::{Coord, Cut, Interval};
use unite::level::{AxisLevel, Element, Level, Piecewise};
use unite_ir::loops::interpret::{AxisKind, Environment, InterpretError, Number, Overlap, Region, Tensor, Value, run};
use unite_ir::loops::parse_text;

/// The pieces along an axis, with their values.
pub(crate) type List<C> = Vec<(Interval<C>, f64)>;

/// Generates a value of a tensor: an odd multiple of one half, never zero.
fn held() -> impl Strategy<Value = f64> {
    prop_oneof![-6i32..0, 1i32..7].prop_map(|n| f64::from(n) / 2.0)
}

fn with_values<C: Coord>(places: impl Strategy<Value = Vec<Interval<C>>>) -> impl Strategy<Value = List<C>> {
    (places, vec(held(), 16)).prop_map(|(places, values)| places.into_iter().zip(values).collect())
}

/// Generates an even number of sorted halves between -4 and 4.
fn halves() -> impl Strategy<Value = Vec<f64>> {
    btree_set(-8i32..9, 0..12).prop_map(|set| {
        let mut list: Vec<f64> = set.into_iter().map(|n| f64::from(n) / 2.0).collect();
        list.truncate(list.len() & !1);
        list
    })
}

/// Generates points of the line.
pub(crate) fn points() -> impl Strategy<Value = List<f64>> {
    with_values(halves().prop_map(|list| list.into_iter().map(|x| Interval::closed(x, x).unwrap()).collect()))
}

/// Generates intervals that do not touch, all of one kind.
pub(crate) fn alike(make: fn(f64, f64) -> Interval<f64>) -> impl Strategy<Value = List<f64>> {
    with_values(halves().prop_map(move |list| list.chunks_exact(2).map(|ends| make(ends[0], ends[1])).collect()))
}

/// Returns the interval between two cuts.
fn between(lo: Cut<f64>, hi: Cut<f64>) -> Interval<f64> {
    let make = match (lo.after, hi.after) {
        (false, true) => Interval::closed,
        (false, false) => Interval::closed_open,
        (true, true) => Interval::open_closed,
        (true, false) => Interval::open,
    };
    make(lo.value, hi.value).unwrap()
}

/// Generates points and intervals of any kind, which may touch.
pub(crate) fn mixed() -> impl Strategy<Value = List<f64>> {
    let cuts = btree_set((-8i32..9, any::<bool>()), 0..14);
    with_values(cuts.prop_map(|set| {
        let cuts: Vec<_> = set.into_iter().map(|(n, after)| Cut { value: f64::from(n) / 2.0, after }).collect();
        cuts.chunks_exact(2).map(|ends| between(ends[0], ends[1])).collect()
    }))
}

/// Generates cells `[2 n, 2 n + 1)`.
pub(crate) fn cells() -> impl Strategy<Value = List<f64>> {
    let cell = |n: i32| Interval::closed_open(2.0 * f64::from(n), 2.0 * f64::from(n) + 1.0).unwrap();
    with_values(btree_set(-3i32..3, 0..6).prop_map(move |set| set.into_iter().map(cell).collect()))
}

/// Generates intervals that may overlap.
pub(crate) fn overlapping() -> impl Strategy<Value = List<f64>> {
    let one = (-8i32..8, 0i32..8).prop_map(|(n, len)| (f64::from(n) / 2.0, f64::from(n + len) / 2.0));
    with_values(
        vec(one, 0..7).prop_map(|list| list.into_iter().map(|(a, b)| Interval::closed(a, b).unwrap()).collect()),
    )
}

/// Generates single integers.
pub(crate) fn integers() -> impl Strategy<Value = List<i64>> {
    with_values(
        btree_set(-6i64..7, 0..9).prop_map(|set| set.into_iter().map(|n| Interval::closed(n, n).unwrap()).collect()),
    )
}

/// Generates runs of integers, which may touch.
pub(crate) fn runs() -> impl Strategy<Value = List<i64>> {
    with_values(btree_set(-6i64..8, 0..10).prop_map(|set| {
        let ends: Vec<_> = set.into_iter().collect();
        ends.chunks_exact(2).map(|ends| Interval::closed_open(ends[0], ends[1]).unwrap()).collect()
    }))
}

/// Generates runs of integers that may overlap.
pub(crate) fn overlapping_runs() -> impl Strategy<Value = List<i64>> {
    let one = (-6i64..6, 0i64..6).prop_map(|(n, len)| Interval::closed(n, n + len).unwrap());
    with_values(vec(one, 0..7))
}

/// Coordinates that the interpreter supports.
pub(crate) trait Known: Coord {
    const KIND: AxisKind;

    fn number(self) -> Number;
}

impl Known for f64 {
    const KIND: AxisKind = AxisKind::Real;

    fn number(self) -> Number {
        Number::from_f64(self).unwrap()
    }
}

impl Known for i64 {
    const KIND: AxisKind = AxisKind::Integer;

    fn number(self) -> Number {
        Number::from(self)
    }
}

/// Returns the interval between two cuts, for the interpreter.
pub(crate) fn region<C: Known>(lo: Cut<C>, hi: Cut<C>) -> Region {
    let number = |place: C| {
        if place == C::LOWEST {
            Number::NegativeInfinity
        } else if place == C::HIGHEST {
            Number::Infinity
        } else {
            place.number()
        }
    };
    let (a, b) = (number(lo.value), number(hi.value));
    match (lo.after, hi.after) {
        (false, true) => Region::closed(a, b),
        // The cut of an integer lies before it, and the interpreter's intervals of integers are half-open in the same
        // way.
        (false, false) => Region::half_open(a, b),
        (true, true) => Region::open_closed(a, b),
        (true, false) => Region::open(a, b),
    }
}

/// Builds the same tensor for the interpreter; pieces that overlap are added.
pub(crate) fn known<C: Known>(list: &[(Interval<C>, f64)]) -> Tensor {
    let boxes: Vec<_> =
        list.iter().map(|(place, value)| (vec![region(place.lo(), place.hi())], Value::from(value.number()))).collect();
    Tensor::from_boxes(&[C::KIND], Value::from(0), &boxes, Overlap::Combined).unwrap()
}

/// Converts a tensor that was written, for the interpreter.
pub(crate) fn read<L>(tensor: &Piecewise<L>) -> Tensor
where
    L: AxisLevel<Child = Element<f64>> + Level<Value = f64>,
    L::Coord: Known,
{
    let values = tensor.level().child().values();
    let boxes: Vec<_> = tensor
        .level()
        .entries(0)
        .map(|(lo, hi, position)| (vec![region(lo, hi)], Value::from(values[position].number())))
        .collect();
    Tensor::from_boxes(&[<L::Coord as Known>::KIND], Value::from(0), &boxes, Overlap::Refused).unwrap()
}

/// The extents of a tensor, for the interpreter.
pub(crate) trait Extents {
    fn regions(self) -> Vec<Region>;
}

impl<A: Known> Extents for (Interval<A>,) {
    fn regions(self) -> Vec<Region> {
        vec![region(self.0.lo(), self.0.hi())]
    }
}

impl<A: Known, B: Known> Extents for (Interval<A>, Interval<B>) {
    fn regions(self) -> Vec<Region> {
        vec![region(self.0.lo(), self.0.hi()), region(self.1.lo(), self.1.hi())]
    }
}

/// A tensor of a program: its name, its data, and its extents.
pub(crate) type Given<'a> = (&'a str, Tensor, Vec<Region>);

/// A run of the interpreter.
pub(crate) struct Reference {
    pub(crate) environment: Environment,
    pub(crate) ended: Result<(), InterpretError>,
}

impl Reference {
    /// Runs a program on tensors, with a scalar `s` that starts as `start`, and a tensor `z`.
    pub(crate) fn run(program: &str, tensors: &[Given<'_>], start: Value, axis: AxisKind) -> Self {
        Reference::written(program, tensors, start, axis, &[Region::all()])
    }

    /// Runs a program with a tensor `z` that has extents.
    pub(crate) fn written(
        program: &str,
        tensors: &[Given<'_>],
        start: Value,
        axis: AxisKind,
        extents: &[Region],
    ) -> Self {
        let mut environment = Environment::default();
        for (name, tensor, extents) in tensors {
            environment.tensor(name, tensor.clone()).extents(name, extents);
        }
        environment.output_scalar("s", start).output_tensor("z", &[axis], 0).extents("z", extents);
        let program = parse_text(program).unwrap_or_else(|error| panic!("{program}: {error}"));
        let ended = run(&program, &mut environment);
        Reference { environment, ended }
    }

    /// Returns the scalar.
    pub(crate) fn scalar(&self) -> &Value {
        self.environment.value("s").unwrap()
    }
}

/// Runs a program that writes the scalar `s`, or the tensor `z` with coordinates of a type, by `loops!` and by the interpreter.
macro_rules! agreeing {
    ($coordinate:ty; $s:ident from $start:expr; $tensors:expr; $($program:tt)*) => {{
        let mut $s = $start;
        let ended = loops!($($program)*);
        let start = Value::from(Known::number($start));
        let reference = Reference::run(stringify!($($program)*), $tensors, start, <$coordinate as Known>::KIND);
        prop_assert_eq!(ended.is_ok(), reference.ended.is_ok(), "{}: {:?}, {:?}", stringify!($($program)*), ended, reference.ended);
        if ended.is_ok() {
            prop_assert_eq!(&Value::from($s.number()), reference.scalar(), "{}", stringify!($($program)*));
        }
    }};
    ($coordinate:ty; $z:ident; $tensors:expr; $($program:tt)*) => {{
        let mut $z = Piecewise::declare(IntervalList::<_, $coordinate>::new(Interval::EVERYWHERE, Element::new(0.0)));
        let ended = loops!($($program)*);
        let kind = <$coordinate as Known>::KIND;
        let reference = Reference::run(stringify!($($program)*), $tensors, Value::from(0), kind);
        prop_assert_eq!(ended.is_ok(), reference.ended.is_ok(), "{}: {:?}, {:?}", stringify!($($program)*), ended, reference.ended);
        if ended.is_ok() {
            let written = read(&$z.freeze().unwrap());
            prop_assert_eq!(&written, reference.environment.array("z").unwrap(), "{}", stringify!($($program)*));
        }
    }};
}
pub(crate) use agreeing;
