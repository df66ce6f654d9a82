//! The forward DCT of an 8x8 block (T.81 A.3.3).
//!
//! ```text
//!            1                     7   7                2x+1            2y+1
//!   S(v,u) = - C(u) C(v)  sum     sum  s(y,x) cos(---- u pi) cos(---- v pi)
//!            4               y=0   x=0               16              16
//! ```
//!
//! [`IntegerDct`] is the "slow integer" form, in common use in encoders and decoders: the factorisation of Loeffler,
//! Ligtenberg and Moschytz (ICASSP 1989) with 13-bit constants and two extra bits kept between the passes.
//! [`DoubleDct`] is the definition above. Coefficients are **eight times** those of T.81; the quantiser takes that into
//! account.

use self::constants::*;
use crate::spaces::Samples;
use fearless_simd::Level;
use unite::{Fixed, Inside, Window};

/// The 64 coefficients of a block: row `v`, column `u`.
pub type Block8x8 = [[i16; 8]; 8];

/// An 8x8 window into a plane of 8-bit samples.
pub type SampleWindow<'a> = Window<'a, Samples, u8, Fixed<8, 8>, Inside>;

/// Two neighbouring blocks of a plane.
pub type PairWindow<'a> = Window<'a, Samples, u8, Fixed<8, 16>, Inside>;

/// Four neighbouring blocks of a plane.
pub type QuadWindow<'a> = Window<'a, Samples, u8, Fixed<8, 32>, Inside>;

/// A forward DCT: a stage of the encoder that a user can replace.
///
/// The input is samples; the transform subtracts 128 from each (A.3.1). The result is eight times that of T.81, rounded
/// to integers. It is called from code compiled for each SIMD level: mark the method `#[inline(always)]`.
pub trait ForwardDct: Sync {
    /// Returns the coefficients of a block of samples.
    fn forward(&self, samples: SampleWindow<'_>) -> Block8x8;

    /// Returns the coefficients of two neighbouring blocks. By default calls [`forward`](ForwardDct::forward) for each;
    /// an implementation may be faster on some levels but returns the same numbers.
    #[inline(always)]
    fn forward_pair(&self, _level: Level, samples: PairWindow<'_>) -> [Block8x8; 2] {
        [self.forward(samples.part::<0, 0, _>()), self.forward(samples.part::<0, 8, _>())]
    }

    /// Returns the coefficients of four neighbouring blocks. By default calls [`forward_pair`](ForwardDct::forward_pair) twice.
    #[inline(always)]
    fn forward_quad(&self, level: Level, samples: QuadWindow<'_>) -> [Block8x8; 4] {
        two_pairs(self, level, samples)
    }
}

/// Returns whether [`ForwardDct::forward_quad`] may be faster than two pairs: registers hold a row of four blocks.
#[inline(always)]
pub(super) fn has_quads(level: Level) -> bool {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return level.as_avx512().is_some();
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    {
        let _ = level;
        false
    }
}

/// Transforms four neighbouring blocks as two pairs.
#[inline(always)]
fn two_pairs(dct: &(impl ForwardDct + ?Sized), level: Level, samples: QuadWindow<'_>) -> [Block8x8; 4] {
    let [a, b] = dct.forward_pair(level, samples.part::<0, 0, _>());
    let [c, d] = dct.forward_pair(level, samples.part::<0, 16, _>());
    [a, b, c, d]
}

/// The integer DCT that libjpeg calls "slow". Its results are the same on every machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct IntegerDct;

impl ForwardDct for IntegerDct {
    #[inline(always)]
    fn forward(&self, samples: SampleWindow<'_>) -> Block8x8 {
        let mut block = [[0; 8]; 8];
        for (row, samples) in block.iter_mut().zip(samples.rows()) {
            for (c, &s) in row.iter_mut().zip(samples) {
                *c = i32::from(s) - 128;
            }
        }
        // A pass transforms the columns of its operand, all eight side by side.
        let rows = pass::<11, true>(transposed(block));
        let both = pass::<15, false>(transposed(rows));
        both.map(|row| row.map(|c| c as i16))
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn forward_pair(&self, level: Level, samples: PairWindow<'_>) -> [Block8x8; 2] {
        match level.as_avx2() {
            Some(avx2) => super::dct_x86::forward_pair(avx2, samples),
            None => [self.forward(samples.part::<0, 0, _>()), self.forward(samples.part::<0, 8, _>())],
        }
    }

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    #[inline(always)]
    fn forward_quad(&self, level: Level, samples: QuadWindow<'_>) -> [Block8x8; 4] {
        match level.as_avx512() {
            Some(avx512) => super::dct_x86::forward_quad(avx512, samples),
            None => two_pairs(self, level, samples),
        }
    }
}

#[inline(always)]
fn transposed(block: [[i32; 8]; 8]) -> [[i32; 8]; 8] {
    core::array::from_fn(|x| core::array::from_fn(|y| block[y][x]))
}

/// Computes eight 1-D transforms at once: `v[k]` holds sample `k` of each.
///
/// Products are rounded and shifted right by `DESCALE` bits. The first pass keeps two extra bits of precision, the
/// second drops them.
#[inline(always)]
pub(super) fn pass<const DESCALE: u32, const FIRST: bool>(v: [[i32; 8]; 8]) -> [[i32; 8]; 8] {
    let zip =
        |a: [i32; 8], b: [i32; 8], f: fn(i32, i32) -> i32| -> [i32; 8] { core::array::from_fn(|i| f(a[i], b[i])) };
    let add = |a, b| zip(a, b, |a, b| a + b);
    let sub = |a, b| zip(a, b, |a, b| a - b);
    let times = |a: [i32; 8], c: i32| a.map(|a| a * c);
    let product = |a: [i32; 8]| a.map(|a| (a + (1 << (DESCALE - 1))) >> DESCALE);
    let sum = |a: [i32; 8]| if FIRST { a.map(|a| a << 2) } else { a.map(|a| (a + 2) >> 2) };

    // Even part.
    let (t0, t7) = (add(v[0], v[7]), sub(v[0], v[7]));
    let (t1, t6) = (add(v[1], v[6]), sub(v[1], v[6]));
    let (t2, t5) = (add(v[2], v[5]), sub(v[2], v[5]));
    let (t3, t4) = (add(v[3], v[4]), sub(v[3], v[4]));
    let (t10, t13) = (add(t0, t3), sub(t0, t3));
    let (t11, t12) = (add(t1, t2), sub(t1, t2));
    let z1 = times(add(t12, t13), FIX_0_541196100);
    let even = [
        sum(add(t10, t11)),
        product(add(z1, times(t13, FIX_0_765366865))),
        sum(sub(t10, t11)),
        product(sub(z1, times(t12, FIX_1_847759065))),
    ];

    // Odd part.
    let (z1, z2) = (times(add(t4, t7), -FIX_0_899976223), times(add(t5, t6), -FIX_2_562915447));
    let (z3, z4) = (add(t4, t6), add(t5, t7));
    let z5 = times(add(z3, z4), FIX_1_175875602);
    let (z3, z4) = (add(times(z3, -FIX_1_961570560), z5), add(times(z4, -FIX_0_390180644), z5));
    let odd = [
        product(add(times(t7, FIX_1_501321110), add(z1, z4))),
        product(add(times(t6, FIX_3_072711026), add(z2, z3))),
        product(add(times(t5, FIX_2_053119869), add(z2, z4))),
        product(add(times(t4, FIX_0_298631336), add(z1, z3))),
    ];
    [even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3]]
}

/// The constants of the factorisation, times 2^13.
pub(super) mod constants {
    pub(in super::super) const FIX_0_298631336: i32 = 2446;
    pub(in super::super) const FIX_0_390180644: i32 = 3196;
    pub(in super::super) const FIX_0_541196100: i32 = 4433;
    pub(in super::super) const FIX_0_765366865: i32 = 6270;
    pub(in super::super) const FIX_0_899976223: i32 = 7373;
    pub(in super::super) const FIX_1_175875602: i32 = 9633;
    pub(in super::super) const FIX_1_501321110: i32 = 12299;
    pub(in super::super) const FIX_1_847759065: i32 = 15137;
    pub(in super::super) const FIX_1_961570560: i32 = 16069;
    pub(in super::super) const FIX_2_053119869: i32 = 16819;
    pub(in super::super) const FIX_2_562915447: i32 = 20995;
    pub(in super::super) const FIX_3_072711026: i32 = 25172;
}

/// The definition of A.3.3 in double precision, rounded: slow, the reference for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct DoubleDct;

impl ForwardDct for DoubleDct {
    fn forward(&self, samples: SampleWindow<'_>) -> Block8x8 {
        let s = samples.load();
        let cosine = |x: usize, u: usize| ((2 * x + 1) as f64 * u as f64 * core::f64::consts::PI / 16.0).cos();
        let scale = |u: usize| if u == 0 { core::f64::consts::FRAC_1_SQRT_2 } else { 1.0 };
        core::array::from_fn(|v| {
            core::array::from_fn(|u| {
                let mut sum = 0.0;
                for (y, row) in s.iter().enumerate() {
                    for (x, &s) in row.iter().enumerate() {
                        sum += (f64::from(s) - 128.0) * cosine(x, u) * cosine(y, v);
                    }
                }
                (8.0 * sum * scale(u) * scale(v) / 4.0).round() as i16
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;
    use unite::{Dyn, View};

    fn window(samples: &[u8; 64]) -> SampleWindow<'_> {
        View::<Samples, u8>::over(samples, [0, 0], Dyn([8, 8])).unwrap().fixed().window().unwrap()
    }

    #[test]
    fn the_integer_transform_is_the_definition_to_a_sixth_of_a_quantisation_step_of_one() {
        let mut noise = Noise::new(5);
        let mut worst = 0;
        for round in 0..2000 {
            let samples: [u8; 64] = core::array::from_fn(|_| {
                let sample = (noise.bits() >> 24) as u8;
                if round % 2 == 0 { sample } else { if sample > 127 { 255 } else { 0 } }
            });
            let (fast, exact) = (IntegerDct.forward(window(&samples)), DoubleDct.forward(window(&samples)));
            for (a, b) in fast.as_flattened().iter().zip(exact.as_flattened()) {
                worst = worst.max((a - b).abs());
            }
        }
        assert!(worst <= 1, "{worst} of 8");
    }

    #[test]
    fn a_flat_block_has_its_mean_and_nothing_else() {
        let block = IntegerDct.forward(window(&[200; 64]));
        assert_eq!(block[0][0], 8 * 8 * (200 - 128));
        assert!(block.as_flattened()[1..].iter().all(|&c| c == 0));
    }
}
