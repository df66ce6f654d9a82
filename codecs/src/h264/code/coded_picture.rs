//! [`encode_picture`]: encodes a picture, macroblock by macroblock, into slices and a reconstruction. It has no state
//! between pictures.

use super::deblock;
use super::decide::{Candidate, MbContext, ModeDecision, SliceContext};
use super::entropy::{Arithmetic, Cabac, Cavlc, EntropyWriter, Neighbours, SliceData, SliceSyntax, SliceType};
use super::macroblock::Macroblock;
use super::map::MbMap;
use super::picture::Picture;
use super::predict::inter::{MotionField, Planes};
use crate::h264::bits::BitWriter;
use crate::h264::options::{Deblocking, EntropyCoding};
use crate::spaces::macroblock;
use unite::Fixed;

/// A coded slice of a picture.
pub(in crate::h264) struct CodedSlice {
    /// The slice header.
    pub(in crate::h264) header: BitWriter,
    /// The RBSP of the slice, including the slice header.
    pub(in crate::h264) rbsp: Vec<u8>,
    /// The macroblocks of the slice in the order of their addresses, if they were asked for.
    pub(in crate::h264) macroblocks: Vec<Macroblock>,
}

/// A coded picture: its slices and its reconstruction.
pub(in crate::h264) struct CodedPicture {
    /// The slices in the order of their first macroblocks; the encoder writes one slice a picture.
    pub(in crate::h264) slices: Vec<CodedSlice>,
    /// The reconstruction: the picture as a decoder outputs it.
    pub(in crate::h264) picture: Picture,
    /// The motion of the picture.
    pub(in crate::h264) motion: MotionField,
}

/// Returns the properties of the slice that the syntax of its data depends on.
pub(in crate::h264) fn syntax_of(slice: &SliceContext<'_>) -> SliceSyntax {
    SliceSyntax {
        slice_type: if slice.is_intra() { SliceType::I } else { SliceType::P },
        num_ref_idx_l0_active_minus1: slice.references.len().saturating_sub(1) as u8,
        transform_8x8_mode_flag: slice.options.transform_8x8,
        monochrome: slice.options.monochrome,
    }
}

/// Encodes a picture as one slice, whose data follow `header`. Coded macroblocks are kept if `keeps` says so.
pub(in crate::h264) fn encode_picture(
    slice: &SliceContext<'_>,
    header: BitWriter,
    decision: &dyn ModeDecision,
    keeps: bool,
) -> CodedPicture {
    match slice.options.entropy_coding {
        EntropyCoding::Cavlc => encode_slice::<Cavlc<BitWriter>>(slice, header, decision, keeps),
        EntropyCoding::Cabac => encode_slice::<Cabac<Arithmetic>>(slice, header, decision, keeps),
    }
}

fn encode_slice<C: EntropyWriter>(
    slice: &SliceContext<'_>,
    header: BitWriter,
    decision: &dyn ModeDecision,
    keeps: bool,
) -> CodedPicture {
    let size = slice.source.size_in_mbs();
    let mut macroblocks = Vec::new();
    let planes: Vec<_> = slice.references.iter().map(|reference| Planes::of(reference)).collect();
    let mut picture = Picture::new(size, slice.options.monochrome);
    let mut map = MbMap::new(size);
    let mut data = SliceData::<C>::new(header.clone(), syntax_of(slice), slice.qp, Some(0));
    let mut start = data.counter();
    for row in 0..size[0] {
        let mut counter = start.of_row(slice.qp);
        for column in 0..size[1] {
            let mb = macroblock([row as isize, column as isize]);
            // The count begins anew, so that that of a long row does not overflow.
            counter = counter.counter();
            let before = counter.rate();
            let rate = |macroblock: &Macroblock, map: &MbMap| {
                let mut counter = counter.clone();
                counter.macroblock(macroblock, &Neighbours::of(map, &mb));
                counter.rate() - before
            };
            let contexts = counter.contexts();
            let mut context = MbContext::new((slice, &planes), mb, slice.qp, &mut picture, &mut map, &rate, contexts);
            let mut candidate = decision.decide(&mut context);
            context.keep(&mut candidate);
            let Candidate { mut macroblock, .. } = candidate;
            let around = Neighbours::of(&map, &mb);
            counter.macroblock(&macroblock, &around);
            if column == 1.min(size[1] - 1) {
                start = counter.clone();
            }
            if !macroblock.has_qp() {
                macroblock.qp = data.qp_pred();
            }
            data.macroblock(&macroblock, &around);
            if keeps {
                macroblocks.push(macroblock);
            }
        }
    }
    inherit_qp(&mut map, slice.qp);
    if let Some(Deblocking { alpha, beta }) = slice.deblocking {
        let params = deblock::Params {
            slice_alpha_c0_offset_div2: alpha,
            slice_beta_offset_div2: beta,
            ..deblock::Params::default()
        };
        deblock::picture(&mut picture, &map, &params);
    }
    let [motion, _] = map.motion;
    let motion = MotionField::new(motion, slice.display, slice.distances);
    CodedPicture { slices: vec![CodedSlice { header, rbsp: data.finish(), macroblocks }], picture, motion }
}

/// Sets the QP of macroblocks without a residual to that of the macroblock before in coding order, as `QP_Y,PRED`.
fn inherit_qp(map: &mut MbMap, slice_qp: u8) {
    let mut last = slice_qp;
    for mb in map.macroblocks() {
        let mut mbs = map.mbs.view_mut().under_fixed::<Fixed<1, 1>, _>(&mb);
        let mut info = mbs.at([0, 0]);
        last = info.inherit_qp(last);
        mbs.set([0, 0], info);
    }
}
