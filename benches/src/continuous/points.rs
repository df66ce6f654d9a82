//! `s += x[i] * y[i]` over points.

use super::input::{Input, Points, Spots};
use super::{Case, MERGE};
use std::ops::ControlFlow::Continue;
use unite::level::Fiber;
use unite::looplet::{Everywhere, coiterate};
use unite::loops;
use unite::loops::value;

pub(super) fn cases(input: &Input) -> Vec<Case<'_>> {
    let ((x, xs), (y, ys)) = (&input.x, &input.y);
    vec![Case {
        name: "s += x[i] * y[i], points",
        gate: MERGE,
        hand: Box::new(|| by_hand(xs, ys)),
        generic: Some(Box::new(|| generic(x, y))),
        program: Box::new(|| program(x, y)),
    }]
}

#[inline(never)]
fn by_hand(x: &Spots, y: &Spots) -> f64 {
    let (x_at, x_values) = x.lists();
    let (y_at, y_values) = y.lists();
    let (mut p, mut q, mut s) = (0, 0, 0.0);
    while p < x_at.len() && q < y_at.len() {
        let (a, b) = (x_at[p], y_at[q]);
        if a == b {
            s += x_values[p] * y_values[q];
        }
        p += usize::from(a <= b);
        q += usize::from(b <= a);
    }
    s
}

/// Shared with [`unequal`](super::unequal): the code is the same for all sizes.
#[inline(never)]
pub(super) fn generic(x: &Points, y: &Points) -> f64 {
    let mut s = 0.0;
    let (x_fill, y_fill) = (x.fill_value(), y.fill_value());
    let live = super::product_of_two(x_fill, y_fill);
    let _ = coiterate::<_, _, false, 0>((x.root().walk(), y.root().walk()), Everywhere, live, |_, _, (x, y)| {
        s += value(x, x_fill) * value(y, y_fill);
        Continue(())
    });
    s
}

/// Shared with [`unequal`](super::unequal), too.
#[inline(never)]
pub(super) fn program(x: &Points, y: &Points) -> f64 {
    let mut s = 0.0;
    super::must(loops!(for i  s += x[i] * y[i]));
    s
}
