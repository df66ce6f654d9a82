//! The predictors of T.81 Table H.1, and the differences of a line (H.1.2.1, H.1.2.2).
//!
//! ```text
//!   Rc Rb
//!   Ra Px
//! ```
//!
//! A scan's line has the samples of all its components side by side, so the sample to the left of one is as many samples
//! before it as there are components. Before the first sample of a line stands what makes every predictor do what the
//! standard asks for there; see `lines.rs` for how.

use super::options::Predictor;
use crate::spaces::Samples;
use unite::{Around, Strip, Window};

/// A line of a scan of `N` components, and the samples that predict it: the line above, and `N` samples to the left.
pub(super) type Line<'a, const N: usize> = Window<'a, Samples, u16, Strip<1>, Around<1, N>>;

/// Table H.1. Predictions are not clipped.
#[inline(always)]
fn prediction<const SELECTION: u8>(ra: i32, rb: i32, rc: i32) -> i32 {
    match SELECTION {
        1 => ra,
        2 => rb,
        3 => rc,
        4 => ra + rb - rc,
        5 => ra + ((rb - rc) >> 1),
        6 => rb + ((ra - rc) >> 1),
        _ => (ra + rb) >> 1,
    }
}

/// The differences of a line from its prediction, modulo 2^16.
#[inline(always)]
pub(super) fn differences<const N: usize>(predictor: Predictor, line: Line<'_, N>, out: &mut [i16]) {
    match predictor.selection() {
        1 => by::<1, N>(line, out),
        2 => by::<2, N>(line, out),
        3 => by::<3, N>(line, out),
        4 => by::<4, N>(line, out),
        5 => by::<5, N>(line, out),
        6 => by::<6, N>(line, out),
        _ => by::<7, N>(line, out),
    }
}

#[inline(always)]
fn by<const SELECTION: u8, const N: usize>(line: Line<'_, N>, out: &mut [i16]) {
    let Strip(width) = line.extent();
    let r = |x: isize, y: isize| i32::from(line[[y, x]]);
    for (x, out) in (0..width as isize).zip(out) {
        let left = x - N as isize;
        let (ra, rb, rc) = (r(left, 0), r(x, -1), r(left, -1));
        *out = (r(x, 0) - prediction::<SELECTION>(ra, rb, rc)) as i16;
    }
}
