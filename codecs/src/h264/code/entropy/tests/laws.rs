//! Tests that slices are read back as written, and that counted rates match the bits written.

use super::cabac_decoder::Decoder;
use super::parser::{Slice, slice_data};
use super::random::{Case, Random};
use super::rbsp::Rbsp;
use super::{cabac_parser, cavlc_parser};
use crate::h264::bits::{BitSink, BitWriter};
use crate::h264::code::entropy::*;
use crate::h264::code::macroblock::{Macroblock, MbPart, Motion, Mv, Prediction, SubMbPart};

/// The slice header: bits that are not whole bytes.
pub(super) const HEADER: (u32, u32) = (0b101_1100_1001, 11);

/// Returns the slice and the counted rates of its macroblocks.
pub(super) fn write<C: EntropyWriter>(case: &Case) -> (Vec<u8>, Vec<u32>) {
    let mut header = BitWriter::new();
    header.put(HEADER.0, HEADER.1);
    let mut slice = SliceData::<C>::new(header, case.syntax, case.slice_qp, Some(case.cabac_init_idc));
    let (mut map, mut rates) = (case.map(), vec![]);
    for (place, mb) in map.macroblocks().zip(&case.mbs) {
        map.store(&place, mb, case.constrained_intra_pred_flag);
        let around = Neighbours::of(&map, &place);
        let mut counter = slice.counter();
        let before = counter.rate();
        counter.macroblock(mb, &around);
        rates.push(counter.rate() - before);
        slice.macroblock(mb, &around);
    }
    (slice.finish(), rates)
}

fn read(case: &Case, rbsp: &[u8], cabac: bool) -> Vec<Macroblock> {
    let mut bits = Rbsp::new(rbsp);
    assert_eq!(bits.bits(HEADER.1), HEADER.0);
    let slice = Slice {
        syntax: case.syntax,
        constrained_intra_pred_flag: case.constrained_intra_pred_flag,
        width: case.size[1],
        mbs: vec![],
        qp: case.slice_qp,
    };
    if cabac {
        bits.align(1);
        let idc = (case.syntax.slice_type != SliceType::I).then_some(case.cabac_init_idc);
        slice_data(cabac_parser::Cabac(Decoder::new(bits, case.slice_qp, idc)), slice, case.mbs.len())
    } else {
        slice_data(cavlc_parser::Cavlc::new(bits), slice, case.mbs.len())
    }
}

/// Removes the references of direct blocks, which are not coded.
fn forget_direct(motion: &mut Motion) {
    for n in 0..4 {
        let is_direct = match motion.part {
            MbPart::Direct => true,
            MbPart::P8x8(parts) => parts[n] == SubMbPart::Direct,
            _ => false,
        };
        if is_direct {
            motion.lists.iter_mut().for_each(|list| list.ref_idx[n] = -1);
        }
    }
}

/// Asserts that macroblocks have the same coded values: everything but the vectors, which are coded as differences.
fn assert_same(written: &[Macroblock], read: &[Macroblock]) {
    assert_eq!(written.len(), read.len());
    for (addr, (a, b)) in written.iter().zip(read).enumerate() {
        let mut prediction = a.prediction;
        match &mut prediction {
            Prediction::Skip(mv) => *mv = Mv::default(),
            Prediction::Inter(motion) => forget_direct(motion),
            _ => {}
        }
        assert_eq!(prediction, b.prediction, "macroblock {addr}");
        assert_eq!(a.intra_chroma_mode, b.intra_chroma_mode, "macroblock {addr}");
        let numbers = |mb: &Macroblock| (mb.transform_8x8, mb.cbp_luma, mb.cbp_chroma, mb.qp);
        assert_eq!(numbers(a), numbers(b), "macroblock {addr}");
        assert_eq!(a.residual.luma_dc, b.residual.luma_dc, "macroblock {addr}");
        assert_eq!(a.residual.luma, b.residual.luma, "macroblock {addr}");
        assert_eq!(a.residual.chroma_dc, b.residual.chroma_dc, "macroblock {addr}");
        assert_eq!(a.residual.chroma_ac, b.residual.chroma_ac, "macroblock {addr}");
        assert_eq!(a.residual.pcm, b.residual.pcm, "macroblock {addr}");
    }
}

#[test]
fn what_cavlc_writes_is_read_back() {
    let mut random = Random::new(2);
    for _ in 0..1500 {
        let case = Case::new(&mut random, [3, 4], true);
        let (rbsp, _) = write::<Cavlc<BitWriter>>(&case);
        assert_same(&case.mbs, &read(&case, &rbsp, false));
    }
}

#[test]
fn what_cabac_writes_is_read_back() {
    let mut random = Random::new(3);
    for _ in 0..1500 {
        let case = Case::new(&mut random, [3, 4], true);
        let (rbsp, _) = write::<Cabac<Arithmetic>>(&case);
        assert_same(&case.mbs, &read(&case, &rbsp, true));
    }
}

#[test]
fn slices_of_one_column_or_row_are_read_back() {
    let mut random = Random::new(4);
    for k in 0..200 {
        let case = Case::new(&mut random, [[1, 5], [5, 1], [1, 1]][k % 3], true);
        assert_same(&case.mbs, &read(&case, &write::<Cavlc<BitWriter>>(&case).0, false));
        assert_same(&case.mbs, &read(&case, &write::<Cabac<Arithmetic>>(&case).0, true));
    }
}

#[test]
fn cavlc_counts_the_bits_that_it_writes() {
    let mut random = Random::new(5);
    for _ in 0..300 {
        let case = Case::new(&mut random, [3, 4], false);
        let (rbsp, rates) = write::<Cavlc<BitWriter>>(&case);
        let skipped = case.mbs.iter().rev().take_while(|mb| mb.is_skipped()).count();
        // A count includes the code of the run that the next macroblock would end, 1 bit at the start of the slice. At
        // the end of the slice, that code is written if the run is not 0.
        let unwritten = u32::from(skipped == 0);
        let written = Rbsp::new(&rbsp).stop() as u32 - HEADER.1;
        let counted = rates.iter().sum::<u32>() / BIT + 1 - unwritten;
        assert_eq!(counted, written);
    }
}

#[test]
fn cabac_counts_what_it_writes_to_two_parts_in_a_hundred() {
    let mut random = Random::new(6);
    let (mut all_written, mut all_counted, mut worst) = (0.0, 0.0, 0.0_f64);
    for _ in 0..300 {
        let case = Case::new(&mut random, [8, 8], true);
        let (rbsp, rates) = write::<Cabac<Arithmetic>>(&case);
        let written = 8.0 * rbsp.len() as f64 - f64::from(HEADER.1);
        let counted = rates.iter().map(|&rate| f64::from(rate)).sum::<f64>() / f64::from(BIT);
        (all_written, all_counted) = (all_written + written, all_counted + counted);
        worst = worst.max((counted / written - 1.0).abs());
    }
    println!("{all_counted} of {all_written} bits, the worst slice off by {worst}");
    approx::assert_abs_diff_eq!(all_counted / all_written, 1.0, epsilon = 0.01);
    assert!(worst < 0.03, "a slice is off by {worst}");
}

#[test]
fn a_counter_leaves_what_it_was_made_from_as_it_was() {
    let mut random = Random::new(7);
    let case = Case::new(&mut random, [4, 4], true);
    let mut map = case.map();
    let new = || SliceData::<Cabac<Arithmetic>>::new(BitWriter::new(), case.syntax, case.slice_qp, Some(0));
    let (mut counted, mut plain) = (new(), new());
    for (place, mb) in map.macroblocks().zip(&case.mbs) {
        for other in case.mbs.iter().rev() {
            map.store(&place, other, false);
            counted.counter().macroblock(other, &Neighbours::of(&map, &place));
        }
        map.store(&place, mb, false);
        let around = Neighbours::of(&map, &place);
        counted.macroblock(mb, &around);
        plain.macroblock(mb, &around);
    }
    assert_eq!(counted.finish(), plain.finish());
}
