//! The integer DCT of two blocks side by side in 256-bit registers, and of four in 512-bit registers.
//!
//! A register holds row `k` of all blocks, eight 16-bit numbers each, so each step below works on their columns:
//!
//! ```text
//!   lanes 0 .. 7: row k of the first block    lanes 8 .. 15: row k of the second block    ..
//! ```
//!
//! The arithmetic is that of [`pass`](super::dct::pass), rearranged into sums of two products (`pmaddwd`: `a c + b d`
//! of interleaved 16-bit numbers in 32 bits); integer sums of products do not depend on their order. All sums of
//! samples fit into 16 bits: eight samples of -128 to 127 add up to at least -1024, the first pass scales by four, and
//! eight rows of that add up to at least -32768.

use super::dct::{Block8x8, PairWindow, QuadWindow};
use fearless_simd::prelude::*;
use fearless_simd::{Avx2, Avx512, i16x16, i16x32, u8x32};

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

fearless_simd::kernel!(
    /// Returns the coefficients of two neighbouring blocks.
    #[inline]
    pub(super) fn forward_pair(avx2: Avx2, samples: PairWindow<'_>) -> [Block8x8; 2] {
        let centre = _mm256_set1_epi16(128);
        let mut rows = [centre; 8];
        for (row, samples) in rows.iter_mut().zip(samples.rows()) {
            let [left, right] = [0, 8].map(|k| i64::from_le_bytes(*samples[k..].first_chunk().expect("16 samples")));
            *row = _mm256_sub_epi16(_mm256_cvtepu8_epi16(_mm_set_epi64x(right, left)), centre);
        }
        let rows = pair::transform(avx2, rows);
        let mut blocks = [[[0; 8]; 8]; 2];
        for (k, row) in rows.into_iter().enumerate() {
            let row: [i16; 16] = i16x16::<Avx2>::simd_from(avx2, row).into();
            let (left, right) = row.split_at(8);
            blocks[0][k].copy_from_slice(left);
            blocks[1][k].copy_from_slice(right);
        }
        blocks
    }
);

fearless_simd::kernel!(
    /// Returns the coefficients of four neighbouring blocks.
    #[inline]
    pub(super) fn forward_quad(avx512: Avx512, samples: QuadWindow<'_>) -> [Block8x8; 4] {
        let centre = _mm512_set1_epi16(128);
        let mut rows = [centre; 8];
        for (row, samples) in rows.iter_mut().zip(samples.rows()) {
            let samples = u8x32::from_slice(avx512, &samples[..]).into();
            *row = _mm512_sub_epi16(_mm512_cvtepu8_epi16(samples), centre);
        }
        let rows = quad::transform(avx512, rows);
        let mut blocks = [[[0; 8]; 8]; 4];
        // Four rows of a block are a register.
        for (half, r) in rows.as_chunks::<4>().0.iter().enumerate() {
            let (a, b) = (_mm512_shuffle_i64x2::<0x44>(r[0], r[1]), _mm512_shuffle_i64x2::<0x44>(r[2], r[3]));
            let (c, d) = (_mm512_shuffle_i64x2::<0xEE>(r[0], r[1]), _mm512_shuffle_i64x2::<0xEE>(r[2], r[3]));
            let of_blocks = [
                _mm512_shuffle_i64x2::<0x88>(a, b),
                _mm512_shuffle_i64x2::<0xDD>(a, b),
                _mm512_shuffle_i64x2::<0x88>(c, d),
                _mm512_shuffle_i64x2::<0xDD>(c, d),
            ];
            for (block, rows) in blocks.iter_mut().zip(of_blocks) {
                let rows: [i16; 32] = i16x32::<Avx512>::simd_from(avx512, rows).into();
                block[4 * half..][..4].as_flattened_mut().copy_from_slice(&rows);
            }
        }
        blocks
    }
);

/// Defines one pass over eight rows. The two passes differ in the scaling of sums and the shift of products.
macro_rules! pass {
    ($(#[$doc:meta])* $name:ident($token:ident, $register:ident), $descale:literal, $sum:expr) => {
        fearless_simd::kernel!(
            $(#[$doc])*
            #[inline]
            fn $name(_simd: $token, v: [$register; 8]) -> [$register; 8] {
                // A register that alternates two constants.
                let pair = |c: i32, d: i32| all32((c & 0xFFFF) | (d << 16));
                let half = all32(1 << ($descale - 1));
                // Returns (a c + b d, a e + b f), rounded and shifted.
                let products = |a, b, cd, ef| {
                    let (low, high) = (low16(a, b), high16(a, b));
                    let one = |c| {
                        let descale = |p| shift_right32::<$descale>(add32(p, half));
                        let (low, high) = (products_added(low, c), products_added(high, c));
                        packed(descale(low), descale(high))
                    };
                    (one(cd), one(ef))
                };
                let (t0, t7) = (add16(v[0], v[7]), sub16(v[0], v[7]));
                let (t1, t6) = (add16(v[1], v[6]), sub16(v[1], v[6]));
                let (t2, t5) = (add16(v[2], v[5]), sub16(v[2], v[5]));
                let (t3, t4) = (add16(v[3], v[4]), sub16(v[3], v[4]));

                // Even part.
                let (t10, t13) = (add16(t0, t3), sub16(t0, t3));
                let (t11, t12) = (add16(t1, t2), sub16(t1, t2));
                let sum = $sum;
                let (even0, even4) = (sum(add16(t10, t11)), sum(sub16(t10, t11)));
                let (even2, even6) = products(
                    t13,
                    t12,
                    pair(FIX_0_541196100 + FIX_0_765366865, FIX_0_541196100),
                    pair(FIX_0_541196100, FIX_0_541196100 - FIX_1_847759065),
                );

                // Odd part: z3 and z4 include z5; each output adds a sum of two products.
                let (z3, z4) = (add16(t4, t6), add16(t5, t7));
                let (low, high) = (low16(z3, z4), high16(z3, z4));
                let z3 = pair(FIX_1_175875602 - FIX_1_961570560, FIX_1_175875602);
                let z4 = pair(FIX_1_175875602, FIX_1_175875602 - FIX_0_390180644);
                let (z3_low, z3_high) = (products_added(low, z3), products_added(high, z3));
                let (z4_low, z4_high) = (products_added(low, z4), products_added(high, z4));
                let odd = |low, high, c, z_low, z_high| {
                    let descale = |p, z| {
                        let sum = add32(products_added(p, c), add32(z, half));
                        shift_right32::<$descale>(sum)
                    };
                    packed(descale(low, z_low), descale(high, z_high))
                };
                let (low, high) = (low16(t4, t7), high16(t4, t7));
                let c = pair(FIX_0_298631336 - FIX_0_899976223, -FIX_0_899976223);
                let odd7 = odd(low, high, c, z3_low, z3_high);
                let c = pair(-FIX_0_899976223, FIX_1_501321110 - FIX_0_899976223);
                let odd1 = odd(low, high, c, z4_low, z4_high);
                let (low, high) = (low16(t5, t6), high16(t5, t6));
                let c = pair(FIX_2_053119869 - FIX_2_562915447, -FIX_2_562915447);
                let odd5 = odd(low, high, c, z4_low, z4_high);
                let c = pair(-FIX_2_562915447, FIX_3_072711026 - FIX_2_562915447);
                let odd3 = odd(low, high, c, z3_low, z3_high);
                [even0, odd1, even2, odd3, even4, odd5, even6, odd7]
            }
        );
    };
}

/// Defines `transform`. Steps have names of their own, which each width of registers gives to its instructions.
macro_rules! passes {
    ($token:ident, $register:ident) => {
        fearless_simd::kernel!(
            /// Transforms the rows and the columns of blocks.
            #[inline]
            pub(super) fn transform(simd: $token, rows: [$register; 8]) -> [$register; 8] {
                let rows = first_pass(simd, transposed(simd, rows));
                second_pass(simd, transposed(simd, rows))
            }
        );

        fearless_simd::kernel!(
            /// Transposes each of the blocks.
            #[inline]
            fn transposed(_simd: $token, r: [$register; 8]) -> [$register; 8] {
                // Interleaves rows in pairs, then pairs of pairs, then groups of four.
                let a = [
                    low16(r[0], r[1]),
                    high16(r[0], r[1]),
                    low16(r[2], r[3]),
                    high16(r[2], r[3]),
                    low16(r[4], r[5]),
                    high16(r[4], r[5]),
                    low16(r[6], r[7]),
                    high16(r[6], r[7]),
                ];
                let b = [
                    low32(a[0], a[2]),
                    high32(a[0], a[2]),
                    low32(a[1], a[3]),
                    high32(a[1], a[3]),
                    low32(a[4], a[6]),
                    high32(a[4], a[6]),
                    low32(a[5], a[7]),
                    high32(a[5], a[7]),
                ];
                [
                    low64(b[0], b[4]),
                    high64(b[0], b[4]),
                    low64(b[1], b[5]),
                    high64(b[1], b[5]),
                    low64(b[2], b[6]),
                    high64(b[2], b[6]),
                    low64(b[3], b[7]),
                    high64(b[3], b[7]),
                ]
            }
        );

        pass! {
            /// The row pass: sums keep two extra bits.
            first_pass($token, $register), 11, |sum| shift_left16::<2>(sum)
        }
        pass! {
            /// The column pass: the two extra bits are rounded away.
            second_pass($token, $register), 15, |sum| shift_right16::<2>(add16(sum, all16(2)))
        }
    };
}

/// The transform of two blocks.
mod pair {
    use super::super::dct::constants::*;
    use super::{
        __m256i, _mm256_add_epi16 as add16, _mm256_add_epi32 as add32, _mm256_madd_epi16 as products_added,
        _mm256_packs_epi32 as packed, _mm256_set1_epi16 as all16, _mm256_set1_epi32 as all32,
        _mm256_slli_epi16 as shift_left16, _mm256_srai_epi16 as shift_right16, _mm256_srai_epi32 as shift_right32,
        _mm256_sub_epi16 as sub16, _mm256_unpackhi_epi16 as high16, _mm256_unpackhi_epi32 as high32,
        _mm256_unpackhi_epi64 as high64, _mm256_unpacklo_epi16 as low16, _mm256_unpacklo_epi32 as low32,
        _mm256_unpacklo_epi64 as low64,
    };

    passes!(Avx2, __m256i);
}

/// The transform of four blocks.
mod quad {
    use super::super::dct::constants::*;
    use super::{
        __m512i, _mm512_add_epi16 as add16, _mm512_add_epi32 as add32, _mm512_madd_epi16 as products_added,
        _mm512_packs_epi32 as packed, _mm512_set1_epi16 as all16, _mm512_set1_epi32 as all32,
        _mm512_slli_epi16 as shift_left16, _mm512_srai_epi16 as shift_right16, _mm512_srai_epi32 as shift_right32,
        _mm512_sub_epi16 as sub16, _mm512_unpackhi_epi16 as high16, _mm512_unpackhi_epi32 as high32,
        _mm512_unpackhi_epi64 as high64, _mm512_unpacklo_epi16 as low16, _mm512_unpacklo_epi32 as low32,
        _mm512_unpacklo_epi64 as low64,
    };

    passes!(Avx512, __m512i);
}
