//! The predictors of T.81 Table H.1, and the differences of a line (H.1.2.1, H.1.2.2).
//!
//! ```text
//!   Rc Rb
//!   Ra Px
//! ```
//!
//! A scan's line interleaves the samples of its components, so with `N` components the sample to the left of another is
//! `N` samples before it. The samples before the first pixel of a line are set so that every predictor gives the value
//! the standard requires there; see `lines.rs`.

use super::options::Predictor;
use crate::spaces::Samples;
use unite::{Around, Strip, Window};

/// A line of a scan of `N` components, and the samples that predict it: the line above, and `N` samples to the left.
pub(super) type Line<'a, const N: usize> = Window<'a, Samples, u16, Strip<1>, Around<1, N>>;

/// Returns the prediction by Table H.1. Predictions are not clipped.
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

/// Computes the differences of a line from its prediction, modulo 2^16.
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

#[cfg(test)]
mod tests {
    use super::*;
    use unite::{Block, Dyn};

    /// Predicts by Table H.1, with divisions instead of shifts.
    fn table_h_1(selection: u8, ra: i32, rb: i32, rc: i32) -> i32 {
        let half = |n: i32| n.div_euclid(2);
        [ra, rb, rc, ra + rb - rc, ra + half(rb - rc), rb + half(ra - rc), half(ra + rb)][usize::from(selection) - 1]
    }

    fn check<const N: usize>(samples: &mut impl Iterator<Item = u16>) {
        for width in [1, 2, 7, 8, 16, 33] {
            // The line above and the line, each preceded by `N` samples.
            let mut rows: Block<Samples, u16> = Block::new([-1, -(N as isize)], Dyn([2, N * (width + 1)]));
            for row in rows.view_mut().bands(1).filter_map(|row| row.line_mut(0)) {
                row.fill_with(|| samples.next().expect("samples without end"));
            }
            let view = rows.view();
            for predictor in Predictor::all() {
                let line =
                    view.partition([1, N as isize], Strip::<1>(N * width)).window().expect("a line with its reach");
                let mut found = vec![0; N * width];
                differences::<N>(predictor, line, &mut found);
                for (x, found) in found.into_iter().enumerate() {
                    let at = |y: usize, x: usize| i32::from(view.get([y as isize, x as isize]).expect("a sample"));
                    let (ra, rb, rc) = (at(1, x), at(0, x + N), at(0, x));
                    let difference = at(1, x + N) - table_h_1(predictor.selection(), ra, rb, rc);
                    assert_eq!(i32::from(found as u16), difference.rem_euclid(1 << 16), "{predictor:?}, sample {x}");
                }
            }
        }
    }

    #[test]
    fn differences_are_those_of_table_h_1_modulo_65536() {
        let mut noise = (1_u32..).map(|n| (n.wrapping_mul(2_654_435_761) >> 16) as u16);
        let mut extremes = (1_u32..).map(|n| if n.wrapping_mul(2_654_435_761) >> 31 == 0 { 0 } else { u16::MAX });
        check::<1>(&mut noise);
        check::<3>(&mut noise);
        check::<4>(&mut noise);
        check::<1>(&mut extremes);
        check::<3>(&mut extremes);
    }

    #[test]
    fn halves_are_rounded_down() {
        assert_eq!(prediction::<5>(0, 0, 1), -1);
        assert_eq!(prediction::<6>(0, 0, 1), -1);
        assert_eq!(prediction::<7>(65535, 65534, 0), 65534);
        assert_eq!(prediction::<4>(65535, 65535, 0), 131_070);
        assert_eq!(prediction::<4>(0, 0, 65535), -65535);
    }
}
