//! [`AccessUnit`]: a coded picture as NAL units, and the headers that go with its slice.

use super::headers::StreamHeaders;
use crate::h264::H264Error;
use crate::h264::bits::BitWriter;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::Reference;
use crate::h264::code::rows::SliceStart;
use crate::h264::options::{Deblocking, DirectMode, Options};
use crate::h264::plan::{PictureKind, PicturePlan};
use crate::h264::syntax::{
    self, AccessUnitDelimiter, DecRefPicMarking, Nal, NalHeader, NalUnitType, PicOrderCnt, Pps, Sei, SeiMessage,
    SliceHeader, SliceKind, Structure, write_access_unit,
};
use std::sync::Arc;

/// A coded picture with its NAL units and its reconstruction.
#[derive(Clone, Debug)]
pub struct AccessUnit {
    /// The NAL units in stream order.
    pub nals: Vec<Nal>,
    /// The index in the session, in display order, from 0. The number in the film is larger by [`Options::first_picture`].
    pub display: u64,
    /// `true` if it is an IDR picture, where decoding can begin.
    pub is_idr: bool,
    /// The kind of the picture: `'I'`, `'P'` or `'B'`.
    pub kind: char,
    /// The quantisation parameter of the slices.
    pub qp: u8,
    /// The mean of the quantisation parameters of the macroblocks, before the decisions about them.
    pub mean_qp: f64,
    pub(super) reference: Arc<Reference>,
}

impl AccessUnit {
    /// Returns the access unit as part of a byte stream (Annex B).
    ///
    /// ```
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// let mut options = Options::new(16, 16);
    /// options.monochrome = true;
    /// let mut session = Session::new(options)?;
    /// let gray = [128; 256];
    /// let units = session.push(&Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?)?;
    /// assert_eq!(units[0].byte_stream()[..5], [0, 0, 0, 1, 0x67]); // a sequence parameter set
    /// # Ok::<(), codecs::h264::H264Error>(())
    /// ```
    pub fn byte_stream(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write_access_unit(&self.nals, &mut out);
        out
    }

    /// Returns the decoded picture in whole macroblocks; its first rows and columns are the picture shown.
    pub fn reconstruction(&self) -> &Picture {
        self.reference.picture()
    }
}

/// Returns the header of the NAL units of a picture's slices.
pub(super) fn nal_header(plan: &PicturePlan) -> NalHeader {
    match plan.kind {
        PictureKind::Key => NalHeader::new(3, NalUnitType::IDR_SLICE),
        PictureKind::P => NalHeader::new(2, NalUnitType::SLICE),
        PictureKind::B => NalHeader::new(plan.is_reference.into(), NalUnitType::SLICE),
    }
}

/// Replaces the beginnings of the slices of a picture by those of another.
pub(super) fn begin_slices(
    headers: &StreamHeaders,
    options: &Options,
    plan: &mut PicturePlan,
    slices: &mut Vec<SliceStart>,
) -> Result<(), H264Error> {
    let [_, columns] = options.size_in_mbs();
    slices.resize_with(options.slices.into(), SliceStart::default);
    for (slice, row) in slices.iter_mut().zip(options.first_rows_of_slices()) {
        slice.row = row;
        slice.header.clear();
        write_slice_header(headers, options, plan, (row * columns) as u32, &mut slice.header)?;
    }
    Ok(())
}

/// Writes the header of a slice that begins at a macroblock (7.3.3).
fn write_slice_header(
    headers: &StreamHeaders,
    options: &Options,
    plan: &mut PicturePlan,
    first_mb_in_slice: u32,
    bits: &mut BitWriter,
) -> Result<(), H264Error> {
    let is_key = plan.kind.is_key();
    let kind = match plan.kind {
        PictureKind::Key => SliceKind::I,
        PictureKind::P => SliceKind::P,
        PictureKind::B => SliceKind::B,
    };
    let Pps { num_ref_idx_l0_default_active_minus1, num_ref_idx_l1_default_active_minus1, .. } = headers.pps;
    let active = [0, 1].map(|list: usize| plan.lists[list].len().saturating_sub(1) as u8);
    let overrides = match plan.kind {
        PictureKind::Key => false,
        PictureKind::P => active[0] != num_ref_idx_l0_default_active_minus1,
        PictureKind::B => active != [num_ref_idx_l0_default_active_minus1, num_ref_idx_l1_default_active_minus1],
    };
    // The lowest bits, 0 if the count is not coded.
    let pic_order_cnt_lsb = match headers.sps.pic_order_cnt {
        PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4: bits } => plan.pic_order_cnt & ((16 << bits) - 1),
        _ => 0,
    };
    let deblocking = match plan.deblocking {
        Some(Deblocking { alpha, beta }) => syntax::Deblocking {
            disable_deblocking_filter_idc: 0,
            slice_alpha_c0_offset_div2: alpha,
            slice_beta_offset_div2: beta,
        },
        None => syntax::Deblocking { disable_deblocking_filter_idc: 1, ..syntax::Deblocking::default() },
    };
    let mut header = SliceHeader {
        first_mb_in_slice,
        slice_type: kind.of_all(),
        frame_num: (plan.frame_num % (1 << headers.sps.frame_num_bits())) as u16,
        idr_pic_id: if is_key { idr_pic_id(plan.number, options.keyint) } else { 0 },
        pic_order_cnt_lsb: pic_order_cnt_lsb as u16,
        direct_spatial_mv_pred_flag: plan.kind == PictureKind::B && plan.direct == DirectMode::Spatial,
        num_ref_idx_active_override_flag: overrides,
        num_ref_idx_l0_active_minus1: active[0],
        num_ref_idx_l1_active_minus1: active[1],
        // Lent to the header, so that nothing is copied.
        ref_pic_list_modification: [plan.modification.take(), None],
        pred_weight_table: plan.weights.take(),
        dec_ref_pic_marking: if is_key { DecRefPicMarking::IDR } else { DecRefPicMarking::default() },
        slice_qp_delta: plan.qp as i8 - options.qp as i8,
        deblocking,
        ..SliceHeader::default()
    };
    let written = header.write(syntax::SliceContext { sets: &headers.sets, nal: nal_header(plan) }, bits);
    plan.modification = header.ref_pic_list_modification[0].take();
    plan.weights = header.pred_weight_table;
    Ok(written?)
}

/// Returns the NAL units that precede the slice of a picture: delimiter, parameter sets, messages (7.4.1.2.3).
pub(super) fn nals_before(
    headers: &StreamHeaders,
    options: &Options,
    plan: &PicturePlan,
    messages: Option<Nal>,
) -> Result<Vec<Nal>, H264Error> {
    let mut nals = Vec::new();
    if options.access_unit_delimiters {
        let primary_pic_type = match plan.kind {
            PictureKind::Key => 0,
            PictureKind::P => 1,
            PictureKind::B => 2,
        };
        let delimiter = AccessUnitDelimiter { primary_pic_type };
        let header = NalHeader::new(0, NalUnitType::ACCESS_UNIT_DELIMITER);
        nals.push(Nal { header, rbsp: delimiter.to_rbsp(())? });
    }
    if plan.kind.is_key() {
        nals.extend(headers.parameter_sets()?);
    }
    if plan.number == 0 && options.encoder_message {
        nals.push(sei(headers.message(options)?));
    }
    nals.extend(messages);
    Ok(nals)
}

/// Returns a NAL unit with the messages of a request; `None` if there are none.
pub(super) fn messages(headers: &StreamHeaders, messages: &[SeiMessage]) -> Result<Option<Nal>, H264Error> {
    match messages {
        [] => Ok(None),
        _ => Ok(Some(sei(Sei { messages: messages.to_vec() }.to_rbsp(&headers.sets)?))),
    }
}

fn sei(rbsp: Vec<u8>) -> Nal {
    Nal { header: NalHeader::new(0, NalUnitType::SEI), rbsp }
}

/// Returns `idr_pic_id` of the IDR picture `number` of a film (7.4.3).
///
/// Two IDR pictures of which one directly follows the other have consecutive numbers, `n` and `n + 1`, and must differ:
///
/// ```text
/// multiples of keyint      1, 0, 1, 0, ..    both are multiples only if keyint is 1, and then they alternate
/// other numbers            2 + number % 2    consecutive numbers differ; 2 and 3 differ from 0 and 1
/// ```
fn idr_pic_id(number: u64, keyint: u32) -> u16 {
    let keyint = u64::from(keyint);
    let parity = |number: u64| (number & 1) as u16;
    if number.is_multiple_of(keyint) { parity(number / keyint) ^ 1 } else { 2 + parity(number) }
}

#[cfg(test)]
mod tests {
    use super::idr_pic_id;

    #[test]
    fn idr_pictures_that_follow_each_other_differ() {
        for keyint in [1, 2, 3, 4, 250, u32::MAX - 1, u32::MAX] {
            let near = |center: u64| center.saturating_sub(600)..center.saturating_add(600);
            for first in near(0).chain(near(u32::MAX.into())).chain(near(u64::MAX)) {
                assert_ne!(idr_pic_id(first, keyint), idr_pic_id(first + 1, keyint), "{first}, every {keyint}");
            }
        }
    }

    #[test]
    fn idr_pictures_of_a_whole_film_alternate() {
        for keyint in [1, 2, 7, 250] {
            let ids = (0..40).map(|group| idr_pic_id(group * u64::from(keyint), keyint));
            assert!(ids.eq([1, 0].into_iter().cycle().take(40)), "every {keyint}");
        }
        assert_eq!(idr_pic_id(u64::MAX, 1), 0);
        // 2^64 - 1 is an odd multiple of 3.
        assert_eq!([1, 2, 4, u64::MAX].map(|number| idr_pic_id(number, 3)), [3, 2, 2, 0]);
    }
}
