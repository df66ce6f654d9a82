//! Tokens of all AC coefficients of a block at once, in registers of 512 bits.
//!
//! The coefficients that are not 0 are moved together, and so are their positions in the zigzag sequence, whose
//! differences are the runs of zeros.

use super::dct::Block8x8;
use super::tokens::BITS;
use crate::jpeg::coefficients::POSITIONS;
use crate::jpeg::token_store::AT_ONCE;
use fearless_simd::prelude::*;
use fearless_simd::{Avx512, i16x32, u8x64, u16x32};

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

/// The magnitudes of fewer than eight bits, all that a token's extra bits can have.
const SHORT: usize = 1 << BITS;

/// The size of each short magnitude, its number of bits, and the mask of as many extra bits.
const SIZES_AND_MASKS: [[u8; SHORT]; 2] = {
    let mut all = [[0; SHORT]; 2];
    let mut m = 1;
    while m < SHORT {
        let size = m.ilog2() + 1;
        (all[0][m], all[1][m]) = (size as u8, ((1 << size) - 1) as u8);
        m += 1;
    }
    all
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
        let halves = |table: &[u8; SHORT]| -> [__m512i; 2] {
            let (low, high) = table.split_at(SHORT / 2);
            [low, high].map(|half| u8x64::from_slice(avx512, half).into())
        };
        let look_up = |table: [__m512i; 2], at| _mm512_permutex2var_epi8(table[0], at, table[1]);
        let (above, below) = (load(&block[..4]), load(&block[4..]));
        let ([sizes, masks], table) = (SIZES_AND_MASKS.each_ref().map(halves), table << BITS);
        let (mut len, mut last) = (0, 0);
        let (mut magnitudes, mut most_zeros) = (_mm512_setzero_si512(), _mm512_setzero_si512());
        for (n, (positions, places)) in POSITIONS.iter().zip(&PLACES).enumerate() {
            // All but the DC coefficient.
            let ac = if n == 0 { !1 } else { !0 };
            let coefficients = _mm512_maskz_permutex2var_epi16(ac, above, lanes(positions), below);
            let magnitude = _mm512_abs_epi16(coefficients);
            magnitudes = _mm512_or_si512(magnitudes, magnitude);
            let less_one = _mm512_add_epi16(coefficients, _mm512_srai_epi16::<15>(coefficients));
            let bits = _mm512_and_si512(less_one, look_up(masks, magnitude));
            let values = _mm512_or_si512(_mm512_slli_epi16::<BITS>(look_up(sizes, magnitude)), bits);
            let not_zero = _mm512_test_epi16_mask(coefficients, coefficients);

            let values = _mm512_maskz_compress_epi16(not_zero, values);
            let held = _mm512_maskz_compress_epi16(not_zero, lanes(places));
            let before = _mm512_permutexvar_epi16(lanes(&BEFORE), held);
            let before = _mm512_mask_set1_epi16(before, 1, last as i16);
            // The runs of zeros, and what is negative behind the last one.
            let runs = _mm512_sub_epi16(_mm512_sub_epi16(held, before), _mm512_set1_epi16(1));
            most_zeros = _mm512_max_epi16(most_zeros, runs);
            let tokens = _mm512_or_si512(values, _mm512_slli_epi16::<{ BITS + 4 }>(runs));
            let tokens = _mm512_or_si512(tokens, _mm512_set1_epi16(table as i16));
            let tokens: [u16; LANES] = u16x32::<Avx512>::simd_from(avx512, tokens).into();
            *room[len..].first_chunk_mut()? = tokens;

            len += not_zero.count_ones() as usize;
            if let Some(highest) = not_zero.checked_ilog2() {
                last = (LANES * n) as u32 + highest;
            }
        }
        let is_long = _mm512_test_epi16_mask(magnitudes, _mm512_set1_epi16(!(SHORT as i16 - 1)));
        let is_far = _mm512_cmpgt_epi16_mask(most_zeros, _mm512_set1_epi16(15));
        if last < 63 {
            *room.get_mut(len)? = table as u16;
            len += 1;
        }
        (is_long | is_far == 0).then_some(len)
    }
);
