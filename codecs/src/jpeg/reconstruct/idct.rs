//! The inverse DCT of an 8x8 block (T.81 A.3.3), after dequantisation (A.3.4).
//!
//! The "slow integer" form: the factorisation of Loeffler, Ligtenberg and Moschytz (ICASSP 1989) with 13-bit constants, and
//! two extra bits kept between the passes. The forward form is in `baseline/dct.rs`.

use crate::jpeg::coefficients::Levels;
use crate::jpeg::quant_table::QuantTable;

/// The fractional bits of the constants, and the extra bits between the passes.
const CONSTANT_BITS: i32 = 13;
const EXTRA_BITS: i32 = 2;

/// Returns a constant with 13 fractional bits.
const fn fixed(value: f64) -> i32 {
    (value * (1 << CONSTANT_BITS) as f64 + 0.5) as i32
}

const C0_298: i32 = fixed(0.298_631_336);
const C0_390: i32 = fixed(0.390_180_644);
const C0_541: i32 = fixed(0.541_196_100);
const C0_765: i32 = fixed(0.765_366_865);
const C0_899: i32 = fixed(0.899_976_223);
const C1_175: i32 = fixed(1.175_875_602);
const C1_501: i32 = fixed(1.501_321_110);
const C1_847: i32 = fixed(1.847_759_065);
const C1_961: i32 = fixed(1.961_570_560);
const C2_053: i32 = fixed(2.053_119_869);
const C2_562: i32 = fixed(2.562_915_447);
const C3_072: i32 = fixed(3.072_711_026);

type Rows = [[i32; 8]; 8];

/// Transforms the eight columns of a block side by side, and drops `SHIFT` bits.
#[inline(always)]
fn pass<const SHIFT: i32>(rows: &Rows) -> Rows {
    let mut out = [[0; 8]; 8];
    for x in 0..8 {
        let c: [i32; 8] = core::array::from_fn(|v| rows[v][x]);
        // The even part.
        let z = c[2].wrapping_add(c[6]).wrapping_mul(C0_541);
        let (two, six) = (z.wrapping_add(c[2].wrapping_mul(C0_765)), z.wrapping_sub(c[6].wrapping_mul(C1_847)));
        let zero = c[0].wrapping_add(c[4]) << CONSTANT_BITS;
        let four = c[0].wrapping_sub(c[4]) << CONSTANT_BITS;
        let even = [zero.wrapping_add(two), four.wrapping_add(six), four.wrapping_sub(six), zero.wrapping_sub(two)];
        // The odd part.
        let z1 = c[7].wrapping_add(c[1]).wrapping_mul(-C0_899);
        let z2 = c[5].wrapping_add(c[3]).wrapping_mul(-C2_562);
        let (z3, z4) = (c[7].wrapping_add(c[3]), c[5].wrapping_add(c[1]));
        let z5 = z3.wrapping_add(z4).wrapping_mul(C1_175);
        let z3 = z3.wrapping_mul(-C1_961).wrapping_add(z5);
        let z4 = z4.wrapping_mul(-C0_390).wrapping_add(z5);
        let odd = [
            c[1].wrapping_mul(C1_501).wrapping_add(z1).wrapping_add(z4),
            c[3].wrapping_mul(C3_072).wrapping_add(z2).wrapping_add(z3),
            c[5].wrapping_mul(C2_053).wrapping_add(z2).wrapping_add(z4),
            c[7].wrapping_mul(C0_298).wrapping_add(z1).wrapping_add(z3),
        ];
        for y in 0..4 {
            let half = 1 << (SHIFT - 1);
            out[y][x] = even[y].wrapping_add(odd[y]).wrapping_add(half) >> SHIFT;
            out[7 - y][x] = even[y].wrapping_sub(odd[y]).wrapping_add(half) >> SHIFT;
        }
    }
    out
}

#[inline(always)]
fn transposed(rows: &Rows) -> Rows {
    core::array::from_fn(|y| core::array::from_fn(|x| rows[x][y]))
}

/// Returns the samples of a block, row by row.
#[inline(always)]
pub(super) fn block(levels: &Levels, table: &QuantTable) -> [[u8; 8]; 8] {
    let mut rows = levels.rows().map(|row| row.map(i32::from));
    for (c, &step) in rows.as_flattened_mut().iter_mut().zip(table.steps()) {
        *c *= i32::from(step);
    }
    let columns = pass::<{ CONSTANT_BITS - EXTRA_BITS }>(&rows);
    let samples = pass::<{ CONSTANT_BITS + EXTRA_BITS + 3 }>(&transposed(&columns));
    transposed(&samples).map(|row| row.map(|s| s.saturating_add(128).clamp(0, 255) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;
    use std::f64::consts::PI;

    /// Returns the samples by the formula of A.3.3, before rounding.
    fn plain(levels: &Levels, table: &QuantTable) -> [[f64; 8]; 8] {
        let (rows, steps) = (levels.rows(), table.steps());
        let scale = |k: usize| if k == 0 { 0.5_f64.sqrt() } else { 1.0 };
        let cosine = |x: usize, u: usize| ((2 * x + 1) as f64 * u as f64 * PI / 16.0).cos();
        core::array::from_fn(|y| {
            core::array::from_fn(|x| {
                let mut sum = 0.0;
                for (v, u) in (0..8).flat_map(|v| (0..8).map(move |u| (v, u))) {
                    let c = f64::from(rows[v][u]) * f64::from(steps[8 * v + u]);
                    sum += scale(u) * scale(v) * c * cosine(x, u) * cosine(y, v);
                }
                (sum / 4.0 + 128.0).clamp(0.0, 255.0)
            })
        })
    }

    #[test]
    fn samples_are_those_of_the_formula_but_for_rounding() {
        let mut noise = Noise::new(31);
        for n in 0..400 {
            let table = QuantTable::LUMA.at_quality(1 + (n % 100) as u8).unwrap();
            let mut levels = Levels::default();
            for _ in 0..noise.below(20) {
                let k = noise.below(64);
                let most = 600 / i64::from(table.steps()[usize::from(crate::jpeg::marker::ZIGZAG[k])]) + 1;
                levels.0[k] = (noise.below(2 * most as usize) as i64 - most) as i16;
            }
            let (fast, exact) = (block(&levels, &table), plain(&levels, &table));
            for (fast, exact) in fast.as_flattened().iter().zip(exact.as_flattened()) {
                assert!((f64::from(*fast) - exact).abs() < 1.1, "{fast} {exact}");
            }
        }
    }
}
