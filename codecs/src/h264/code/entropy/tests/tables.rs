//! Tests of the structure of the tables: codes are prefix-free, and transitions stay within the tables.

use crate::h264::code::entropy::cabac_tables::*;
use crate::h264::code::entropy::cavlc_tables::*;

/// Checks that the codes of a table are prefix-free. Returns the share of bit strings that begin with one of them, in
/// units of 2^-16.
fn kraft(codes: &[Code]) -> u32 {
    let codes: Vec<(u32, u32)> =
        codes.iter().filter(|&&code| code != 0).map(|&code| (u32::from(code >> 8), u32::from(code & 0xFF))).collect();
    for (k, &(length, bits)) in codes.iter().enumerate() {
        assert!(length <= 16 && bits >> length == 0);
        for &(longer, others) in codes[k + 1..].iter().chain(&codes[..k]) {
            assert!(longer < length || others >> (longer - length) != bits, "{bits:b} begins {others:b}");
        }
    }
    codes.iter().map(|(length, _)| 1 << (16 - length)).sum()
}

#[test]
fn no_code_begins_another_one() {
    for (class, table) in COEFF_TOKEN.iter().enumerate() {
        let codes = table.as_flattened();
        let count = codes.iter().filter(|&&code| code != 0).count();
        assert_eq!(count, if class == 4 { 14 } else { 62 });
        assert!(kraft(codes) <= 1 << 16);
    }
    for (k, table) in TOTAL_ZEROS.iter().enumerate() {
        assert_eq!(table.iter().filter(|&&code| code != 0).count(), 16 - k);
        // All tables but the first use every bit string.
        assert!(kraft(table) == 1 << 16 || k == 0);
    }
    for (k, table) in TOTAL_ZEROS_CHROMA_DC.iter().enumerate() {
        assert_eq!(table.iter().filter(|&&code| code != 0).count(), 4 - k);
        assert_eq!(kraft(table), 1 << 16);
    }
    for (k, table) in RUN_BEFORE.iter().enumerate() {
        assert_eq!(table.iter().filter(|&&code| code != 0).count(), [2, 3, 4, 5, 6, 7, 15][k]);
        assert!(kraft(table) == 1 << 16 || k == 6);
    }
}

/// The coder writes them at once, in one word.
#[test]
fn zeros_and_runs_of_any_block_have_at_most_32_bits() {
    let bits = |code: Code| u32::from(code >> 8);
    let most = (1..=u16::MAX).map(|coded| {
        let places: Vec<u32> = (0..16).rev().filter(|&k| coded >> k & 1 == 1).collect();
        let mut zeros = places[0] as usize + 1 - places.len();
        let mut sum = TOTAL_ZEROS.get(places.len() - 1).map_or(0, |codes| bits(codes[zeros]));
        for pair in places.windows(2) {
            if zeros == 0 {
                break;
            }
            let run = (pair[0] - pair[1] - 1) as usize;
            sum += bits(RUN_BEFORE[zeros.min(7) - 1][run]);
            zeros -= run;
        }
        sum
    });
    assert_eq!(most.max(), Some(30));
}

#[test]
fn every_coded_block_pattern_has_a_code_number() {
    fn is_permutation(table: &[u8]) -> bool {
        let mut sorted = table.to_vec();
        sorted.sort_unstable();
        sorted.iter().map(|&n| usize::from(n)).eq(0..table.len())
    }
    assert!(CODED_BLOCK_PATTERN.iter().all(|table| is_permutation(table)));
    assert!(CODED_BLOCK_PATTERN_LUMA.iter().all(|table| is_permutation(table)));
}

#[test]
fn contexts_of_blocks_lie_side_by_side() {
    // significant_coeff_flag, last_significant_coeff_flag, coeff_abs_level_minus1 of categories 0 to 4.
    let sizes = [15, 14, 15, 3, 14];
    for (cat, size) in sizes.into_iter().enumerate().take(4) {
        assert_eq!(SIGNIFICANT_COEFF_FLAG[cat + 1] - SIGNIFICANT_COEFF_FLAG[cat], size);
        assert_eq!(LAST_SIGNIFICANT_COEFF_FLAG[cat + 1] - LAST_SIGNIFICANT_COEFF_FLAG[cat], size);
        assert_eq!(COEFF_ABS_LEVEL_MINUS1[cat + 1] - COEFF_ABS_LEVEL_MINUS1[cat], if cat == 3 { 9 } else { 10 });
        assert_eq!(CODED_BLOCK_FLAG[cat + 1] - CODED_BLOCK_FLAG[cat], 4);
    }
    assert_eq!((SIGNIFICANT_8X8.iter().max(), LAST_8X8.iter().max()), (Some(&14), Some(&8)));
}

#[test]
fn states_grow_more_certain_or_less() {
    for state in 0..63 {
        assert!(usize::from(TRANS_IDX_LPS[state]) <= state && usize::from(TRANS_IDX_MPS[state]) == (state + 1).min(62));
        assert!(RANGE_LPS[state].is_sorted());
    }
    assert!((0..4).all(|q| RANGE_LPS.iter().map(|row| row[q]).is_sorted_by(|a, b| a >= b)));
}
