//! [`encode_picture`]: two loops over a whole picture, the definition for rows in tasks.

use super::inputs::{ref_pics, searched};
use super::{CodedSlice, SliceStart, syntax_of};
use crate::h264::bits::BitWriter;
use crate::h264::code::deblock;
use crate::h264::code::decide::{Candidate, MbContext, ModeDecision, SliceContext};
use crate::h264::code::entropy::{Arithmetic, Cabac, Cavlc, EntropyWriter, Neighbours, SliceData};
use crate::h264::code::macroblock::Macroblock;
use crate::h264::code::map::MbMap;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::{MotionField, Planes};
use crate::h264::options::{Deblocking, EntropyCoding};
use crate::spaces::{Luma4x4, Mb, macroblock};
use std::ops::Range;
use unite::{Block, Fixed};

/// A coded picture: its slices and its reconstruction.
pub(in crate::h264::code) struct CodedPicture {
    /// The slices in the order of their first macroblocks.
    pub(in crate::h264::code) slices: Vec<CodedSlice>,
    /// The reconstruction: the picture as a decoder outputs it.
    pub(in crate::h264::code) picture: Picture,
    /// The motion of the picture.
    pub(in crate::h264::code) motion: MotionField,
}

/// Encodes a picture as slices. Coded macroblocks are kept if `keeps` says so.
pub(in crate::h264::code) fn encode_picture(
    slice: &SliceContext<'_>,
    starts: &[SliceStart],
    decision: &dyn ModeDecision,
    keeps: bool,
) -> CodedPicture {
    let size = slice.source.size_in_mbs();
    let (mut picture, mut map) = (Picture::new(size, slice.options.monochrome), MbMap::with_lists(size, lists(slice)));
    let mut slices = Vec::new();
    for (n, start) in starts.iter().enumerate() {
        let rows = start.row..starts.get(n + 1).map_or(size[0], |next| next.row);
        let both = (&mut picture, &mut map);
        slices.push(match slice.options.entropy_coding {
            EntropyCoding::Cavlc => encode_slice::<Cavlc<BitWriter>>(slice, (start, rows), both, decision, keeps),
            EntropyCoding::Cabac => encode_slice::<Cabac<Arithmetic>>(slice, (start, rows), both, decision, keeps),
        });
    }
    if let Some(Deblocking { alpha, beta }) = slice.deblocking {
        let params = deblock::Params {
            slice_alpha_c0_offset_div2: alpha,
            slice_beta_offset_div2: beta,
            ref_pics: ref_pics(slice.references),
            ..deblock::Params::default()
        };
        deblock::picture(&mut picture, &map, &params);
    }
    let motion = MotionField::new(&map.motion, slice.display, slice.distances.each_ref().map(|list| &list[..]));
    CodedPicture { slices, picture, motion }
}

/// Encodes rows of macroblocks as a slice, and stores their data in the map of the picture.
fn encode_slice<C: EntropyWriter>(
    slice: &SliceContext<'_>,
    (SliceStart { header, .. }, rows): (&SliceStart, Range<usize>),
    (picture, whole): (&mut Picture, &mut MbMap),
    decision: &dyn ModeDecision,
    keeps: bool,
) -> CodedSlice {
    let size = slice.source.size_in_mbs();
    let mut macroblocks = Vec::new();
    let planes = searched(slice).map(|list| list.iter().map(|reference| Planes::of(reference)).collect::<Vec<_>>());
    // Nothing of another slice is available.
    let mut map = MbMap::with_lists(size, lists(slice));
    let mut data = SliceData::<C>::new(header.clone(), syntax_of(slice), slice.qp, Some(0));
    let mut start = data.counter();
    for row in rows.clone() {
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
            let mut context = MbContext::new(
                (slice, planes.each_ref().map(Vec::as_slice)),
                mb,
                slice.qp,
                picture,
                &mut map,
                &rate,
                contexts,
            );
            context.measure_energy();
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
    let mut last = slice.qp;
    for mb in map.macroblocks().skip(rows.start * size[1]).take(rows.len() * size[1]) {
        let mut info = map.mbs.view().colocate(&mb).at([0, 0]);
        last = info.inherit_qp(last);
        whole.mbs.view_mut().colocate(&mb).set([0, 0], info);
        copy(&map.coded, &mut whole.coded, &mb);
        copy(&map.motion[0], &mut whole.motion[0], &mb);
        if slice.is_b() {
            copy(&map.motion[1], &mut whole.motion[1], &mb);
        }
    }
    CodedSlice { rbsp: data.finish(), macroblocks }
}

/// Returns the number of reference lists of a slice, at least 1.
fn lists(slice: &SliceContext<'_>) -> usize {
    1 + usize::from(slice.is_b())
}

/// Copies the data of a macroblock from one map to another.
fn copy<T: Copy + Default>(from: &Block<Luma4x4, T>, to: &mut Block<Luma4x4, T>, mb: &Mb) {
    let from = from.view().under_fixed::<Fixed<4, 4>, _>(mb);
    to.view_mut().under_fixed::<Fixed<4, 4>, _>(mb).fill_with(|i| from.at(i));
}
