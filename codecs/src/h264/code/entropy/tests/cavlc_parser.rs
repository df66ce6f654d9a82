//! A parser of syntax elements coded by Exp-Golomb codes and CAVLC, written after 9.1 and 9.2.

use super::parser::*;
use super::rbsp::Rbsp;
use crate::h264::code::entropy::SliceSyntax;
use crate::h264::code::entropy::cavlc_tables::*;
use crate::h264::code::macroblock::Mv;

pub(super) struct Cavlc<'a> {
    pub bits: Rbsp<'a>,
    mb_skip_run: Option<u32>,
}

impl<'a> Cavlc<'a> {
    pub(super) fn new(bits: Rbsp<'a>) -> Self {
        Cavlc { bits, mb_skip_run: None }
    }

    /// Reads a code of a table and returns its index.
    fn code(&mut self, table: &[Code]) -> usize {
        let (mut length, mut value) = (0, 0);
        loop {
            (length, value) = (length + 1, 2 * value + self.bits.bit());
            assert!(length <= 16, "no such code");
            if let Some(found) = table.iter().position(|&code| u32::from(code) == 256 * length + value) {
                return found;
            }
        }
    }
}

/// Returns `nC` (9.2.1).
fn nc(slice: &Slice, kind: Kind) -> i32 {
    let available = |n: Option<(&Parsed, i32)>| {
        n.map(|(mb, total_coeff)| match () {
            () if mb.is_skip() => 0,
            () if mb.is_pcm() => 16,
            () => total_coeff,
        })
    };
    let [a, b] = [(-1, 0), (0, -1)].map(|(dx, dy)| {
        available(match kind {
            Kind::ChromaDc(_) | Kind::Luma8x8 => unreachable!(),
            Kind::ChromaAc(c, n) => slice
                .neighbour(4 * (n as isize % 2) + dx, 4 * (n as isize / 2) + dy, 8)
                .map(|(mb, x, y)| (mb, mb.total_coeff_chroma[c][2 * (y / 4) + x / 4].into())),
            Kind::Intra16x16Dc | Kind::Intra16x16Ac(_) | Kind::Luma4x4(_) => {
                let idx = if let Kind::Intra16x16Ac(n) | Kind::Luma4x4(n) = kind { n } else { 0 };
                let (x, y) = luma_4x4_place(idx);
                slice
                    .neighbour(x + dx, y + dy, 16)
                    .map(|(mb, x, y)| (mb, mb.total_coeff[luma_4x4_blk_idx(x, y)].into()))
            }
        })
    });
    match (a, b) {
        (Some(a), Some(b)) => (a + b + 1) >> 1,
        (Some(n), None) | (None, Some(n)) => n,
        (None, None) => 0,
    }
}

impl Elements for Cavlc<'_> {
    const CABAC: bool = false;

    fn mb_skip_flag(&mut self, _: &Slice) -> bool {
        let run = match self.mb_skip_run {
            Some(run) => run,
            None => self.bits.ue(),
        };
        self.mb_skip_run = run.checked_sub(1);
        run > 0
    }

    fn end_of_slice(&mut self) -> bool {
        // A run of skipped macroblocks may go on after the last bit of the slice.
        !self.bits.more_data() && self.mb_skip_run.is_none_or(|run| run == 0)
    }

    fn mb_type(&mut self, _: &Slice) -> u32 {
        self.mb_skip_run = None;
        self.bits.ue()
    }

    fn pcm(&mut self, count: usize) -> Vec<u8> {
        self.bits.align(0);
        (0..count).map(|_| self.bits.byte()).collect()
    }

    fn sub_mb_type(&mut self, _: &Slice) -> u32 {
        self.bits.ue()
    }

    fn transform_size_8x8_flag(&mut self, _: &Slice) -> bool {
        self.bits.bit() == 1
    }

    fn prev_intra_pred_mode_flag(&mut self) -> bool {
        self.bits.bit() == 1
    }

    fn rem_intra_pred_mode(&mut self) -> u8 {
        self.bits.bits(3) as u8
    }

    fn intra_chroma_pred_mode(&mut self, _: &Slice) -> u32 {
        self.bits.ue()
    }

    fn ref_idx(&mut self, slice: &Slice, list: usize, _: isize, _: isize) -> u32 {
        let SliceSyntax { num_ref_idx_l0_active_minus1, num_ref_idx_l1_active_minus1, .. } = slice.syntax;
        self.bits.te([num_ref_idx_l0_active_minus1, num_ref_idx_l1_active_minus1][list].into())
    }

    fn mvd(&mut self, _: &Slice, _: usize, _: isize, _: isize) -> Mv {
        Mv { x: self.bits.se() as i16, y: self.bits.se() as i16 }
    }

    fn coded_block_pattern(&mut self, slice: &Slice) -> (u8, u8) {
        let code_num = self.bits.ue() as u8;
        let inter = usize::from(!slice.current().is_intra_nxn());
        let table = match slice.syntax.monochrome {
            true => &CODED_BLOCK_PATTERN_LUMA[inter][..],
            false => &CODED_BLOCK_PATTERN[inter][..],
        };
        let pattern = table.iter().position(|&n| n == code_num).expect("a code number of Table 9-4");
        (pattern as u8 % 16, pattern as u8 / 16)
    }

    fn mb_qp_delta(&mut self, _: &Slice) -> i32 {
        self.bits.se()
    }

    /// Reads `residual_block_cavlc()` (7.3.5.3.2).
    fn block(&mut self, slice: &mut Slice, kind: Kind, max_num_coeff: usize) -> Vec<i16> {
        let class = match kind {
            Kind::ChromaDc(_) => 4,
            _ => match nc(slice, kind) {
                0..2 => 0,
                2..4 => 1,
                4..8 => 2,
                _ => 3,
            },
        };
        let token = self.code(COEFF_TOKEN[class].as_flattened());
        let (total_coeff, trailing_ones) = (token / 4, token % 4);
        match kind {
            Kind::Intra16x16Ac(n) | Kind::Luma4x4(n) => slice.current_mut().total_coeff[n] = total_coeff as u8,
            Kind::ChromaAc(c, n) => slice.current_mut().total_coeff_chroma[c][n] = total_coeff as u8,
            _ => {}
        }
        let mut coeff_level = vec![0; max_num_coeff];
        if total_coeff == 0 {
            return coeff_level;
        }
        let mut suffix_length = if total_coeff > 10 && trailing_ones < 3 { 1 } else { 0 };
        let mut level_val = vec![0; total_coeff];
        for (i, level_val) in level_val.iter_mut().enumerate() {
            if i < trailing_ones {
                *level_val = 1 - 2 * self.bits.bit() as i32;
                continue;
            }
            let mut level_prefix = 0;
            while self.bits.bit() == 0 {
                level_prefix += 1;
            }
            let mut level_code = 15.min(level_prefix) << suffix_length;
            if suffix_length > 0 || level_prefix >= 14 {
                let level_suffix_size = match level_prefix {
                    14 if suffix_length == 0 => 4,
                    15.. => level_prefix - 3,
                    _ => suffix_length,
                };
                level_code += self.bits.bits(level_suffix_size as u32) as i32;
            }
            if level_prefix >= 15 && suffix_length == 0 {
                level_code += 15;
            }
            if level_prefix >= 16 {
                level_code += (1 << (level_prefix - 3)) - 4096;
            }
            if i == trailing_ones && trailing_ones < 3 {
                level_code += 2;
            }
            *level_val = if level_code % 2 == 0 { (level_code + 2) >> 1 } else { (-level_code - 1) >> 1 };
            if suffix_length == 0 {
                suffix_length = 1;
            }
            if level_val.abs() > 3 << (suffix_length - 1) && suffix_length < 6 {
                suffix_length += 1;
            }
        }
        let mut zeros_left = match total_coeff {
            n if n == max_num_coeff => 0,
            n if max_num_coeff == 4 => self.code(&TOTAL_ZEROS_CHROMA_DC[n - 1]),
            n => self.code(&TOTAL_ZEROS[n - 1]),
        };
        let mut run_val = vec![0; total_coeff];
        for run in &mut run_val[..total_coeff - 1] {
            if zeros_left > 0 {
                *run = self.code(&RUN_BEFORE[zeros_left.min(7) - 1]);
            }
            zeros_left -= *run;
        }
        run_val[total_coeff - 1] = zeros_left;
        let mut coeff_num = 0;
        for i in (0..total_coeff).rev() {
            coeff_num += run_val[i];
            coeff_level[coeff_num] = level_val[i] as i16;
            coeff_num += 1;
        }
        coeff_level
    }

    fn end(mut self) {
        self.bits.trailing();
    }
}
