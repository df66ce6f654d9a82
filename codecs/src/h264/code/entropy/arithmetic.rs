//! The arithmetic coder of CABAC (9.3.4), and a counter of its output.
//!
//! ```text
//!   decision(state, bin):  range = range - rLPS          the part of the more probable value
//!                          bin != valMPS: low += range, range = rLPS
//!                          while range < 256: low *= 2, range *= 2, and a bit of low is settled except for a carry
//! ```
//!
//! [`Arithmetic`] keeps settled bits in `low`, above the 10 bits of `codILow`, until there are 32. A later carry is
//! added to the bytes already written. It propagates only through bytes of ones, so it is short, and it is rare.

use super::Listen;
use super::cabac_tables::{RANGE_LPS, TRANS_IDX_LPS, TRANS_IDX_MPS};
use super::coder::{BIT, Rate};

/// A coder of bins. A state is `2 * pStateIdx + valMPS`.
pub trait Bins: Listen {
    /// Codes a bin in a state and updates the state: `EncodeDecision` (9.3.4.2).
    fn decision(&mut self, state: &mut u8, bin: bool);

    /// Codes the lowest `n` bits of `bins`, highest first: `EncodeBypass` (9.3.4.4). `n` is 1 to 32, and the bits above
    /// must be 0.
    fn bypass(&mut self, bins: u32, n: u32);
}

/// A coder of the bins of a slice.
pub trait Engine: Listen {
    /// The coder of the bins of a syntax element. It holds a copy of the values that change with every bin, so that
    /// they stay in registers.
    type Bins<'e>: Bins
    where
        Self: 'e;

    /// Begins to code bins. The engine is updated when the returned coder is dropped.
    fn bins(&mut self) -> Self::Bins<'_>;

    /// Codes a 0 by `EncodeTerminate` (9.3.4.5).
    fn go_on(&mut self);

    /// Codes the end of an `I_PCM` macroblock: the 1 that ends `mb_type` by `EncodeTerminate`, `EncodeFlush`,
    /// `pcm_alignment_zero_bit` and the samples. Then restarts the coder (9.3.1.2).
    fn pcm(&mut self, samples: &[u8]);
}

/// `rangeTabLPS` by state, with the entries for the four `qCodIRangeIdx` packed in bytes, the first one lowest. They
/// can thus be loaded before the range is known.
const RANGE_LPS_OF_STATE: [u32; 128] = {
    let mut table = [0; 128];
    let mut state = 0;
    while state < 128 {
        table[state] = u32::from_le_bytes(RANGE_LPS[state / 2]);
        state += 1;
    }
    table
};

/// The state after a bin, by `[2 * pStateIdx + valMPS][binVal]`.
const NEXT_STATE: [[u8; 2]; 128] = {
    let mut table = [[0; 2]; 128];
    let mut state = 0;
    while state < 128 {
        let (index, mps) = (state / 2, state % 2);
        table[state][mps] = 2 * TRANS_IDX_MPS[index] + mps as u8;
        let swapped = if index == 0 { 1 - mps } else { mps };
        table[state][1 - mps] = 2 * TRANS_IDX_LPS[index] + swapped as u8;
        state += 1;
    }
    table
};

#[inline(always)]
pub(super) const fn next(state: u8, bin: bool) -> u8 {
    NEXT_STATE[(state & 127) as usize][bin as usize]
}

/// The values of the arithmetic coder that change with every bin.
#[derive(Clone, Copy, Debug)]
struct Registers {
    /// The settled bits, above the 10 bits of `codILow`.
    low: u64,
    /// `codIRange`: 256 to 510 between bins.
    range: u32,
    /// The number of settled bits minus 32. The first bit is always 0 and not written, so it is not counted.
    settled: i32,
}

impl Registers {
    #[inline(always)]
    fn settle(&mut self, bits: u32, bytes: &mut Vec<u8>) {
        self.settled += bits as i32;
        if self.settled >= 0 {
            let rest = 10 + self.settled;
            let word = self.low >> rest;
            self.low &= (1 << rest) - 1;
            self.settled -= 32;
            if word >> 32 != 0 {
                carry(bytes);
            }
            bytes.extend_from_slice(&(word as u32).to_be_bytes());
        }
    }
}

#[cold]
fn carry(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            break;
        }
    }
}

/// The arithmetic encoder of CABAC, with its output.
#[derive(Clone, Debug)]
pub struct Arithmetic {
    registers: Registers,
    bytes: Vec<u8>,
}

impl Arithmetic {
    /// Initialises the coder by `InitEncoder` (9.3.4.1), with output after `bytes`.
    ///
    /// ```
    /// use codecs::h264::entropy::Arithmetic;
    /// assert_eq!(Arithmetic::new(vec![7]).finish(), [7, 0b1111_1110, 0b1000_0000]);
    /// ```
    pub fn new(bytes: Vec<u8>) -> Self {
        Arithmetic { registers: Registers { low: 0, range: 510, settled: -33 }, bytes }
    }

    /// Codes a 1 by `EncodeTerminate`, then `EncodeFlush` (9.3.4.5), whose last bit is `rbsp_stop_one_bit`, and zeros
    /// to the end of the byte. Returns the bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.end();
        self.bytes
    }

    /// Returns the number of settled bits, without the first one, which is not written.
    pub(super) fn settled_bits(&self) -> u64 {
        8 * self.bytes.len() as u64 + (self.registers.settled + 32).max(0) as u64
    }

    fn end(&mut self) {
        let Arithmetic { registers, bytes } = self;
        registers.low = (registers.low + u64::from(registers.range - 2)) << 7;
        registers.settle(7, bytes);
        // PutBit of the highest bit of codILow, and two more bits, the last one a 1.
        let bits = (registers.settled + 32 + 3) as u32;
        let word = registers.low >> 7 | 1;
        if word >> bits != 0 {
            carry(bytes);
        }
        let count = bits.div_ceil(8);
        let word = word << (8 * count - bits);
        bytes.extend((0..count).rev().map(|k| (word >> (8 * k)) as u8));
    }
}

impl Listen for Arithmetic {}

impl Engine for Arithmetic {
    type Bins<'e> = ArithmeticBins<'e>;

    #[inline(always)]
    fn bins(&mut self) -> ArithmeticBins<'_> {
        ArithmeticBins { registers: self.registers, from: &mut self.registers, bytes: &mut self.bytes }
    }

    #[inline]
    fn go_on(&mut self) {
        let Arithmetic { registers, bytes } = self;
        registers.range -= 2;
        let bits = u32::from(registers.range < 256);
        registers.range <<= bits;
        registers.low <<= bits;
        registers.settle(bits, bytes);
    }

    fn pcm(&mut self, samples: &[u8]) {
        self.end();
        self.bytes.extend_from_slice(samples);
        *self = Arithmetic::new(core::mem::take(&mut self.bytes));
    }
}

/// [`Arithmetic`] while it codes a syntax element.
#[derive(Debug)]
pub struct ArithmeticBins<'e> {
    registers: Registers,
    from: &'e mut Registers,
    bytes: &'e mut Vec<u8>,
}

impl Drop for ArithmeticBins<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.from = self.registers;
    }
}

impl Listen for ArithmeticBins<'_> {}

impl Bins for ArithmeticBins<'_> {
    #[inline(always)]
    fn decision(&mut self, state: &mut u8, bin: bool) {
        let registers = &mut self.registers;
        // 8 * qCodIRangeIdx: the mask removes the bit of 256, which is always set.
        let lps = RANGE_LPS_OF_STATE[usize::from(*state & 127)] >> (registers.range >> 3 & 24) & 255;
        let mps = registers.range - lps;
        // A mask of ones for the less probable value; a branch would often be mispredicted.
        let other = u32::from(*state & 1 ^ u8::from(bin)).wrapping_neg();
        let range = mps ^ (mps ^ lps) & other;
        *state = next(*state, bin);
        let bits = range.leading_zeros() - 23;
        registers.range = range << bits;
        registers.low = (registers.low + u64::from(mps & other)) << bits;
        registers.settle(bits, self.bytes);
    }

    #[inline(always)]
    fn bypass(&mut self, bins: u32, n: u32) {
        debug_assert!((1..=32).contains(&n) && u64::from(bins) >> n == 0, "{bins:#x} in {n} bins");
        let registers = &mut self.registers;
        if n > 16 {
            registers.low = (registers.low << (n - 16)) + u64::from(registers.range) * u64::from(bins >> 16);
            registers.settle(n - 16, self.bytes);
        }
        let last = n.min(16);
        registers.low = (registers.low << last) + u64::from(registers.range) * u64::from(bins & 0xFFFF);
        registers.settle(last, self.bytes);
    }
}

/// A counter of the expected output of the arithmetic coder, in units of 1 / [`BIT`] of a bit.
///
/// ```
/// use codecs::h264::entropy::{BIT, Bins, Cost};
/// let mut cost = Cost::default();
/// cost.decision(&mut 0, true); // both values are about as likely
/// assert!(cost.0.abs_diff(BIT) < BIT / 8);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost(pub u32);

/// Returns the binary logarithm of a number of at least 1, to a millionth, by repeated squaring.
const fn log2(mut x: f64) -> f64 {
    let (mut whole, mut part, mut log) = (0.0, 1.0, 0.0);
    while x >= 2.0 {
        (x, whole) = (x / 2.0, whole + 1.0);
    }
    while part > 1e-6 {
        (x, part) = (x * x, part / 2.0);
        if x >= 2.0 {
            (x, log) = (x / 2.0, log + part);
        }
    }
    whole + log
}

/// The cost of a bin: entry `2 * pStateIdx` for the more probable value, `2 * pStateIdx + 1` for the other. It is the
/// mean over `qCodIRangeIdx`, weighted by the inverse of the range, because small ranges are more frequent in an
/// arithmetic coder.
pub(super) const COST: [u16; 128] = {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 64 {
        let (mut costs, mut weights, mut q) = ([0.0, 0.0], 0.0, 0);
        while q < 4 {
            let range = (288 + 64 * q) as f64;
            let lps = RANGE_LPS[index][q] as f64;
            let weight = 1.0 / range;
            costs = [costs[0] + weight * log2(range / (range - lps)), costs[1] + weight * log2(range / lps)];
            (weights, q) = (weights + weight, q + 1);
        }
        table[2 * index] = (costs[0] / weights * BIT as f64 + 0.5) as u16;
        table[2 * index + 1] = (costs[1] / weights * BIT as f64 + 0.5) as u16;
        index += 1;
    }
    table
};

/// The cost of `go_on`: it takes 2 of a range of about 384.
const COST_OF_GOING_ON: u32 = (2.0 / 384.0 * core::f64::consts::LOG2_E * BIT as f64 + 0.5) as u32;

impl Listen for Cost {}

impl Bins for Cost {
    #[inline(always)]
    fn decision(&mut self, state: &mut u8, bin: bool) {
        self.0 += u32::from(COST[usize::from((*state ^ u8::from(bin)) & 127)]);
        *state = next(*state, bin);
    }

    #[inline(always)]
    fn bypass(&mut self, _: u32, n: u32) {
        self.0 += n * BIT;
    }
}

impl Engine for Cost {
    type Bins<'e> = CostBins<'e>;

    #[inline(always)]
    fn bins(&mut self) -> CostBins<'_> {
        CostBins { cost: *self, from: self }
    }

    #[inline]
    fn go_on(&mut self) {
        self.0 += COST_OF_GOING_ON;
    }

    /// Counts 7 bits for the 1 that ends `mb_type`, 2 for the flush, half a byte for the alignment, and the samples.
    fn pcm(&mut self, samples: &[u8]) {
        self.0 += (7 + 2 + 4) * BIT + 8 * BIT * samples.len() as u32;
    }
}

/// [`Cost`] while it counts a syntax element.
#[derive(Debug)]
pub struct CostBins<'e> {
    cost: Cost,
    from: &'e mut Cost,
}

impl Drop for CostBins<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.from = self.cost;
    }
}

impl Listen for CostBins<'_> {}

impl Bins for CostBins<'_> {
    #[inline(always)]
    fn decision(&mut self, state: &mut u8, bin: bool) {
        self.cost.decision(state, bin);
    }

    #[inline(always)]
    fn bypass(&mut self, bins: u32, n: u32) {
        self.cost.bypass(bins, n);
    }
}

impl Rate for Cost {
    fn rate(&self) -> u32 {
        self.0
    }
}
