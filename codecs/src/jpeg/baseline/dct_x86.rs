//! The integer DCT of two blocks side by side in 256-bit registers.
//!
//! A register holds row `k` of both blocks, eight 16-bit numbers each, so each step below works on sixteen columns:
//!
//! ```text
//!   lanes 0 .. 7: row k of the left block    lanes 8 .. 15: row k of the right block
//! ```
//!
//! The arithmetic is that of [`pass`](super::dct::pass), rearranged into sums of two products (`pmaddwd`: `a c + b d`
//! of interleaved 16-bit numbers in 32 bits); integer sums of products do not depend on their order. All sums of
//! samples fit into 16 bits: eight samples of -128 to 127 add up to at least -1024, the first pass scales by four, and
//! eight rows of that add up to at least -32768.

use super::dct::{Block8x8, PairWindow, constants::*};
use fearless_simd::prelude::*;
use fearless_simd::{Avx2, i16x16};

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Eight rows of two blocks.
type Rows = [__m256i; 8];

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
        let rows = first_pass(avx2, transposed(avx2, rows));
        let rows = second_pass(avx2, transposed(avx2, rows));
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
    /// Transposes each of the two blocks.
    #[inline]
    fn transposed(_avx2: Avx2, r: Rows) -> Rows {
        // Interleaves rows in pairs, then pairs of pairs, then groups of four.
        let a = [
            _mm256_unpacklo_epi16(r[0], r[1]),
            _mm256_unpackhi_epi16(r[0], r[1]),
            _mm256_unpacklo_epi16(r[2], r[3]),
            _mm256_unpackhi_epi16(r[2], r[3]),
            _mm256_unpacklo_epi16(r[4], r[5]),
            _mm256_unpackhi_epi16(r[4], r[5]),
            _mm256_unpacklo_epi16(r[6], r[7]),
            _mm256_unpackhi_epi16(r[6], r[7]),
        ];
        let b = [
            _mm256_unpacklo_epi32(a[0], a[2]),
            _mm256_unpackhi_epi32(a[0], a[2]),
            _mm256_unpacklo_epi32(a[1], a[3]),
            _mm256_unpackhi_epi32(a[1], a[3]),
            _mm256_unpacklo_epi32(a[4], a[6]),
            _mm256_unpackhi_epi32(a[4], a[6]),
            _mm256_unpacklo_epi32(a[5], a[7]),
            _mm256_unpackhi_epi32(a[5], a[7]),
        ];
        [
            _mm256_unpacklo_epi64(b[0], b[4]),
            _mm256_unpackhi_epi64(b[0], b[4]),
            _mm256_unpacklo_epi64(b[1], b[5]),
            _mm256_unpackhi_epi64(b[1], b[5]),
            _mm256_unpacklo_epi64(b[2], b[6]),
            _mm256_unpackhi_epi64(b[2], b[6]),
            _mm256_unpacklo_epi64(b[3], b[7]),
            _mm256_unpackhi_epi64(b[3], b[7]),
        ]
    }
);

/// Defines one pass over eight rows. The two passes differ in the scaling of sums and the shift of products.
macro_rules! pass {
    ($(#[$doc:meta])* $name:ident, $descale:literal, $sum:expr) => {
        fearless_simd::kernel!(
            $(#[$doc])*
            #[inline]
            fn $name(_avx2: Avx2, v: Rows) -> Rows {
                // A register that alternates two constants.
                let pair = |c: i32, d: i32| _mm256_set1_epi32((c & 0xFFFF) | (d << 16));
                let half = _mm256_set1_epi32(1 << ($descale - 1));
                // Returns (a c + b d, a e + b f), rounded and shifted.
                let products = |a, b, cd, ef| {
                    let (low, high) = (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
                    let one = |c| {
                        let descale = |p| _mm256_srai_epi32::<$descale>(_mm256_add_epi32(p, half));
                        let (low, high) = (_mm256_madd_epi16(low, c), _mm256_madd_epi16(high, c));
                        _mm256_packs_epi32(descale(low), descale(high))
                    };
                    (one(cd), one(ef))
                };
                let (t0, t7) = (_mm256_add_epi16(v[0], v[7]), _mm256_sub_epi16(v[0], v[7]));
                let (t1, t6) = (_mm256_add_epi16(v[1], v[6]), _mm256_sub_epi16(v[1], v[6]));
                let (t2, t5) = (_mm256_add_epi16(v[2], v[5]), _mm256_sub_epi16(v[2], v[5]));
                let (t3, t4) = (_mm256_add_epi16(v[3], v[4]), _mm256_sub_epi16(v[3], v[4]));

                // Even part.
                let (t10, t13) = (_mm256_add_epi16(t0, t3), _mm256_sub_epi16(t0, t3));
                let (t11, t12) = (_mm256_add_epi16(t1, t2), _mm256_sub_epi16(t1, t2));
                let sum = $sum;
                let (even0, even4) = (sum(_mm256_add_epi16(t10, t11)), sum(_mm256_sub_epi16(t10, t11)));
                let (even2, even6) = products(
                    t13,
                    t12,
                    pair(FIX_0_541196100 + FIX_0_765366865, FIX_0_541196100),
                    pair(FIX_0_541196100, FIX_0_541196100 - FIX_1_847759065),
                );

                // Odd part: z3 and z4 include z5; each output adds a sum of two products.
                let (z3, z4) = (_mm256_add_epi16(t4, t6), _mm256_add_epi16(t5, t7));
                let (low, high) = (_mm256_unpacklo_epi16(z3, z4), _mm256_unpackhi_epi16(z3, z4));
                let z3 = pair(FIX_1_175875602 - FIX_1_961570560, FIX_1_175875602);
                let z4 = pair(FIX_1_175875602, FIX_1_175875602 - FIX_0_390180644);
                let (z3_low, z3_high) = (_mm256_madd_epi16(low, z3), _mm256_madd_epi16(high, z3));
                let (z4_low, z4_high) = (_mm256_madd_epi16(low, z4), _mm256_madd_epi16(high, z4));
                let odd = |low, high, c, z_low, z_high| {
                    let descale = |p, z| {
                        let sum = _mm256_add_epi32(_mm256_madd_epi16(p, c), _mm256_add_epi32(z, half));
                        _mm256_srai_epi32::<$descale>(sum)
                    };
                    _mm256_packs_epi32(descale(low, z_low), descale(high, z_high))
                };
                let (low, high) = (_mm256_unpacklo_epi16(t4, t7), _mm256_unpackhi_epi16(t4, t7));
                let c = pair(FIX_0_298631336 - FIX_0_899976223, -FIX_0_899976223);
                let odd7 = odd(low, high, c, z3_low, z3_high);
                let c = pair(-FIX_0_899976223, FIX_1_501321110 - FIX_0_899976223);
                let odd1 = odd(low, high, c, z4_low, z4_high);
                let (low, high) = (_mm256_unpacklo_epi16(t5, t6), _mm256_unpackhi_epi16(t5, t6));
                let c = pair(FIX_2_053119869 - FIX_2_562915447, -FIX_2_562915447);
                let odd5 = odd(low, high, c, z4_low, z4_high);
                let c = pair(-FIX_2_562915447, FIX_3_072711026 - FIX_2_562915447);
                let odd3 = odd(low, high, c, z3_low, z3_high);
                [even0, odd1, even2, odd3, even4, odd5, even6, odd7]
            }
        );
    };
}

pass! {
    /// The row pass: sums keep two extra bits.
    first_pass, 11, _mm256_slli_epi16::<2>
}
pass! {
    /// The column pass: the two extra bits are rounded away.
    second_pass, 15, |sum| _mm256_srai_epi16::<2>(_mm256_add_epi16(sum, _mm256_set1_epi16(2)))
}
