//! The kinds of pictures: how many B pictures precede each P picture.

use super::{Anchors, Lookahead};
use crate::h264::options::{BAdapt, Options};

/// The weight of the cost of a B picture, in 256ths: it is coded more coarsely, and nothing builds upon it.
const WEIGHT_OF_B: u64 = 213;

/// Returns the order of prediction of a run: the pictures after `start` up to `end`, a P picture. Each picture comes with its
/// references, which come before it.
pub(in crate::h264) fn run(start: u64, end: u64, pyramid: bool) -> impl DoubleEndedIterator<Item = (u64, Anchors)> {
    let count = end - start - 1;
    let middle = (pyramid && count >= 3).then_some(start + 1 + count / 2);
    let b = move |picture: u64| {
        let (before, after) = match middle {
            Some(middle) if picture < middle => (start, middle),
            Some(middle) if picture > middle => (middle, end),
            _ => (start, end),
        };
        (picture, Anchors { before, after: Some(after) })
    };
    let others = (start + 1..end).filter(move |&picture| Some(picture) != middle);
    core::iter::once((end, Anchors { before: start, after: None })).chain(middle.into_iter().chain(others).map(b))
}

/// Chooses runs of pictures after picture 0 up to picture `count`: returns the length of each, its P picture included, 1 to
/// `most_b + 1`. `cost` returns the cost of the run between two pictures.
pub(in crate::h264) fn runs(adapt: BAdapt, most_b: u64, count: u64, mut cost: impl FnMut(u64, u64) -> u64) -> Vec<u64> {
    match adapt {
        BAdapt::Fixed => {
            let whole = (count / (most_b + 1)) as usize;
            let rest = count % (most_b + 1);
            core::iter::repeat_n(most_b + 1, whole).chain((rest > 0).then_some(rest)).collect()
        }
        BAdapt::Greedy => {
            let (mut runs, mut at) = (Vec::new(), 0);
            while at < count {
                let mut length = (count - at).min(most_b + 1);
                // Pictures that change fast cost less one by one.
                while length > 1 && cost(at, at + length) > (at..at + length).map(|n| cost(n, n + 1)).sum() {
                    length -= 1;
                }
                runs.push(length);
                at += length;
            }
            runs
        }
        BAdapt::Path => {
            // The least cost up to each picture, and the length of its last run.
            let mut least = vec![(0_u64, 0_u64)];
            for end in 1..=count {
                let ways = (1..=end.min(most_b + 1)).map(|length| {
                    let start = end - length;
                    (least[start as usize].0.saturating_add(cost(start, end)), length)
                });
                let best = ways.min_by_key(|(cost, _)| *cost).expect("a run of one picture");
                least.push(best);
            }
            let (mut runs, mut at) = (Vec::new(), count as usize);
            while at > 0 {
                runs.push(least[at].1);
                at -= least[at].1 as usize;
            }
            runs.reverse();
            runs
        }
    }
}

impl Lookahead {
    /// Chooses the runs of the pictures after one: see [`runs`].
    pub(in crate::h264) fn runs(&mut self, options: &Options, start: u64, count: u64) -> Vec<u64> {
        let (most_b, pyramid) = (options.most_b_frames().into(), options.b_pyramid);
        if options.lookahead.b_adapt != BAdapt::Fixed {
            let all = (0..count).flat_map(|from| (from + 1..=count.min(from + most_b + 1)).map(move |to| (from, to)));
            self.compute_ahead(all.flat_map(|(from, to)| run(start + from, start + to, pyramid)));
        }
        runs(options.lookahead.b_adapt, most_b, count, |from, to| {
            let mut sum = 0;
            for (picture, from) in run(start + from, start + to, pyramid) {
                let cost = 256 * self.costs(picture, from).sum;
                sum += if from.after.is_some() { cost / 256 * WEIGHT_OF_B } else { cost };
            }
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    /// Returns the least cost of all ways to divide pictures into runs.
    fn by_force(most_b: u64, from: u64, count: u64, cost: &impl Fn(u64, u64) -> u64) -> u64 {
        let ways = (1..=(count - from).min(most_b + 1))
            .map(|n| cost(from, from + n) + by_force(most_b, from + n, count, cost));
        ways.min().unwrap_or(0)
    }

    #[test]
    fn the_path_is_the_best_of_all_ways() {
        let mut noise = Noise::new(3);
        for most_b in 0..5 {
            for count in 0..9 {
                for _ in 0..20 {
                    let table: Vec<u64> = (0..81).map(|_| noise.below(1000) as u64).collect();
                    let cost = |from: u64, to: u64| table[(from * 9 + to) as usize];
                    let found = runs(BAdapt::Path, most_b, count, cost);
                    let mut at = 0;
                    let sum: u64 = found
                        .iter()
                        .map(|n| {
                            at += n;
                            cost(at - n, at)
                        })
                        .sum();
                    assert_eq!((at, sum), (count, by_force(most_b, 0, count, &cost)));
                    assert!(found.iter().all(|n| (1..=most_b + 1).contains(n)));
                }
            }
        }
    }

    #[test]
    fn a_run_predicts_from_what_comes_before() {
        for (length, pyramid) in (1..9).flat_map(|n| [(n, false), (n, true)]) {
            let mut known = vec![10];
            for (picture, from) in run(10, 10 + length, pyramid) {
                assert!(known.contains(&from.before) && from.after.is_none_or(|after| known.contains(&after)));
                assert!(from.before < picture && from.after.is_none_or(|after| picture < after));
                known.push(picture);
            }
            known.sort_unstable();
            assert!(known.into_iter().eq(10..=10 + length));
        }
    }
}
