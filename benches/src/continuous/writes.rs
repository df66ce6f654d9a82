//! Programs that write in the order of the output: `z[i] = 2 * x[i]` beside appending to lists by hand.

use super::arrays_input::Arrays;
use super::input::{Ends, Input, Intervals, Points, Spots};
use super::{Case, held, must};
use unite::continuous::{Cut, Interval};
use unite::level::{AxisLevel, Element, IntervalList, Piecewise, Pinpoint, RunList, SparseDict, SparseList};
use unite::loops;

/// The gate for writes into formats that grow. How many instructions a short vector takes to grow depends on the processor and the
/// environment.
const WRITES: f64 = 1.5;

/// Runs over all of the line.
type Runs = Piecewise<RunList<Element<f64>, f64>>;

pub(super) fn cases(input: &Input) -> Vec<Case<'_>> {
    let (arrays, (x, xs), (u, us)) = (&input.arrays, &input.x, &input.u);
    let (a, b) = (as_runs(u), as_runs(&input.v.0));
    let (stops, values) = (a.level().stops().to_vec(), a.level().child().values().to_vec());
    let (others, other_values) = (b.level().stops().to_vec(), b.level().child().values().to_vec());
    vec![
        Case {
            name: "z[i] = 2 * x[i], into SparseList",
            gate: WRITES,
            hand: Box::new(|| list_by_hand(arrays)),
            generic: None,
            program: Box::new(|| list(arrays)),
        },
        Case {
            name: "z[i] = 2 * x[i], into Pinpoint",
            gate: WRITES,
            hand: Box::new(|| points_by_hand(xs)),
            generic: None,
            program: Box::new(|| points(x)),
        },
        Case {
            name: "z[i] = 2 * u[i], into IntervalList",
            gate: WRITES,
            hand: Box::new(|| intervals_by_hand(us)),
            generic: None,
            program: Box::new(|| intervals(u)),
        },
        Case {
            name: "z[i] = 2 * u[i], into RunList",
            gate: WRITES,
            hand: Box::new(|| runs_by_hand(us)),
            generic: None,
            program: Box::new(|| runs(u)),
        },
        Case {
            name: "z[i] = a[i] + 2 * b[i], RunLists",
            gate: 1.65,
            hand: Box::new(move || blend_by_hand((&stops, &values), (&others, &other_values))),
            generic: None,
            program: Box::new(move || blend(&a, &b)),
        },
        Case {
            name: "z[i] = 2 * x[i], into SparseDict",
            gate: WRITES,
            hand: Box::new(|| dict_by_hand(arrays)),
            generic: None,
            program: Box::new(|| dict(arrays)),
        },
    ]
}

#[inline(never)]
fn list_by_hand(arrays: &Arrays) -> f64 {
    let (mut at, mut values) = (Vec::new(), Vec::new());
    for (&place, &value) in arrays.x.1.0.iter().zip(&arrays.x.1.1) {
        at.push(place);
        values.push(2.0 * value);
    }
    values[values.len() / 2] + at[at.len() - 1] as f64
}

#[inline(never)]
fn list(arrays: &Arrays) -> f64 {
    let (x, format) = (&arrays.x.0, SparseList::new(Interval::<i64>::EVERYWHERE, Element::new(0.0)));
    let mut z = Piecewise::declare(format);
    must(loops!(for i  z[i] = 2.0 * x[i]));
    let z = held(z.freeze());
    let at = z.level().coordinates();
    z.at(at[at.len() / 2]) + at[at.len() - 1] as f64
}

#[inline(never)]
fn points_by_hand(x: &Spots) -> f64 {
    let (mut at, mut values) = (Vec::new(), Vec::new());
    for (&place, &value) in x.at.iter().zip(&x.values) {
        at.push(place);
        values.push(2.0 * value);
    }
    values[values.len() / 2] + at[at.len() - 1]
}

#[inline(never)]
fn points(x: &Points) -> f64 {
    let mut z = Piecewise::declare(Pinpoint::new(Interval::<f64>::EVERYWHERE, Element::new(0.0)));
    must(loops!(for i  z[i] = 2.0 * x[i]));
    let z = held(z.freeze());
    let at = z.level().coordinates();
    z.at(at[at.len() / 2]) + at[at.len() - 1]
}

#[inline(never)]
fn intervals_by_hand(u: &Ends) -> f64 {
    let (mut left, mut right, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for ((&start, &stop), &value) in u.left.iter().zip(&u.right).zip(&u.values) {
        left.push(start);
        right.push(stop);
        values.push(2.0 * value);
    }
    values[values.len() / 2] + left[left.len() - 1].0 + right[right.len() - 1].0
}

#[inline(never)]
fn intervals(u: &Intervals) -> f64 {
    let mut z = Piecewise::declare(IntervalList::new(Interval::<f64>::EVERYWHERE, Element::new(0.0)));
    must(loops!(for i  z[i] = 2.0 * u[i]));
    let z = held(z.freeze());
    let values = z.level().child().values();
    let last = z.level().interval(values.len() - 1);
    values[values.len() / 2] + last.lo().value + last.hi().value
}

/// Appends a run, or lets the last one reach to its stop if that has the same value.
#[inline(always)]
fn append(stops: &mut Vec<Cut<f64>>, values: &mut Vec<f64>, stop: Cut<f64>, value: f64) {
    match (stops.last_mut(), values.last()) {
        (Some(end), Some(&last)) if last == value => *end = stop,
        _ => {
            stops.push(stop);
            values.push(value);
        }
    }
}

#[inline(never)]
fn runs_by_hand(u: &Ends) -> f64 {
    let (mut stops, mut values) = (Vec::new(), Vec::new());
    let mut append = |stop, value| append(&mut stops, &mut values, stop, value);
    let mut at = Cut::FIRST;
    for ((&(lo, after_lo), &(hi, after_hi)), &value) in u.left.iter().zip(&u.right).zip(&u.values) {
        let (start, stop) = (Cut { value: lo, after: after_lo }, Cut { value: hi, after: after_hi });
        if at < start {
            append(start, 0.0);
        }
        append(stop, 2.0 * value);
        at = stop;
    }
    append(Cut::LAST, 0.0);
    values[values.len() / 2] + stops[stops.len() / 2].value
}

#[inline(never)]
fn runs(u: &Intervals) -> f64 {
    let mut z = Piecewise::declare(RunList::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)));
    must(loops!(for i  z[i] = 2.0 * u[i]));
    let z = held(z.freeze());
    let (values, stops) = (z.level().child().values(), z.level().stops());
    values[values.len() / 2] + stops[stops.len() / 2].value
}

/// Returns the runs of a tensor, those of fill included.
fn as_runs(u: &Intervals) -> Runs {
    held(u.convert(RunList::new(Interval::EVERYWHERE, Element::new(0.0))))
}

#[inline(never)]
fn blend_by_hand(a: (&[Cut<f64>], &[f64]), b: (&[Cut<f64>], &[f64])) -> f64 {
    let (mut stops, mut values) = (Vec::new(), Vec::new());
    let (mut p, mut q) = (0, 0);
    while p < a.0.len() && q < b.0.len() {
        let stop = a.0[p].min(b.0[q]);
        append(&mut stops, &mut values, stop, a.1[p] + 2.0 * b.1[q]);
        let (ends, other_ends) = (a.0[p] == stop, b.0[q] == stop);
        p += usize::from(ends);
        q += usize::from(other_ends);
    }
    values[values.len() / 2] + stops[stops.len() / 2].value
}

#[inline(never)]
fn blend(a: &Runs, b: &Runs) -> f64 {
    let mut z = Piecewise::declare(RunList::<_, f64>::new(Interval::EVERYWHERE, Element::new(0.0)));
    must(loops!(for i  z[i] = a[i] + 2.0 * b[i]));
    let z = held(z.freeze());
    let (values, stops) = (z.level().child().values(), z.level().stops());
    values[values.len() / 2] + stops[stops.len() / 2].value
}

#[inline(never)]
fn dict_by_hand(arrays: &Arrays) -> f64 {
    let mut z = std::collections::HashMap::new();
    for (&place, &value) in arrays.x.1.0.iter().zip(&arrays.x.1.1) {
        z.insert(place, 2.0 * value);
    }
    z[&arrays.x.1.0[arrays.x.1.0.len() / 2]] + arrays.x.1.0[arrays.x.1.0.len() - 1] as f64
}

#[inline(never)]
fn dict(arrays: &Arrays) -> f64 {
    let mut z = Piecewise::declare(SparseDict::new(Interval::<i64>::EVERYWHERE, Element::new(0.0)));
    let x = &arrays.x.0;
    must(loops!(for i  z[i] = 2.0 * x[i]));
    let z = held(z.freeze());
    let at = z.level().coordinates();
    z.at(at[at.len() / 2]) + at[at.len() - 1] as f64
}
