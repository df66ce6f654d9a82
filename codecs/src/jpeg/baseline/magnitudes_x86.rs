//! Categories and extra bits of all coefficients of a block at once, in registers of 512 bits.
//!
//! With `m` as the magnitude of a coefficient `c`, filled up with ones below its highest bit, the category is the number of
//! ones of `m`, and the extra bits are those of `c`, or of `c - 1` if it is negative, where `m` has ones (T.81 F.1.2.1).

use super::dct::Block8x8;
use crate::jpeg::coefficients::POSITIONS;
use fearless_simd::prelude::*;
use fearless_simd::{Avx512, i16x32, u16x32};

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The coefficients of a block in zigzag order.
pub(super) struct Magnitudes {
    /// A bit for each coefficient that is not 0; that of the first one is lowest.
    pub(super) not_zero: u64,
    pub(super) categories: [[u16; 32]; 2],
    pub(super) bits: [[u16; 32]; 2],
}

fearless_simd::kernel!(
    /// Returns the categories and extra bits of a block.
    #[inline]
    pub(super) fn magnitudes(avx512: Avx512, block: &Block8x8) -> Magnitudes {
        let load = |rows: &[[i16; 8]]| -> __m512i { i16x32::from_slice(avx512, rows.as_flattened()).into() };
        let store = |lanes: __m512i| -> [u16; 32] { u16x32::<Avx512>::simd_from(avx512, lanes).into() };
        let (above, below) = (load(&block[..4]), load(&block[4..]));
        let half = |positions: &[u16; 32]| {
            let positions: __m512i = u16x32::from_slice(avx512, positions).into();
            let coefficients = _mm512_permutex2var_epi16(above, positions, below);
            let mut ones = _mm512_abs_epi16(coefficients);
            ones = _mm512_or_si512(ones, _mm512_srli_epi16::<1>(ones));
            ones = _mm512_or_si512(ones, _mm512_srli_epi16::<2>(ones));
            ones = _mm512_or_si512(ones, _mm512_srli_epi16::<4>(ones));
            ones = _mm512_or_si512(ones, _mm512_srli_epi16::<8>(ones));
            let less_one = _mm512_add_epi16(coefficients, _mm512_srai_epi16::<15>(coefficients));
            let bits = _mm512_and_si512(less_one, ones);
            let not_zero = _mm512_test_epi16_mask(coefficients, coefficients);
            (u64::from(not_zero), store(_mm512_popcnt_epi16(ones)), store(bits))
        };
        let [first, second] = POSITIONS.each_ref().map(half);
        Magnitudes { not_zero: first.0 | second.0 << 32, categories: [first.1, second.1], bits: [first.2, second.2] }
    }
);
