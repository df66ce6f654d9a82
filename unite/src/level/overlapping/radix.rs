//! Sorting by coordinates: where there are many, digit by digit, from the last one to the first.

use crate::continuous::Coord;

/// Fewer are sorted by comparing them.
const WORTH_IT: usize = 512;
/// Bits of a digit.
const DIGIT: u32 = 11;

/// The indices of a list, sorted by coordinate; those with equal ones stay in their order. At most 2^32.
pub(super) fn sorted<C: Coord>(list: impl Iterator<Item = C>) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> = list.zip(0..).map(|(place, index)| (place.ordered(), index)).collect();
    if !keyed.is_sorted_by_key(|&(key, _)| key) {
        sort(&mut keyed);
    }
    keyed.into_iter().map(|(_, index)| index).collect()
}

/// Sorts by key, and keeps the order of those with equal ones.
fn sort(keyed: &mut Vec<(u64, u32)>) {
    if keyed.len() < WORTH_IT {
        keyed.sort_by_key(|&(key, _)| key);
        return;
    }
    let first = keyed[0].0;
    let varying = keyed.iter().fold(0, |varying, &(key, _)| varying | (key ^ first));
    let mut other = vec![(0, 0); keyed.len()];
    let mut shift = varying.trailing_zeros();
    while shift < 64 && varying >> shift != 0 {
        let digit = |key: u64| (key >> shift) as usize & ((1 << DIGIT) - 1);
        let mut next = [0u32; 1 << DIGIT];
        for &(key, _) in keyed.iter() {
            next[digit(key)] += 1;
        }
        let mut sum = 0;
        for count in &mut next {
            sum += std::mem::replace(count, sum);
        }
        for &entry in keyed.iter() {
            let place = &mut next[digit(entry.0)];
            other[*place as usize] = entry;
            *place += 1;
        }
        std::mem::swap(keyed, &mut other);
        shift += DIGIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_sorted_by_coordinate_and_equal_ones_stay_in_order() {
        let mut state = 3u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as i64 - (1 << 23)
        };
        for (count, scale) in [(0, 1), (1, 1), (40, 1), (3000, 1), (3000, 1 << 20), (3000, 1 << 39)] {
            let list: Vec<i64> = (0..count).map(|k| if k % 3 == 0 { scale * 5 } else { scale * random() }).collect();
            let mut expected: Vec<u32> = (0..count as u32).collect();
            expected.sort_by_key(|&k| list[k as usize]);
            assert_eq!(sorted(list.iter().copied()), expected);
            let reals: Vec<f64> = list.iter().map(|&place| place as f64 / 7.0).collect();
            expected.sort_by(|&a, &b| reals[a as usize].total_cmp(&reals[b as usize]));
            assert_eq!(sorted(reals.iter().copied()), expected);
        }
        assert_eq!(sorted([0.0, f64::INFINITY, -0.0, f64::NEG_INFINITY, -1.5].into_iter()), [3, 4, 0, 2, 1]);
    }
}
