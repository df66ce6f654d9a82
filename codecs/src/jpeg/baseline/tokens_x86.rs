//! Tokens of all AC coefficients of a block at once, in registers of 512 bits.
//!
//! The coefficients that are not 0 are moved together, and so are their positions in the zigzag sequence, whose
//! differences are the runs of zeros.

use super::dct::Block8x8;
use super::magnitudes_x86::filled;
use super::tokens::BITS;
use crate::jpeg::coefficients::POSITIONS;
use crate::jpeg::token_store::AT_ONCE;
use fearless_simd::prelude::*;
use fearless_simd::{Avx512, i16x32, u16x32};

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// The lanes of a register.
const LANES: usize = 32;

/// The zigzag positions of both halves of a block.
const PLACES: [[u16; LANES]; 2] = {
    let mut places = [[0; LANES]; 2];
    let mut k = 0;
    while k < LANES {
        places[0][k] = k as u16;
        places[1][k] = (LANES + k) as u16;
        k += 1;
    }
    places
};

/// The lane before each lane.
const BEFORE: [u16; LANES] = {
    let mut before = [0; LANES];
    let mut k = 1;
    while k < LANES {
        before[k] = k as u16 - 1;
        k += 1;
    }
    before
};

fearless_simd::kernel!(
    /// Writes the tokens of the AC coefficients of a block, with the end of the block, and returns their number. Returns
    /// `None` if a run has more than 15 zeros, or a coefficient more than [`BITS`] extra bits.
    #[inline]
    pub(super) fn ac_tokens(avx512: Avx512, block: &Block8x8, table: u32, room: &mut [u16; AT_ONCE]) -> Option<usize> {
        let load = |rows: &[[i16; 8]]| -> __m512i { i16x32::from_slice(avx512, rows.as_flattened()).into() };
        let lanes = |lanes: &[u16; LANES]| -> __m512i { u16x32::from_slice(avx512, lanes).into() };
        let (above, below) = (load(&block[..4]), load(&block[4..]));
        let table = (table << BITS) as u16;
        let (mut len, mut last, mut is_rare) = (0, 0, 0);
        for (n, (positions, places)) in POSITIONS.iter().zip(&PLACES).enumerate() {
            let coefficients = _mm512_permutex2var_epi16(above, lanes(positions), below);
            let ones = filled(avx512, coefficients);
            let less_one = _mm512_add_epi16(coefficients, _mm512_srai_epi16::<15>(coefficients));
            let sizes = _mm512_slli_epi16::<BITS>(_mm512_popcnt_epi16(ones));
            let values = _mm512_or_si512(sizes, _mm512_and_si512(less_one, ones));
            // All but the DC coefficient.
            let not_zero = _mm512_test_epi16_mask(coefficients, coefficients) & if n == 0 { !1 } else { !0 };
            let long = _mm512_mask_cmpgt_epi16_mask(not_zero, ones, _mm512_set1_epi16((1 << BITS) - 1));

            let values = _mm512_maskz_compress_epi16(not_zero, values);
            let held = _mm512_maskz_compress_epi16(not_zero, lanes(places));
            let before = _mm512_permutexvar_epi16(lanes(&BEFORE), held);
            let before = _mm512_mask_set1_epi16(before, 1, last);
            // The runs of zeros, and what is negative behind the last one.
            let runs = _mm512_sub_epi16(_mm512_sub_epi16(held, before), _mm512_set1_epi16(1));
            let far = _mm512_cmpgt_epi16_mask(runs, _mm512_set1_epi16(15));
            let tokens = _mm512_add_epi16(values, _mm512_slli_epi16::<{ BITS + 4 }>(runs));
            let tokens = _mm512_or_si512(tokens, _mm512_set1_epi16(table as i16));
            let tokens: [u16; LANES] = u16x32::<Avx512>::simd_from(avx512, tokens).into();
            *room[len..].first_chunk_mut()? = tokens;

            is_rare |= long | far;
            len += not_zero.count_ones() as usize;
            if let Some(highest) = not_zero.checked_ilog2() {
                last = (LANES * n) as i16 + highest as i16;
            }
        }
        if last < 63 {
            *room.get_mut(len)? = table;
            len += 1;
        }
        (is_rare == 0).then_some(len)
    }
);
