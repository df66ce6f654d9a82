//! The order of pictures as a decoder derives it: from the headers that are written.

use super::access_unit::{begin_slices, nal_header};
use super::headers::StreamHeaders;
use crate::h264::bits::BitWriter;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::{MotionField, Reference};
use crate::h264::plan::{PictureKind, PicturePlan, Planner, Request};
use crate::h264::syntax::{
    NalHeader, PicNumModification, PicOrderCnt, Rbsp, Reader, SliceContext, SliceHeader, SliceKind, Sps, Structure,
    write_nal_unit,
};
use crate::h264::{BAdapt, LookaheadOptions, Options};
use crate::shared::trace::NoTrace;
use fearless_simd::Level;
use noise::Noise;
use std::sync::Arc;
use unite::{Block, Dyn};

/// A picture in a decoder's buffer.
#[derive(Clone, Debug)]
struct Decoded {
    display: u64,
    frame_num: i32,
    pic_order_cnt: i32,
    is_reference: bool,
    /// `true` if it waits for its output.
    waits: bool,
}

/// A decoder's state between pictures: 8.2.1, 8.2.4, 8.2.5 and C.4, for frames with short-term references alone.
struct Decoder<'a> {
    sps: &'a Sps,
    buffer: Vec<Decoded>,
    /// `PrevRefFrameNum`, and the count of the last reference picture as bits above and below.
    prev_ref_frame_num: i32,
    prev_ref_count: (i32, i32),
    /// The displayed pictures.
    output: Vec<u64>,
}

impl<'a> Decoder<'a> {
    fn new(sps: &'a Sps) -> Self {
        Decoder { sps, buffer: Vec::new(), prev_ref_frame_num: 0, prev_ref_count: (0, 0), output: Vec::new() }
    }

    fn max_frame_num(&self) -> i32 {
        1 << self.sps.frame_num_bits()
    }

    /// Takes the header of the slice of picture `display`. Returns its lists, by the numbers of the pictures.
    fn picture(&mut self, nal: NalHeader, header: &SliceHeader, display: u64) -> [Vec<u64>; 2] {
        if nal.is_idr() {
            self.bump(0);
            self.buffer.clear();
            (self.prev_ref_frame_num, self.prev_ref_count) = (0, (0, 0));
        }
        let is_reference = nal.nal_ref_idc > 0;
        let frame_num = i32::from(header.frame_num);
        let pic_order_cnt = self.pic_order_cnt(nal, header, is_reference);
        if !nal.is_idr() {
            // 7.4.3: no gap; a picture after a reference picture has the next number.
            assert_eq!(frame_num, (self.prev_ref_frame_num + 1) % self.max_frame_num(), "frame_num of {display}");
        }
        let lists = self.lists(header, frame_num, pic_order_cnt);
        self.buffer.retain(|held| held.is_reference || held.waits);
        if is_reference {
            let references = self.buffer.iter().filter(|held| held.is_reference).count();
            if references == usize::from(self.sps.max_num_ref_frames) {
                let oldest = self.buffer.iter().enumerate().filter(|(_, held)| held.is_reference);
                let wrap = |held: &Decoded| self.frame_num_wrap(held.frame_num, frame_num);
                let (oldest, _) = oldest.min_by_key(|(_, held)| wrap(held)).expect("a reference");
                self.buffer[oldest].is_reference = false;
            }
            self.prev_ref_frame_num = frame_num;
        }
        let restriction = self.sps.vui.as_ref().and_then(|vui| vui.bitstream_restriction).expect("stated");
        self.store(
            Decoded { display, frame_num, pic_order_cnt, is_reference, waits: true },
            restriction.max_dec_frame_buffering.into(),
        );
        self.bump(restriction.max_num_reorder_frames.into());
        lists
    }

    /// Returns `PicOrderCnt` of a frame: types 0 (8.2.1.1) and 2 (8.2.1.3).
    fn pic_order_cnt(&mut self, nal: NalHeader, header: &SliceHeader, is_reference: bool) -> i32 {
        let PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4 } = self.sps.pic_order_cnt else {
            assert!(is_reference, "type 2 allows no two pictures in a row that are no references");
            let next = self.prev_ref_count.0 + 2;
            self.prev_ref_count.0 = if nal.is_idr() { 0 } else { next };
            return self.prev_ref_count.0;
        };
        let range = 16 << log2_max_pic_order_cnt_lsb_minus4;
        let ((above, before), lsb) = (self.prev_ref_count, i32::from(header.pic_order_cnt_lsb));
        let msb = match lsb {
            _ if lsb < before && before - lsb >= range / 2 => above + range,
            _ if lsb > before && lsb - before > range / 2 => above - range,
            _ => above,
        };
        if is_reference {
            self.prev_ref_count = (msb, lsb);
        }
        msb + lsb
    }

    /// Returns `FrameNumWrap` (8-27), which is `PicNum` of a frame.
    fn frame_num_wrap(&self, frame_num: i32, current: i32) -> i32 {
        if frame_num > current { frame_num - self.max_frame_num() } else { frame_num }
    }

    /// Returns the lists (8.2.4.2.1, 8.2.4.2.3, 8.2.4.3.1).
    fn lists(&self, header: &SliceHeader, frame_num: i32, pic_order_cnt: i32) -> [Vec<u64>; 2] {
        let references: Vec<&Decoded> = self.buffer.iter().filter(|held| held.is_reference).collect();
        let pic_num = |held: &Decoded| self.frame_num_wrap(held.frame_num, frame_num);
        let mut lists: [Vec<&Decoded>; 2] = match header.slice_type.kind() {
            SliceKind::P => {
                let mut list = references.clone();
                list.sort_by_key(|held| -pic_num(held));
                [list, Vec::new()]
            }
            SliceKind::B => {
                let (mut before, mut after): (Vec<&Decoded>, Vec<&Decoded>) =
                    references.iter().partition(|held| held.pic_order_cnt < pic_order_cnt);
                before.sort_by_key(|held| -held.pic_order_cnt);
                after.sort_by_key(|held| held.pic_order_cnt);
                let list_0 = [before.clone(), after.clone()].concat();
                let mut list_1 = [after, before].concat();
                let same = list_0.iter().zip(&list_1).all(|(a, b)| a.display == b.display);
                if list_1.len() > 1 && same {
                    list_1.swap(0, 1);
                }
                [list_0, list_1]
            }
            _ => return [Vec::new(), Vec::new()],
        };
        let active = [header.num_ref_idx_l0_active_minus1, header.num_ref_idx_l1_active_minus1];
        for ((list, modification), active) in lists.iter_mut().zip(&header.ref_pic_list_modification).zip(active) {
            let active = usize::from(active) + 1;
            let steps = modification.as_ref().map_or(&[][..], |modification| &modification.steps);
            let mut predicted = frame_num;
            for (place, step) in steps.iter().enumerate() {
                let max = self.max_frame_num();
                predicted = match *step {
                    PicNumModification::Subtract { abs_diff_pic_num_minus1 } => {
                        (predicted - abs_diff_pic_num_minus1 as i32 - 1).rem_euclid(max)
                    }
                    PicNumModification::Add { abs_diff_pic_num_minus1 } => {
                        (predicted + abs_diff_pic_num_minus1 as i32 + 1).rem_euclid(max)
                    }
                    PicNumModification::LongTerm { .. } => panic!("no picture is a long-term reference"),
                };
                let wanted = if predicted > frame_num { predicted - max } else { predicted };
                let found = references.iter().find(|held| pic_num(held) == wanted).expect("a reference");
                list.insert(place, found);
                let later = (place + 1..list.len()).find(|&n| pic_num(list[n]) == wanted);
                later.map(|later| list.remove(later));
            }
            list.truncate(active);
        }
        lists.map(|list| list.into_iter().map(|held| held.display).collect())
    }

    /// Stores a picture in a buffer of `size` frames, or outputs it at once (C.4.5.1, C.4.5.2).
    fn store(&mut self, picture: Decoded, size: usize) {
        loop {
            self.buffer.retain(|held| held.is_reference || held.waits);
            if self.buffer.len() < size {
                return self.buffer.push(picture);
            }
            let waiting = self.buffer.iter().filter(|held| held.waits);
            let first = waiting.map(|held| held.pic_order_cnt).min();
            if !picture.is_reference && first.is_none_or(|first| picture.pic_order_cnt < first) {
                return self.output.push(picture.display);
            }
            assert!(first.is_some(), "picture {} finds {size} frames full of references", picture.display);
            self.bump(self.buffer.iter().filter(|held| held.waits).count() - 1);
        }
    }

    /// Outputs pictures until at most `most` wait (C.4.5.3).
    fn bump(&mut self, most: usize) {
        while self.buffer.iter().filter(|held| held.waits).count() > most {
            let waiting = self.buffer.iter_mut().filter(|held| held.waits);
            let first = waiting.min_by_key(|held| held.pic_order_cnt).expect("a picture waits");
            first.waits = false;
            self.output.push(first.display);
        }
    }
}

/// Returns a picture with no content but its number.
fn reference(display: u64) -> Arc<Reference> {
    let none = || Block::padded([0, 0], Dyn([0, 0]), 0);
    let field = MotionField::new(&[none(), none()], display, [&[], &[]]);
    Arc::new(Reference::new(Level::baseline(), Picture::new([1, 1], true)).with_motion(field))
}

/// Writes the slice header of a plan and reads it back.
fn header_of(headers: &StreamHeaders, options: &Options, plan: &PicturePlan) -> SliceHeader {
    let mut slices = Vec::new();
    begin_slices(headers, options, &mut plan.clone(), &mut slices).expect("a header");
    let mut bits: BitWriter = slices.remove(0).header;
    bits.rbsp_trailing();
    let nal = nal_header(plan);
    let mut bytes = Vec::new();
    write_nal_unit(nal, &bits.into_bytes(), &mut bytes);
    let (rbsp, mut trace) = (Rbsp::new(&bytes, 0), NoTrace);
    let mut reader = Reader::new(&rbsp, &mut trace);
    SliceHeader::read(&mut reader, SliceContext { sets: &headers.sets, nal }).expect("it can be read")
}

/// Plans `count` pictures, of which some are key pictures by request, and holds every header against a decoder.
fn check(options: &Options, count: u64, noise: &mut Noise) -> usize {
    let headers = StreamHeaders::new(options).expect("sound options");
    let (mut planner, mut decoder) = (Planner::new(Level::baseline(), options), Decoder::new(&headers.sps));
    let mut source = Arc::new(Picture::new([1, 1], true));
    let (mut modified, mut together, mut coded) = (0, 0, 0);
    for n in 0..=count {
        match n {
            _ if n == count => planner.finish(),
            _ => {
                let request = Request { key_picture: noise.below(23) == 0, ..Request::default() };
                if noise.below(4) == 0 {
                    Arc::make_mut(&mut source).luma.view_mut().fill_with(|_| noise.below(256) as u8);
                }
                assert_eq!(planner.push(options, &request, &source).expect("a sound request"), n);
            }
        }
        let mut planned = Vec::new();
        loop {
            while planner.can_decide(options) && noise.below(3) > 0 {
                planner.decide(options, 0);
            }
            // The pictures that are planned before one of them is coded do not refer to each other.
            let most = 1 + noise.below(4);
            planned.extend(core::iter::from_fn(|| planner.next(options)).take(most));
            if planned.is_empty() {
                match planner.can_decide(options) {
                    true => continue,
                    false => break,
                }
            }
            together += usize::from(planned.len() > 1);
            for plan in planned.drain(..) {
                let header = header_of(&headers, options, &plan);
                let lists = decoder.picture(nal_header(&plan), &header, plan.display);
                let used = plan.lists.each_ref().map(|list| {
                    list.iter().map(|reference| reference.motion().expect("a number").display()).collect::<Vec<_>>()
                });
                assert_eq!(lists, used, "the lists of picture {}, {options:?}", plan.display);
                assert!(plan.kind == PictureKind::Key || !used[0].is_empty());
                assert_eq!(plan.kind == PictureKind::B, !used[1].is_empty());
                modified += usize::from(plan.modification.is_some());
                let reference = reference(plan.display);
                planner.take(plan, reference);
                coded += 1;
                let late = decoder.output.len() as u64 + u64::from(options.max_num_reorder_frames());
                assert!(late >= coded, "picture {} comes out late", decoder.output.len());
            }
        }
    }
    decoder.bump(0);
    assert_eq!(coded, count);
    assert!(decoder.output.iter().copied().eq(0..count), "{:?}", decoder.output);
    assert!(options.b_frames < 2 || options.keyint < 4 || count < 50 || together > 0, "{options:?}");
    modified
}

#[test]
fn a_decoder_derives_the_order_and_the_lists_from_the_headers() {
    let (mut noise, mut modified) = (Noise::new(77), 0);
    for b_frames in [0, 1, 2, 3, 4, 7, 16] {
        for references in [1, 2, 3, 5, 16] {
            for b_pyramid in [false, true] {
                for keyint in [1, 2, 3, 9, 400] {
                    let options = Options { b_frames, references, b_pyramid, keyint, ..Options::new(16, 16) };
                    modified += check(&options, 90, &mut noise);
                }
            }
        }
    }
    assert!(modified > 100, "{modified} modified lists");
}

#[test]
fn the_order_that_the_lookahead_chooses_is_one_that_decoders_derive() {
    let mut noise = Noise::new(78);
    for b_frames in [0, 1, 3, 5] {
        for b_adapt in [BAdapt::Fixed, BAdapt::Greedy, BAdapt::Path] {
            for keyint in [3, 9, 400] {
                for pictures in [0, 2, 12] {
                    let lookahead =
                        LookaheadOptions { pictures, b_adapt, scene_cut: 60, min_keyint: 1, mb_tree: pictures > 2 };
                    let options = Options { b_frames, keyint, lookahead, crf: Some(24.0), ..Options::new(16, 16) };
                    check(&options, 60, &mut noise);
                }
            }
        }
    }
}

#[test]
fn numbers_wrap_without_a_gap() {
    for b_frames in [0, 3] {
        let options = Options { b_frames, keyint: 2000, ..Options::new(16, 16) };
        // Key pictures come at random; most groups are short, and the longest pass 256 references and counts.
        check(&options, 3, &mut Noise::new(1));
        let headers = StreamHeaders::new(&options).expect("sound options");
        let (mut planner, mut decoder) = (Planner::new(Level::baseline(), &options), Decoder::new(&headers.sps));
        let source = Arc::new(Picture::new([1, 1], true));
        for n in 0..1500 {
            planner.push(&options, &Request::default(), &source).expect("a sound request");
            if planner.can_decide(&options) {
                planner.decide(&options, 0);
            }
            while let Some(plan) = planner.next(&options) {
                let lists = decoder.picture(nal_header(&plan), &header_of(&headers, &options, &plan), plan.display);
                let used = plan.lists.each_ref().map(|list| {
                    list.iter().map(|reference| reference.motion().expect("a number").display()).collect::<Vec<_>>()
                });
                assert_eq!(lists, used, "picture {n}");
                let reference = reference(plan.display);
                planner.take(plan, reference);
            }
        }
        assert!(decoder.output.len() > 1490 && decoder.output.is_sorted());
    }
}
