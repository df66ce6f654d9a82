//! [`encode_picture`]: encodes a picture, macroblock by macroblock, into a slice and a reconstruction. It has no state
//! between pictures.

use super::bits::BitWriter;
use super::deblock;
use super::decide::{MbContext, ModeDecision, SliceContext};
use super::entropy::{Arithmetic, Cabac, Cavlc, EntropyWriter, Neighbours, SliceData, SliceSyntax, SliceType};
use super::macroblock::Macroblock;
use super::map::MbMap;
use super::options::{Deblocking, EntropyCoding};
use super::picture::Picture;

/// A coded picture: its slice and its reconstruction.
pub(super) struct CodedPicture {
    /// The RBSP of the slice, including the slice header.
    pub(super) rbsp: Vec<u8>,
    /// The reconstruction: the picture as a decoder outputs it.
    pub(super) picture: Picture,
}

/// Returns the properties of the slice that the syntax of its data depends on.
pub(super) fn syntax_of(slice: &SliceContext<'_>) -> SliceSyntax {
    SliceSyntax {
        slice_type: if slice.is_intra() { SliceType::I } else { SliceType::P },
        num_ref_idx_l0_active_minus1: slice.references.len().saturating_sub(1) as u8,
        transform_8x8_mode_flag: slice.options.transform_8x8,
        monochrome: slice.options.monochrome,
    }
}

/// Encodes a picture as one slice. The slice data follow `header`; the coded macroblocks are appended to `kept`.
pub(super) fn encode_picture(
    slice: &SliceContext<'_>,
    header: BitWriter,
    decision: &impl ModeDecision,
    kept: Option<&mut Vec<Macroblock>>,
) -> CodedPicture {
    match slice.options.entropy_coding {
        EntropyCoding::Cavlc => encode_slice::<Cavlc<BitWriter>>(slice, header, decision, kept),
        EntropyCoding::Cabac => encode_slice::<Cabac<Arithmetic>>(slice, header, decision, kept),
    }
}

fn encode_slice<C: EntropyWriter>(
    slice: &SliceContext<'_>,
    header: BitWriter,
    decision: &impl ModeDecision,
    mut kept: Option<&mut Vec<Macroblock>>,
) -> CodedPicture {
    let size = slice.source.size_in_mbs();
    let mut picture = Picture::new(size, slice.options.monochrome);
    let mut map = MbMap::new(size);
    let mut data = SliceData::<C>::new(header, syntax_of(slice), slice.qp, Some(0));
    for mb in map.macroblocks() {
        let counter = data.counter();
        let before = counter.rate();
        let rate = |macroblock: &Macroblock, map: &MbMap| {
            let mut counter = counter.clone();
            counter.macroblock(macroblock, &Neighbours::of(map, &mb));
            counter.rate() - before
        };
        let mut context = MbContext::new(slice, mb, &mut picture, &mut map, &rate);
        let candidate = decision.decide(&mut context);
        context.keep(&candidate);
        data.macroblock(&candidate.macroblock, &Neighbours::of(&map, &mb));
        if let Some(kept) = &mut kept {
            kept.push(candidate.macroblock);
        }
    }
    if let Some(Deblocking { alpha, beta }) = slice.options.deblocking {
        let params = deblock::Params {
            slice_alpha_c0_offset_div2: alpha,
            slice_beta_offset_div2: beta,
            ..deblock::Params::default()
        };
        deblock::picture(&mut picture, &map, &params);
    }
    CodedPicture { rbsp: data.finish(), picture }
}
