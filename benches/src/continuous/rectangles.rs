//! The area that two sets of rectangles share, beside a sweep by hand.

use super::must;
use crate::input::Noise;
use std::hint::black_box;
use std::time::Instant;
use unite::continuous::{Interval, Limit};
use unite::level::{Element, IntervalList, LevelError, Overlapping, Piecewise};
use unite::loops;

/// A set of rectangles: each is an interval of x, with one of y below it.
type Rectangles = Piecewise<Overlapping<IntervalList<Element<f64>>>>;

/// The ends of a rectangle: from and to x, from and to y.
type Ends = [f64; 4];

/// The length of the sides of the square in which the rectangles lie.
const SIDE: usize = 1 << 20;

/// Returns the seconds that the area shared by two sets of `count` rectangles takes, by hand and in `loops!`, for rectangles
/// of which each meets about `others` of the other set along x.
///
/// # Errors
/// Returns no error for these rectangles.
///
/// # Panics
/// If both sides give different areas.
pub fn seconds(count: usize, others: usize) -> Result<[f64; 2], LevelError> {
    let longest = SIDE * others / count;
    let [a, b] = [set(count, longest, 19), set(count, longest, 23)];
    let (tensor_a, tensor_b) = (tensor(&a)?, tensor(&b)?);
    let start = Instant::now();
    let by_hand = black_box(by_hand(&a, &b));
    let middle = Instant::now();
    let mut area = 0.0;
    must(loops!(for x, y  area += tensor_a[x, y] * tensor_b[x, y] * d(x) * d(y)));
    let stop = Instant::now();
    assert!(by_hand == area, "{by_hand} by hand, {area} in loops!");
    Ok([(middle - start).as_secs_f64(), (stop - middle).as_secs_f64()])
}

/// Returns rectangles with sides of up to `longest`.
fn set(count: usize, longest: usize, seed: u32) -> Vec<Ends> {
    let mut noise = Noise(seed);
    let mut below = |most: usize| super::input::up_to(&mut noise, most);
    let mut side = || {
        let start = below(SIDE);
        [start, start + below(longest)]
    };
    (0..count).map(|_| [side(), side()].concat().try_into().unwrap_or_default()).collect()
}

/// Returns the tensor of a set of rectangles.
fn tensor(set: &[Ends]) -> Result<Rectangles, LevelError> {
    let (count, line) = (set.len(), Interval::EVERYWHERE);
    let along_x = set.iter().filter_map(|ends| Interval::closed_open(ends[0], ends[1]).ok()).collect();
    let (from, to) = set.iter().map(|ends| (Limit::at(ends[2]), Limit::before(ends[3]))).unzip();
    let ones = Element::from_values(0.0, vec![1.0; count]);
    let along_y = IntervalList::from_parts(line, (0..=count).collect(), from, to, ones)?;
    Piecewise::from_level(Overlapping::from_parts(line, vec![0, count], along_x, along_y)?)
}

/// Returns the area of a sweep along x, which compares each rectangle with those of the other set that have not ended.
fn by_hand(a: &[Ends], b: &[Ends]) -> f64 {
    let mut sorted: Vec<(Ends, usize)> = [a, b]
        .into_iter()
        .enumerate()
        .flat_map(|(set, rectangles)| rectangles.iter().map(move |&ends| (ends, set)))
        .collect();
    sorted.sort_unstable_by(|(a, _), (b, _)| a[0].total_cmp(&b[0]));
    let (mut open, mut area): ([Vec<Ends>; 2], f64) = ([Vec::new(), Vec::new()], 0.0);
    for ([x, to_x, y, to_y], set) in sorted {
        let others = &mut open[1 - set];
        let mut k = 0;
        while let Some(&[_, other_to_x, other_y, other_to_y]) = others.get(k) {
            if other_to_x <= x {
                others.swap_remove(k);
                continue;
            }
            let height = to_y.min(other_to_y) - y.max(other_y);
            if height > 0.0 {
                area += (to_x.min(other_to_x) - x) * height;
            }
            k += 1;
        }
        open[set].push([x, to_x, y, to_y]);
    }
    area
}
