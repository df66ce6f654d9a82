//! The depth of coverage of intervals that overlap, `z[i] += r[i]`, beside sorting their ends by hand.

use super::{held, must};
use crate::input::Noise;
use std::hint::black_box;
use std::time::Instant;
use unite::continuous::Interval;
use unite::level::{Element, IntervalList, LevelError, Overlapping, Piecewise};
use unite::loops;

/// Returns the seconds that the depth of `count` intervals of a mean depth takes: by hand, in `loops!` over all of the line,
/// and over a part of it that holds nearly all intervals.
///
/// # Errors
/// Returns no error for these intervals.
///
/// # Panics
/// If both sides give different numbers of pieces.
pub fn seconds(count: usize, depth: usize) -> Result<[f64; 3], LevelError> {
    let mut noise = Noise(17);
    let mut below = |most: usize| super::input::up_to(&mut noise, most);
    let ends: Vec<(f64, f64)> = (0..count)
        .map(|_| {
            let start = below(4 * count);
            (start, start + below(8 * depth))
        })
        .collect();
    let intervals = ends.iter().filter_map(|&(start, stop)| Interval::closed_open(start, stop).ok()).collect();
    let ones = Element::from_values(0.0, vec![1.0; count]);
    let r = Piecewise::from_level(Overlapping::from_parts(Interval::EVERYWHERE, vec![0, count], intervals, ones)?)?;
    let (again, most) = (r.clone(), (4 * count) as f64);
    let start = Instant::now();
    let by_hand = black_box(by_hand(&ends));
    let middle = Instant::now();
    let mut z = Piecewise::declare(IntervalList::new(Interval::<f64>::EVERYWHERE, Element::new(0.0)));
    must(loops!(for i  z[i] += r[i]));
    let z = held(z.freeze());
    let stop = Instant::now();
    assert!(by_hand.len() == z.stored(), "{} pieces by hand, {} in loops!", by_hand.len(), z.stored());
    let mut part = Piecewise::declare(IntervalList::new(Interval::<f64>::EVERYWHERE, Element::new(0.0)));
    must(loops!(for i = 1.0:most  part[i] += again[i]));
    let part = held(part.freeze());
    let end = Instant::now();
    assert!(part.stored() > 0 && part.stored() <= z.stored(), "{} pieces in a part", part.stored());
    Ok([middle - start, stop - middle, end - stop].map(|time| time.as_secs_f64()))
}

/// Returns the pieces of the line with the number of intervals there.
fn by_hand(ends: &[(f64, f64)]) -> Vec<(f64, f64, f64)> {
    let mut changes: Vec<(f64, f64)> = ends.iter().flat_map(|&(start, stop)| [(start, 1.0), (stop, -1.0)]).collect();
    changes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (mut pieces, mut depth) = (Vec::new(), 0.0);
    for (k, &(at, change)) in changes.iter().enumerate() {
        depth += change;
        if let Some(&(next, _)) = changes.get(k + 1)
            && at < next
            && depth > 0.0
        {
            pieces.push((at, next, depth));
        }
    }
    pieces
}
