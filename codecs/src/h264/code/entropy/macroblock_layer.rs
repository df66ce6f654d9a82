//! `macroblock_layer()` (7.3.5) and its parts `mb_pred()`, `sub_mb_pred()` and `residual()`.

use super::b_macroblocks as b;
use super::coder::{EntropyCoder, MbType, ResidualBlock, SubMbType};
use super::{CodedBlockFlagIncs, Neighbours, SliceSyntax, SliceType};
use crate::h264::code::coding_order::{BLOCKS_4X4, EIGHT_OF, EIGHTS, fours_of};
use crate::h264::code::macroblock::{IntraNxNMode, ListMotion, Macroblock, MbPart, Motion, Prediction, SubMbPart};
use crate::h264::code::map::MotionWindow;

/// Codes `macroblock_layer()` of a macroblock that is not skipped and is already stored in the map of `around`.
/// `qp_pred` is `QP_Y` of the previous macroblock, and `delta_before` states whether its `mb_qp_delta` was not 0.
/// Returns `mb_qp_delta`; 0 if it is not coded.
///
/// [`SliceData::macroblock`](super::SliceData::macroblock) calls it.
#[inline]
pub fn macroblock_layer<C: EntropyCoder>(
    coder: &mut C,
    mb: &Macroblock,
    slice: &SliceSyntax,
    (qp_pred, delta_before): (u8, bool),
    around: &Neighbours<'_>,
) -> i32 {
    let most = [slice.num_ref_idx_l0_active_minus1, slice.num_ref_idx_l1_active_minus1];
    let ref_0 = !C::ENTROPY_CODING_MODE_FLAG && most[0] > 0;
    let mb_type = match &mb.prediction {
        Prediction::Inter(motion) if slice.slice_type == SliceType::B => b::mb_type(motion),
        _ => mb_type(mb, ref_0),
    };
    coder.mb_type(mb_type, slice.slice_type, around);
    match &mb.prediction {
        Prediction::Pcm => {
            coder.pcm_samples(&mb.residual.pcm);
            return 0;
        }
        Prediction::Inter(motion) if slice.slice_type == SliceType::B => match motion.part {
            MbPart::P8x8(parts) => b::sub_mb_pred(coder, motion, parts, most, around),
            _ => b::mb_pred(coder, motion, most, around),
        },
        Prediction::Inter(motion) => {
            let most = most[0];
            if let MbPart::P8x8(parts) = motion.part {
                let most = if ref_0 && motion.lists[0].ref_idx == [0; 4] { 0 } else { most };
                sub_mb_pred(coder, &motion.lists[0], parts, most, &around.motion(0));
            } else {
                inter_mb_pred(coder, motion, most, &around.motion(0));
            }
        }
        prediction => {
            let nxn = !matches!(prediction, Prediction::Intra16x16(_));
            if slice.transform_8x8_mode_flag && nxn {
                coder.transform_size_8x8_flag(around.current.transform_8x8, around);
            }
            intra_mb_pred(coder, mb, slice.monochrome, around);
        }
    }
    let intra_16x16 = matches!(mb.prediction, Prediction::Intra16x16(_));
    if !intra_16x16 {
        coder.coded_block_pattern(slice.monochrome, around);
        if slice.transform_8x8_mode_flag && !mb.prediction.is_intra() && mb.may_transform_8x8() {
            coder.transform_size_8x8_flag(around.current.transform_8x8, around);
        }
    }
    if mb.cbp_luma == 0 && mb.cbp_chroma == 0 && !intra_16x16 {
        return 0;
    }
    // 7.4.5: QP_Y is modulo 52, so the shorter difference is at most 26.
    let delta = (i32::from(mb.qp) - i32::from(qp_pred) + 26).rem_euclid(52) - 26;
    coder.mb_qp_delta(delta, delta_before);
    residual(coder, mb, around);
    delta
}

/// Returns `mb_type` of an intra or P macroblock (Tables 7-11 and 7-13); `P_8x8ref0` only if `ref_0` allows it.
fn mb_type(mb: &Macroblock, ref_0: bool) -> MbType {
    match &mb.prediction {
        Prediction::Intra4x4(_) | Prediction::Intra8x8(_) => MbType::I(0),
        Prediction::Intra16x16(mode) => {
            debug_assert!(
                mb.cbp_luma == 0 || mb.cbp_luma == 15,
                "CodedBlockPatternLuma of Intra_16x16 is {}",
                mb.cbp_luma
            );
            MbType::I(1 + *mode as u8 + 4 * mb.cbp_chroma + if mb.cbp_luma != 0 { 12 } else { 0 })
        }
        Prediction::Pcm => MbType::I(25),
        Prediction::Inter(motion) => MbType::P(match motion.part {
            MbPart::P16x16 => 0,
            MbPart::P16x8 => 1,
            MbPart::P8x16 => 2,
            MbPart::P8x8(_) => 3 + u8::from(ref_0 && motion.lists[0].ref_idx == [0; 4]),
            MbPart::Direct => unreachable!("a P macroblock is not direct"),
        }),
        Prediction::Skip(_) => unreachable!("a skipped macroblock has no macroblock_layer()"),
    }
}

/// Codes `mb_pred()` of an intra macroblock.
fn intra_mb_pred<C: EntropyCoder>(coder: &mut C, mb: &Macroblock, monochrome: bool, around: &Neighbours<'_>) {
    let mut code = |mode: IntraNxNMode, place| {
        let predicted = around.pred_intra_mode(place);
        coder.intra_pred_mode((mode != predicted).then_some(mode as u8 - u8::from(mode > predicted)), around);
    };
    match &mb.prediction {
        Prediction::Intra4x4(modes) => {
            for [y, x] in BLOCKS_4X4 {
                code(modes[y as usize][x as usize], [y, x]);
            }
        }
        Prediction::Intra8x8(modes) => {
            for (mode, place) in modes.as_flattened().iter().zip(EIGHTS) {
                code(*mode, place);
            }
        }
        _ => {}
    }
    if !monochrome {
        coder.intra_chroma_pred_mode(mb.intra_chroma_mode as u8, around);
    }
}

/// Returns a reference index of list 0 of a P macroblock.
#[inline(always)]
fn index_of_p(ref_idx: i8) -> u8 {
    u8::try_from(ref_idx).expect("every part of a P macroblock has a reference in list 0")
}

/// Returns the first 4 x 4 blocks of the parts of a macroblock whose parts are larger than 8 x 8.
pub(super) fn large_parts(part: MbPart) -> &'static [[usize; 2]] {
    match part {
        MbPart::P16x16 => &[[0, 0]],
        MbPart::P16x8 => &[[0, 0], [2, 0]],
        MbPart::P8x16 => &[[0, 0], [0, 2]],
        MbPart::P8x8(_) | MbPart::Direct => &[],
    }
}

/// Codes `mb_pred()` of a P macroblock; `stored` is its motion in the map.
fn inter_mb_pred<C: EntropyCoder>(coder: &mut C, motion: &Motion, most: u8, stored: &MotionWindow<'_>) {
    let (list_0, parts) = (&motion.lists[0], large_parts(motion.part));
    if most > 0 {
        for &[y, x] in parts {
            coder.ref_idx(0, index_of_p(list_0.ref_idx[EIGHT_OF[y][x]]), most, [y as isize, x as isize], stored);
        }
    }
    for &[y, x] in parts {
        coder.mvd(0, list_0.mvd[y][x], [y as isize, x as isize], stored);
    }
}

/// Returns the first 4 x 4 blocks of the parts of an 8 x 8 block that have vector differences.
#[inline(always)]
pub(super) fn sub_parts(part: SubMbPart) -> &'static [[isize; 2]] {
    match part {
        SubMbPart::P8x8 => &[[0, 0]],
        SubMbPart::P8x4 => &[[0, 0], [1, 0]],
        SubMbPart::P4x8 => &[[0, 0], [0, 1]],
        SubMbPart::P4x4 => &[[0, 0], [0, 1], [1, 0], [1, 1]],
        SubMbPart::Direct => &[],
    }
}

/// Codes `sub_mb_pred()` of a P macroblock; without `ref_idx_l0` if `most` is 0. `stored` is its motion in the map.
fn sub_mb_pred<C: EntropyCoder>(
    coder: &mut C,
    list_0: &ListMotion,
    parts: [SubMbPart; 4],
    most: u8,
    stored: &MotionWindow<'_>,
) {
    for part in parts {
        coder.sub_mb_type(SubMbType::P(part as u8));
    }
    if most > 0 {
        for (&ref_idx, place) in list_0.ref_idx.iter().zip(EIGHTS) {
            coder.ref_idx(0, index_of_p(ref_idx), most, place, stored);
        }
    }
    for ([eight_y, eight_x], part) in EIGHTS.into_iter().zip(parts) {
        for &[y, x] in sub_parts(part) {
            let [y, x] = [eight_y + y, eight_x + x];
            coder.mvd(0, list_0.mvd[y as usize][x as usize], [y, x], stored);
        }
    }
}

/// Codes `residual()` (7.3.5.3).
#[inline(always)]
fn residual<C: EntropyCoder>(coder: &mut C, mb: &Macroblock, around: &Neighbours<'_>) {
    let levels = &mb.residual;
    let mut incs = CodedBlockFlagIncs::default();
    if C::ENTROPY_CODING_MODE_FLAG && mb.cbp_luma != 0 && !around.current.transform_8x8 {
        incs.luma = around.luma_flag_incs();
    }
    if C::ENTROPY_CODING_MODE_FLAG && mb.cbp_chroma == 2 {
        incs.chroma = around.chroma_flag_incs();
    }
    let intra_16x16 = matches!(mb.prediction, Prediction::Intra16x16(_));
    if intra_16x16 {
        coder.residual_block(ResidualBlock::Intra16x16Dc(&levels.luma_dc), around, &incs);
    }
    let (eights, _) = levels.luma.as_chunks::<4>();
    for (n, eight) in eights.iter().enumerate() {
        if mb.cbp_luma >> n & 1 == 0 {
            continue;
        }
        if around.current.transform_8x8 {
            coder.residual_block(ResidualBlock::Luma8x8(n, eight), around, &incs);
            continue;
        }
        for (four, n) in eight.iter().zip(fours_of(n)) {
            let [_, ac @ ..] = four;
            let block = match intra_16x16 {
                true => ResidualBlock::Intra16x16Ac(n, ac),
                false => ResidualBlock::Luma4x4(n, four),
            };
            coder.residual_block(block, around, &incs);
        }
    }
    if mb.cbp_chroma > 0 {
        for (c, dc) in levels.chroma_dc.iter().enumerate() {
            coder.residual_block(ResidualBlock::ChromaDc(c, dc), around, &incs);
        }
    }
    if mb.cbp_chroma == 2 {
        for (c, blocks) in levels.chroma_ac.iter().enumerate() {
            for (n, [_, ac @ ..]) in blocks.iter().enumerate() {
                coder.residual_block(ResidualBlock::ChromaAc(c, n, ac), around, &incs);
            }
        }
    }
}
