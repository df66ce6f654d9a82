//! [`Inputs`]: the data that the rows of a picture read and nobody writes.

use crate::h264::bits::BitWriter;
use crate::h264::code::deblock;
use crate::h264::code::decide::SliceContext;
use crate::h264::code::entropy::{SliceSyntax, SliceType};
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::b_slice::BSlice;
use crate::h264::code::predict::inter::motion_field::Distances;
use crate::h264::code::predict::inter::{Explicit, MOST_REFERENCES, Reference};
use crate::h264::code::quant_map::QuantMap;
use crate::h264::code::residual::BlockQuantizer;
use crate::h264::options::{Deblocking, Options};
use fearless_simd::Level;
use std::sync::Arc;

/// The beginning of a slice: it covers whole rows of macroblocks.
#[derive(Default)]
pub(in crate::h264) struct SliceStart {
    /// The first row.
    pub(in crate::h264) row: usize,
    /// The slice header.
    pub(in crate::h264) header: BitWriter,
}

/// The inputs of a picture: [`SliceContext`] with owners for what it borrows, and the slices.
pub(in crate::h264) struct Inputs {
    pub(in crate::h264) level: Level,
    pub(in crate::h264) source: Arc<Picture>,
    pub(in crate::h264) references: [Vec<Arc<Reference>>; 2],
    pub(in crate::h264) display: u64,
    /// `true` if later pictures may refer to it.
    pub(in crate::h264) is_reference: bool,
    pub(in crate::h264) distances: [Distances; 2],
    pub(in crate::h264) b: Option<BSlice>,
    /// The explicit weights of a P picture, if it has any.
    pub(in crate::h264) explicit: Option<Explicit>,
    pub(in crate::h264) options: Arc<Options>,
    pub(in crate::h264) qp: u8,
    pub(in crate::h264) quant: Arc<QuantMap>,
    pub(in crate::h264) deblocking: Option<Deblocking>,
    pub(in crate::h264) quantizer: Option<Arc<dyn BlockQuantizer>>,
    pub(in crate::h264) vertical_range: i16,
    pub(in crate::h264) most_vectors: u8,
    /// The slices in the order of their rows; the first begins at row 0.
    pub(in crate::h264) slices: Vec<SliceStart>,
    /// `true` if the coded macroblocks are kept.
    pub(in crate::h264) keeps: bool,
}

impl Inputs {
    /// Returns the data that all macroblocks share.
    pub(in crate::h264) fn slice(&self) -> SliceContext<'_> {
        SliceContext {
            level: self.level,
            source: &self.source,
            references: self.references.each_ref().map(Vec::as_slice),
            display: self.display,
            distances: self.distances,
            b: self.b.as_ref(),
            explicit: self.explicit.as_ref(),
            options: &self.options,
            qp: self.qp,
            quant: &self.quant,
            deblocking: self.deblocking,
            quantizer: self.quantizer.as_deref(),
            vertical_range: self.vertical_range,
            most_vectors: self.most_vectors,
        }
    }

    /// Returns the references as a search compares them.
    pub(super) fn searched(&self) -> [&[Arc<Reference>]; 2] {
        searched(&self.slice())
    }

    /// Returns an identifier of the picture of each index in lists 0 and 1, for the loop filter.
    pub(super) fn ref_pics(&self) -> [[u8; MOST_REFERENCES]; 2] {
        ref_pics(self.slice().references)
    }

    /// Returns the header of the slice that begins at a row.
    pub(super) fn slice_at(&self, row: usize) -> Option<&BitWriter> {
        self.slices.iter().find(|slice| slice.row == row).map(|slice| &slice.header)
    }
}

/// Returns the references of a slice as a search compares them: those with explicit weights have weighed samples.
pub(super) fn searched<'a>(slice: &SliceContext<'a>) -> [&'a [Arc<Reference>]; 2] {
    let [list_0, list_1] = slice.references;
    [slice.explicit.map_or(list_0, Explicit::searched), list_1]
}

/// Returns an identifier of the picture of each index in two lists: equal ones for the same picture.
pub(super) fn ref_pics(lists: [&[Arc<Reference>]; 2]) -> [[u8; MOST_REFERENCES]; 2] {
    let mut ids = deblock::Params::default().ref_pics;
    let [list_0, list_1] = &mut ids;
    for (id, reference) in list_1.iter_mut().zip(lists[1]) {
        if let Some(same) = lists[0].iter().position(|other| Arc::ptr_eq(other, reference)) {
            *id = list_0[same];
        }
    }
    ids
}

/// Returns the properties of the slice that the syntax of its data depends on.
pub(in crate::h264) fn syntax_of(slice: &SliceContext<'_>) -> SliceSyntax {
    SliceSyntax {
        slice_type: match slice.is_intra() {
            true => SliceType::I,
            false if slice.is_b() => SliceType::B,
            false => SliceType::P,
        },
        num_ref_idx_l0_active_minus1: slice.references[0].len().saturating_sub(1) as u8,
        num_ref_idx_l1_active_minus1: slice.references[1].len().saturating_sub(1) as u8,
        transform_8x8_mode_flag: slice.options.transform_8x8,
        monochrome: slice.options.monochrome,
    }
}
