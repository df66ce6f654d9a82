//! [`Pps`]: picture parameter sets. 7.3.2.2, 7.4.2.2.

use super::error::SyntaxError;
use super::parameter_sets::ParameterSets;
use super::scaling_list::ScalingMatrix;
use super::slice_groups::SliceGroups;
use super::structure::{Structure, Syntax};

/// The part of a picture parameter set that only High profiles have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PpsExtension {
    /// `transform_8x8_mode_flag`: macroblocks may use the 8 x 8 transform.
    pub transform_8x8_mode_flag: bool,
    /// `pic_scaling_matrix_present_flag` and the scaling lists.
    pub pic_scaling_matrix: Option<ScalingMatrix>,
    /// `second_chroma_qp_index_offset`: the offset for Cr, -12 to 12.
    pub second_chroma_qp_index_offset: i8,
}

/// A picture parameter set.
///
/// ```
/// use codecs::h264::syntax::{ParameterSets, Pps, PpsExtension, Sps, Structure};
/// let mut sets = ParameterSets::default();
/// sets.insert_sps(Sps { profile_idc: 100, ..Default::default() });
/// let extension = PpsExtension { transform_8x8_mode_flag: true, ..Default::default() };
/// let pps = Pps { entropy_coding_mode_flag: true, extension: Some(extension), ..Default::default() };
/// assert_eq!(pps.to_rbsp(&sets)?, [0b1110_1110, 0b0011_1000, 0b1011_0000]);
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pps {
    /// `pic_parameter_set_id`: 0 to 255.
    pub pic_parameter_set_id: u8,
    /// `seq_parameter_set_id`: 0 to 31.
    pub seq_parameter_set_id: u8,
    /// `entropy_coding_mode_flag`: `true` for CABAC, `false` for CAVLC.
    pub entropy_coding_mode_flag: bool,
    /// `bottom_field_pic_order_in_frame_present_flag`: slice headers of frames code the order of the bottom field.
    pub bottom_field_pic_order_in_frame_present_flag: bool,
    /// `num_slice_groups_minus1` and the elements that depend on it; `None` for a single group.
    pub slice_groups: Option<SliceGroups>,
    /// `num_ref_idx_l0_default_active_minus1`: 0 to 31.
    pub num_ref_idx_l0_default_active_minus1: u8,
    /// `num_ref_idx_l1_default_active_minus1`: 0 to 31.
    pub num_ref_idx_l1_default_active_minus1: u8,
    /// `weighted_pred_flag`: explicit weights in P and SP slices.
    pub weighted_pred_flag: bool,
    /// `weighted_bipred_idc`: 0 none, 1 explicit, 2 implicit weights in B slices.
    pub weighted_bipred_idc: u8,
    /// `pic_init_qp_minus26`: -(26 + `QpBdOffsetY`) to 25.
    pub pic_init_qp_minus26: i8,
    /// `pic_init_qs_minus26`: -26 to 25.
    pub pic_init_qs_minus26: i8,
    /// `chroma_qp_index_offset`: -12 to 12; for Cb, and for Cr if there is no extension.
    pub chroma_qp_index_offset: i8,
    /// `deblocking_filter_control_present_flag`: slice headers code the parameters of the deblocking filter.
    pub deblocking_filter_control_present_flag: bool,
    /// `constrained_intra_pred_flag`: intra macroblocks are predicted from intra macroblocks only.
    pub constrained_intra_pred_flag: bool,
    /// `redundant_pic_cnt_present_flag`: slice headers code `redundant_pic_cnt`.
    pub redundant_pic_cnt_present_flag: bool,
    /// The part that only High profiles have.
    pub extension: Option<PpsExtension>,
}

impl Structure for Pps {
    /// The sequence parameter sets sent before.
    type Context<'a> = &'a ParameterSets;

    fn fields<S: Syntax>(&mut self, io: &mut S, sets: &ParameterSets) -> Result<(), SyntaxError> {
        io.ue("pic_parameter_set_id", &mut self.pic_parameter_set_id, 0..=255)?;
        io.ue("seq_parameter_set_id", &mut self.seq_parameter_set_id, 0..=31)?;
        let sps = sets.sps(self.seq_parameter_set_id);
        if sps.is_none() {
            let (position, id) = (io.position(), self.seq_parameter_set_id);
            io.complain(SyntaxError::NoParameterSet { position, kind: "SPS", id })?;
        }
        io.flag("entropy_coding_mode_flag", &mut self.entropy_coding_mode_flag)?;
        let order = &mut self.bottom_field_pic_order_in_frame_present_flag;
        io.flag("bottom_field_pic_order_in_frame_present_flag", order)?;
        SliceGroups::fields(&mut self.slice_groups, io)?;
        io.ue("num_ref_idx_l0_default_active_minus1", &mut self.num_ref_idx_l0_default_active_minus1, 0..=31)?;
        io.ue("num_ref_idx_l1_default_active_minus1", &mut self.num_ref_idx_l1_default_active_minus1, 0..=31)?;
        io.flag("weighted_pred_flag", &mut self.weighted_pred_flag)?;
        io.u(2, "weighted_bipred_idc", &mut self.weighted_bipred_idc, 0..=2)?;
        let depth = sps.map_or(0, |sps| sps.bit_depth_luma_minus8);
        io.se("pic_init_qp_minus26", &mut self.pic_init_qp_minus26, -26 - 6 * i64::from(depth)..=25)?;
        io.se("pic_init_qs_minus26", &mut self.pic_init_qs_minus26, -26..=25)?;
        io.se("chroma_qp_index_offset", &mut self.chroma_qp_index_offset, -12..=12)?;
        io.flag("deblocking_filter_control_present_flag", &mut self.deblocking_filter_control_present_flag)?;
        io.flag("constrained_intra_pred_flag", &mut self.constrained_intra_pred_flag)?;
        io.flag("redundant_pic_cnt_present_flag", &mut self.redundant_pic_cnt_present_flag)?;
        let extended = io.more_rbsp_data(self.extension.is_some());
        if S::READS {
            self.extension = extended.then(PpsExtension::default);
        }
        if let Some(extension) = &mut self.extension {
            extension.fields(io, sps.map_or(1, |sps| sps.chroma_format_idc))?;
        }
        io.rbsp_trailing_bits()
    }
}

impl PpsExtension {
    fn fields<S: Syntax>(&mut self, io: &mut S, chroma_format_idc: u8) -> Result<(), SyntaxError> {
        io.flag("transform_8x8_mode_flag", &mut self.transform_8x8_mode_flag)?;
        let of_8x8 = match (self.transform_8x8_mode_flag, chroma_format_idc) {
            (false, _) => 0,
            (true, 3) => 6,
            (true, _) => 2,
        };
        if let Some(matrix) = io.option("pic_scaling_matrix_present_flag", &mut self.pic_scaling_matrix)? {
            matrix.fields(io, "pic_scaling_list_present_flag", 6 + of_8x8)?;
        }
        io.se("second_chroma_qp_index_offset", &mut self.second_chroma_qp_index_offset, -12..=12)
    }
}

impl Pps {
    /// Returns `transform_8x8_mode_flag`; `false` if it is not present.
    pub fn transform_8x8_mode_flag(&self) -> bool {
        self.extension.as_ref().is_some_and(|extension| extension.transform_8x8_mode_flag)
    }

    /// Returns `qPOffset` of Cb and of Cr (8.5.8).
    pub fn chroma_qp_index_offsets(&self) -> [i8; 2] {
        let cb = self.chroma_qp_index_offset;
        [cb, self.extension.as_ref().map_or(cb, |extension| extension.second_chroma_qp_index_offset)]
    }
}
