//! [`encode_picture`]: two loops over a whole picture, the definition for rows in tasks.

use super::{CodedSlice, syntax_of};
use crate::h264::bits::BitWriter;
use crate::h264::code::deblock;
use crate::h264::code::decide::{Candidate, MbContext, ModeDecision, SliceContext};
use crate::h264::code::entropy::{Arithmetic, Cabac, Cavlc, EntropyWriter, Neighbours, SliceData};
use crate::h264::code::macroblock::Macroblock;
use crate::h264::code::map::MbMap;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::{MotionField, Planes};
use crate::h264::options::{Deblocking, EntropyCoding};
use crate::spaces::macroblock;
use unite::Fixed;

/// A coded picture: its slices and its reconstruction.
pub(in crate::h264::code) struct CodedPicture {
    /// The slices in the order of their first macroblocks; the encoder writes one slice a picture.
    pub(in crate::h264::code) slices: Vec<CodedSlice>,
    /// The reconstruction: the picture as a decoder outputs it.
    pub(in crate::h264::code) picture: Picture,
    /// The motion of the picture.
    pub(in crate::h264::code) motion: MotionField,
}

/// Encodes a picture as one slice, whose data follow `header`. Coded macroblocks are kept if `keeps` says so.
pub(in crate::h264::code) fn encode_picture(
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
            let uses_rates = decision.uses_rates();
            if uses_rates {
                // The count begins anew, so that that of a long row does not overflow.
                counter = counter.counter();
            }
            let before = counter.rate();
            let rate = |macroblock: &Macroblock, map: &MbMap| {
                let mut counter = counter.clone();
                counter.macroblock(macroblock, &Neighbours::of(map, &mb));
                counter.rate() - before
            };
            let contexts = counter.contexts().filter(|_| uses_rates);
            let mut context = MbContext::new((slice, &planes), mb, slice.qp, &mut picture, &mut map, &rate, contexts);
            let mut candidate = decision.decide(&mut context);
            context.keep(&mut candidate);
            let Candidate { mut macroblock, .. } = candidate;
            let around = Neighbours::of(&map, &mb);
            if uses_rates {
                counter.macroblock(&macroblock, &around);
            }
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
