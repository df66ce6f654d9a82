//! [`Sps`]: sequence parameter sets. 7.3.2.1.1, 7.4.2.1.1.

use super::error::SyntaxError;
use super::scaling_list::ScalingMatrix;
use super::structure::{Structure, Syntax};
use super::vui::Vui;

/// The coding of the output order of pictures: `pic_order_cnt_type` and the elements that depend on it (8.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PicOrderCnt {
    /// Type 0: slice headers code the lowest bits of the picture order count.
    Lsb {
        /// `log2_max_pic_order_cnt_lsb_minus4`: 0 to 12.
        log2_max_pic_order_cnt_lsb_minus4: u8,
    },
    /// Type 1: the picture order count follows a cycle.
    Cycle {
        /// `delta_pic_order_always_zero_flag`: slice headers do not code the order.
        delta_pic_order_always_zero_flag: bool,
        /// `offset_for_non_ref_pic`: -2^31 + 1 to 2^31 - 1.
        offset_for_non_ref_pic: i32,
        /// `offset_for_top_to_bottom_field`: -2^31 + 1 to 2^31 - 1.
        offset_for_top_to_bottom_field: i32,
        /// `offset_for_ref_frame`: `num_ref_frames_in_pic_order_cnt_cycle` offsets, 255 at most.
        offset_for_ref_frame: Vec<i32>,
    },
    /// Type 2: the output order is the decoding order.
    Decoding,
}

impl Default for PicOrderCnt {
    fn default() -> Self {
        PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4: 0 }
    }
}

impl PicOrderCnt {
    /// Returns `pic_order_cnt_type`.
    pub fn kind(&self) -> u8 {
        match self {
            PicOrderCnt::Lsb { .. } => 0,
            PicOrderCnt::Cycle { .. } => 1,
            PicOrderCnt::Decoding => 2,
        }
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), SyntaxError> {
        let kind = io.selector("pic_order_cnt_type", self.kind(), 0..=2)?;
        if S::READS {
            *self = match kind {
                0 => PicOrderCnt::default(),
                1 => PicOrderCnt::Cycle {
                    delta_pic_order_always_zero_flag: false,
                    offset_for_non_ref_pic: 0,
                    offset_for_top_to_bottom_field: 0,
                    offset_for_ref_frame: Vec::new(),
                },
                _ => PicOrderCnt::Decoding,
            };
        }
        const OFFSET: core::ops::RangeInclusive<i64> = 1 - (1 << 31)..=(1 << 31) - 1;
        match self {
            PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4 } => {
                io.ue("log2_max_pic_order_cnt_lsb_minus4", log2_max_pic_order_cnt_lsb_minus4, 0..=12)?;
            }
            PicOrderCnt::Cycle {
                delta_pic_order_always_zero_flag,
                offset_for_non_ref_pic,
                offset_for_top_to_bottom_field,
                offset_for_ref_frame,
            } => {
                io.flag("delta_pic_order_always_zero_flag", delta_pic_order_always_zero_flag)?;
                io.se("offset_for_non_ref_pic", offset_for_non_ref_pic, OFFSET)?;
                io.se("offset_for_top_to_bottom_field", offset_for_top_to_bottom_field, OFFSET)?;
                io.ue_count("num_ref_frames_in_pic_order_cnt_cycle", offset_for_ref_frame, 0, 0..=255)?;
                for (i, offset) in offset_for_ref_frame.iter_mut().enumerate() {
                    io.se(("offset_for_ref_frame", i), offset, OFFSET)?;
                }
            }
            PicOrderCnt::Decoding => {}
        }
        Ok(())
    }
}

/// The parts of the coded frame that are not shown, in units of `CropUnitX` and `CropUnitY`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameCropping {
    /// `frame_crop_left_offset`: 0 to 65535.
    pub left: u16,
    /// `frame_crop_right_offset`: 0 to 65535.
    pub right: u16,
    /// `frame_crop_top_offset`: 0 to 65535.
    pub top: u16,
    /// `frame_crop_bottom_offset`: 0 to 65535.
    pub bottom: u16,
}

/// A sequence parameter set.
///
/// ```
/// use codecs::h264::syntax::{FrameCropping, Sps, Structure};
/// let sps = Sps {
///     profile_idc: 66,
///     constraint_set_flags: [true, true, false, false, false, false],
///     level_idc: 40,
///     max_num_ref_frames: 1,
///     pic_width_in_mbs_minus1: 119,
///     pic_height_in_map_units_minus1: 67,
///     frame_cropping: Some(FrameCropping { bottom: 4, ..Default::default() }),
///     ..Default::default()
/// };
/// assert_eq!(sps.size(), Some([1080, 1920]));
/// assert_eq!(sps.to_rbsp(())?[..3], [66, 0xC0, 40]);
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sps {
    /// `profile_idc` (Annex A): 66, 77, 88, 100, and others.
    pub profile_idc: u8,
    /// `constraint_set0_flag` to `constraint_set5_flag`.
    pub constraint_set_flags: [bool; 6],
    /// `level_idc`: ten times the level number.
    pub level_idc: u8,
    /// `seq_parameter_set_id`: 0 to 31.
    pub seq_parameter_set_id: u8,
    /// `chroma_format_idc`: 0 luma alone, 1 4:2:0, 2 4:2:2, 3 4:4:4; 1 in profiles below High.
    pub chroma_format_idc: u8,
    /// `separate_colour_plane_flag`: only in 4:4:4.
    pub separate_colour_plane_flag: bool,
    /// `bit_depth_luma_minus8`: 0 to 6; 0 in profiles below High.
    pub bit_depth_luma_minus8: u8,
    /// `bit_depth_chroma_minus8`: 0 to 6; 0 in profiles below High.
    pub bit_depth_chroma_minus8: u8,
    /// `qpprime_y_zero_transform_bypass_flag`: blocks with QP' 0 are lossless.
    pub qpprime_y_zero_transform_bypass_flag: bool,
    /// `seq_scaling_matrix_present_flag` and the scaling lists.
    pub seq_scaling_matrix: Option<ScalingMatrix>,
    /// `log2_max_frame_num_minus4`: 0 to 12.
    pub log2_max_frame_num_minus4: u8,
    /// `pic_order_cnt_type` and the elements that depend on it.
    pub pic_order_cnt: PicOrderCnt,
    /// `max_num_ref_frames`: 0 to 16.
    pub max_num_ref_frames: u8,
    /// `gaps_in_frame_num_value_allowed_flag`: `frame_num` may skip values.
    pub gaps_in_frame_num_value_allowed_flag: bool,
    /// `pic_width_in_mbs_minus1`: 0 to 1054.
    pub pic_width_in_mbs_minus1: u16,
    /// `pic_height_in_map_units_minus1`: a unit is one macroblock high if `frame_mbs_only_flag` is 1, else two.
    pub pic_height_in_map_units_minus1: u16,
    /// `frame_mbs_only_flag`: the stream has no fields.
    pub frame_mbs_only_flag: bool,
    /// `mb_adaptive_frame_field_flag`: coded if `frame_mbs_only_flag` is 0.
    pub mb_adaptive_frame_field_flag: bool,
    /// `direct_8x8_inference_flag`: must be 1 if `frame_mbs_only_flag` is 0.
    pub direct_8x8_inference_flag: bool,
    /// `frame_cropping_flag` and the offsets.
    pub frame_cropping: Option<FrameCropping>,
    /// `vui_parameters_present_flag` and the parameters.
    pub vui: Option<Vui>,
}

impl Default for Sps {
    /// Returns a set for Baseline profile, level 1, one macroblock, progressive.
    fn default() -> Self {
        Sps {
            profile_idc: 66,
            constraint_set_flags: [false; 6],
            level_idc: 10,
            seq_parameter_set_id: 0,
            chroma_format_idc: 1,
            separate_colour_plane_flag: false,
            bit_depth_luma_minus8: 0,
            bit_depth_chroma_minus8: 0,
            qpprime_y_zero_transform_bypass_flag: false,
            seq_scaling_matrix: None,
            log2_max_frame_num_minus4: 0,
            pic_order_cnt: PicOrderCnt::default(),
            max_num_ref_frames: 0,
            gaps_in_frame_num_value_allowed_flag: false,
            pic_width_in_mbs_minus1: 0,
            pic_height_in_map_units_minus1: 0,
            frame_mbs_only_flag: true,
            mb_adaptive_frame_field_flag: false,
            direct_8x8_inference_flag: true,
            frame_cropping: None,
            vui: None,
        }
    }
}

impl Structure for Sps {
    type Context<'a> = ();

    fn fields<S: Syntax>(&mut self, io: &mut S, (): ()) -> Result<(), SyntaxError> {
        io.bits(8, "profile_idc", &mut self.profile_idc)?;
        for (name, flag) in CONSTRAINT_SET_FLAGS.into_iter().zip(&mut self.constraint_set_flags) {
            io.flag(name, flag)?;
        }
        io.u(2, "reserved_zero_2bits", &mut 0_u8, 0..=0)?;
        io.bits(8, "level_idc", &mut self.level_idc)?;
        io.ue("seq_parameter_set_id", &mut self.seq_parameter_set_id, 0..=31)?;
        self.format(io)?;
        io.ue("log2_max_frame_num_minus4", &mut self.log2_max_frame_num_minus4, 0..=12)?;
        self.pic_order_cnt.fields(io)?;
        io.ue("max_num_ref_frames", &mut self.max_num_ref_frames, 0..=16)?;
        io.flag("gaps_in_frame_num_value_allowed_flag", &mut self.gaps_in_frame_num_value_allowed_flag)?;
        // A.3.1: no level allows more.
        io.ue("pic_width_in_mbs_minus1", &mut self.pic_width_in_mbs_minus1, 0..=1054)?;
        io.ue("pic_height_in_map_units_minus1", &mut self.pic_height_in_map_units_minus1, 0..=1054)?;
        io.flag("frame_mbs_only_flag", &mut self.frame_mbs_only_flag)?;
        match self.frame_mbs_only_flag {
            true => {
                io.absent_flag("mb_adaptive_frame_field_flag", &mut self.mb_adaptive_frame_field_flag, false)?;
                io.flag("direct_8x8_inference_flag", &mut self.direct_8x8_inference_flag)?;
            }
            false => {
                io.flag("mb_adaptive_frame_field_flag", &mut self.mb_adaptive_frame_field_flag)?;
                let mut inference = u8::from(self.direct_8x8_inference_flag);
                io.u(1, "direct_8x8_inference_flag", &mut inference, 1..=1)?;
                self.direct_8x8_inference_flag = inference == 1;
            }
        }
        if let Some(crop) = io.option("frame_cropping_flag", &mut self.frame_cropping)? {
            io.ue("frame_crop_left_offset", &mut crop.left, 0..=65535)?;
            io.ue("frame_crop_right_offset", &mut crop.right, 0..=65535)?;
            io.ue("frame_crop_top_offset", &mut crop.top, 0..=65535)?;
            io.ue("frame_crop_bottom_offset", &mut crop.bottom, 0..=65535)?;
        }
        if self.size().is_none() {
            let (position, name) = (io.position(), "frame_cropping_flag".into());
            io.complain(SyntaxError::Combination { position, name, reason: "nothing is left of the frame" })?;
        }
        if let Some(vui) = io.option("vui_parameters_present_flag", &mut self.vui)? {
            vui.fields(io, self.max_num_ref_frames)?;
        }
        io.rbsp_trailing_bits()
    }
}

const CONSTRAINT_SET_FLAGS: [&str; 6] = [
    "constraint_set0_flag",
    "constraint_set1_flag",
    "constraint_set2_flag",
    "constraint_set3_flag",
    "constraint_set4_flag",
    "constraint_set5_flag",
];

impl Sps {
    /// Returns whether parameter sets of the profile code the chroma format and bit depths.
    pub(super) fn has_format(&self) -> bool {
        matches!(self.profile_idc, 100 | 110 | 122 | 244 | 44 | 83 | 86 | 118 | 128 | 138 | 139 | 134 | 135)
    }

    fn format<S: Syntax>(&mut self, io: &mut S) -> Result<(), SyntaxError> {
        if !self.has_format() {
            io.absent("chroma_format_idc", &mut self.chroma_format_idc, 1)?;
            io.absent_flag("separate_colour_plane_flag", &mut self.separate_colour_plane_flag, false)?;
            io.absent("bit_depth_luma_minus8", &mut self.bit_depth_luma_minus8, 0)?;
            io.absent("bit_depth_chroma_minus8", &mut self.bit_depth_chroma_minus8, 0)?;
            let bypass = &mut self.qpprime_y_zero_transform_bypass_flag;
            io.absent_flag("qpprime_y_zero_transform_bypass_flag", bypass, false)?;
            let mut present = self.seq_scaling_matrix.is_some();
            return io.absent_flag("seq_scaling_matrix_present_flag", &mut present, false);
        }
        io.ue("chroma_format_idc", &mut self.chroma_format_idc, 0..=3)?;
        match self.chroma_format_idc {
            3 => io.flag("separate_colour_plane_flag", &mut self.separate_colour_plane_flag)?,
            _ => io.absent_flag("separate_colour_plane_flag", &mut self.separate_colour_plane_flag, false)?,
        }
        io.ue("bit_depth_luma_minus8", &mut self.bit_depth_luma_minus8, 0..=6)?;
        io.ue("bit_depth_chroma_minus8", &mut self.bit_depth_chroma_minus8, 0..=6)?;
        io.flag("qpprime_y_zero_transform_bypass_flag", &mut self.qpprime_y_zero_transform_bypass_flag)?;
        let lists = if self.chroma_format_idc == 3 { 12 } else { 8 };
        if let Some(matrix) = io.option("seq_scaling_matrix_present_flag", &mut self.seq_scaling_matrix)? {
            matrix.fields(io, "seq_scaling_list_present_flag", lists)?;
        }
        Ok(())
    }

    /// Returns `ChromaArrayType`: 0 if monochrome or if colour planes are coded separately.
    pub fn chroma_array_type(&self) -> u8 {
        if self.separate_colour_plane_flag { 0 } else { self.chroma_format_idc }
    }

    /// Returns the size of a frame in macroblocks: `FrameHeightInMbs`, `PicWidthInMbs`.
    pub fn frame_in_mbs(&self) -> [u32; 2] {
        let fields = if self.frame_mbs_only_flag { 1 } else { 2 };
        let height = fields * (u32::from(self.pic_height_in_map_units_minus1) + 1);
        [height, u32::from(self.pic_width_in_mbs_minus1) + 1]
    }

    /// Returns `CropUnitY`, `CropUnitX` (7-19 to 7-22).
    pub fn crop_unit(&self) -> [u32; 2] {
        let fields = if self.frame_mbs_only_flag { 1 } else { 2 };
        match self.chroma_array_type() {
            1 => [2 * fields, 2],
            2 => [fields, 2],
            _ => [fields, 1],
        }
    }

    /// Returns the height and width of the cropped frame in luma samples; `None` if the cropping leaves none.
    pub fn size(&self) -> Option<[u32; 2]> {
        let crop = self.frame_cropping.unwrap_or_default();
        let ([height, width], [unit_y, unit_x]) = (self.frame_in_mbs(), self.crop_unit());
        let rows = unit_y * (u32::from(crop.top) + u32::from(crop.bottom));
        let columns = unit_x * (u32::from(crop.left) + u32::from(crop.right));
        let left = |samples: u32, cropped| samples.checked_sub(cropped).filter(|&left| left > 0);
        Some([left(16 * height, rows)?, left(16 * width, columns)?])
    }

    /// Returns the number of bits of `frame_num` (7.4.3).
    pub fn frame_num_bits(&self) -> u32 {
        u32::from(self.log2_max_frame_num_minus4.min(12)) + 4
    }

    /// Returns the frames per second by the VUI, as a fraction: `time_scale` over twice `num_units_in_tick`.
    pub fn frame_rate(&self) -> Option<(u32, u64)> {
        let timing = self.vui.as_ref()?.timing?;
        let ticks = 2 * u64::from(timing.num_units_in_tick);
        (ticks > 0 && timing.time_scale > 0).then_some((timing.time_scale, ticks))
    }
}
