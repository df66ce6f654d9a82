//! [`MbMap::store`]: stores the data of a macroblock for its neighbours and the loop filter.

use super::levels::{coded_levels, interleaved};
use crate::h264::macroblock::{Macroblock, Mv, Prediction, block4x4};
use crate::h264::map::{BlockInfo, MbInfo, MbKind, MbMap};
use unite::{Fixed, Inside};

impl Macroblock {
    /// Returns whether prediction and coded blocks allow the 8 x 8 transform: true for `Intra8x8`, and for inter
    /// macroblocks with coded luma and no part smaller than 8 x 8.
    ///
    /// ```
    /// use codecs::h264::macroblock::{Intra16x16Mode, Macroblock, Prediction};
    /// let mb = Macroblock::new(Prediction::Intra16x16(Intra16x16Mode::Dc), 26);
    /// assert!(!mb.may_transform_8x8());
    /// ```
    #[inline]
    pub fn may_transform_8x8(&self) -> bool {
        match &self.prediction {
            Prediction::Intra8x8(_) => true,
            Prediction::Inter(motion) => self.cbp_luma != 0 && !motion.part.is_below_8x8(),
            _ => false,
        }
    }

    /// Returns the macroblock's entry of the map, without the flags of nonzero levels except for `I_PCM`.
    fn info(&self) -> MbInfo {
        let kind = match &self.prediction {
            Prediction::Intra4x4(_) => MbKind::Intra4x4,
            Prediction::Intra8x8(_) => MbKind::Intra8x8,
            Prediction::Intra16x16(_) => MbKind::Intra16x16,
            Prediction::Pcm => MbKind::Pcm,
            Prediction::Inter(_) => MbKind::Inter,
            Prediction::Skip(_) => MbKind::Skip,
        };
        let info = MbInfo { kind, qp: self.qp, ..MbInfo::default() };
        match kind {
            MbKind::Skip => info,
            MbKind::Pcm => MbInfo {
                qp: 0,
                cbp_luma: 15,
                cbp_chroma: 2,
                dc_coded: 7,
                luma_coded: 0xFFFF,
                chroma_coded: 0xFF,
                ..info
            },
            _ => MbInfo {
                cbp_luma: self.cbp_luma,
                cbp_chroma: self.cbp_chroma,
                transform_8x8: self.transform_8x8 && self.may_transform_8x8(),
                intra_chroma_mode: if kind.is_intra() { self.intra_chroma_mode as u8 } else { 0 },
                ..info
            },
        }
    }
}

impl MbMap {
    /// Stores the data of the macroblock at `[row, column]`. This must precede its writing, and be repeated if the
    /// decision changes. Levels that `coded_block_pattern` excludes do not count. With `constrained_intra_pred_flag`,
    /// the modes of inter macroblocks are not available (8.3.1.1).
    ///
    /// ```
    /// use codecs::h264::{macroblock::{Macroblock, Mv, Prediction}, map::{MbKind, MbMap}};
    /// let mut map = MbMap::new([1, 2]);
    /// let mb = Macroblock::new(Prediction::Skip(Mv { x: -4, y: 8 }), 26);
    /// map.store([0, 1], &mb, false);
    /// assert_eq!(map.mbs.view().at([0, 1]).kind, MbKind::Skip);
    /// assert_eq!(map.blocks.view().at([3, 7]).mv, Mv { x: -4, y: 8 });
    /// ```
    ///
    /// # Panics
    /// If the macroblock does not lie in the picture.
    pub fn store(&mut self, [y, x]: [isize; 2], mb: &Macroblock, constrained_intra_pred_flag: bool) {
        const OUTSIDE: &str = "a macroblock lies in its picture";
        let mut info = mb.info();
        let luma = self.blocks.view_mut().partition([4 * y, 4 * x], Fixed::<4, 4>);
        let mut luma = luma.window::<Inside>().expect(OUTSIDE);
        let intra_mode = if constrained_intra_pred_flag { -1 } else { 2 };
        let block = |mode: i8| BlockInfo { intra_mode: mode, ref_idx: -1, ..BlockInfo::default() };
        for y in 0..4 {
            for (x, stored) in luma.row_mut(y as isize).iter_mut().enumerate() {
                *stored = match &mb.prediction {
                    Prediction::Intra4x4(modes) => block(modes[y][x] as i8),
                    Prediction::Intra8x8(modes) => block(modes[y / 2][x / 2] as i8),
                    Prediction::Intra16x16(_) => block(2),
                    Prediction::Pcm => BlockInfo { total_coeff: 16, ..block(2) },
                    Prediction::Skip(mv) => BlockInfo { total_coeff: 0, intra_mode, ref_idx: 0, mv: *mv, mvd: [0; 2] },
                    Prediction::Inter(motion) => BlockInfo {
                        total_coeff: 0,
                        intra_mode,
                        ref_idx: motion.ref_idx[2 * (y / 2) + x / 2] as i8,
                        mv: motion.mv[y][x],
                        mvd: magnitudes(motion.mvd[y][x]),
                    },
                };
            }
        }
        if info.kind != MbKind::Pcm {
            let intra_16x16 = info.kind == MbKind::Intra16x16;
            for n in (0..16).filter(|n| info.cbp_luma >> (n / 4) & 1 != 0) {
                let coded = coded_luma(mb, n, info.transform_8x8, intra_16x16);
                let (x, y) = block4x4(n);
                luma[[y as isize, x as isize]].total_coeff = coded.count_ones() as u8;
                let place = match info.transform_8x8 {
                    true => 0x33 << (8 * (n / 8) + 2 * (n / 4 % 2)),
                    false => 1 << (4 * y + x),
                };
                info.luma_coded |= if coded != 0 { place } else { 0 };
            }
            if intra_16x16 && coded_levels(&mb.residual.luma_dc) != 0 {
                info.dc_coded |= 1;
            }
        }
        for c in 0..2 {
            let chroma = self.chroma[c].view_mut().partition([2 * y, 2 * x], Fixed::<2, 2>);
            let mut chroma = chroma.window::<Inside>().expect(OUTSIDE);
            if info.kind != MbKind::Pcm && info.cbp_chroma > 0 && coded_levels(&mb.residual.chroma_dc[c]) != 0 {
                info.dc_coded |= 2 << c;
            }
            for n in 0..4 {
                let coded = match info.kind {
                    MbKind::Pcm => 0xFFFF,
                    _ if info.cbp_chroma == 2 => coded_levels(&mb.residual.chroma_ac[c][n]) & 0xFFFE,
                    _ => 0,
                };
                chroma[[n as isize / 2, n as isize % 2]] = coded.count_ones() as u8;
                info.chroma_coded |= u8::from(coded != 0) << (4 * c + n);
            }
        }
        self.mbs.view_mut().set([y, x], info);
    }
}

/// Returns a mask of the nonzero levels of 4 x 4 luma block `n`; under the 8 x 8 transform, of the interleaved block
/// that CAVLC codes.
#[inline(always)]
fn coded_luma(mb: &Macroblock, n: usize, transform_8x8: bool, intra_16x16: bool) -> u64 {
    let levels = &mb.residual.luma;
    match transform_8x8 {
        false => coded_levels(&levels[n]) & if intra_16x16 { 0xFFFE } else { 0xFFFF },
        true => {
            let k = n - n % 4;
            let eight = [levels[k], levels[k + 1], levels[k + 2], levels[k + 3]];
            coded_levels(&interleaved(&eight, n % 4))
        }
    }
}

/// Returns `absMvdComp` of both components, clipped at 255, above which 9.3.3.1.1.7 makes no difference.
#[inline(always)]
fn magnitudes(mvd: Mv) -> [u8; 2] {
    [mvd.x, mvd.y].map(|v| v.unsigned_abs().min(255) as u8)
}
