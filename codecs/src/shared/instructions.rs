//! Instructions of x86 that portable vectors lack, each beside its portable definition.
//!
//! The compiler knows the level of `S`, so the test of the level vanishes. Each function must be inlined into code
//! that is compiled for that level.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x8, i16x16, i32x4, i64x2, u8x16, u8x32, u16x8, u16x16, u32x4};

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn sums_of_differences(_sse2: Sse2, a: __m128i, b: __m128i) -> __m128i {
            _mm_sad_epu8(a, b)
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn sums_and_differences(_avx2: Avx2, samples: __m128i) -> __m256i {
            // Bytes of 1 in the lower half, of 1 and -1 in turn in the upper half.
            let factors = _mm256_set_m128i(_mm_set1_epi16(0xFF01_u16 as i16), _mm_set1_epi8(1));
            _mm256_maddubs_epi16(_mm256_broadcastsi128_si256(samples), factors)
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn high_products(_avx2: Avx2, a: __m256i, b: __m256i) -> __m256i {
            _mm256_mulhi_epu16(a, b)
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn signed_like(_avx2: Avx2, a: __m256i, b: __m256i) -> __m256i {
            _mm256_sign_epi16(a, b)
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn zipped_16(_avx2: Avx2, a: __m256i, b: __m256i) -> [__m256i; 2] {
            [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)]
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn zipped_32(_avx2: Avx2, a: __m256i, b: __m256i) -> [__m256i; 2] {
            [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)]
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn zipped_64(_avx2: Avx2, a: __m256i, b: __m256i) -> [__m256i; 2] {
            [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)]
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn samples(_avx2: Avx2, a: __m256i, b: __m256i) -> __m256i {
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b))
        }
    );

    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn zeros_by_half(_avx2: Avx2, a: __m256i, b: __m256i) -> u32 {
            _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_packs_epi16(a, b), _mm256_setzero_si256())) as u32
        }
    );
}

/// Interleaves the lower halves of the first 128 bits of two vectors and those of the second 128 bits, and likewise the
/// upper halves, in units of some bits.
macro_rules! zipped {
    ($(#[$doc:meta])* $name:ident, $half:ident) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name<S: Simd>(simd: S, a: i16x16<S>, b: i16x16<S>) -> [i16x16<S>; 2] {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            if let Some(avx2) = simd.level().as_avx2() {
                let [low, high] = x86::$name(avx2, a.into(), b.into());
                return [i16x16::simd_from(simd, low), i16x16::simd_from(simd, high)];
            }
            let _ = simd;
            let ((a0, a1), (b0, b1)) = (a.split(), b.split());
            let (a0, a1, b0, b1): ($half<S>, $half<S>, $half<S>, $half<S>) =
                (a0.bitcast(), a1.bitcast(), b0.bitcast(), b1.bitcast());
            let low: [i16x8<S>; 2] = [a0.zip_low(b0).bitcast(), a1.zip_low(b1).bitcast()];
            let high: [i16x8<S>; 2] = [a0.zip_high(b0).bitcast(), a1.zip_high(b1).bitcast()];
            [low[0].combine(low[1]), high[0].combine(high[1])]
        }
    };
}

zipped! {
    /// Interleaves 16-bit numbers within each 128 bits of two vectors: those of the lower halves, and those of the upper.
    zipped_16, i16x8
}
zipped! {
    /// Interleaves 32-bit numbers as [`zipped_16`] does.
    zipped_32, i32x4
}
zipped! {
    /// Interleaves 64-bit numbers as [`zipped_16`] does.
    zipped_64, i64x2
}

/// Returns the numbers of two vectors as samples: clipped to 0 to 255.
#[inline(always)]
pub(crate) fn samples<S: Simd>(simd: S, a: i16x16<S>, b: i16x16<S>) -> u8x32<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = simd.level().as_avx2() {
        return u8x32::simd_from(simd, x86::samples(avx2, a.into(), b.into()));
    }
    let _ = simd;
    let (a, b): (u16x16<S>, u16x16<S>) = (a.max(0).min(255).bitcast(), b.max(0).min(255).bitcast());
    a.narrow(b)
}

/// Returns masks of numbers that are not 0: of the first eight of `a`, then the first eight of `b`; and of the last eight.
#[inline(always)]
pub(crate) fn nonzero_by_half<S: Simd>(simd: S, a: i16x16<S>, b: i16x16<S>) -> [u16; 2] {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = simd.level().as_avx2() {
        let nonzero = !x86::zeros_by_half(avx2, a.into(), b.into());
        return [nonzero as u16, (nonzero >> 16) as u16];
    }
    let _ = simd;
    let ((a0, a1), (b0, b1)) = (a.split(), b.split());
    let (first, last) = (a0.combine(b0).simd_eq(0).to_bitmask(), a1.combine(b1).simd_eq(0).to_bitmask());
    [!first as u16, !last as u16]
}

/// Returns sums of `|a - b|` over some of the lanes, in four places: their total is the sum over all sixteen.
#[inline(always)]
pub(crate) fn sums_of_differences<S: Simd>(simd: S, a: u8x16<S>, b: u8x16<S>) -> u32x4<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(sse2) = simd.level().as_sse2() {
        return u32x4::simd_from(simd, x86::sums_of_differences(sse2, a.into(), b.into()));
    }
    let _ = simd;
    (a.max(b) - a.min(b)).pairwise_widening_add().pairwise_widening_add()
}

/// Returns the eight sums `a[2 k] + a[2 k + 1]`, then the eight differences `a[2 k] - a[2 k + 1]`.
#[inline(always)]
pub(crate) fn sums_and_differences<S: Simd>(simd: S, a: u8x16<S>) -> i16x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = simd.level().as_avx2() {
        return i16x16::simd_from(simd, x86::sums_and_differences(avx2, a.into()));
    }
    let _ = simd;
    let pairs: u16x8<S> = a.bitcast();
    let (first, second): (u16x8<S>, u16x8<S>) = (pairs & 0xFF, pairs >> 8);
    // The byte order of the machine would change the signs of differences; no supported level has the other order.
    let (sums, differences): (i16x8<S>, i16x8<S>) = ((first + second).bitcast(), (first - second).bitcast());
    sums.combine(differences)
}

/// Returns the upper 16 bits of the products of unsigned numbers.
#[inline(always)]
pub(crate) fn high_products<S: Simd>(simd: S, a: u16x16<S>, b: u16x16<S>) -> u16x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = simd.level().as_avx2() {
        return u16x16::simd_from(simd, x86::high_products(avx2, a.into(), b.into()));
    }
    let _ = simd;
    let (low, high) = a.widening_mul(b);
    (low >> 16).narrow(high >> 16)
}

/// Returns `a` where `b` is positive, `-a` where it is negative, and 0 where it is 0.
#[inline(always)]
pub(crate) fn signed_like<S: Simd>(simd: S, a: i16x16<S>, b: i16x16<S>) -> i16x16<S> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if let Some(avx2) = simd.level().as_avx2() {
        return i16x16::simd_from(simd, x86::signed_like(avx2, a.into(), b.into()));
    }
    let sign = b >> 15;
    b.simd_eq(0).select(i16x16::splat(simd, 0), (a ^ sign) - sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::dispatch::dispatch;
    use core::array::from_fn;
    use noise::Noise;

    #[test]
    fn every_level_computes_the_definitions() {
        let mut noise = Noise::new(5);
        for round in 0..200 {
            let mut byte = |_: usize| if round == 0 { 255 } else { noise.bits() as u8 };
            let (a, b): ([u8; 16], [u8; 16]) = (from_fn(&mut byte), from_fn(&mut byte));
            let mut word = |_: usize| *noise.pick(&[noise_free(round), 0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF]);
            let (v, w): ([u16; 16], [u16; 16]) = (from_fn(&mut word), from_fn(&mut word));
            let sad: u32 = (0..16).map(|k| u32::from(a[k].abs_diff(b[k]))).sum();
            let pair = |k: usize| (i16::from(a[2 * (k % 8)]), i16::from(a[2 * (k % 8) + 1]));
            let pairs: [i16; 16] = from_fn(|k| if k < 8 { pair(k).0 + pair(k).1 } else { pair(k).0 - pair(k).1 });
            let high: [u16; 16] = from_fn(|k| ((u32::from(v[k]) * u32::from(w[k])) >> 16) as u16);
            let (signed, sign): ([i16; 16], [i16; 16]) = (v.map(|v| v as i16), w.map(|w| w as i16));
            let like: [i16; 16] = from_fn(|k| signed[k].wrapping_mul(sign[k].signum()));
            for level in crate::shared::levels() {
                dispatch!(level, simd => {
                    let (a, b) = (u8x16::simd_from(simd, a), u8x16::simd_from(simd, b));
                    assert_eq!(sums_of_differences(simd, a, b).reduce_sum(), sad);
                    assert_eq!(sums_and_differences(simd, a).to_array(), pairs);
                    let (v, w) = (u16x16::simd_from(simd, v), u16x16::simd_from(simd, w));
                    assert_eq!(high_products(simd, v, w).to_array(), high);
                    let (v, w) = (i16x16::simd_from(simd, signed), i16x16::simd_from(simd, sign));
                    assert_eq!(signed_like(simd, v, w).to_array(), like);
                    check_pairs(simd, v, w);
                });
            }
        }
    }

    #[inline(always)]
    fn check_pairs<S: Simd>(simd: S, v: i16x16<S>, w: i16x16<S>) {
        /// Interleaves groups of `N` numbers of the halves that begin at `from` in each 8 numbers.
        fn plain<const N: usize>(v: &[i16; 16], w: &[i16; 16], from: usize) -> [i16; 16] {
            from_fn(|k| {
                let (block, k) = (k / 8 * 8, k % 8);
                [v, w][k / N % 2][block + from + k / (2 * N) * N + k % N]
            })
        }
        let (a, b) = (v.to_array(), w.to_array());
        assert_eq!(zipped_16(simd, v, w).map(SimdBase::to_array), [0, 4].map(|from| plain::<1>(&a, &b, from)));
        assert_eq!(zipped_32(simd, v, w).map(SimdBase::to_array), [0, 4].map(|from| plain::<2>(&a, &b, from)));
        assert_eq!(zipped_64(simd, v, w).map(SimdBase::to_array), [0, 4].map(|from| plain::<4>(&a, &b, from)));
        let clipped: [u8; 32] = from_fn(|k| [a, b][k / 16][k % 16].clamp(0, 255) as u8);
        assert_eq!(samples(simd, v, w).to_array(), clipped);
        let mask = |from: usize| (0..16).fold(0, |m, k| m | u16::from([a, b][k / 8][from + k % 8] != 0) << k);
        assert_eq!(nonzero_by_half(simd, v, w), [mask(0), mask(8)]);
    }

    fn noise_free(round: u32) -> u16 {
        (round * 331) as u16
    }
}
