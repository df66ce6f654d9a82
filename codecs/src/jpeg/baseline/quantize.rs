//! Quantisation (T.81 A.3.4): division of each coefficient by its step, rounded, halves away from zero.

use super::dct::Block8x8;
use crate::jpeg::JpegError;
use crate::jpeg::quant_table::QuantTable;

/// A quantiser: a stage of the encoder that a user can replace.
///
/// Input coefficients are eight times those of T.81 ([`ForwardDct`](super::ForwardDct)). Output coefficients are the
/// values to be coded: DC within -1024 to 1023, the others within -1023 to 1023 (the coder clips them). It is called
/// from code compiled for each SIMD level: mark the method `#[inline(always)]`.
pub trait Quantizer: Sync {
    /// Returns the quantised coefficients of a block that uses quantisation table number `table`: 0 or 1, or 2 for the
    /// third component if its table differs from the second's.
    fn quantize(&self, table: usize, coefficients: &Block8x8) -> Block8x8;
}

/// A dead zone: AC coefficients of a smaller magnitude, in steps, are quantised to 0.
///
/// Rounding to the nearest level has a dead zone of half a step. A coefficient just above half a step costs many bits
/// and reduces the error by little, as most coefficients are small (Sullivan, 1996).
///
/// ```
/// use codecs::jpeg::baseline::{DeadZone, Options, Rounding};
/// let options = Options::new(90)?.with_rounding(Rounding::DeadZone(DeadZone::new(0.6)?));
/// assert_eq!(options.rounding, Rounding::DeadZone(DeadZone::default()));
/// assert_eq!(
///     DeadZone::new(2.0).unwrap_err().to_string(),
///     "a dead zone of 2 steps is not allowed; use 0.5 (none) to 1"
/// );
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadZone {
    thousandths: u32,
}

impl DeadZone {
    /// Rounding to the nearest level.
    pub const NONE: DeadZone = DeadZone { thousandths: 500 };

    /// Returns a dead zone of 0.5 to 1 steps, in thousandths.
    ///
    /// # Errors
    /// [`JpegError::DeadZone`].
    pub fn new(steps: f32) -> Result<Self, JpegError> {
        if !(0.5..=1.0).contains(&steps) {
            return Err(JpegError::DeadZone(steps));
        }
        Ok(DeadZone { thousandths: (1000.0 * steps).round() as u32 })
    }

    /// Returns the size in steps.
    pub fn steps(self) -> f32 {
        self.thousandths as f32 / 1000.0
    }

    /// Returns the least magnitude outside of the dead zone, of coefficients eight times those of T.81.
    fn least(self, step: u16) -> u16 {
        (8 * u32::from(step) * self.thousandths).div_ceil(1000).min(65535) as u16
    }
}

/// 0.6 steps: the smallest files of equal quality, by several metrics, for photos.
impl Default for DeadZone {
    fn default() -> Self {
        DeadZone { thousandths: 600 }
    }
}

/// Divides by multiplication with a reciprocal, exactly for every coefficient.
///
/// For a step `s` the divisor is `d = 8s`. With `2^k` as the greatest power of two below `d`, and `m = ceil(2^(16+k) / d)`,
/// which has 16 bits, the rounded quotient of a magnitude `n` of 2^15 at most is `(n * m + 2^(15+k)) >> (16 + k)`, because
/// `m` is too large by less than one part of 2^15 (Granlund and Montgomery, 1994). In 16-bit arithmetic: take the upper half
/// of `n * m`, add `2^(k-1)`, and take the upper half of that times `2^(16-k)`.
#[derive(Clone, Debug)]
pub struct ReciprocalQuantizer {
    steps: [QuantTable; 3],
    tables: [Reciprocals; 3],
    has_dead_zone: bool,
}

#[derive(Clone, Debug)]
struct Reciprocals {
    reciprocal: [u16; 64],
    half: [u16; 64],
    scale: [u16; 64],
    /// The least magnitude outside of the dead zone.
    least: [u16; 64],
}

impl Reciprocals {
    fn new(table: &QuantTable) -> Self {
        let mut these = Reciprocals { half: [0; 64], reciprocal: [0; 64], scale: [0; 64], least: [0; 64] };
        for (at, &step) in table.steps().iter().enumerate() {
            let divisor = 8 * u32::from(step);
            // A greater step quantises every coefficient to 0, as do zeros in these tables.
            if divisor <= 1 << 16 {
                let k = (divisor - 1).ilog2();
                these.reciprocal[at] = (1_u32 << (16 + k)).div_ceil(divisor) as u16;
                these.half[at] = 1 << (k - 1);
                these.scale[at] = 1 << (16 - k);
            }
        }
        these
    }

    #[inline(always)]
    fn quantize(&self, coefficients: &Block8x8) -> Block8x8 {
        let mut quantized = [[0; 8]; 8];
        let out = quantized.as_flattened_mut();
        for (at, &c) in coefficients.as_flattened().iter().enumerate() {
            let upper = |a: u16, b: u16| ((u32::from(a) * u32::from(b)) >> 16) as u16;
            // The sum keeps the products apart: the compiler would compute two in a row in 32 bits.
            let sum = upper(c.unsigned_abs(), self.reciprocal[at]).wrapping_add(self.half[at]);
            let magnitude = upper(sum, self.scale[at]) as i16;
            let sign = c >> 15;
            out[at] = (magnitude ^ sign).wrapping_sub(sign);
        }
        quantized
    }
}

impl ReciprocalQuantizer {
    /// Returns a quantiser with these tables, which rounds to the nearest level.
    pub fn new(tables: &[QuantTable; 3]) -> Self {
        let reciprocals = tables.each_ref().map(Reciprocals::new);
        ReciprocalQuantizer { steps: tables.clone(), tables: reciprocals, has_dead_zone: false }
    }

    /// Returns this quantiser with another dead zone.
    ///
    /// ```
    /// use codecs::jpeg::baseline::{DeadZone, Options, Quantizer, ReciprocalQuantizer};
    /// let tables = Options::new(50)?.quant; // the first steps are 16 and 11
    /// let block = |c: i16| [[c; 8]; 8];
    /// let quantizer = ReciprocalQuantizer::new(&tables).with_dead_zone(DeadZone::new(0.75)?);
    /// assert_eq!(quantizer.quantize(0, &block(65))[0][..2], [1, 0]); // 0.51 and 0.74 steps
    /// assert_eq!(quantizer.quantize(0, &block(66))[0][..2], [1, 1]); // 0.52 and 0.75 steps
    /// # Ok::<(), codecs::jpeg::JpegError>(())
    /// ```
    #[must_use]
    pub fn with_dead_zone(mut self, dead_zone: DeadZone) -> Self {
        self.has_dead_zone = dead_zone != DeadZone::NONE;
        for (table, steps) in self.tables.iter_mut().zip(&self.steps) {
            // DC coefficients have no dead zone.
            for (least, &step) in table.least.iter_mut().zip(steps.steps()).skip(1) {
                *least = dead_zone.least(step);
            }
        }
        self
    }
}

impl Quantizer for ReciprocalQuantizer {
    #[inline(always)]
    fn quantize(&self, table: usize, coefficients: &Block8x8) -> Block8x8 {
        // Loops over blocks would keep the table in registers, and then the compiler computes products in 32 bits.
        let table = core::hint::black_box(&self.tables[table]);
        let mut quantized = table.quantize(coefficients);
        if self.has_dead_zone {
            let all = quantized.as_flattened_mut().iter_mut().zip(coefficients.as_flattened()).zip(&table.least);
            all.for_each(|((level, c), least)| *level = if c.unsigned_abs() < *least { 0 } else { *level });
        }
        quantized
    }
}

/// Divides literally: slow, the reference for tests.
#[derive(Clone, Debug)]
pub struct DividingQuantizer(pub [QuantTable; 3]);

impl Quantizer for DividingQuantizer {
    fn quantize(&self, table: usize, coefficients: &Block8x8) -> Block8x8 {
        let steps = self.0[table].steps();
        core::array::from_fn(|v| {
            core::array::from_fn(|u| {
                let (c, step) = (i32::from(coefficients[v][u]), 8 * i32::from(steps[8 * v + u]));
                let magnitude = (c.abs() + step / 2) / step;
                (if c < 0 { -magnitude } else { magnitude }) as i16
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps at which arithmetic of 16 bits could fail, and many usual ones.
    fn steps() -> impl Iterator<Item = u32> {
        (1..=300).chain([511, 512, 513, 4095, 4096, 4097, 8190, 8191, 8192, 20000, 65535])
    }

    /// Returns tables of one step, and all coefficients in blocks.
    fn every(step: u32) -> ([QuantTable; 3], Vec<Block8x8>) {
        let tables = [QuantTable::new([step; 64]).unwrap(), QuantTable::LUMA, QuantTable::CHROMA];
        let all: Vec<i16> = (-32767..=32767).collect();
        let blocks = all.chunks(64).map(|coefficients| {
            let mut block = [[0; 8]; 8];
            block.as_flattened_mut()[..coefficients.len()].copy_from_slice(coefficients);
            block
        });
        (tables, blocks.collect())
    }

    #[test]
    fn reciprocals_divide_exactly_for_every_coefficient_and_step() {
        for step in steps() {
            let (tables, blocks) = every(step);
            let (fast, plain) = (ReciprocalQuantizer::new(&tables), DividingQuantizer(tables));
            for block in &blocks {
                assert_eq!(fast.quantize(0, block), plain.quantize(0, block), "step {step}");
            }
        }
    }

    #[test]
    fn a_dead_zone_removes_the_ac_coefficients_below_it_and_no_others() {
        for (step, percent) in steps().step_by(7).flat_map(|step| [50, 60, 75, 100].map(|percent| (step, percent))) {
            let (tables, blocks) = every(step);
            let dead_zone = DeadZone::new(percent as f32 / 100.0).unwrap();
            let (fast, plain) =
                (ReciprocalQuantizer::new(&tables).with_dead_zone(dead_zone), DividingQuantizer(tables));
            for block in &blocks {
                let mut expected = plain.quantize(0, block);
                let all = expected.as_flattened_mut().iter_mut().zip(block.as_flattened()).skip(1);
                all.filter(|(_, c)| u32::from(c.unsigned_abs()) * 100 < 8 * step * percent).for_each(|(q, _)| *q = 0);
                assert_eq!(fast.quantize(0, block), expected, "step {step}, {percent} %");
            }
        }
    }
}
