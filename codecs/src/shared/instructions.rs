//! Instructions of x86 that portable vectors lack, each beside its portable definition.
//!
//! Where the level of `S` is known to the compiler, the test of the level vanishes. Each function must be inlined into code
//! that is compiled for that level.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x8, i16x16, u8x16, u16x8, u16x16, u32x4};

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
    use core::array::from_fn;
    use fearless_simd::dispatch;
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
            let high: [u16; 16] = from_fn(|k| (u32::from(v[k]) * u32::from(w[k]) >> 16) as u16);
            let (signed, sign): ([i16; 16], [i16; 16]) = (v.map(|v| v as i16), w.map(|w| w as i16));
            let like: [i16; 16] = from_fn(|k| signed[k].wrapping_mul(sign[k].signum()));
            for level in crate::h264::levels() {
                dispatch!(level, simd => {
                    let (a, b) = (u8x16::simd_from(simd, a), u8x16::simd_from(simd, b));
                    assert_eq!(sums_of_differences(simd, a, b).reduce_sum(), sad);
                    assert_eq!(sums_and_differences(simd, a).to_array(), pairs);
                    let (v, w) = (u16x16::simd_from(simd, v), u16x16::simd_from(simd, w));
                    assert_eq!(high_products(simd, v, w).to_array(), high);
                    let (v, w) = (i16x16::simd_from(simd, signed), i16x16::simd_from(simd, sign));
                    assert_eq!(signed_like(simd, v, w).to_array(), like);
                });
            }
        }
    }

    fn noise_free(round: u32) -> u16 {
        (round * 331) as u16
    }
}
