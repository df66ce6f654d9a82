//! Programs of loops on random tensors, compared with the reference interpreter. It runs the same text with exact
//! rationals.

mod loops_common;

use std::cell::Cell;

use loops_common::*;
use noise::Noise;
use unite::continuous::{Coord, Cut, Interval};
use unite::level::{Element, IntervalList, Piecewise, SparseList};
use unite::looplet::LoopError;
use unite::loops;
use unite_ir::loops::interpret::{self, AxisKind, Environment, Number, Overlap, Side, Tensor, Value};
use unite_ir::loops::parse_text;

type Reals = Piecewise<IntervalList<Element<f64>>>;
type Integers = Piecewise<SparseList<Element<f64>>>;

/// Random tensors of intervals of all kinds, points and integers, for `loops!` and for the interpreter.
struct Data {
    a: Reals,
    b: Reals,
    p: Points,
    q: Points,
    m: Integers,
    n: Integers,
    twins: Environment,
    /// The number of programs of steps that ran.
    ran: Cell<usize>,
}

impl Data {
    fn new(seed: u64) -> Data {
        let mut noise = Noise::new(seed);
        let mut twins = Environment::default();
        let [a, b] = ["a", "b"].map(|name| {
            let list = stretches_of(&mut noise);
            twins.tensor(name, twin(AxisKind::Real, &list));
            intervals(&list)
        });
        let [p, q] = ["p", "q"].map(|name| {
            let list: Vec<(f64, f64)> = places_of(&mut noise).map(|(k, value)| (k as f64 / 2.0, value)).collect();
            twins.tensor(name, twin(AxisKind::Real, &list.iter().map(|&(x, v)| (at(x), v)).collect::<Vec<_>>()));
            points(&list)
        });
        let [m, n] = ["m", "n"].map(|name| {
            let list: Vec<(i64, f64)> = places_of(&mut noise).collect();
            let regions: Vec<_> = list.iter().map(|&(x, v)| (at(x as f64), v)).collect();
            twins.tensor(name, twin(AxisKind::Integer, &regions));
            integers(&list)
        });
        twins.function("last", |values| of_values(last, values));
        twins.function("mixed", |values| of_values(mixed, values));
        Data { a, b, p, q, m, n, twins, ran: Cell::new(0) }
    }
}

/// An associative function whose order of arguments matters, and that leaves equal ones as they are.
fn last(old: f64, new: f64) -> f64 {
    if new == 0.0 { old } else { new }
}

/// An associative function that changes equal arguments.
fn mixed(old: f64, new: f64) -> f64 {
    (old + new).rem_euclid(7.0)
}

/// Returns a function as one of the reference's values.
fn of_values(function: fn(f64, f64) -> f64, values: &[Value]) -> Option<Value> {
    let number = |value: &Value| value.number("f").ok().map(Number::to_f64);
    Some(exact(function(number(values.first()?)?, number(values.get(1)?)?)).into())
}

fn value_of(noise: &mut Noise) -> f64 {
    *noise.pick(&[-2.0, -1.0, 1.0, 2.0, 3.0])
}

/// Returns sorted intervals, some of which touch, and some points.
fn stretches_of(noise: &mut Noise) -> Vec<(Region<f64>, f64)> {
    let mut at = (-4f64).before();
    let mut list = Vec::new();
    for _ in 0..noise.below(7) {
        let lo = later(at, noise.below(4));
        let hi = later(lo, 1 + noise.below(5));
        list.push(((lo, hi), value_of(noise)));
        at = hi;
    }
    list
}

/// Returns the cut that is `steps` cuts of the half numbers further on.
fn later(cut: Cut<f64>, steps: usize) -> Cut<f64> {
    let number = steps + usize::from(cut.after);
    let value = cut.value + (number / 2) as f64 / 2.0;
    if number % 2 == 1 { value.after() } else { value.before() }
}

fn places_of(noise: &mut Noise) -> impl Iterator<Item = (i64, f64)> {
    let list: Vec<(i64, f64)> = (-8..16).filter(|_| noise.below(4) == 0).map(|k| (k, 0.0)).collect();
    let values: Vec<f64> = list.iter().map(|_| value_of(noise)).collect();
    list.into_iter().zip(values).map(|((k, _), value)| (k, value))
}

fn exact(x: f64) -> Number {
    Number::from_f64(x).expect("a number")
}

fn twin(kind: AxisKind, list: &[(Region<f64>, f64)]) -> Tensor {
    let side = |cut: Cut<f64>| if cut.after { Side::After } else { Side::Before };
    let cut = |cut: Cut<f64>| interpret::Cut::new(exact(cut.value), side(cut));
    let boxes: Vec<_> = list
        .iter()
        .map(|&((lo, hi), value)| (vec![interpret::Region { lo: cut(lo), hi: cut(hi) }], exact(value).into()))
        .collect();
    Tensor::from_boxes(&[kind], Value::from(0), &boxes, Overlap::Refused).expect("pieces that do not overlap")
}

/// Runs a program both ways, into a scalar `s` or into a tensor `z`, and compares the results, the tensor at many
/// places.
macro_rules! agree {
    ($data:ident, $s:ident = $start:expr; $($program:tt)*) => {{
        let mut $s = $start;
        let result = loops!($($program)*);
        let (mut twins, text) = ($data.twins.clone(), stringify!($($program)*));
        twins.output_scalar("s", exact($start));
        if same_outcome(text, &mut twins, result) {
            assert_eq!(twins.value("s").unwrap(), &Value::from(exact($s)), "{text}");
        }
    }};
    ($data:ident, $z:ident: $coordinate:ident; $($program:tt)*) => {{
        let mut $z = Piecewise::declare(stretches::<f64, $coordinate>(0.0));
        let result = loops!($($program)*);
        let (mut twins, text) = ($data.twins.clone(), stringify!($($program)*));
        let discrete = <$coordinate as Coord>::DISCRETE;
        twins.output_tensor("z", &[if discrete { AxisKind::Integer } else { AxisKind::Real }], 0);
        if same_outcome(text, &mut twins, result) {
            let written = frozen($z);
            for place in (-160..160).map(|k| f64::from(k) / 8.0) {
                if discrete && place.fract() != 0.0 {
                    continue;
                }
                let (mut here, x) = (0.0, place as $coordinate);
                loops!(here = written[x]).unwrap();
                let expected = twins.array("z").unwrap().at(&[exact(place)]).unwrap();
                assert_eq!(Value::from(exact(here)), expected, "{text} at {place}");
            }
        }
    }};
}

/// Runs steps both ways, with variables `s` and `t` and tensors `w` of integers and `v` of reals, and compares all of them.
/// Counts the programs that ran.
macro_rules! steps_agree {
    ($data:ident, $s:ident $t:ident $w:ident $v:ident; $($program:tt)*) => {{
        #[allow(unused_mut)]
        let (mut $s, mut $t, extent) = (0.0, 0.0, Interval::closed(-30i64, 30).unwrap());
        #[allow(unused_mut)]
        let mut $w = Piecewise::declare(SparseList::new(extent, Element::new(0.0)));
        #[allow(unused_mut)]
        let mut $v = Piecewise::declare(stretches::<f64, f64>(0.0));
        let result = loops!($($program)*);
        let (mut twins, text) = ($data.twins.clone(), stringify!($($program)*));
        twins.output_scalar("s", 0).output_scalar("t", 0).output_tensor("v", &[AxisKind::Real], 0);
        twins.output_tensor("w", &[AxisKind::Integer], 0);
        twins.extents("w", &[interpret::Region::closed(Number::from(-30), Number::from(30))]);
        if same_outcome(text, &mut twins, result) {
            $data.ran.set($data.ran.get() + 1);
            assert_eq!(twins.value("s").unwrap(), &Value::from(exact($s)), "{text}");
            assert_eq!(twins.value("t").unwrap(), &Value::from(exact($t)), "{text}");
            let ($w, $v) = ($w.freeze().unwrap(), $v.freeze().unwrap());
            for place in -31..31 {
                let expected = twins.array("w").unwrap().at(&[Number::from(place)]).unwrap();
                assert_eq!(Value::from(exact($w.at(place))), expected, "{text} at {place}");
            }
            for place in (-160..160).map(|k| f64::from(k) / 8.0) {
                let expected = twins.array("v").unwrap().at(&[exact(place)]).unwrap();
                assert_eq!(Value::from(exact($v.at(place))), expected, "{text} at {place}");
            }
        }
    }};
}

/// Returns whether both ran; asserts that both ran or both failed.
fn same_outcome(text: &str, twins: &mut Environment, result: Result<(), LoopError>) -> bool {
    let program = parse_text(text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
    match (interpret::run(&program, twins), &result) {
        (Ok(()), Ok(())) => true,
        (Err(_), Err(_)) => false,
        (expected, _) => panic!("{text}: {expected:?} by the interpreter, {result:?} by the loops\n{twins:?}"),
    }
}

#[test]
fn reductions_of_reals_agree_with_the_interpreter() {
    for seed in 0..150 {
        let data = Data::new(seed);
        let Data { a, b, p, q, .. } = &data;
        agree!(data, s = 0.0; for i s += a[i] * b[i] * d(i));
        agree!(data, s = 0.0; for i = 0:5 s += (a[i] + b[i]) * d(i));
        agree!(data, s = 0.0; for i s += a[2.0 * i + 1.0] * b[3.0 - i] * d(i));
        agree!(data, s = 0.0; for i s += a[i] * p[i] - q[i]);
        agree!(data, s = 0.0; for i s += a[i] * b[i]);
        agree!(data, s = 0.0; for i s += p[i] * i * b[2.0 * i]);
        agree!(data, s = 0.0; for i = -1:4 if a[i] > b[i] s += 0.5 * d(i));
        agree!(data, s = 0.0; for i if a[i] > b[i] && p[i] > 0.0 s += q[i - 0.5]);
        agree!(data, s = -9.0; for i = 0:9 s max= a[i] - b[i]);
        agree!(data, s = 9.0; for i = 0.5:3.5 let w = a[i] * 2.0 + p[i] s min= w / 4.0);
        agree!(data, s = 0.0; for i let w = i * i if p[i] > 0.0 s += w * q[1.0 - i]);
        agree!(data, s = 0.0; for i for j s += a[i] * b[j + i] * d(j) * p[i]);
        agree!(data, s = 0.0; for i if p[i] > 0.0 for j = i:i + 2.0 s += a[i + j] * b[j] * d(j));
    }
}

#[test]
fn tensors_of_reals_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(1000 + seed);
        let Data { a, b, p, q, .. } = &data;
        agree!(data, z: f64; for i z[i] += a[i] * b[i]);
        agree!(data, z: f64; for i = -3:12 z[i] = a[i] + 2.0 * b[i] + p[i]);
        agree!(data, z: f64; for i = 0:4 z[2.0 - i] max= a[i] - b[i]);
        agree!(data, z: f64; for i z[0.5 * i + 1.0] += a[i] * b[i]);
        agree!(data, z: f64; for i if p[i] > 0.0 for j z[i] += a[i + j] * b[j] * d(j));
        agree!(data, z: f64; for i for j = 0:1 z[j] += p[i] * a[i + j]);
        agree!(data, z: f64; for i for j z[j] += p[i] * a[i + j]);
        agree!(data, z: f64; for i for j z[i + j] += p[i] * q[j]);
        agree!(data, z: f64; for i = 0:8 if !(a[i] == b[i]) z[i] min= a[i] - 1.0);
        agree!(data, z: f64; for i z[i] = q[-2.0 * i] * p[i]);
    }
}

#[test]
fn integers_agree_with_the_interpreter() {
    for seed in 0..100 {
        let data = Data::new(2000 + seed);
        let Data { m, n, .. } = &data;
        agree!(data, s = 0.0; for i s += m[i] * n[i]);
        agree!(data, s = 0.0; for i = -20:20 s += m[i] + n[2 * i] - 1.0);
        agree!(data, s = 0.0; for i s += m[3 - 2 * i] * n[i] * d(i));
        agree!(data, s = 0.0; for i = -20:20 for j s += m[i + j] * n[j]);
        agree!(data, s = -9.0; for i = 0:9 s max= m[i] * 2.0 - n[i]);
        agree!(data, z: i64; for i z[i] += m[i] * n[i + 1]);
        agree!(data, z: i64; for i = -5:5 z[2 * i] = m[i] - n[i]);
        agree!(data, z: i64; for i for j z[i - j] += m[i] * n[j]);
        agree!(data, z: i64; for i if m[i] > 0.0 z[1 - 3 * i] max= n[i]);
    }
}

#[test]
fn products_and_folds_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(3000 + seed);
        let Data { a, b, p, m, n, .. } = &data;
        agree!(data, s = 1.0; for i = -4:6 s *= m[i] + 2.0);
        agree!(data, s = 1.0; for i if m[i] > 0.0 s *= m[i]);
        agree!(data, s = 3.0; for i = -8:16 for j = 0:1 if n[i + j] != 0.0 s *= n[i + j]);
        agree!(data, s = 2.0; for i s *= a[i]);
        agree!(data, s = 2.0; for i if p[i] > 0.0 s *= a[i] + 1.0);
        agree!(data, s = 1.0; for i s <<last>>= a[i]);
        agree!(data, s = 1.0; for i = 0:5 s <<last>>= a[i] - b[i]);
        agree!(data, s = 1.0; for i = 0:5 s <<mixed>>= a[i]);
        agree!(data, s = 0.0; for i = -20:20 s <<mixed>>= m[i] + n[2 * i]);
        agree!(data, s = 0.0; for i = -20:20 for j = 0:3 s <<last>>= m[i + j] * n[j]);
        agree!(data, z: i64; for i = -9:9 z[i] <<mixed>>= m[i] - n[i]);
        agree!(data, z: i64; for i = -9:9 for j = -2:2 z[j] <<last>>= m[i + j]);
        agree!(data, z: i64; for i = -9:9 z[i] *= m[i]);
        agree!(data, z: f64; for i z[i] <<last>>= a[i] * b[i]);
    }
}

/// Returns the lesser of two pairs, the first one of equals.
fn nearer(old: (f64, i64), new: (f64, i64)) -> (f64, i64) {
    if new.0 < old.0 { new } else { old }
}

/// Returns a pair as a value of the reference.
fn pair((value, place): (f64, i64)) -> Value {
    Value::Tuple(vec![exact(value).into(), place.into()])
}

#[test]
fn folds_of_pairs_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(11000 + seed);
        let Data { m, n, .. } = &data;
        let (mut best, mut apart) = ((9.0, 0), (9.0, 0));
        macro_rules! both {
            ($($program:tt)*) => {{
                loops!($($program)*).unwrap();
                stringify!($($program)*)
            }};
        }
        let text = both! {
            for i = -9:9 best <<nearer>>= (m[i] - n[i + 1], i);
            for i = -9:2:9 if m[i] != 0.0 apart <<nearer>>= (m[i] * n[(0:4)(i)], i - 1)
        };
        let mut twins = data.twins.clone();
        twins.output_scalar("best", pair((9.0, 0))).output_scalar("apart", pair((9.0, 0)));
        twins.function("nearer", |values| {
            let [Value::Tuple(old), Value::Tuple(new)] = values else { return None };
            let less = new.first()?.number("<").ok()? < old.first()?.number("<").ok()?;
            Some(Value::Tuple(if less { new.clone() } else { old.clone() }))
        });
        interpret::run(&parse_text(text).unwrap(), &mut twins).unwrap();
        assert_eq!([twins.value("best"), twins.value("apart")], [Ok(&pair(best)), Ok(&pair(apart))], "{seed}");
    }
}

#[test]
fn blocks_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(4000 + seed);
        let Data { a, b, p, m, n, .. } = &data;
        agree!(data, s = 0.0; for i { s += m[i]; s += n[i] });
        agree!(data, s = 0.0; for i if a[i] > 1.0 { s += b[i] * d(i) } else { s += a[i] * d(i) });
        agree!(data, z: f64; for i if a[i] > b[i] { z[i] = b[i] } else if p[i] > 0.0 z[i] = p[i] else z[i] = a[i]);
        agree!(data, z: i64; for i = -9:9 { z[i] = m[i]; z[i] += n[i] });
        agree!(data, z: i64; for i = -9:9 { z[2 * i] += m[i]; z[i] += n[i]; if m[i] > n[i] z[i] += 1.0 });
        agree!(data, z: f64; for i let w = a[i] + b[i] { z[i] = w; if w > 2.0 z[i] += p[i] else z[i] *= 2.0 });
    }
}

#[test]
fn values_by_case_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(5000 + seed);
        let Data { a, b, p, m, n, .. } = &data;
        agree!(data, s = 0.0; for i s += if m[i] > n[i] { m[i] } else { 0.0 });
        agree!(data, s = 0.0; for i s += (if a[i] > 1.0 { a[i] } else { 2.0 * b[i] }) * d(i));
        agree!(data, s = 0.0; for i s += m[i] * if i > 2 { 1.0 } else if i > -1 { n[i] } else { -1.0 });
        agree!(data, s = 1.0; for i = -6:6 s *= if m[i] > 0.0 { m[i] } else { 1.0 });
        agree!(data, s = -9.0; for i = 0:9 let w = if m[i] > 0.0 { n[i] } else { m[i] } s max= w);
        agree!(data, z: f64; for i z[i] = if p[i] > 0.0 { p[i] } else { a[i] - b[i] });
        agree!(data, z: i64; for i = -9:9 z[i] += if m[i] > 0.0 && n[i] > 0.0 { m[i] * n[i] } else { -m[i] });
    }
}

#[test]
fn more_than_four_operands_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(6000 + seed);
        let Data { a, b, p, q, m, n, .. } = &data;
        agree!(data, s = 0.0; for i = -20:20 s += m[i] + n[i] + m[i + 1] + n[i + 1] + m[i - 1] * n[i - 1] + m[i + 2]);
        agree!(data, s = 0.0; for i s += (m[i] + n[i]) * (m[i + 1] + n[i + 1]) * (m[i - 1] + n[i - 1]));
        agree!(data, s = 0.0; for i = -2:7 s += (a[i] + b[i] + a[i + 1.0] + b[i + 1.0] + a[2.0 * i] + b[2.0 * i]) * d(i));
        agree!(data, s = 0.0; for i if p[i] > 0.0 s += a[i] * b[i] + a[i + 1.0] * b[1.0 - i] + q[i]);
        agree!(data, s = -9.0; for i = -5:5 s max= m[i] + n[i] - m[i + 1] - n[i + 1] + m[i + 2]);
        agree!(data, z: f64; for i z[i] = a[i] + b[i] + p[i] + q[i] + a[i - 1.0] * b[i - 1.0]);
        agree!(data, z: i64; for i for j z[i + j] += m[i] * n[i] * m[j] * n[j] * m[i + j] * n[j + 1] * m[j - 1] * n[j - 1]);
    }
}

#[test]
fn ranges_from_tensors_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(7000 + seed);
        let Data { a, b, p, q, .. } = &data;
        agree!(data, s = 0.0; for i if p[i] > 0.0 for j = p[i]:p[i] + 1.5 s += a[j] * d(j));
        agree!(data, s = 0.0; for i if p[i] > 0.0 for j = i:i + a[i] s += q[j] * b[i]);
        agree!(data, s = 0.0; for i = 1.0:1.0 for j = a[1.0] - 1.0:a[1.0] + b[i] s += b[j] * d(j));
        agree!(data, z: f64; for i if q[i] > 0.0 for j = 0:q[i] z[j] += a[i]);
    }
}

#[test]
fn windows_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(9000 + seed);
        let Data { a, b, p, q, m, n, .. } = &data;
        agree!(data, s = 0.0; for i s += m[(-2:6)(i)]);
        agree!(data, s = 9.0; for i s min= m[(1:7)(i)] - n[(-2:4)(i)]);
        agree!(data, s = 0.0; for i = -20:20 s += m[i] + n[(0:5)(2 * i - 1)] - 1.0);
        agree!(data, s = 0.0; for i = -4:9 for j s += m[i] * n[(i:i + 3)(j)] * m[(-1:2)(j)]);
        agree!(data, s = 0.0; for i s += a[(-1:2)(i)] * d(i));
        agree!(data, s = -9.0; for i = -6:6 s max= a[(0.5:3.5)(i)] - b[(-1.0:1.5)(1.0 - i)]);
        agree!(data, s = 0.0; for i s += p[(-1:3)(i + 0.5)] * b[i] + q[(0:4)(i)]);
        agree!(data, s = 0.0; for i if p[i] > 0.0 for j s += a[(i:i + 1.5)(j)] * d(j));
        agree!(data, s = 0.0; for i s += a[(0:2)(0.5 * i)] * d(i) * b[i]);
        agree!(data, z: i64; for i = -9:9 z[i] = m[(-3:3)(i)] - n[(0:9)(-i)]);
        agree!(data, z: f64; for i = -9:9 z[i] += a[(-1:3)(i)] + p[(0:1.5)(i)]);
        agree!(data, z: i64; for i = -6:6 let x = 2 * i, y = i + 1; z[i] = m[(0:y)(x)] + n[(-3:9)(y)]);
    }
}

#[test]
fn ranges_with_steps_agree_with_the_interpreter() {
    for seed in 0..60 {
        let data = Data::new(10000 + seed);
        let Data { m, n, .. } = &data;
        agree!(data, s = 0.0; for i = -7:2:16 s += m[i]);
        agree!(data, s = 0.0; for i = -3:3:inf s += m[i] * n[i + 1] * d(i));
        agree!(data, s = 9.0; for i = -5:4:9 s min= m[i] - n[2 * i]);
        agree!(data, s = 0.0; for i = -8:2:9 for j = i:3:i + 7 s += m[i] * n[j]);
        agree!(data, s = 0.0; for i = -8:9 if m[i] > 0.0 for j = i:m[i] as i64:9 s += n[j] + 1.0);
        agree!(data, s = 1.0; for i = -8:5:16 s <<mixed>>= m[i] + i as f64);
        agree!(data, z: i64; for i = -8:3:8 z[2 * i] = m[i] + n[i - 1]);
        agree!(data, z: i64; for i = -9:2:9 for j = -2:2 z[i - j] += m[i] * n[j]);
        steps_agree!(data, s t w v; for i = -5:3:9 { s .= m[i]; for j = i:2:9  t += m[j] * s;  w[i] = t });
        steps_agree!(data, s t w v; for i = -4:m[-4] as i64 + 1:3 { s .= n[i]; w[i] = s; t += s });
        assert!(data.ran.get() > 0, "{seed}");
    }
}

#[test]
fn steps_agree_with_the_interpreter() {
    let mut ran = 0;
    for seed in 0..80 {
        let data = Data::new(8000 + seed);
        let Data { a, b, p, q, m, n, .. } = &data;
        steps_agree!(data, s t w v; for i = -3:4 { s .= 0.0; for j  s += m[i + j] * n[j];  t max= s });
        steps_agree!(data, s t w v; for i = -3:3 {
            w .= 0.0;
            for j  w[j + i] += m[j] * n[i - j];
            for j  s += w[j] * m[j + 1];
            t += s
        });
        steps_agree!(data, s t w v; for i = -2:2 {
            v .= 0.0;
            for x = -8:8  v[x] = a[x] - b[x + i as f64];
            for x  s += v[x] * p[x];
            if s > 0.0 { t += s; s .= 1.0 } else t += -1.0;
            for x  t += v[x] * a[x] * d(x)
        });
        steps_agree!(data, s t w v; for i = 0:5 {
            let c = m[i] + n[i - 1], e = i - 2;
            s .= c;
            for k = i:5 { t .= s; for j = e:k  t += m[j] * c;  w[k] = t };
            s += c * n[e];
            for j  t max= w[j]
        });
        steps_agree!(data, s t w v; for i = -4:4 {
            if m[i] > 0.0 && n[i + 1] <= 2.0 { w .= 0.0; w[i] = m[i] }
            else if n[i] > 0.0 { s .= n[i]; for j = -1:1  w[i + j] += s * n[i + j] }
            else { t .= s; for x  v[x] += p[x] * t };
            for j  s <<mixed>>= w[j]
        });
        steps_agree!(data, s t w v; for i { s .= 1.0; for j = i:i + 2  s += m[j];  w[i] = s });
        steps_agree!(data, s t w v; {
            v .= 0.0;
            for x  v[x] = p[x] * q[x + 0.5];
            for x  s += v[x] * x;
            for k = 1:3 { for x  t += v[x] * a[x + k as f64]; v .= 0.0; for x  v[x] = q[x] }
        });
        steps_agree!(data, s t w v; for i = -20:20 { s .= m[i]; w[2 * i] = s; t += w[i] });
        ran += data.ran.get();
    }
    assert!(ran > 500, "{ran}");
}
