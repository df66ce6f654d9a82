//! `s += x[i] * y[i]`, with a hundred times as many points in one operand.

use super::input::{Input, Spots};
use super::points::{generic, program};
use super::{Case, SEARCH};

pub(super) fn cases(input: &Input) -> Vec<Case<'_>> {
    let ((few, fews), (many, manys)) = (&input.few, &input.many);
    vec![
        Case {
            name: "s += x[i] * y[i], few x, many y",
            gate: SEARCH,
            hand: Box::new(|| by_hand(fews, manys)),
            generic: Some(Box::new(|| generic(few, many))),
            program: Box::new(|| program(few, many)),
        },
        Case {
            name: "s += x[i] * y[i], many x, few y",
            gate: SEARCH,
            hand: Box::new(|| by_hand(fews, manys)),
            generic: Some(Box::new(|| generic(many, few))),
            program: Box::new(|| program(many, few)),
        },
    ]
}

/// Searches each of the few points among the many, starting at the previous result.
#[inline(never)]
fn by_hand(few: &Spots, many: &Spots) -> f64 {
    let (few_at, few_values) = few.lists();
    let (many_at, many_values) = many.lists();
    let (mut q, mut s) = (0, 0.0);
    for (p, &at) in few_at.iter().enumerate() {
        q = first_from(many_at, q, at);
        if q == many_at.len() {
            break;
        }
        if many_at[q] == at {
            s += few_values[p] * many_values[q];
        }
    }
    s
}

/// Returns the first index from `low` on whose coordinate is at least `at`, by doubling and then halving steps.
#[inline(always)]
fn first_from(places: &[f64], low: usize, at: f64) -> usize {
    if low == places.len() || places[low] >= at {
        return low;
    }
    let (mut low, mut step) = (low, 1);
    while step < places.len() - low && places[low + step] < at {
        low += step;
        step *= 2;
    }
    let end = (low + step).min(places.len());
    low + 1 + places[low + 1..end].partition_point(|&place| place < at)
}
