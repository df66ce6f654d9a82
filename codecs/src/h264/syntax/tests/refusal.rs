//! Tests that writers reject values that the standard does not allow.

use crate::h264::bits::{BitSink, BitWriter};
use crate::h264::syntax::*;

fn why<T: Structure>(structure: &T, context: T::Context<'_>) -> String {
    let mut sink = BitWriter::new();
    sink.flag(true);
    let error = structure.write(context, &mut sink).unwrap_err();
    assert_eq!(sink.len(), 1, "nothing is written");
    error.to_string()
}

#[test]
fn values_out_of_their_range_are_refused() {
    let sps = Sps { max_num_ref_frames: 17, ..Sps::default() };
    assert_eq!(why(&sps, ()), "byte 4.4: max_num_ref_frames = 17 is outside 0 to 16");
    let sps = Sps { frame_mbs_only_flag: false, direct_8x8_inference_flag: false, ..Sps::default() };
    assert!(why(&sps, ()).ends_with("direct_8x8_inference_flag = 0 is outside 1 to 1"));
}

#[test]
fn elements_that_are_not_coded_have_the_inferred_value() {
    let sps = Sps { chroma_format_idc: 0, ..Sps::default() };
    assert_eq!(why(&sps, ()), "byte 4.1: chroma_format_idc = 0 is not coded here; it must have the inferred value 1");
    let sps = Sps { profile_idc: 77, seq_scaling_matrix: Some(ScalingMatrix::default()), ..Sps::default() };
    assert!(why(&sps, ()).contains("seq_scaling_matrix_present_flag = 1 is not coded here"));
    let mut sets = ParameterSets::default();
    sets.insert_sps(Sps { pic_order_cnt: PicOrderCnt::Decoding, ..Sps::default() });
    sets.insert_pps(Pps { num_ref_idx_l0_default_active_minus1: 1, ..Pps::default() });
    let context = SliceContext { sets: &sets, nal: NalHeader::new(1, NalUnitType::SLICE) };
    let good = SliceHeader { num_ref_idx_l0_active_minus1: 1, ..SliceHeader::default() };
    good.check(context).unwrap();
    for (header, name) in [
        (SliceHeader { pic_order_cnt_lsb: 2, ..good.clone() }, "pic_order_cnt_lsb = 2"),
        (SliceHeader { num_ref_idx_l0_active_minus1: 0, ..good.clone() }, "num_ref_idx_l0_active_minus1 = 0"),
        (SliceHeader { cabac_init_idc: 1, ..good.clone() }, "cabac_init_idc = 1"),
        (SliceHeader { idr_pic_id: 1, ..good.clone() }, "idr_pic_id = 1"),
        (SliceHeader { slice_type: SliceKind::I.of_all(), ..good.clone() }, "num_ref_idx_l0_active_minus1 = 1"),
        (SliceHeader { frame_num: 16, ..good.clone() }, "frame_num = 16 is outside 0 to 15"),
        (SliceHeader { slice_qp_delta: 26, ..good.clone() }, "slice_qp_delta = 26 is outside -26 to 25"),
        (SliceHeader { pic_parameter_set_id: 1, ..good.clone() }, "PPS 1 is used but was never sent"),
    ] {
        let found = why(&header, context);
        assert!(found.contains(name), "{found}");
    }
}

#[test]
fn markings_of_idr_pictures_belong_to_idr_pictures() {
    let mut sets = ParameterSets::default();
    sets.insert_sps(Sps::default());
    sets.insert_pps(Pps::default());
    let of = |nal_ref_idc, kind| SliceContext { sets: &sets, nal: NalHeader::new(nal_ref_idc, kind) };
    let header = SliceHeader { slice_type: SliceKind::I.of_all(), ..SliceHeader::default() };
    assert!(why(&header, of(1, NalUnitType::IDR_SLICE)).contains("IDR pictures do not have it"));
    let header = SliceHeader { dec_ref_pic_marking: DecRefPicMarking::IDR, ..header };
    header.check(of(1, NalUnitType::IDR_SLICE)).unwrap();
    assert!(why(&header, of(1, NalUnitType::SLICE)).contains("only IDR pictures have it"));
    assert!(why(&header, of(0, NalUnitType::SLICE)).contains("is not coded here"));
}

#[test]
fn lists_have_the_length_that_is_coded_elsewhere() {
    let mut sets = ParameterSets::default();
    sets.insert_sps(Sps::default());
    sets.insert_pps(Pps { weighted_pred_flag: true, ..Pps::default() });
    let context = SliceContext { sets: &sets, nal: NalHeader::new(1, NalUnitType::SLICE) };
    let header = SliceHeader::default();
    assert!(why(&header, context).contains("pred_weight_table has 0 items and needs 1"));
    let header = SliceHeader { pred_weight_table: Some(PredWeightTable::default()), ..header };
    assert!(why(&header, context).contains("luma_weight_l0_flag has 0 items and needs 1"));
    let mut matrix = ScalingMatrix::default();
    matrix.lists[0] = Some(ScalingList { delta_scale: vec![1, 2] });
    let sps = Sps { profile_idc: 100, seq_scaling_matrix: Some(matrix), ..Sps::default() };
    assert!(why(&sps, ()).contains("delta_scale has 2 items and needs 16"));
}
