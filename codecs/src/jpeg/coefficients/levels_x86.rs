//! The zigzag order of a block and the bits of a mask in registers of 512 and 64 bits.

use super::levels::POSITIONS;
use core::arch::x86_64::*;
use fearless_simd::prelude::*;
use fearless_simd::{Avx512, i16x32, u16x32};

fearless_simd::kernel!(
    /// Returns the coefficients of a block in zigzag order.
    #[inline]
    pub(super) fn zigzag(avx512: Avx512, rows: &[[i16; 8]; 8]) -> [i16; 64] {
        let load = |rows: &[[i16; 8]]| -> __m512i { i16x32::from_slice(avx512, rows.as_flattened()).into() };
        let (above, below) = (load(&rows[..4]), load(&rows[4..]));
        let mut levels = [0; 64];
        for (levels, positions) in levels.as_chunks_mut::<32>().0.iter_mut().zip(&POSITIONS) {
            let positions: __m512i = u16x32::from_slice(avx512, positions).into();
            let half = _mm512_permutex2var_epi16(above, positions, below);
            *levels = i16x32::<Avx512>::simd_from(avx512, half).into();
        }
        levels
    }
);

fearless_simd::kernel!(
    /// Returns the bits of `bits` at the places of `mask`, the first place lowest.
    #[inline]
    pub(super) fn extract(avx512: Avx512, bits: u64, mask: u64) -> u64 {
        let _ = avx512;
        _pext_u64(bits, mask)
    }
);
