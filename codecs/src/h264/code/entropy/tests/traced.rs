//! Tests of the trace of a slice.

use super::laws::{HEADER, write};
use super::random::{Case, Random};
use crate::h264::bits::{BitSink, BitWriter};
use crate::h264::code::entropy::*;
use crate::h264::code::macroblock::{Macroblock, Prediction};
use crate::h264::syntax::{NalHeader, NalUnitType, Rbsp, write_nal_unit};
use crate::shared::trace::{Record, Recorder, TextTrace};

/// Returns the slice coded after `HEADER`, and its trace in the NAL unit of `written` at byte `from`.
fn tell(case: &Case, cabac: bool, written: &[u8], from: u64) -> (Vec<u8>, Vec<Record>) {
    let mut header = BitWriter::new();
    header.put(HEADER.0, HEADER.1);
    let mut nal = Vec::new();
    write_nal_unit(NalHeader::new(2, NalUnitType::SLICE), written, &mut nal);
    let mut recorder = Recorder::default();
    let rbsp = traced(case, cabac).tell(header, &Rbsp::new(&nal, from), &mut recorder);
    (rbsp, recorder.records)
}

fn traced(case: &Case, cabac: bool) -> TracedSlice<'_> {
    TracedSlice {
        entropy_coding_mode_flag: cabac,
        syntax: case.syntax,
        slice_qp: case.slice_qp,
        constrained_intra_pred_flag: case.constrained_intra_pred_flag,
        size_in_mbs: case.size,
        first_mb_in_slice: 0,
        macroblocks: &case.mbs,
    }
}

fn case(random: &mut Random, cavlc: bool) -> Case {
    Case { cabac_init_idc: 0, ..Case::new(random, [3, 4], cavlc) }
}

#[test]
fn elements_follow_each_other_from_the_header_to_the_end() {
    let mut random = Random::new(11);
    for round in 0..300 {
        let cabac = round % 2 == 1;
        let case = case(&mut random, !cabac);
        let written = if cabac { write::<Cabac<Arithmetic>>(&case).0 } else { write::<Cavlc<BitWriter>>(&case).0 };
        let (rbsp, records) = tell(&case, cabac, &written, 100);
        assert!(rbsp == written, "a traced slice is the slice");

        let mut nal = Vec::new();
        write_nal_unit(NalHeader::new(2, NalUnitType::SLICE), &written, &mut nal);
        let place = Rbsp::new(&nal, 100);
        let mut at = 8 + u64::from(HEADER.1);
        for record in &records {
            match record {
                Record::Structure { position_bits, name } => {
                    assert_eq!(*position_bits, place.position(at).0, "{name}");
                }
                Record::Element { position_bits, bits, name, .. } => {
                    assert_eq!(*position_bits, place.position(at).0, "{name}");
                    at += u64::from(*bits);
                }
            }
        }
        assert_eq!(at, place.bits());
        let begun = records
            .iter()
            .filter(|record| matches!(record, Record::Structure { name, .. } if name.starts_with("macroblock ")));
        assert_eq!(begun.count(), case.mbs.len());
    }
}

/// Checks that the bits at an element's position code its value, for CAVLC elements whose codes are plain numbers.
#[test]
fn the_bits_of_an_element_are_those_at_its_place() {
    let mut random = Random::new(12);
    let mut seen = 0;
    for _ in 0..200 {
        let case = case(&mut random, true);
        let (written, _) = write::<Cavlc<BitWriter>>(&case);
        // Without emulation prevention, positions are those in the RBSP.
        let mut recorder = Recorder::default();
        let mut header = BitWriter::new();
        header.put(HEADER.0, HEADER.1);
        let unit = [&[0x41][..], &vec![0xFF; written.len()]].concat();
        traced(&case, false).tell(header, &Rbsp::new(&unit, 0), &mut recorder);
        let bit = |at: u64| u64::from(written[at as usize / 8] >> (7 - at % 8) & 1);
        for record in &recorder.records {
            let Record::Element { position_bits, bits, name, value } = record else { continue };
            let read = (0..u64::from(*bits).min(63)).fold(0, |read, k| 2 * read + bit(position_bits - 8 + k));
            let signed = |code: u64| if code.is_multiple_of(2) { (code / 2) as i64 } else { -((code / 2) as i64) };
            let expected = match &**name {
                "mb_skip_run" | "mb_type" | "sub_mb_type" | "intra_chroma_pred_mode" => read as i64 - 1,
                "mb_qp_delta" | "mvd_l0[..][..][0]" | "mvd_l0[..][..][1]" => signed(read),
                "level_prefix" => i64::from(*bits) - i64::from(read == 1),
                "level_suffix" | "trailing_ones_sign_flag" | "transform_size_8x8_flag" | "rbsp_trailing_bits" => {
                    read as i64
                }
                name if name.starts_with("pcm_") || name.contains("_pred_mode") => read as i64,
                _ => continue,
            };
            seen += 1;
            assert_eq!(*value, expected, "{record:?}");
        }
    }
    assert!(seen > 10_000, "{seen} elements");
}

/// Returns the elements that both coders have, by macroblock.
fn of_both(records: &[Record]) -> Vec<(String, i64)> {
    let only = |name: &str| {
        let residual =
            ["coeff", "coded_block_flag", "trailing_ones", "level_", "total_zeros", "run_before", "significant"];
        residual
            .iter()
            .chain(&["last_", "cabac_", "end_of_slice", "mb_skip", "rbsp_", "pcm_align"])
            .any(|start| name.starts_with(start))
    };
    let named = records.iter().filter_map(|record| match record {
        Record::Element { name, .. } if only(name) => None,
        Record::Element { name, value, .. } => Some((name.clone(), *value)),
        // The name without the number of bits.
        Record::Structure { name, .. } => Some((name.split(", QP").next().unwrap_or_default().to_owned(), 0)),
    });
    named.collect()
}

#[test]
fn both_coders_have_the_same_elements() {
    let mut random = Random::new(13);
    for _ in 0..200 {
        let case = case(&mut random, false);
        // CABAC does not have the type P_8x8ref0.
        if case.syntax.num_ref_idx_l0_active_minus1 > 0 {
            continue;
        }
        let (cavlc, _) = write::<Cavlc<BitWriter>>(&case);
        let (cabac, _) = write::<Cabac<Arithmetic>>(&case);
        let (cavlc, cabac) = (tell(&case, false, &cavlc, 0).1, tell(&case, true, &cabac, 0).1);
        assert_eq!(of_both(&cavlc), of_both(&cabac));
    }
}

/// Checks that the CABAC elements of every block determine its levels.
#[test]
fn levels_are_what_the_elements_say() {
    let mut random = Random::new(14);
    for _ in 0..100 {
        let case = case(&mut random, false);
        let (cabac, _) = write::<Cabac<Arithmetic>>(&case);
        let (_, records) = tell(&case, true, &cabac, 0);
        let (mut told, mut levels): (Vec<i64>, Vec<i64>) = (vec![], vec![]);
        let mut magnitudes = vec![];
        for record in records {
            match record {
                Record::Structure { name, .. } if name.contains("Level") => {
                    assert_eq!(told, levels);
                    levels =
                        name.split(": ").nth(1).unwrap_or_default().split(' ').filter_map(|l| l.parse().ok()).collect();
                    levels.retain(|&level| level != 0);
                    levels.reverse();
                    told.clear();
                }
                Record::Element { name, value, .. } if name.starts_with("coeff_abs") => magnitudes.push(value + 1),
                Record::Element { name, value, .. } if name.starts_with("coeff_sign") => {
                    told.push(magnitudes.pop().expect("a magnitude") * (1 - 2 * value));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn the_text_of_a_macroblock() {
    let mut mb = Macroblock {
        prediction: Prediction::Intra16x16(Default::default()),
        intra_chroma_mode: Default::default(),
        transform_8x8: false,
        cbp_luma: 0,
        cbp_chroma: 1,
        qp: 28,
        residual: Default::default(),
    };
    mb.residual.luma_dc[..4].copy_from_slice(&[20, 0, -1, 1]);
    mb.residual.chroma_dc[1][0] = -2;
    let syntax = SliceSyntax {
        slice_type: SliceType::I,
        num_ref_idx_l0_active_minus1: 0,
        num_ref_idx_l1_active_minus1: 0,
        transform_8x8_mode_flag: true,
        monochrome: false,
    };
    let text = |cabac| {
        let slice = TracedSlice {
            entropy_coding_mode_flag: cabac,
            syntax,
            slice_qp: 26,
            constrained_intra_pred_flag: false,
            size_in_mbs: [1, 1],
            first_mb_in_slice: 0,
            macroblocks: std::slice::from_ref(&mb),
        };
        let mut header = BitWriter::new();
        header.put(5, 3);
        let mut trace = TextTrace::new(Vec::new());
        slice.tell(header, &Rbsp::new(&[0x65; 32], 4), &mut trace);
        String::from_utf8(trace.finish().expect("memory")).expect("text")
    };
    assert_eq!(text(false), CAVLC, "{}", text(false));
    assert_eq!(text(true), CABAC, "{}", text(true));
}

const CAVLC: &str = "\
5.3          macroblock 0 (row 0, column 0) I_16x16_2_1_0, QP 28, 66.0 bits\n\
5.3       7  mb_type = 7\n\
6.2       1  intra_chroma_pred_mode = 0\n\
6.3       5  mb_qp_delta = 2\n\
7.0          Intra16x16DCLevel: 20 0 -1 1\n\
7.0       7  coeff_token = 14\n\
7.7       1  trailing_ones_sign_flag = 0\n\
8.0       1  trailing_ones_sign_flag = 1\n\
8.1      16  level_prefix = 15\n\
10.1     12  level_suffix = 6\n\
11.5      3  total_zeros = 1\n\
12.0      1  run_before = 0\n\
12.1      1  run_before = 1\n\
12.2         ChromaDCLevel[0]:\n\
12.2      2  coeff_token = 0\n\
12.4         ChromaDCLevel[1]: -2\n\
12.4      6  coeff_token = 4\n\
13.2      2  level_prefix = 1\n\
13.4      1  total_zeros = 0\n\
13.5      3  rbsp_trailing_bits = 4\n";

const CABAC: &str = "\
5.3       5  cabac_alignment_one_bit = 31\n\
6.0          macroblock 0 (row 0, column 0) I_16x16_2_1_0, QP 28, 57.5 bits\n\
6.0       9  mb_type = 7\n\
7.1       2  intra_chroma_pred_mode = 0\n\
7.3       5  mb_qp_delta = 2\n\
8.0          Intra16x16DCLevel: 20 0 -1 1\n\
8.0       1  coded_block_flag = 1\n\
8.1       0  significant_coeff_flag[0] = 1\n\
8.1       0  last_significant_coeff_flag[0] = 0\n\
8.1       2  significant_coeff_flag[1] = 0\n\
8.3       0  significant_coeff_flag[2] = 1\n\
8.3       0  last_significant_coeff_flag[2] = 0\n\
8.3       1  significant_coeff_flag[3] = 1\n\
8.4       3  last_significant_coeff_flag[3] = 1\n\
8.7       0  coeff_abs_level_minus1[3] = 0\n\
8.7       1  coeff_sign_flag[3] = 0\n\
9.0       1  coeff_abs_level_minus1[2] = 0\n\
9.1       1  coeff_sign_flag[2] = 1\n\
9.2      19  coeff_abs_level_minus1[0] = 19\n\
11.5      1  coeff_sign_flag[0] = 0\n\
11.6         ChromaDCLevel[0]:\n\
11.6      3  coded_block_flag = 0\n\
12.1         ChromaDCLevel[1]: -2\n\
12.1      1  coded_block_flag = 1\n\
12.2      0  significant_coeff_flag[0] = 1\n\
12.2      2  last_significant_coeff_flag[0] = 1\n\
12.4      3  coeff_abs_level_minus1[0] = 1\n\
12.7      1  coeff_sign_flag[0] = 1\n\
13.0      9  end_of_slice_flag = 1\n\
14.1      7  rbsp_trailing_bits = 64\n";
