//! A parser of syntax elements coded by CABAC, written after 9.3.

use super::cabac_decoder::Decoder;
use super::parser::*;
use crate::h264::code::entropy::SliceType;
use crate::h264::code::entropy::cabac_tables::*;
use crate::h264::code::macroblock::Mv;

pub(super) struct Cabac<'a>(pub Decoder<'a>);

/// The bin strings of `mb_type` in I slices (Table 9-36).
const MB_TYPE_I: [&str; 26] = [
    "0", "100000", "100001", "100010", "100011", "1001000", "1001001", "1001010", "1001011", "1001100", "1001101",
    "1001110", "1001111", "101000", "101001", "101010", "101011", "1011000", "1011001", "1011010", "1011011",
    "1011100", "1011101", "1011110", "1011111", "11",
];
/// The bin strings of `mb_type` in P slices (Table 9-37), with the prefix of intra types last.
const MB_TYPE_P: [&str; 5] = ["000", "011", "010", "001", "1"];
/// The bin strings of `mb_type` in B slices (Table 9-37), with the prefix of intra types last.
const MB_TYPE_B: [&str; 24] = [
    "0", "100", "101", "110000", "110001", "110010", "110011", "110100", "110101", "110110", "110111", "111110",
    "1110000", "1110001", "1110010", "1110011", "1110100", "1110101", "1110110", "1110111", "1111000", "1111001",
    "111111", "111101",
];
/// The bin strings of `sub_mb_type` in B slices (Table 9-38).
const SUB_MB_TYPE_B: [&str; 13] =
    ["0", "100", "101", "11000", "11001", "11010", "11011", "111000", "111001", "111010", "111011", "11110", "11111"];
/// The bin strings of `sub_mb_type` in P slices (Table 9-38).
const SUB_MB_TYPE_P: [&str; 4] = ["1", "00", "011", "010"];

impl Cabac<'_> {
    /// Reads a bin string of a table; the context of each bin depends on its index and the previous bins.
    fn bins(&mut self, table: &[&str], ctx_idx: impl Fn(usize, &str) -> usize) -> u32 {
        let mut bins = String::new();
        loop {
            let bin = match ctx_idx(bins.len(), &bins) {
                276 => self.0.terminate(),
                ctx_idx => self.0.decision(ctx_idx),
            };
            bins.push(if bin == 1 { '1' } else { '0' });
            if let Some(found) = table.iter().position(|&string| string == bins) {
                return found as u32;
            }
            assert!(bins.len() < 8, "{bins} stands in no table");
        }
    }

    /// Reads unary and truncated unary binarisations (9.3.2.1, 9.3.2.2).
    fn unary(&mut self, c_max: u32, ctx_idx: impl Fn(u32) -> usize) -> u32 {
        let mut value = 0;
        while value < c_max && self.0.decision(ctx_idx(value)) == 1 {
            value += 1;
        }
        value
    }

    /// Reads the suffix of UEGk (9.3.2.3).
    fn exp_golomb(&mut self, mut k: u32) -> u32 {
        let mut value = 0;
        while self.0.bypass() == 1 {
            value += 1 << k;
            k += 1;
        }
        while k > 0 {
            k -= 1;
            value += self.0.bypass() << k;
        }
        value
    }

    /// Reads a component of `mvd_l0`, with the context of 9.3.3.1.1.7.
    fn mvd_component(&mut self, sum: u32, offset: usize) -> i16 {
        let inc = match sum {
            0..3 => 0,
            3..=32 => 1,
            _ => 2,
        };
        let mut value = self.unary(9, |bin| offset + [inc, 3, 4, 5, 6, 6, 6, 6, 6][bin as usize]);
        if value == 9 {
            value += self.exp_golomb(3);
        }
        if value != 0 && self.0.bypass() == 1 { -(value as i32) as i16 } else { value as i16 }
    }
}

/// Returns `condTermFlagA` plus `weight` times `condTermFlagB`.
fn inc(weight: usize, slice: &Slice, term: impl Fn(&Parsed) -> bool) -> usize {
    let [a, b] = slice.beside().map(|mb| usize::from(mb.is_some_and(&term)));
    a + weight * b
}

/// Returns `ctxIdxInc` of `coded_block_flag` (9.3.3.1.1.9).
fn coded_block_flag_inc(slice: &Slice, kind: Kind) -> usize {
    let [a, b] = [(-1, 0), (0, -1)].map(|(dx, dy)| {
        let (x, y, size) = match kind {
            Kind::Intra16x16Dc | Kind::ChromaDc(_) => (0, 0, 16),
            Kind::Intra16x16Ac(n) | Kind::Luma4x4(n) => {
                let (x, y) = luma_4x4_place(n);
                (x, y, 16)
            }
            Kind::ChromaAc(_, n) => (4 * (n as isize % 2), 4 * (n as isize / 2), 8),
            Kind::Luma8x8 => unreachable!(),
        };
        let Some((n, x, y)) = slice.neighbour(x + dx, y + dy, size) else {
            return usize::from(slice.current().mb.prediction.is_intra());
        };
        if n.is_pcm() {
            return 1;
        }
        let coded = !n.is_skip();
        let trans_block = match kind {
            Kind::Intra16x16Dc => n.is_intra_16x16().then_some(n.flag_dc),
            Kind::Intra16x16Ac(_) | Kind::Luma4x4(_) => {
                let idx = luma_4x4_blk_idx(x, y);
                let in_pattern = coded && n.mb.cbp_luma >> (idx / 4) & 1 != 0;
                // An 8x8 block in the pattern has an inferred flag of 1.
                in_pattern.then_some(n.mb.transform_8x8 || n.flags_luma[idx])
            }
            Kind::ChromaDc(c) => (coded && n.mb.cbp_chroma != 0).then_some(n.flags_chroma_dc[c]),
            Kind::ChromaAc(c, _) => {
                (coded && n.mb.cbp_chroma == 2).then_some(n.flags_chroma_ac[c][2 * (y / 4) + x / 4])
            }
            Kind::Luma8x8 => unreachable!(),
        };
        usize::from(trans_block.unwrap_or(false))
    });
    a + 2 * b
}

impl Elements for Cabac<'_> {
    const CABAC: bool = true;

    fn mb_skip_flag(&mut self, slice: &Slice) -> bool {
        let offset = if slice.syntax.slice_type == SliceType::B { 24 } else { 11 };
        self.0.decision(offset + inc(1, slice, |n| !n.is_skip())) == 1
    }

    fn end_of_slice(&mut self) -> bool {
        self.0.terminate() == 1
    }

    fn mb_type(&mut self, slice: &Slice) -> u32 {
        if slice.syntax.slice_type == SliceType::I {
            let first = inc(1, slice, |n| !n.is_intra_nxn());
            return self.bins(&MB_TYPE_I, |bin, bins| match bin {
                0 => 3 + first,
                1 => 276,
                2 | 3 => 3 + bin + 1,
                4 => 3 + if &bins[3..4] != "0" { 5 } else { 6 },
                5 => 3 + if &bins[3..4] != "0" { 6 } else { 7 },
                _ => 3 + 7,
            });
        }
        let (prefix, count, suffix) = match slice.syntax.slice_type {
            SliceType::B => {
                let first = inc(1, slice, |n| !n.is_direct());
                let prefix = self.bins(&MB_TYPE_B, |bin, bins| match bin {
                    0 => 27 + first,
                    1 => 27 + 3,
                    2 => 27 + if &bins[1..2] != "0" { 4 } else { 5 },
                    _ => 27 + 5,
                });
                (prefix, 23, 32)
            }
            _ => {
                let prefix = self.bins(&MB_TYPE_P, |bin, bins| match bin {
                    0 | 1 => 14 + bin,
                    _ => 14 + if &bins[1..2] != "1" { 2 } else { 3 },
                });
                (prefix + u32::from(prefix == 4), 5, 17)
            }
        };
        if prefix < count {
            return prefix;
        }
        count
            + self.bins(&MB_TYPE_I, |bin, bins| match bin {
                0 => suffix,
                1 => 276,
                2 => suffix + 1,
                3 => suffix + 2,
                4 => suffix + if &bins[3..4] != "0" { 2 } else { 3 },
                _ => suffix + 3,
            })
    }

    fn pcm(&mut self, count: usize) -> Vec<u8> {
        self.0.bits.align(0);
        let samples = (0..count).map(|_| self.0.bits.byte()).collect();
        self.0.start();
        samples
    }

    fn sub_mb_type(&mut self, slice: &Slice) -> u32 {
        match slice.syntax.slice_type {
            SliceType::B => self.bins(&SUB_MB_TYPE_B, |bin, bins| match bin {
                0 | 1 => 36 + bin,
                2 => 36 + if &bins[1..2] != "0" { 2 } else { 3 },
                _ => 36 + 3,
            }),
            _ => self.bins(&SUB_MB_TYPE_P, |bin, _| 21 + bin),
        }
    }

    fn transform_size_8x8_flag(&mut self, slice: &Slice) -> bool {
        self.0.decision(399 + inc(1, slice, |n| n.mb.transform_8x8)) == 1
    }

    fn prev_intra_pred_mode_flag(&mut self) -> bool {
        self.0.decision(68) == 1
    }

    fn rem_intra_pred_mode(&mut self) -> u8 {
        (0..3).fold(0, |value, bit| value | (self.0.decision(69) as u8) << bit)
    }

    fn intra_chroma_pred_mode(&mut self, slice: &Slice) -> u32 {
        let term = |n: &Parsed| n.mb.prediction.is_intra() && !n.is_pcm() && n.mb.intra_chroma_mode as u8 != 0;
        let first = inc(1, slice, term);
        self.unary(3, |bin| 64 + if bin == 0 { first } else { 3 })
    }

    fn ref_idx(&mut self, slice: &Slice, list: usize, x: isize, y: isize) -> u32 {
        let [a, b] = [(-1, 0), (0, -1)].map(|(dx, dy)| {
            let n = slice.neighbour(x + dx, y + dy, 16);
            let inter = n.filter(|(n, ..)| !n.mb.prediction.is_intra() && !n.is_skip());
            usize::from(inter.is_some_and(|(n, x, y)| n.ref_idx[list][y / 4][x / 4] > 0))
        });
        self.unary(u32::MAX, |bin| 54 + [a + 2 * b, 4, 5][bin.min(2) as usize])
    }

    fn mvd(&mut self, slice: &Slice, list: usize, x: isize, y: isize) -> Mv {
        let [a, b] = [(-1, 0), (0, -1)].map(|(dx, dy)| {
            let n = slice.neighbour(x + dx, y + dy, 16);
            n.map_or(Mv::default(), |(n, x, y)| n.mvd[list][y / 4][x / 4])
        });
        let sum = |a: i16, b: i16| u32::from(a.unsigned_abs()) + u32::from(b.unsigned_abs());
        let x = self.mvd_component(sum(a.x, b.x), 40);
        Mv { x, y: self.mvd_component(sum(a.y, b.y), 47) }
    }

    fn coded_block_pattern(&mut self, slice: &Slice) -> (u8, u8) {
        let mut luma = 0_u8;
        for b8 in 0..4 {
            let (x, y) = (8 * (b8 % 2), 8 * (b8 / 2));
            // condTermFlagN of 9.3.3.1.1.4; within the macroblock, the previous bins are used.
            let [a, b] = [(-1, 0), (0, -1)].map(|(dx, dy)| {
                let (x, y) = (x + dx, y + dy);
                if x >= 0 && y >= 0 {
                    return usize::from(luma >> (2 * (y / 8) + x / 8) & 1 == 0);
                }
                slice.neighbour(x, y, 16).map_or(0, |(n, x, y)| {
                    let bit = n.mb.cbp_luma >> (2 * (y / 8) + x / 8) & 1;
                    usize::from(!n.is_pcm() && (n.is_skip() || bit == 0))
                })
            });
            luma |= (self.0.decision(73 + a + 2 * b) as u8) << b8;
        }
        if slice.syntax.monochrome {
            return (luma, 0);
        }
        let any = inc(2, slice, |n| n.is_pcm() || !n.is_skip() && n.mb.cbp_chroma != 0);
        let ac = inc(2, slice, |n| n.is_pcm() || !n.is_skip() && n.mb.cbp_chroma == 2);
        (luma, self.unary(2, |bin| 77 + if bin == 0 { any } else { 4 + ac }) as u8)
    }

    fn mb_qp_delta(&mut self, slice: &Slice) -> i32 {
        let before = slice.mbs.len().checked_sub(2).map(|addr| &slice.mbs[addr]);
        let term = before.is_some_and(|n| {
            let coded = n.is_intra_16x16() || n.mb.cbp_luma != 0 || n.mb.cbp_chroma != 0;
            !n.is_skip() && !n.is_pcm() && coded && n.mb_qp_delta != 0
        });
        let mapped = self.unary(u32::MAX, |bin| 60 + [usize::from(term), 2, 3][bin.min(2) as usize]) as i32;
        if mapped % 2 == 1 { (mapped + 1) / 2 } else { -(mapped / 2) }
    }

    /// Reads `residual_block_cabac()` (7.3.5.3.3).
    fn block(&mut self, slice: &mut Slice, kind: Kind, max_num_coeff: usize) -> Vec<i16> {
        let cat = match kind {
            Kind::Intra16x16Dc => 0,
            Kind::Intra16x16Ac(_) => 1,
            Kind::Luma4x4(_) => 2,
            Kind::ChromaDc(_) => 3,
            Kind::ChromaAc(..) => 4,
            Kind::Luma8x8 => 5,
        };
        let mut coeff_level = vec![0; max_num_coeff];
        if max_num_coeff != 64 {
            let ctx_idx = usize::from(CODED_BLOCK_FLAG[cat]) + coded_block_flag_inc(slice, kind);
            let flag = self.0.decision(ctx_idx) == 1;
            let current = slice.current_mut();
            match kind {
                Kind::Intra16x16Dc => current.flag_dc = flag,
                Kind::Intra16x16Ac(n) | Kind::Luma4x4(n) => current.flags_luma[n] = flag,
                Kind::ChromaDc(c) => current.flags_chroma_dc[c] = flag,
                Kind::ChromaAc(c, n) => current.flags_chroma_ac[c][n] = flag,
                Kind::Luma8x8 => {}
            }
            if !flag {
                return coeff_level;
            }
        }
        let mut significant = vec![];
        let mut num_coeff = max_num_coeff;
        let mut i = 0;
        while i < num_coeff - 1 {
            let incs = match cat {
                3 => [i.min(2); 2],
                5 => [SIGNIFICANT_8X8[i], LAST_8X8[i]].map(usize::from),
                _ => [i; 2],
            };
            if self.0.decision(usize::from(SIGNIFICANT_COEFF_FLAG[cat]) + incs[0]) == 1 {
                significant.push(i);
                if self.0.decision(usize::from(LAST_SIGNIFICANT_COEFF_FLAG[cat]) + incs[1]) == 1 {
                    num_coeff = i + 1;
                }
            }
            i += 1;
        }
        if significant.last() != Some(&(num_coeff - 1)) {
            significant.push(num_coeff - 1);
        }
        let (mut num_eq_1, mut num_gt_1) = (0, 0);
        for &i in significant.iter().rev() {
            let offset = usize::from(COEFF_ABS_LEVEL_MINUS1[cat]);
            let first = if num_gt_1 != 0 { 0 } else { 4.min(1 + num_eq_1) };
            let later = 5 + (4 - usize::from(cat == 3)).min(num_gt_1);
            let mut abs_minus_1 = self.unary(14, |bin| offset + if bin == 0 { first } else { later });
            if abs_minus_1 == 14 {
                abs_minus_1 += self.exp_golomb(0);
            }
            if abs_minus_1 == 0 {
                num_eq_1 += 1;
            } else {
                num_gt_1 += 1;
            }
            let abs = abs_minus_1 as i32 + 1;
            coeff_level[i] = if self.0.bypass() == 1 { -abs } else { abs } as i16;
        }
        coeff_level
    }

    fn end(mut self) {
        self.0.bits.back();
        self.0.bits.trailing();
    }
}
