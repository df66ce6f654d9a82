//! Quantisation (T.81 A.3.4): division of each coefficient by its step, rounded, halves away from zero.

use super::dct::Block8x8;
use crate::jpeg::quant_table::QuantTable;

/// A quantiser: a stage of the encoder that a user can replace.
///
/// Input coefficients are eight times those of T.81 ([`ForwardDct`](super::ForwardDct)). Output coefficients are the
/// values to be coded: DC within -1024 to 1023, the others within -1023 to 1023 (the coder clips them). It is called
/// from code compiled for each SIMD level: mark the method `#[inline(always)]`.
pub trait Quantizer: Sync {
    /// Returns the quantised coefficients of a block that uses quantisation table number `table` (0 or 1).
    fn quantize(&self, table: usize, coefficients: &Block8x8) -> Block8x8;
}

/// Divides by multiplication with a reciprocal, exactly for every coefficient.
///
/// For a step `s` the divisor is `8s`. With `n = |c| + 4s`, below 2^16, the quotient is `floor(floor(n / 8) / s)`: a
/// 13-bit number divided by `s`. With `l = ceil(log2(s))` and `m = ceil(2^(13+l) / s)`, below 2^14, that is
/// `(floor(n / 8) * m) >> (13 + l)` (Granlund and Montgomery, 1994). In 16-bit arithmetic: take the upper half of
/// `8 floor(n / 8) * 4m`, then the upper half of that times `2^(14-l)`.
#[derive(Clone, Debug)]
pub struct ReciprocalQuantizer {
    tables: [Reciprocals; 2],
}

#[derive(Clone, Debug)]
struct Reciprocals {
    half: [u16; 64],
    reciprocal: [u16; 64],
    scale: [u16; 64],
}

impl Reciprocals {
    fn new(table: &QuantTable) -> Self {
        let mut these = Reciprocals { half: [0; 64], reciprocal: [0; 64], scale: [0; 64] };
        for (k, &step) in table.steps().iter().enumerate() {
            let s = u32::from(step);
            // A greater step quantises every coefficient to 0, as do zeros in these tables.
            if s < 1 << 13 {
                let l = s.next_power_of_two().trailing_zeros();
                these.half[k] = (4 * s) as u16;
                these.reciprocal[k] = (4 * (1_u32 << (13 + l)).div_ceil(s)) as u16;
                these.scale[k] = 1 << (14 - l);
            }
        }
        these
    }
}

impl ReciprocalQuantizer {
    /// Returns a quantiser with these two tables.
    pub fn new(tables: &[QuantTable; 2]) -> Self {
        ReciprocalQuantizer { tables: [Reciprocals::new(&tables[0]), Reciprocals::new(&tables[1])] }
    }
}

impl Quantizer for ReciprocalQuantizer {
    #[inline(always)]
    fn quantize(&self, table: usize, coefficients: &Block8x8) -> Block8x8 {
        let Reciprocals { half, reciprocal, scale } = &self.tables[table];
        let mut quantized = [[0; 8]; 8];
        let out = quantized.as_flattened_mut();
        for (k, &c) in coefficients.as_flattened().iter().enumerate() {
            let n = c.unsigned_abs().wrapping_add(half[k]) & !7;
            let upper = |a: u16, b: u16| ((u32::from(a) * u32::from(b)) >> 16) as u16;
            let magnitude = upper(upper(n, reciprocal[k]), scale[k]) as i16;
            let sign = c >> 15;
            out[k] = (magnitude ^ sign).wrapping_sub(sign);
        }
        quantized
    }
}

/// Divides literally: slow, the reference for tests.
#[derive(Clone, Debug)]
pub struct DividingQuantizer(pub [QuantTable; 2]);

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

    #[test]
    fn reciprocals_divide_exactly_for_every_coefficient_and_step() {
        let steps = (1..=300).chain([511, 512, 513, 4095, 4096, 4097, 8190, 8191, 8192, 20000, 65535]);
        for step in steps {
            let tables = [QuantTable::new([step; 64]).unwrap(), QuantTable::LUMA];
            let (fast, plain) = (ReciprocalQuantizer::new(&tables), DividingQuantizer(tables));
            let all: Vec<i16> = (-32767..=32767).collect();
            for coefficients in all.chunks(64) {
                let mut block = [[0; 8]; 8];
                block.as_flattened_mut()[..coefficients.len()].copy_from_slice(coefficients);
                assert_eq!(fast.quantize(0, &block), plain.quantize(0, &block), "step {step}");
            }
        }
    }
}
