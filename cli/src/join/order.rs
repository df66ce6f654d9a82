//! [`DisplayOrder`]: when the pictures of a stream are shown.
//!
//! It follows from their picture order counts (8.2.1) and from the number of pictures that the stream says are reordered
//! (`max_num_reorder_frames`, E.2.1).

use crate::join_error::JoinError;
use codecs::h264::Nal;
use codecs::h264::syntax::{DecRefPicMarking, MemoryOperation, NalUnitType, PicOrderCnt, Sps, WholeAccessUnit};
use std::collections::VecDeque;

/// A picture on its way from coding order to the output, which is in coding order too.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) nals: Vec<Nal>,
    pub(super) is_idr: bool,
    pic_order_cnt: i64,
    /// The number of the picture in display order, once it is known.
    shown: Option<u64>,
}

/// Finds out how many pictures later than it is decoded each picture is shown. Holds as many pictures as lie between the two.
#[derive(Debug)]
pub(super) struct DisplayOrder {
    /// `max_num_reorder_frames`.
    reordered: usize,
    /// `MaxPicOrderCntLsb`; `None` if pictures are shown in coding order.
    lsb_range: Option<i64>,
    /// `prevPicOrderCntMsb` and `prevPicOrderCntLsb`.
    previous: (i64, i64),
    held: VecDeque<Held>,
    /// The number of held pictures whose place in display order is open.
    open: usize,
    /// The count of the picture that is shown last so far, since all before an IDR picture are.
    last: Option<i64>,
    /// The numbers of pictures that have a place in display order, and that have left.
    shown: u64,
    left: u64,
}

impl DisplayOrder {
    /// Reads the order of a stream from its sequence parameter set.
    ///
    /// # Errors
    /// [`JoinError::NotInMp4`] if the stream does not state how many pictures are reordered, or counts them in a cycle.
    pub(super) fn new(sps: &Sps) -> Result<Self, JoinError> {
        let restriction = sps.vui.as_ref().and_then(|vui| vui.bitstream_restriction);
        let (reordered, lsb_range) = match (&sps.pic_order_cnt, restriction.map(|limits| limits.max_num_reorder_frames))
        {
            (PicOrderCnt::Decoding, _) | (_, Some(0)) => (0, None),
            (PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4: minus4 }, Some(reordered)) => {
                (reordered.into(), Some(16 << minus4))
            }
            (PicOrderCnt::Lsb { .. }, None) => {
                let unknown = "shown in another order than they are coded, without a limit (max_num_reorder_frames)";
                return Err(JoinError::NotInMp4(unknown));
            }
            (PicOrderCnt::Cycle { .. }, _) => {
                return Err(JoinError::NotInMp4("shown in the order of a cycle (pic_order_cnt_type 1)"));
            }
        };
        let (held, previous) = (VecDeque::new(), (0, 0));
        Ok(DisplayOrder { reordered, lsb_range, previous, held, open: 0, last: None, shown: 0, left: 0 })
    }

    /// Takes the next picture in coding order, with the NAL units that stand for it in the output.
    ///
    /// # Errors
    /// [`JoinError::Late`] if a picture comes after one that is shown later and more pictures than the stream states.
    pub(super) fn push(&mut self, unit: &WholeAccessUnit, nals: Vec<Nal>) -> Result<(), JoinError> {
        let forgets_all = forgets_all(unit);
        if unit.is_idr || forgets_all {
            self.show_all()?;
            (self.previous, self.last) = ((0, 0), None);
        }
        let pic_order_cnt = self.pic_order_cnt(unit, forgets_all);
        self.held.push_back(Held { nals, is_idr: unit.is_idr, pic_order_cnt, shown: None });
        self.open += 1;
        while self.open > self.reordered {
            self.show_next()?;
        }
        Ok(())
    }

    /// Gives all pictures that are held a place in display order: those that follow are shown after them.
    ///
    /// # Errors
    /// [`JoinError::Late`], as [`DisplayOrder::push`].
    pub(super) fn show_all(&mut self) -> Result<(), JoinError> {
        while self.open > 0 {
            self.show_next()?;
        }
        Ok(())
    }

    /// Returns the next picture in coding order if its place in display order is known, with the number of pictures by which it is
    /// shown later than it is decoded.
    pub(super) fn next(&mut self) -> Option<(Held, u32)> {
        let shown = self.held.front()?.shown?;
        let offset = shown + self.reordered as u64 - self.left;
        self.left += 1;
        self.held.pop_front().map(|held| (held, offset as u32))
    }

    /// Gives the open picture of the least count the next place in display order.
    fn show_next(&mut self) -> Result<(), JoinError> {
        let open = self.held.iter_mut().filter(|held| held.shown.is_none());
        let next = open.min_by_key(|held| held.pic_order_cnt).expect("a picture is open");
        if self.last.is_some_and(|last| next.pic_order_cnt < last) {
            return Err(JoinError::Late { number: self.shown, reordered: self.reordered });
        }
        next.shown = Some(self.shown);
        self.last = Some(next.pic_order_cnt);
        self.shown += 1;
        self.open -= 1;
        Ok(())
    }

    /// Returns `PicOrderCnt` of a frame (8.2.1.1), or the same for all if pictures are shown in coding order.
    fn pic_order_cnt(&mut self, unit: &WholeAccessUnit, forgets_all: bool) -> i64 {
        let Some(range) = self.lsb_range else { return 0 };
        let (slice, (previous_msb, previous_lsb)) = (&unit.slice, self.previous);
        let lsb = i64::from(slice.pic_order_cnt_lsb);
        let msb = match lsb - previous_lsb {
            ahead if ahead <= -range / 2 => previous_msb + range,
            ahead if ahead > range / 2 => previous_msb - range,
            _ => previous_msb,
        };
        let [top, bottom] = [msb + lsb, msb + lsb + i64::from(slice.delta_pic_order_cnt_bottom)];
        let least = top.min(bottom);
        if forgets_all {
            // The picture counts from 0 after it is decoded (8.2.1).
            self.previous = (0, top - least);
            return 0;
        }
        if is_reference(unit) {
            self.previous = (msb, lsb);
        }
        least
    }
}

/// Returns whether other pictures refer to a picture.
fn is_reference(unit: &WholeAccessUnit) -> bool {
    let slices = [NalUnitType::SLICE, NalUnitType::IDR_SLICE];
    unit.nals.iter().any(|nal| slices.contains(&nal.header.nal_unit_type) && nal.header.nal_ref_idc > 0)
}

/// Returns whether a picture ends all references to those before it (`memory_management_control_operation` 5).
fn forgets_all(unit: &WholeAccessUnit) -> bool {
    match &unit.slice.dec_ref_pic_marking {
        DecRefPicMarking::Adaptive(operations) => operations.contains(&MemoryOperation::ForgetAll),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use codecs::h264::syntax::{BitstreamRestriction, NalHeader, SliceHeader, Vui};

    /// Returns the order of a stream with counts of 6 bits and a limit of reordered pictures.
    fn order(max_num_reorder_frames: u8) -> DisplayOrder {
        let restriction = BitstreamRestriction { max_num_reorder_frames, ..BitstreamRestriction::default() };
        let vui = Vui { bitstream_restriction: Some(restriction), ..Vui::default() };
        let pic_order_cnt = PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4: 2 };
        DisplayOrder::new(&Sps { pic_order_cnt, vui: Some(vui), ..Sps::default() }).expect("a known order")
    }

    /// Returns a frame with a count, whose lowest six bits are coded.
    fn frame(pic_order_cnt: u16, is_reference: bool, is_idr: bool) -> WholeAccessUnit {
        let kind = if is_idr { NalUnitType::IDR_SLICE } else { NalUnitType::SLICE };
        let header = NalHeader::new(u8::from(is_reference), kind);
        let nals = vec![Nal { header, rbsp: Vec::new() }];
        let slice = SliceHeader { pic_order_cnt_lsb: pic_order_cnt % 64, ..SliceHeader::default() };
        WholeAccessUnit { nals, position: 0, slice, is_idr }
    }

    /// Returns by how many pictures later than it is decoded each one is shown.
    fn offsets(order: &mut DisplayOrder, frames: &[WholeAccessUnit]) -> Result<Vec<u32>, JoinError> {
        let mut offsets = Vec::new();
        for frame in frames {
            order.push(frame, frame.nals.clone())?;
            offsets.extend(core::iter::from_fn(|| order.next()).map(|(_, offset)| offset));
        }
        order.show_all()?;
        offsets.extend(core::iter::from_fn(|| order.next()).map(|(_, offset)| offset));
        Ok(offsets)
    }

    /// Returns groups of a key picture and two runs of three B pictures, the middle one a reference.
    fn pyramid() -> Vec<WholeAccessUnit> {
        let counts = [0, 8, 4, 2, 6, 16, 12, 10, 14];
        let group = counts.map(|count| frame(count, count % 4 == 0, count == 0));
        [group.clone(), group].concat()
    }

    #[test]
    fn a_pyramid_is_shown_two_pictures_late() {
        let group = [2, 5, 2, 0, 1, 5, 2, 0, 1];
        assert_eq!(offsets(&mut order(2), &pyramid()).expect("offsets"), [group, group].concat());
        assert_eq!(offsets(&mut order(0), &pyramid()).expect("offsets"), [0; 18]);
    }

    #[test]
    fn a_picture_beyond_the_limit_is_refused() {
        let refused = offsets(&mut order(1), &pyramid());
        assert!(matches!(refused, Err(JoinError::Late { number: 2, reordered: 1 })), "{refused:?}");
    }

    #[test]
    fn counts_go_on_after_their_lowest_bits_return_to_0() {
        let frames: Vec<_> = (0..40).map(|n| frame(2 * n, true, n == 0)).collect();
        assert_eq!(offsets(&mut order(3), &frames).expect("offsets"), [3; 40]);
    }

    #[test]
    fn a_picture_that_forgets_all_begins_anew() {
        let mut frames = [0, 4, 2, 10, 2, 4].map(|count| frame(count, true, count == 0));
        frames[3].slice.dec_ref_pic_marking = DecRefPicMarking::Adaptive(vec![MemoryOperation::ForgetAll]);
        assert_eq!(offsets(&mut order(1), &frames).expect("offsets"), [1, 2, 0, 1, 1, 1]);
    }
}
