//! `slice_data()` (7.3.4): the macroblocks of a slice.

use super::coder::{EntropyCoder, EntropyWriter, Rate};
use super::{Contexts, Neighbours, macroblock_layer};
use crate::h264::bits::BitWriter;
use crate::h264::code::macroblock::Macroblock;

/// The type of a slice that the coders support. In contrast to [`syntax::SliceKind`](crate::h264::syntax::SliceKind),
/// which has all kinds that a header can name, a match over these three is exhaustive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's names")]
pub enum SliceType {
    P,
    B,
    I,
}

/// The properties of a slice and its parameter sets that the syntax of `slice_data()` depends on.
#[derive(Clone, Copy, Debug)]
pub struct SliceSyntax {
    /// `slice_type`: I, P or B.
    pub slice_type: SliceType,
    /// `num_ref_idx_l0_active_minus1`, 0 to 15.
    pub num_ref_idx_l0_active_minus1: u8,
    /// `num_ref_idx_l1_active_minus1`, 0 to 15; used in B slices.
    pub num_ref_idx_l1_active_minus1: u8,
    /// `transform_8x8_mode_flag`: macroblocks may use the 8 x 8 transform.
    pub transform_8x8_mode_flag: bool,
    /// `true` without chroma (`ChromaArrayType` 0), `false` for 4:2:0.
    pub monochrome: bool,
}

/// The slice data, written or counted macroblock by macroblock in address order.
///
/// ```
/// use codecs::h264::bits::{BitSink, BitWriter};
/// use codecs::h264::entropy::{Arithmetic, BIT, Cabac, Neighbours, SliceData, SliceSyntax, SliceType};
/// use codecs::h264::macroblock::{Macroblock, Mv, Prediction};
/// use codecs::h264::map::MbMap;
///
/// let syntax = SliceSyntax {
///     slice_type: SliceType::P,
///     num_ref_idx_l0_active_minus1: 0,
///     num_ref_idx_l1_active_minus1: 0,
///     transform_8x8_mode_flag: true,
///     monochrome: false,
/// };
/// let mb = Macroblock::new(Prediction::Skip(Mv::default()), 26);
///
/// let (mut map, mut header) = (MbMap::new([2, 3]), BitWriter::new());
/// header.ue(0); // and so on
/// let mut slice = SliceData::<Cabac<Arithmetic>>::new(header, syntax, 26, Some(0));
/// for place in map.macroblocks() {
///     map.store(&place, &mb, false);
///     let around = Neighbours::of(&map, &place);
///
///     let mut trial = slice.counter();
///     let before = trial.rate();
///     trial.macroblock(&mb, &around);
///     assert!(trial.rate() - before < BIT);
///
///     slice.macroblock(&mb, &around);
/// }
/// assert_eq!(slice.finish().len(), 3);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SliceData<C> {
    coder: C,
    syntax: SliceSyntax,
    /// `QP_Y,PRED` of the next macroblock.
    qp_pred: u8,
    /// `true` if `mb_qp_delta` of the previous macroblock was not 0.
    delta_before: bool,
    /// `true` after the first macroblock.
    begun: bool,
}

impl<C: EntropyCoder> SliceData<C> {
    /// Begins slice data with a new coder.
    pub(super) fn of(coder: C, syntax: SliceSyntax, slice_qp: u8) -> Self {
        SliceData { coder, syntax, qp_pred: slice_qp, delta_before: false, begun: false }
    }

    /// Returns the coder.
    pub(super) fn into_coder(self) -> C {
        self.coder
    }

    /// Codes a macroblock, which must already be stored in the map of `around`. P slices may have P macroblocks, and B slices B
    /// macroblocks; both may have intra ones.
    pub fn macroblock(&mut self, mb: &Macroblock, around: &Neighbours<'_>) {
        if core::mem::replace(&mut self.begun, true) {
            self.coder.end_of_slice_not_yet();
        }
        let skipped = mb.is_skipped();
        if self.syntax.slice_type != SliceType::I {
            self.coder.mb_skip(skipped, self.syntax.slice_type, around);
        }
        let delta = match skipped {
            true => 0,
            false => {
                let before = (self.qp_pred, self.delta_before);
                macroblock_layer(&mut self.coder, mb, &self.syntax, before, around)
            }
        };
        self.delta_before = delta != 0;
        if delta != 0 {
            self.qp_pred = mb.qp;
        }
    }

    /// Returns `QP_Y,PRED` of the next macroblock: `QP_Y` of the last one, which a macroblock without a residual
    /// inherits.
    #[inline]
    pub fn qp_pred(&self) -> u8 {
        self.qp_pred
    }

    /// Returns a counting copy in the current state.
    #[inline]
    pub fn counter(&self) -> SliceData<C::Counter> {
        let SliceData { ref coder, syntax, qp_pred, delta_before, begun } = *self;
        SliceData { coder: coder.counter(), syntax, qp_pred, delta_before, begun }
    }
}

impl<C: EntropyWriter> SliceData<C> {
    /// Begins the slice data after a slice header. `cabac_init_idc` is that of the header of a P or B slice with CABAC.
    pub fn new(header: BitWriter, syntax: SliceSyntax, slice_qp: u8, cabac_init_idc: Option<u8>) -> Self {
        let cabac_init_idc = match syntax.slice_type {
            SliceType::I => None,
            SliceType::P | SliceType::B => Some(cabac_init_idc.unwrap_or(0)),
        };
        SliceData::of(C::begin(header, slice_qp, cabac_init_idc), syntax, slice_qp)
    }

    /// Ends the slice. Returns the bytes of the RBSP, without emulation prevention (7.3.1).
    pub fn finish(self) -> Vec<u8> {
        self.coder.finish()
    }
}

impl<C: Rate> SliceData<C> {
    /// Returns the count: see [`Rate::rate`].
    #[inline]
    pub fn rate(&self) -> u32 {
        self.coder.rate()
    }

    /// Returns the states of the contexts: see [`Rate::contexts`].
    #[inline]
    pub fn contexts(&self) -> Option<&Contexts> {
        self.coder.contexts()
    }

    /// Returns a counter for a row of macroblocks, with the states of the contexts of this one and nothing else of what was
    /// coded before: no skipped macroblocks, `slice_qp` as `QP_Y,PRED`, no `mb_qp_delta`. So the counters of a row do not
    /// wait for the end of the row above.
    pub(in crate::h264::code) fn of_row(&self, slice_qp: u8) -> SliceData<C>
    where
        C: Clone,
    {
        let mut coder = self.coder.clone();
        coder.forget_run();
        SliceData { coder, syntax: self.syntax, qp_pred: slice_qp, delta_before: false, begun: self.begun }
    }
}
