//! Integrals of products, `s += f[i] * g[i] * d(i)`, and sums over the points that lie in intervals.

use super::input::{End, Ends, Input, Intervals, Points, Segments, Spans, Spots};
use super::{Case, MERGE, MERGE_OF_THREE};
use std::ops::ControlFlow::Continue;
use unite::continuous::Coord;
use unite::level::Fiber;
use unite::looplet::{Everywhere, Live, coiterate};
use unite::loops;
use unite::loops::{is_zero, value};

pub(super) fn cases(input: &Input) -> Vec<Case<'_>> {
    let ((f, fs), (g, gs), (h, hs)) = (&input.f, &input.g, &input.h);
    let ((x, xs), (u, us), (v, vs)) = (&input.x, &input.u, &input.v);
    vec![
        Case {
            name: "s += f[i] * g[i] * d(i), closed ends",
            gate: MERGE,
            hand: Box::new(|| integral_by_hand(fs, gs)),
            generic: Some(Box::new(|| integral(f, g))),
            program: Box::new(|| integral_program(f, g)),
        },
        Case {
            name: "s += f[i] * g[i] * h[i] * d(i)",
            gate: MERGE_OF_THREE,
            hand: Box::new(|| three_by_hand(fs, gs, hs)),
            generic: Some(Box::new(|| three(f, g, h))),
            program: Box::new(|| three_program(f, g, h)),
        },
        Case {
            name: "s += x[i] * f[i], points in intervals",
            gate: MERGE,
            hand: Box::new(|| inside_by_hand(xs, fs)),
            generic: Some(Box::new(|| inside(x, f))),
            program: Box::new(|| inside_program(x, f)),
        },
        Case {
            name: "s += x[i] * u[i], points, mixed ends",
            gate: MERGE,
            hand: Box::new(|| among_by_hand(xs, us)),
            generic: Some(Box::new(|| among(x, u))),
            program: Box::new(|| among_program(x, u)),
        },
        Case {
            name: "s += u[i] * v[i] * d(i), mixed ends",
            gate: MERGE,
            hand: Box::new(|| mixed_by_hand(us, vs)),
            generic: Some(Box::new(|| mixed(u, v))),
            program: Box::new(|| mixed_program(u, v)),
        },
    ]
}

/// Returns the greater of two numbers, without a branch.
fn max(a: f64, b: f64) -> f64 {
    if a < b { b } else { a }
}

/// Returns the smaller of two numbers, without a branch.
fn min(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline(never)]
fn integral_by_hand(f: &Spans, g: &Spans) -> f64 {
    let (f_left, f_right, f_values) = f.lists();
    let (g_left, g_right, g_values) = g.lists();
    let (mut p, mut q, mut s) = (0, 0, 0.0);
    while p < f_left.len() && q < g_left.len() {
        let (a, b) = (f_right[p], g_right[q]);
        let length = min(a, b) - max(f_left[p], g_left[q]);
        s += f_values[p] * g_values[q] * max(0.0, length);
        p += usize::from(a <= b);
        q += usize::from(b <= a);
    }
    s
}

#[inline(never)]
fn integral(f: &Segments, g: &Segments) -> f64 {
    let mut s = 0.0;
    let (f_fill, g_fill) = (f.fill_value(), g.fill_value());
    let live = super::product_of_two(f_fill, g_fill);
    let _ = coiterate::<_, _, true, 0>((f.root().walk(), g.root().walk()), Everywhere, live, |lo, hi, (f, g)| {
        s += value(f, f_fill) * value(g, g_fill) * f64::measure(lo, hi);
        Continue(())
    });
    s
}

#[inline(never)]
fn integral_program(f: &Segments, g: &Segments) -> f64 {
    let mut s = 0.0;
    super::must(loops!(for i  s += f[i] * g[i] * d(i)));
    s
}

#[inline(never)]
fn three_by_hand(f: &Spans, g: &Spans, h: &Spans) -> f64 {
    let (f_left, f_right, f_values) = f.lists();
    let (g_left, g_right, g_values) = g.lists();
    let (h_left, h_right, h_values) = h.lists();
    let (mut p, mut q, mut r, mut s) = (0, 0, 0, 0.0);
    while p < f_left.len() && q < g_left.len() && r < h_left.len() {
        let (a, b, c) = (f_right[p], g_right[q], h_right[r]);
        let stop = min(min(a, b), c);
        let length = stop - max(max(f_left[p], g_left[q]), h_left[r]);
        s += f_values[p] * g_values[q] * h_values[r] * max(0.0, length);
        p += usize::from(a <= stop);
        q += usize::from(b <= stop);
        r += usize::from(c <= stop);
    }
    s
}

#[inline(never)]
fn three(f: &Segments, g: &Segments, h: &Segments) -> f64 {
    let mut s = 0.0;
    let fills = (f.fill_value(), g.fill_value(), h.fill_value());
    let zero = [is_zero(fills.0), is_zero(fills.1), is_zero(fills.2)];
    let live = |set: usize| (0..3).all(|k| set >> k & 1 == 1 || !zero[k]);
    let live = Live((0..8).map(|set| u16::from(live(set)) << set).sum());
    let operands = (f.root().walk(), g.root().walk(), h.root().walk());
    let _ = coiterate::<_, _, true, 0>(operands, Everywhere, live, |lo, hi, (f, g, h)| {
        s += value(f, fills.0) * value(g, fills.1) * value(h, fills.2) * f64::measure(lo, hi);
        Continue(())
    });
    s
}

#[inline(never)]
fn three_program(f: &Segments, g: &Segments, h: &Segments) -> f64 {
    let mut s = 0.0;
    super::must(loops!(for i  s += f[i] * g[i] * h[i] * d(i)));
    s
}

#[inline(never)]
fn inside_by_hand(x: &Spots, f: &Spans) -> f64 {
    let (x_at, x_values) = x.lists();
    let (f_left, f_right, f_values) = f.lists();
    let (mut p, mut q, mut s) = (0, 0, 0.0);
    while p < x_at.len() && q < f_left.len() {
        let (at, stop) = (x_at[p], f_right[q]);
        if (f_left[q] <= at) & (at <= stop) {
            s += x_values[p] * f_values[q];
        }
        p += usize::from(at <= stop);
        q += usize::from(stop <= at);
    }
    s
}

#[inline(never)]
fn inside(x: &Points, f: &Segments) -> f64 {
    let mut s = 0.0;
    let (x_fill, f_fill) = (x.fill_value(), f.fill_value());
    let live = super::product_of_two(x_fill, f_fill);
    let _ = coiterate::<_, _, false, 0>((x.root().walk(), f.root().walk()), Everywhere, live, |_, _, (x, f)| {
        s += value(x, x_fill) * value(f, f_fill);
        Continue(())
    });
    s
}

#[inline(never)]
fn inside_program(x: &Points, f: &Segments) -> f64 {
    let mut s = 0.0;
    super::must(loops!(for i  s += x[i] * f[i]));
    s
}

/// Returns whether an end lies before another.
fn below(a: End, b: End) -> bool {
    (a.0 < b.0) | ((a.0 == b.0) & !a.1 & b.1)
}

#[inline(never)]
fn among_by_hand(x: &Spots, u: &Ends) -> f64 {
    let (x_at, x_values) = x.lists();
    let (u_left, u_right, u_values) = u.lists();
    let (mut p, mut q, mut s) = (0, 0, 0.0);
    while p < x_at.len() && q < u_left.len() {
        let (at, start, stop) = (x_at[p], u_left[q], u_right[q]);
        if below(start, (at, true)) && below((at, false), stop) {
            s += x_values[p] * u_values[q];
        }
        p += usize::from(!below(stop, (at, true)));
        q += usize::from(!below((at, true), stop));
    }
    s
}

#[inline(never)]
fn among(x: &Points, u: &Intervals) -> f64 {
    let mut s = 0.0;
    let (x_fill, u_fill) = (x.fill_value(), u.fill_value());
    let live = super::product_of_two(x_fill, u_fill);
    let _ = coiterate::<_, _, false, 0>((x.root().walk(), u.root().walk()), Everywhere, live, |_, _, (x, u)| {
        s += value(x, x_fill) * value(u, u_fill);
        Continue(())
    });
    s
}

#[inline(never)]
fn among_program(x: &Points, u: &Intervals) -> f64 {
    let mut s = 0.0;
    super::must(loops!(for i  s += x[i] * u[i]));
    s
}

#[inline(never)]
fn mixed_by_hand(u: &Ends, v: &Ends) -> f64 {
    let (u_left, u_right, u_values) = u.lists();
    let (v_left, v_right, v_values) = v.lists();
    let (mut p, mut q, mut s) = (0, 0, 0.0);
    while p < u_left.len() && q < v_left.len() {
        let (a, b) = (u_right[p], v_right[q]);
        let length = min(a.0, b.0) - max(u_left[p].0, v_left[q].0);
        s += u_values[p] * v_values[q] * max(0.0, length);
        p += usize::from(!below(b, a));
        q += usize::from(!below(a, b));
    }
    s
}

#[inline(never)]
fn mixed(u: &Intervals, v: &Intervals) -> f64 {
    let mut s = 0.0;
    let (u_fill, v_fill) = (u.fill_value(), v.fill_value());
    let live = super::product_of_two(u_fill, v_fill);
    let _ = coiterate::<_, _, true, 0>((u.root().walk(), v.root().walk()), Everywhere, live, |lo, hi, (u, v)| {
        s += value(u, u_fill) * value(v, v_fill) * f64::measure(lo, hi);
        Continue(())
    });
    s
}

#[inline(never)]
fn mixed_program(u: &Intervals, v: &Intervals) -> f64 {
    let mut s = 0.0;
    super::must(loops!(for i  s += u[i] * v[i] * d(i)));
    s
}
