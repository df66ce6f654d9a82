//! `slice_data()` (7.3.4).

use super::coder::{EntropyCoder, EntropyWriter, Rate};
use super::{Neighbours, macroblock_layer};
use crate::h264::bits::BitWriter;
use crate::h264::macroblock::{Macroblock, Prediction};

/// What the macroblocks of a slice may be. Not [`syntax::SliceKind`](crate::h264::syntax::SliceKind), which has every kind that a
/// header may name: those here are the ones that the coders have macroblocks of, so a match over them is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's names")]
pub enum SliceType {
    P,
    I,
}

/// What `slice_data()` has to know of the slice and of its parameter sets.
#[derive(Clone, Copy, Debug)]
pub struct SliceSyntax {
    /// `slice_type`.
    pub slice_type: SliceType,
    /// `num_ref_idx_l0_active_minus1`, 0 to 15.
    pub num_ref_idx_l0_active_minus1: u8,
    /// `transform_8x8_mode_flag`.
    pub transform_8x8_mode_flag: bool,
    /// Whether there is no chroma (`ChromaArrayType` 0) or that of 4:2:0.
    pub monochrome: bool,
}

/// A slice that is written or counted macroblock by macroblock, in the order of their addresses.
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
///     transform_8x8_mode_flag: true,
///     monochrome: false,
/// };
/// let (transform_8x8, cbp_luma, cbp_chroma, qp, (intra_chroma_mode, residual)) = (false, 0, 0, 26, Default::default());
/// let prediction = Prediction::Skip(Mv::default());
/// let mb = Macroblock { prediction, intra_chroma_mode, transform_8x8, cbp_luma, cbp_chroma, qp, residual };
///
/// let (mut map, mut header) = (MbMap::new([2, 3]), BitWriter::new());
/// header.ue(0); // and so on
/// let mut slice = SliceData::<Cabac<Arithmetic>>::new(header, syntax, 26, Some(0));
/// for at in (0..2).flat_map(|y| (0..3).map(move |x| [y, x])) {
///     map.store(at, &mb, false);
///     let around = Neighbours::of(&map, at);
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
    /// `QP_Y,PRED`.
    qp_pred: u8,
    /// Whether the macroblock before had an `mb_qp_delta` that is not 0.
    delta_before: bool,
    /// Whether there is a macroblock before.
    begun: bool,
}

impl<C: EntropyCoder> SliceData<C> {
    /// Slice data that begin, by a coder that begins.
    pub(super) fn of(coder: C, syntax: SliceSyntax, slice_qp: u8) -> Self {
        SliceData { coder, syntax, qp_pred: slice_qp, delta_before: false, begun: false }
    }

    /// The coder.
    pub(super) fn into_coder(self) -> C {
        self.coder
    }

    /// Codes a macroblock, which is stored in the map that `around` comes from. `P_Skip` stands in P slices alone.
    pub fn macroblock(&mut self, mb: &Macroblock, around: &Neighbours<'_>) {
        if core::mem::replace(&mut self.begun, true) {
            self.coder.end_of_slice_not_yet();
        }
        let skipped = matches!(mb.prediction, Prediction::Skip(_));
        if self.syntax.slice_type == SliceType::P {
            self.coder.mb_skip(skipped, around);
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

    /// `QP_Y,PRED` of the next macroblock: `QP_Y` of the last one. What a macroblock without a residual has.
    #[inline]
    pub fn qp_pred(&self) -> u8 {
        self.qp_pred
    }

    /// What counts, from where this stands.
    #[inline]
    pub fn counter(&self) -> SliceData<C::Counter> {
        let SliceData { ref coder, syntax, qp_pred, delta_before, begun } = *self;
        SliceData { coder: coder.counter(), syntax, qp_pred, delta_before, begun }
    }
}

impl<C: EntropyWriter> SliceData<C> {
    /// Goes on after a slice header. `cabac_init_idc` is that of the header of a P slice with CABAC.
    pub fn new(header: BitWriter, syntax: SliceSyntax, slice_qp: u8, cabac_init_idc: Option<u8>) -> Self {
        let cabac_init_idc = match syntax.slice_type {
            SliceType::I => None,
            SliceType::P => Some(cabac_init_idc.unwrap_or(0)),
        };
        SliceData::of(C::begin(header, slice_qp, cabac_init_idc), syntax, slice_qp)
    }

    /// Ends the slice: the bytes of the RBSP, which are not a NAL unit yet (7.3.1: `emulation_prevention_three_byte`).
    pub fn finish(self) -> Vec<u8> {
        self.coder.finish()
    }
}

impl<C: Rate> SliceData<C> {
    /// What was counted: see [`Rate::rate`].
    #[inline]
    pub fn rate(&self) -> u32 {
        self.coder.rate()
    }
}
