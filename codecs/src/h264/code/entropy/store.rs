//! [`MbMap::store`]: stores the data of a macroblock for its neighbours and the loop filter.

use super::levels::{coded_levels, interleaved};
use crate::h264::code::coding_order::{BLOCKS_4X4, EIGHT_OF, fours_of};
use crate::h264::code::macroblock::{ListMotion, Macroblock, MbPart, Motion, Mv, Prediction, SubMbPart};
use crate::h264::code::map::{BlockInfo, BlockMotion, ChromaLevels, Coded, MbInfo, MbKind, MbMap, TotalCoeff};
use crate::spaces::Mb;
use unite::{Fixed, Inside};

const OUTSIDE: &str = "a macroblock lies in its picture";
const NO_CHROMA_LEVELS: ChromaLevels = ChromaLevels([TotalCoeff::of(0); 2]);

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
    #[inline(always)]
    fn info(&self) -> MbInfo {
        let kind = match &self.prediction {
            Prediction::Intra4x4(_) => MbKind::Intra4x4,
            Prediction::Intra8x8(_) => MbKind::Intra8x8,
            Prediction::Intra16x16(_) => MbKind::Intra16x16,
            Prediction::Pcm => MbKind::Pcm,
            Prediction::Inter(Motion { part: MbPart::Direct, .. }) => MbKind::Direct,
            Prediction::Inter(_) => MbKind::Inter,
            Prediction::Skip(_) => MbKind::Skip,
        };
        let info = MbInfo { kind, qp: self.qp, ..MbInfo::default() };
        match kind {
            MbKind::Skip => info,
            MbKind::Pcm => MbInfo { qp: 0, cbp_luma: 15, cbp_chroma: 2, dc_coded: 7, ..info },
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
    /// Stores the data of the macroblock at a place. This must precede its writing, and be repeated if the
    /// decision changes. Levels that `coded_block_pattern` excludes do not count. With `constrained_intra_pred_flag`,
    /// the modes of inter macroblocks are not available (8.3.1.1).
    ///
    /// ```
    /// use codecs::h264::{macroblock::{Macroblock, Mv, Prediction}, map::{MbKind, MbMap}};
    /// use codecs::spaces::macroblock;
    /// let mut map = MbMap::new([1, 2]);
    /// let mb = Macroblock::new(Prediction::Skip(Mv { x: -4, y: 8 }), 26);
    /// map.store(&macroblock([0, 1]), &mb, false);
    /// assert_eq!(map.mbs.view().at([0, 1]).kind, MbKind::Skip);
    /// assert_eq!(map.motion[0].view().at([3, 7]).mv, Mv { x: -4, y: 8 });
    /// ```
    ///
    /// # Panics
    /// If the macroblock does not lie in the picture.
    pub fn store(&mut self, place: &Mb, mb: &Macroblock, constrained_intra_pred_flag: bool) {
        self.put(place, mb, constrained_intra_pred_flag);
    }

    /// Stores as [`store`](MbMap::store) does, compiled for the SIMD level of the caller.
    #[inline(always)]
    pub(in crate::h264) fn put(&mut self, place: &Mb, mb: &Macroblock, constrained_intra_pred_flag: bool) {
        self.store_motion(0, place, &mb.prediction);
        if self.has_list_1() {
            self.store_motion(1, place, &mb.prediction);
        }
        let mut info = mb.info();
        let intra_mode = if constrained_intra_pred_flag { -1 } else { 2 };
        let luma = self.blocks.view_mut().under_fixed::<Fixed<4, 4>, _>(place);
        let mut luma = luma.window::<Inside>().expect(OUTSIDE);
        let coded = self.coded.view_mut().under_fixed::<Fixed<4, 4>, _>(place);
        let mut coded = coded.window::<Inside>().expect(OUTSIDE);
        let block = |mode: i8| BlockInfo { total_coeff: TotalCoeff::of(0), intra_mode: mode };
        let pcm = BlockInfo { total_coeff: TotalCoeff::of(16), intra_mode: 2 };
        let blocks = match &mb.prediction {
            Prediction::Intra4x4(modes) => modes.map(|row| row.map(|mode| block(mode as i8))),
            Prediction::Intra8x8(modes) => {
                EIGHT_OF.map(|row| row.map(|eight| block(modes.as_flattened()[eight] as i8)))
            }
            Prediction::Intra16x16(_) => [[block(2); 4]; 4],
            Prediction::Pcm => [[pcm; 4]; 4],
            Prediction::Skip(_) | Prediction::Inter(_) => [[block(intra_mode); 4]; 4],
        };
        for (y, row) in blocks.iter().enumerate() {
            *luma.row_mut(y as isize) = *row;
            *coded.row_mut(y as isize) =
                [if info.kind == MbKind::Pcm { Coded::ALL_LEVELS } else { Coded::NO_LEVELS }; 4];
        }
        if info.kind != MbKind::Pcm {
            let intra_16x16 = info.kind == MbKind::Intra16x16;
            let (eights, _) = mb.residual.luma.as_chunks::<4>();
            for (n, eight) in eights.iter().enumerate().filter(|(n, _)| info.cbp_luma >> n & 1 != 0) {
                let masks = coded_luma(eight, info.transform_8x8, intra_16x16);
                let any = masks.iter().fold(0, |any, mask| any | mask);
                for (four, mask) in fours_of(n).into_iter().zip(masks) {
                    luma[BLOCKS_4X4[four]].total_coeff = TotalCoeff::of(mask.count_ones() as u8);
                    coded[BLOCKS_4X4[four]] = match info.transform_8x8 {
                        true if any != 0 => Coded::ALL_LEVELS,
                        true => Coded(Coded::CODED_BLOCK_FLAG),
                        false if mask != 0 => Coded::ALL_LEVELS,
                        false => Coded::NO_LEVELS,
                    };
                }
            }
            if intra_16x16 && coded_levels(&mb.residual.luma_dc) != 0 {
                info.dc_coded |= 1;
            }
        }
        let chroma = self.chroma.view_mut().under_fixed::<Fixed<2, 2>, _>(place);
        let mut chroma = chroma.window::<Inside>().expect(OUTSIDE);
        if info.kind != MbKind::Pcm && info.cbp_chroma > 0 {
            for (c, _) in mb.residual.chroma_dc.iter().enumerate().filter(|(_, dc)| coded_levels(dc) != 0) {
                info.dc_coded |= 2 << c;
            }
        }
        let levels = |n: usize| {
            ChromaLevels([0, 1].map(|c| match info.kind {
                MbKind::Pcm => TotalCoeff::of(16),
                _ => TotalCoeff::of((coded_levels(&mb.residual.chroma_ac[c][n]) & 0xFFFE).count_ones() as u8),
            }))
        };
        *chroma.row_mut(0) = if info.cbp_chroma == 2 { [levels(0), levels(1)] } else { [NO_CHROMA_LEVELS; 2] };
        *chroma.row_mut(1) = if info.cbp_chroma == 2 { [levels(2), levels(3)] } else { [NO_CHROMA_LEVELS; 2] };
        self.mbs.view_mut().colocate(place).set([0, 0], info);
    }

    /// Stores the motion of a macroblock from a list.
    #[inline(always)]
    fn store_motion(&mut self, list: usize, place: &Mb, prediction: &Prediction) {
        let stored = self.motion[list].view_mut().under_fixed::<Fixed<4, 4>, _>(place);
        let mut stored = stored.window::<Inside>().expect(OUTSIDE);
        match prediction {
            Prediction::Skip(mv) if list == 0 => {
                let block = BlockMotion { ref_idx: 0, mv: *mv, ..BlockMotion::NONE };
                (0..4).for_each(|y| *stored.row_mut(y) = [block; 4]);
            }
            Prediction::Inter(motion) if motion.part == MbPart::P16x16 => {
                let ListMotion { ref_idx: [ref_idx, ..], mv, mvd } = &motion.lists[list];
                let (mv, mvd) = (mv[0][0], magnitudes(mvd[0][0]));
                let block = BlockMotion { ref_idx: *ref_idx, mv, mvd, is_direct: false };
                (0..4).for_each(|y| *stored.row_mut(y) = [block; 4]);
            }
            Prediction::Inter(motion) => {
                let ListMotion { ref_idx, mv, mvd } = &motion.lists[list];
                let is_direct = match motion.part {
                    MbPart::Direct => [true; 4],
                    MbPart::P8x8(parts) => parts.map(|part| part == SubMbPart::Direct),
                    MbPart::P16x16 | MbPart::P16x8 | MbPart::P8x16 => [false; 4],
                };
                for y in 0..4 {
                    for (x, block) in stored.row_mut(y as isize).iter_mut().enumerate() {
                        let (ref_idx, is_direct) = (ref_idx[EIGHT_OF[y][x]], is_direct[EIGHT_OF[y][x]]);
                        *block = BlockMotion { ref_idx, mv: mv[y][x], mvd: magnitudes(mvd[y][x]), is_direct };
                    }
                }
            }
            _ => (0..4).for_each(|y| *stored.row_mut(y) = [BlockMotion::NONE; 4]),
        }
    }
}

/// Returns masks of the nonzero levels of the 4 x 4 blocks of an 8 x 8 luma block; under the 8 x 8 transform, of the
/// interleaved blocks that CAVLC codes.
#[inline(always)]
fn coded_luma(eight: &[[i16; 16]; 4], transform_8x8: bool, intra_16x16: bool) -> [u64; 4] {
    match transform_8x8 {
        false => eight.map(|levels| coded_levels(&levels) & if intra_16x16 { 0xFFFE } else { 0xFFFF }),
        true => [0, 1, 2, 3].map(|k| coded_levels(&interleaved(eight, k))),
    }
}

/// Returns `absMvdComp` of both components, clipped at 255, above which 9.3.3.1.1.7 makes no difference.
#[inline(always)]
fn magnitudes(mvd: Mv) -> [u8; 2] {
    [mvd.x, mvd.y].map(|v| v.unsigned_abs().min(255) as u8)
}
