//! [`FrozenContexts`]: the prices of the bins of a residual block in contexts that do not adapt. A quantiser weighs
//! levels against their bits with them, before it knows which bins come first.
//!
//! ```text
//!   level-context states, from the last level to the first; 1: a level of magnitude 1, 2: a greater one
//!
//!     0 ──1──▶ 1 ──1──▶ 2 ──1──▶ 3 ⟲ 1          ones so far, none greater
//!     └────────┴───2────┴────────┤
//!                                ▼
//!              4 ⟲ 1 ──2──▶ 5 ⟲ 1 ──2──▶ 6 ⟲ 1 ──2──▶ 7 ⟲ 1, 2      greater ones so far
//! ```

use super::Contexts;
use super::arithmetic::{COST, next};
use super::cabac_tables::*;
use super::coder::BIT;

/// The number of states of the contexts of `coeff_abs_level_minus1` (9.3.3.1.3).
pub(in crate::h264::code) const LEVEL_STATES: usize = 8;

/// The state after a level of magnitude 1.
pub(in crate::h264::code) const AFTER_ONE: [usize; LEVEL_STATES] = [1, 2, 3, 3, 4, 5, 6, 7];

/// The state after a level of magnitude 2 or more.
pub(in crate::h264::code) const AFTER_GREATER: [usize; LEVEL_STATES] = [4, 4, 4, 4, 5, 6, 7, 7];

/// `ctxIdxInc` of the first bin by state.
const FIRST_INC: [usize; LEVEL_STATES] = [1, 2, 3, 4, 0, 0, 0, 0];

/// The number of greater levels so far by state, at most 4; `ctxIdxInc` of the bins after the first is 5 more.
const GREATER: [usize; LEVEL_STATES] = [0, 0, 0, 0, 1, 2, 3, 4];

/// The number of ones of the longest run: the prefix has 14 bins, and the first one has a context of its own.
const LONGEST: usize = 13;

/// The price of `n` ones and a zero, or of 13 ones alone, by state of the context before them. Within the run the
/// context adapts.
const RUNS: [[u32; LONGEST + 1]; 128] = {
    let mut runs = [[0; LONGEST + 1]; 128];
    let mut state = 0;
    while state < 128 {
        let (mut at, mut ones, mut n) = (state as u8, 0, 0);
        while n <= LONGEST {
            runs[state][n] = ones + if n < LONGEST { price(at, false) } else { 0 };
            ones += price(at, true);
            at = next(at, true);
            n += 1;
        }
        state += 1;
    }
    runs
};

#[inline(always)]
const fn price(state: u8, bin: bool) -> u32 {
    COST[((state ^ bin as u8) & 127) as usize] as u32
}

/// The contexts of the residual blocks of a category (`ctxBlockCat`, Table 9-42), read but never updated. Prices are in
/// units of 1 / [`BIT`] of a bit and agree with those of [`Cost`](super::Cost).
#[derive(Clone, Copy, Debug)]
pub(in crate::h264::code) struct FrozenContexts<'c, const CAT: usize>(&'c [u8; 512]);

impl<'c, const CAT: usize> FrozenContexts<'c, CAT> {
    /// Freezes contexts.
    #[inline(always)]
    pub(in crate::h264::code) fn new(contexts: &'c Contexts) -> Self {
        const { assert!(CAT < 6, "the category is 0 to 5") };
        FrozenContexts(&contexts.0)
    }

    #[inline(always)]
    fn state(self, ctx_idx: usize) -> u8 {
        self.0[ctx_idx & 511]
    }

    /// Returns the prices of both values of a bin.
    #[inline(always)]
    fn prices(self, ctx_idx: usize) -> [u32; 2] {
        let state = self.state(ctx_idx);
        [price(state, false), price(state, true)]
    }

    /// Returns the prices of both values of `coded_block_flag`, given its `ctxIdxInc`; 0 for 8 x 8 blocks, which have
    /// none.
    #[inline(always)]
    pub(in crate::h264::code) fn coded_block_flag(self, ctx_idx_inc: usize) -> [u32; 2] {
        if CAT == 5 { [0; 2] } else { self.prices(usize::from(CODED_BLOCK_FLAG[CAT % 5]) + ctx_idx_inc) }
    }

    /// Returns the prices of both values of `significant_coeff_flag` of level `i`, which is not the last of the block.
    #[inline(always)]
    pub(in crate::h264::code) fn significant_coeff_flag(self, i: usize) -> [u32; 2] {
        let inc = match CAT {
            3 => i.min(2),
            5 => usize::from(SIGNIFICANT_8X8[i]),
            _ => i,
        };
        self.prices(usize::from(SIGNIFICANT_COEFF_FLAG[CAT]) + inc)
    }

    /// Returns the prices of both values of `last_significant_coeff_flag` of level `i`, which is not the last of the
    /// block.
    #[inline(always)]
    pub(in crate::h264::code) fn last_significant_coeff_flag(self, i: usize) -> [u32; 2] {
        let inc = match CAT {
            3 => i.min(2),
            5 => usize::from(LAST_8X8[i]),
            _ => i,
        };
        self.prices(usize::from(LAST_SIGNIFICANT_COEFF_FLAG[CAT]) + inc)
    }

    /// Returns the prices of levels.
    #[inline(always)]
    pub(in crate::h264::code) fn levels(self) -> LevelPrices {
        let base = usize::from(COEFF_ABS_LEVEL_MINUS1[CAT]);
        let mut levels = LevelPrices { one: [0; LEVEL_STATES], greater: [0; LEVEL_STATES], later: [0; LEVEL_STATES] };
        for state in 0..LEVEL_STATES {
            let [zero, one] = self.prices(base + FIRST_INC[state]);
            levels.one[state] = zero + BIT;
            levels.greater[state] = one + BIT;
            levels.later[state] = self.state(base + 5 + GREATER[state].min(4 - usize::from(CAT == 3)));
        }
        levels
    }
}

/// The prices of `coeff_abs_level_minus1` and `coeff_sign_flag` by state of the level contexts.
#[derive(Clone, Copy, Debug)]
pub(in crate::h264::code) struct LevelPrices {
    /// The price of a level of magnitude 1.
    pub(in crate::h264::code) one: [u32; LEVEL_STATES],
    /// The price of the first bin and of the sign of a greater level.
    greater: [u32; LEVEL_STATES],
    /// The context of the bins after the first.
    later: [u8; LEVEL_STATES],
}

impl LevelPrices {
    /// Returns the price of a level of a magnitude of at least 2.
    #[inline(always)]
    pub(in crate::h264::code) fn greater(&self, state: usize, magnitude: u32) -> u32 {
        let ones = (magnitude as usize - 2).min(LONGEST);
        self.greater[state] + RUNS[usize::from(self.later[state] & 127)][ones] + suffix(magnitude)
    }
}

/// Returns the price of the Exp-Golomb suffix of a magnitude.
#[inline(always)]
fn suffix(magnitude: u32) -> u32 {
    if magnitude < 15 { 0 } else { BIT * (2 * (magnitude - 14).ilog2() + 1) }
}

/// Returns the price of a residual block in frozen contexts, bin by bin as in 7.3.5.3.3: the plain definition. Only the
/// contexts of the bins of a single level adapt.
#[cfg(test)]
pub(in crate::h264::code) fn plain_price<const CAT: usize>(
    contexts: &Contexts,
    ctx_idx_inc: usize,
    levels: &[i16],
) -> u32 {
    use super::arithmetic::{Bins, Cost};
    let mut cost = Cost::default();
    let bin = |cost: &mut Cost, ctx_idx: usize, bin: bool| cost.decision(&mut contexts.0[ctx_idx].clone(), bin);
    let last = levels.iter().rposition(|&level| level != 0);
    if CAT != 5 {
        bin(&mut cost, usize::from(CODED_BLOCK_FLAG[CAT % 5]) + ctx_idx_inc, last.is_some());
    }
    let Some(last) = last else { return cost.0 };
    for (i, &level) in levels[..(last + 1).min(levels.len() - 1)].iter().enumerate() {
        let [significant, is_last] = match CAT {
            3 => [i.min(2); 2],
            5 => [SIGNIFICANT_8X8[i].into(), LAST_8X8[i].into()],
            _ => [i; 2],
        };
        bin(&mut cost, usize::from(SIGNIFICANT_COEFF_FLAG[CAT]) + significant, level != 0);
        if level != 0 {
            bin(&mut cost, usize::from(LAST_SIGNIFICANT_COEFF_FLAG[CAT]) + is_last, i == last);
        }
    }
    let (mut ones, mut greater) = (0, 0);
    for level in levels.iter().rev().filter(|&&level| level != 0) {
        let mut of_level = *contexts;
        let base = usize::from(COEFF_ABS_LEVEL_MINUS1[CAT]);
        let abs_minus1 = u32::from(level.unsigned_abs()) - 1;
        for n in 0..14.min(abs_minus1 + 1) {
            let inc = match n {
                0 if greater > 0 => 0,
                0 => 4.min(1 + ones),
                _ => 5 + greater.min(4 - usize::from(CAT == 3)),
            };
            cost.decision(&mut of_level.0[base + inc], n < abs_minus1);
        }
        if abs_minus1 >= 14 {
            // Exp-Golomb of order 0.
            cost.bypass(0, 2 * (abs_minus1 - 13).ilog2() + 1);
        }
        cost.bypass(0, 1);
        ones += usize::from(abs_minus1 == 0);
        greater += usize::from(abs_minus1 > 0);
    }
    cost.0
}

#[cfg(test)]
mod tests {
    use super::super::arithmetic::Cost;
    use super::super::{Cabac, Rate};
    use super::*;
    use noise::Noise;

    fn one_level<const CAT: usize, const N: usize>(noise: &mut Noise, at: usize) {
        let contexts = Contexts::new(noise.below(52) as u8, [None, Some(0), Some(1), Some(2)][noise.below(4)]);
        let inc = if CAT == 5 { 0 } else { noise.below(4) };
        let mut levels = [0; N];
        levels[at] = *noise.pick(&[1, -1, 2, -3, 13, 14, 15, -16, 17, 500, -8191]);
        let mut cabac = Cabac::new(contexts, Cost::default());
        cabac.residual_block_of::<CAT, N>(inc, &levels);
        assert_eq!(plain_price::<CAT>(&contexts, inc, &levels), cabac.rate(), "category {CAT}, {levels:?}");
    }

    #[test]
    fn a_block_that_uses_every_context_once_costs_what_the_counter_says() {
        let mut noise = Noise::new(1);
        for _ in 0..100 {
            (0..16).for_each(|at| one_level::<0, 16>(&mut noise, at));
            (0..15).for_each(|at| one_level::<1, 15>(&mut noise, at));
            (0..16).for_each(|at| one_level::<2, 16>(&mut noise, at));
            (0..3).for_each(|at| one_level::<3, 4>(&mut noise, at));
            (0..15).for_each(|at| one_level::<4, 15>(&mut noise, at));
            one_level::<5, 64>(&mut noise, 0);
        }
    }
}
