//! The walk for CABAC: the best levels for each state of the level contexts, last level first.
//!
//! ```text
//!   cost[state] = [0, none, ...]                         states as in `FrozenContexts`; 0: no level so far
//!   for each coefficient, the last one first:
//!     for each state, for each candidate:                0, q - 1, q
//!       next = the state after the candidate
//!       cost'[next] = min(cost[state] + error + bits of the flags and of the level in state)
//!   levels = the path to the least cost                  with coded_block_flag; state 0 is the empty block
//! ```
//!
//! The bits of the flags depend on the position and on whether there was a level before, and those of a level on the state:
//! no other part of the path matters, so the walk finds the minimum among all candidates.

use super::ErrorPrices;
use super::block::{Block, Choice};
use crate::h264::code::entropy::{AFTER_GREATER, AFTER_ONE, Contexts, FrozenContexts, LEVEL_STATES, LevelPrices};
use fearless_simd::Simd;

/// The cost of a state that no path has reached. Costs added to it do not exceed 32 bits.
const NONE: u32 = 1 << 31;

/// The last step of a path to a state: the state before in the lower three bits, and the candidate above them.
type Step = u8;
const NEAREST: Step = 0;
const SMALLER: Step = 1 << 3;
const ZERO: Step = 2 << 3;

/// Returns the levels of a block of category `CAT` in coding order: of those nearest to the quotients, the next smaller ones
/// and 0, the levels with the least cost in these contexts. `ctx_idx_inc` is that of `coded_block_flag`. `CAT` and `N` are those of a
/// row of the table in the [module](super); coefficients are those of 8-bit residuals in raster order.
///
/// The contexts do not adapt within the block. See [`ErrorPrices`] for an example.
#[inline(always)]
pub fn cabac<S: Simd, const CAT: usize, const N: usize>(
    simd: S,
    coefficients: &[i32; N],
    prices: &ErrorPrices,
    contexts: &Contexts,
    ctx_idx_inc: usize,
) -> [i16; N] {
    let block = Block::new::<S, CAT>(simd, coefficients, prices);
    if block.coded == 0 { [0; N] } else { walk::<CAT, N>(&block, FrozenContexts::new(contexts), ctx_idx_inc) }
}

/// Returns the best levels of a block that has a candidate.
fn walk<const CAT: usize, const N: usize>(
    block: &Block<'_, N>,
    contexts: FrozenContexts<'_, CAT>,
    ctx_idx_inc: usize,
) -> [i16; N] {
    // AC blocks have no entry 0; their flags are numbered from entry 1.
    let first = usize::from(CAT == 1 || CAT == 4);
    let prices = contexts.levels();
    let mut cost = [NONE; LEVEL_STATES];
    cost[0] = 0;
    let mut steps = [[0; LEVEL_STATES]; N];
    let mut left = block.coded;
    let mut above = N;
    while left != 0 {
        let i = left.ilog2() as usize;
        left ^= 1 << i;
        pass_zeros(&mut cost, contexts, i + 1 - first..above - first);
        above = i;
        let flags = match i == N - 1 {
            true => Flags { absent: 0, last: 0, earlier: 0 },
            false => {
                let [absent, present] = contexts.significant_coeff_flag(i - first);
                let [not_last, last] = contexts.last_significant_coeff_flag(i - first);
                Flags { absent, last: present + last, earlier: present + not_last }
            }
        };
        (cost, steps[i]) = step(&cost, &block.choice(i), &flags, &prices);
    }
    pass_zeros(&mut cost, contexts, 0..above - first);

    let [flag_of_empty, flag_of_coded] = contexts.coded_block_flag(ctx_idx_inc);
    let (mut state, mut least) = (0, cost[0] + flag_of_empty);
    for (n, cost) in cost.iter().enumerate().skip(1) {
        if cost + flag_of_coded < least {
            (state, least) = (n, cost + flag_of_coded);
        }
    }
    let mut levels = [0; N];
    if state == 0 {
        return levels;
    }
    // Back along the path, the first level first.
    let mut left = block.coded;
    while left != 0 {
        let i = left.trailing_zeros() as usize;
        left &= left - 1;
        let step = steps[i][state];
        state = usize::from(step & 7);
        if step & !7 != ZERO {
            let magnitude = u32::from(block.nearest[i].unsigned_abs().min(block.most.unsigned_abs()));
            levels[i] = block.signed(i, magnitude - u32::from(step & !7 == SMALLER));
        }
    }
    levels
}

/// Adds the flags of levels that are 0.
#[inline(always)]
fn pass_zeros<const CAT: usize>(
    cost: &mut [u32; LEVEL_STATES],
    contexts: FrozenContexts<'_, CAT>,
    places: core::ops::Range<usize>,
) {
    // Above the last level there are no flags.
    if cost[1..].iter().all(|&cost| cost >= NONE) {
        return;
    }
    let sum: u32 = places.map(|i| contexts.significant_coeff_flag(i)[0]).sum();
    for cost in &mut cost[1..] {
        *cost += sum;
    }
}

/// The prices of the flags of a coefficient.
struct Flags {
    /// It is 0, and there are levels after it.
    absent: u32,
    /// It is the last level.
    last: u32,
    /// It is a level, and there are levels after it.
    earlier: u32,
}

/// Returns the costs after a coefficient, and how they are reached.
#[inline(always)]
fn step(
    cost: &[u32; LEVEL_STATES],
    choice: &Choice,
    flags: &Flags,
    prices: &LevelPrices,
) -> ([u32; LEVEL_STATES], [Step; LEVEL_STATES]) {
    let [nearest, smaller, zero] = choice.errors;
    let mut after = [0; LEVEL_STATES];
    let mut steps = [0; LEVEL_STATES];
    for state in 0..LEVEL_STATES {
        after[state] = cost[state] + zero + if state == 0 { 0 } else { flags.absent };
        steps[state] = ZERO | state as Step;
    }
    let mut offer = |next: usize, cost: u32, step: Step| {
        if cost < after[next] {
            (after[next], steps[next]) = (cost, step);
        }
    };
    for state in 0..LEVEL_STATES {
        if cost[state] >= NONE {
            continue;
        }
        let before = cost[state] + if state == 0 { flags.last } else { flags.earlier };
        let origin = state as Step;
        match choice.magnitude {
            0 => {}
            1 => offer(AFTER_ONE[state], before + nearest + prices.one[state], NEAREST | origin),
            2 => {
                offer(AFTER_ONE[state], before + smaller + prices.one[state], SMALLER | origin);
                offer(AFTER_GREATER[state], before + nearest + prices.greater(state, 2), NEAREST | origin);
            }
            magnitude => {
                offer(AFTER_GREATER[state], before + smaller + prices.greater(state, magnitude - 1), SMALLER | origin);
                offer(AFTER_GREATER[state], before + nearest + prices.greater(state, magnitude), NEAREST | origin);
            }
        }
    }
    (after, steps)
}
