//! [`Vui`]: video usability information. E.1.1, E.2.1.

use super::error::SyntaxError;
use super::hrd::Hrd;
use super::structure::Syntax;

/// The aspect ratio of a sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AspectRatio {
    /// `aspect_ratio_idc`: 0 unknown, 1 to 16 by Table E-1, 255 (`Extended_SAR`) by `sar_width` and `sar_height`.
    pub aspect_ratio_idc: u8,
    /// `sar_width`: coded with `Extended_SAR`.
    pub sar_width: u16,
    /// `sar_height`: coded with `Extended_SAR`.
    pub sar_height: u16,
}

impl AspectRatio {
    /// `Extended_SAR`, the `aspect_ratio_idc` of ratios that are not in Table E-1.
    pub const EXTENDED: u8 = 255;

    /// Table E-1, from `aspect_ratio_idc` 1 on.
    const RATIOS: [(u16, u16); 16] = [
        (1, 1),
        (12, 11),
        (10, 11),
        (16, 11),
        (40, 33),
        (24, 11),
        (20, 11),
        (32, 11),
        (80, 33),
        (18, 11),
        (15, 11),
        (64, 33),
        (160, 99),
        (4, 3),
        (3, 2),
        (2, 1),
    ];

    /// Creates the ratio of `width` to `height`, by its number in Table E-1 if it has one.
    ///
    /// ```
    /// use codecs::h264::syntax::AspectRatio;
    /// assert_eq!(AspectRatio::new(16, 11).aspect_ratio_idc, 4);
    /// assert_eq!(AspectRatio::new(7, 5).aspect_ratio_idc, AspectRatio::EXTENDED);
    /// assert_eq!(AspectRatio::new(7, 5).ratio(), Some((7, 5)));
    /// ```
    pub fn new(width: u16, height: u16) -> Self {
        let same = |&(w, h): &(u16, u16)| u32::from(width) * u32::from(h) == u32::from(height) * u32::from(w);
        match Self::RATIOS.iter().position(same).filter(|_| width > 0) {
            Some(i) => AspectRatio { aspect_ratio_idc: i as u8 + 1, sar_width: 0, sar_height: 0 },
            None => AspectRatio { aspect_ratio_idc: Self::EXTENDED, sar_width: width, sar_height: height },
        }
    }

    /// Returns the width and height of a sample as a ratio; `None` if unknown.
    pub fn ratio(&self) -> Option<(u16, u16)> {
        match self.aspect_ratio_idc {
            Self::EXTENDED => Some((self.sar_width, self.sar_height)).filter(|&(w, h)| w > 0 && h > 0),
            idc => Self::RATIOS.get(usize::from(idc).checked_sub(1)?).copied(),
        }
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), SyntaxError> {
        io.bits(8, "aspect_ratio_idc", &mut self.aspect_ratio_idc)?;
        if self.aspect_ratio_idc == Self::EXTENDED {
            io.bits(16, "sar_width", &mut self.sar_width)?;
            return io.bits(16, "sar_height", &mut self.sar_height);
        }
        io.absent("sar_width", &mut self.sar_width, 0)?;
        io.absent("sar_height", &mut self.sar_height, 0)
    }
}

/// The colour space of the samples (Tables E-3, E-4, E-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourDescription {
    /// `colour_primaries`: 1 BT.709, 2 unspecified, ..
    pub colour_primaries: u8,
    /// `transfer_characteristics` (Table E-4): 2 unspecified.
    pub transfer_characteristics: u8,
    /// `matrix_coefficients` (Table E-5): 2 unspecified.
    pub matrix_coefficients: u8,
}

impl Default for ColourDescription {
    /// Returns the code points for "unspecified".
    fn default() -> Self {
        ColourDescription { colour_primaries: 2, transfer_characteristics: 2, matrix_coefficients: 2 }
    }
}

/// The video signal type: the elements after `video_signal_type_present_flag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VideoSignalType {
    /// `video_format` (Table E-2): 0 to 5; 5 unspecified.
    pub video_format: u8,
    /// `video_full_range_flag`: samples use the full range of values.
    pub video_full_range_flag: bool,
    /// `colour_description_present_flag` and the description.
    pub colour_description: Option<ColourDescription>,
}

impl Default for VideoSignalType {
    /// Returns an unspecified format with limited range.
    fn default() -> Self {
        VideoSignalType { video_format: 5, video_full_range_flag: false, colour_description: None }
    }
}

/// The location of chroma samples, 0 to 5 (Figure E-1): the elements after `chroma_loc_info_present_flag`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChromaLocation {
    /// `chroma_sample_loc_type_top_field`: 0 to 5.
    pub top_field: u8,
    /// `chroma_sample_loc_type_bottom_field`: 0 to 5.
    pub bottom_field: u8,
}

/// The elements after `timing_info_present_flag`: a frame lasts two ticks of `num_units_in_tick / time_scale` seconds.
///
/// ```
/// use codecs::h264::syntax::Timing;
/// let timing = Timing::from_frame_rate(30000, 1001).unwrap();
/// assert_eq!((timing.time_scale, timing.num_units_in_tick), (60000, 1001));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// `num_units_in_tick`: 1 or more.
    pub num_units_in_tick: u32,
    /// `time_scale`: 1 or more.
    pub time_scale: u32,
    /// `fixed_frame_rate_flag`: the frame rate is constant.
    pub fixed_frame_rate_flag: bool,
}

impl Timing {
    /// Returns the timing of `frames` frames in `seconds` seconds, at a fixed rate; `None` if one of them is 0 or
    /// `frames` is above 2^31 - 1.
    pub fn from_frame_rate(frames: u32, seconds: u32) -> Option<Self> {
        let time_scale = frames.checked_mul(2).filter(|&scale| scale > 0 && seconds > 0)?;
        Some(Timing { num_units_in_tick: seconds, time_scale, fixed_frame_rate_flag: true })
    }

    /// Returns the frame rate as a number of frames and the seconds that they take, the reverse of
    /// [`Timing::from_frame_rate`]; `None` if one of them is 0 or above 2^32 - 1.
    ///
    /// ```
    /// use codecs::h264::syntax::Timing;
    /// assert_eq!(Timing::from_frame_rate(50, 2).unwrap().frame_rate(), Some((50, 2)));
    /// let odd = Timing { num_units_in_tick: 1, time_scale: 25, fixed_frame_rate_flag: false };
    /// assert_eq!(odd.frame_rate(), Some((25, 2)));
    /// ```
    pub fn frame_rate(&self) -> Option<(u32, u32)> {
        let (frames, seconds) = match self.time_scale % 2 {
            0 => (self.time_scale / 2, self.num_units_in_tick),
            _ => (self.time_scale, self.num_units_in_tick.checked_mul(2)?),
        };
        (frames > 0 && seconds > 0).then_some((frames, seconds))
    }
}

/// The restrictions of the bitstream: the elements after `bitstream_restriction_flag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitstreamRestriction {
    /// `motion_vectors_over_pic_boundaries_flag`: vectors may refer to samples outside the picture.
    pub motion_vectors_over_pic_boundaries_flag: bool,
    /// `max_bytes_per_pic_denom`: 0 to 16; 0 means no limit.
    pub max_bytes_per_pic_denom: u8,
    /// `max_bits_per_mb_denom`: 0 to 16; 0 means no limit.
    pub max_bits_per_mb_denom: u8,
    /// `log2_max_mv_length_horizontal`: 0 to 15 (16 in early editions), in quarter samples.
    pub log2_max_mv_length_horizontal: u8,
    /// `log2_max_mv_length_vertical`: 0 to 15 (16 in early editions), in quarter samples.
    pub log2_max_mv_length_vertical: u8,
    /// `max_num_reorder_frames`: 0 to `max_dec_frame_buffering`.
    pub max_num_reorder_frames: u8,
    /// `max_dec_frame_buffering`: `max_num_ref_frames` to 16.
    pub max_dec_frame_buffering: u8,
}

impl Default for BitstreamRestriction {
    /// Returns the values inferred when the restrictions are not present, but with no reordering and no frame buffers.
    fn default() -> Self {
        BitstreamRestriction {
            motion_vectors_over_pic_boundaries_flag: true,
            max_bytes_per_pic_denom: 2,
            max_bits_per_mb_denom: 1,
            log2_max_mv_length_horizontal: 15,
            log2_max_mv_length_vertical: 15,
            max_num_reorder_frames: 0,
            max_dec_frame_buffering: 0,
        }
    }
}

impl BitstreamRestriction {
    fn fields<S: Syntax>(&mut self, io: &mut S, max_num_ref_frames: u8) -> Result<(), SyntaxError> {
        io.flag("motion_vectors_over_pic_boundaries_flag", &mut self.motion_vectors_over_pic_boundaries_flag)?;
        io.ue("max_bytes_per_pic_denom", &mut self.max_bytes_per_pic_denom, 0..=16)?;
        io.ue("max_bits_per_mb_denom", &mut self.max_bits_per_mb_denom, 0..=16)?;
        // Early editions of the standard allow 16, later ones 15; encoders write either.
        io.ue("log2_max_mv_length_horizontal", &mut self.log2_max_mv_length_horizontal, 0..=16)?;
        io.ue("log2_max_mv_length_vertical", &mut self.log2_max_mv_length_vertical, 0..=16)?;
        io.ue("max_num_reorder_frames", &mut self.max_num_reorder_frames, 0..=16)?;
        // max_num_reorder_frames is at most max_dec_frame_buffering, which comes later.
        let least = self.max_num_reorder_frames.max(max_num_ref_frames);
        io.ue("max_dec_frame_buffering", &mut self.max_dec_frame_buffering, least.into()..=16)
    }
}

/// Video usability information: hints for display and buffering, without effect on decoded samples.
///
/// ```
/// use codecs::h264::syntax::{AspectRatio, Sps, Structure, Timing, Vui};
/// let vui = Vui {
///     aspect_ratio: Some(AspectRatio::new(1, 1)),
///     timing: Timing::from_frame_rate(25, 1),
///     ..Default::default()
/// };
/// let sps = Sps { vui: Some(vui), ..Default::default() };
/// assert_eq!(sps.frame_rate(), Some((50, 2)));
/// sps.check(())?;
/// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vui {
    /// `aspect_ratio_info_present_flag` and the aspect ratio.
    pub aspect_ratio: Option<AspectRatio>,
    /// `overscan_info_present_flag` and `overscan_appropriate_flag`.
    pub overscan_appropriate_flag: Option<bool>,
    /// `video_signal_type_present_flag` and the type.
    pub video_signal_type: Option<VideoSignalType>,
    /// `chroma_loc_info_present_flag` and the location.
    pub chroma_location: Option<ChromaLocation>,
    /// `timing_info_present_flag` and the timing.
    pub timing: Option<Timing>,
    /// `nal_hrd_parameters_present_flag` and the parameters of Type II conformance.
    pub nal_hrd: Option<Hrd>,
    /// `vcl_hrd_parameters_present_flag` and the parameters of Type I conformance.
    pub vcl_hrd: Option<Hrd>,
    /// `low_delay_hrd_flag`: coded if `nal_hrd` or `vcl_hrd` is present.
    pub low_delay_hrd_flag: bool,
    /// `pic_struct_present_flag`: picture timing messages code `pic_struct`.
    pub pic_struct_present_flag: bool,
    /// `bitstream_restriction_flag` and the restriction.
    pub bitstream_restriction: Option<BitstreamRestriction>,
}

impl Vui {
    /// Codes `vui_parameters()` (E.1.1).
    pub(super) fn fields<S: Syntax>(&mut self, io: &mut S, max_num_ref_frames: u8) -> Result<(), SyntaxError> {
        if let Some(aspect) = io.option("aspect_ratio_info_present_flag", &mut self.aspect_ratio)? {
            aspect.fields(io)?;
        }
        if let Some(flag) = io.option("overscan_info_present_flag", &mut self.overscan_appropriate_flag)? {
            io.flag("overscan_appropriate_flag", flag)?;
        }
        if let Some(signal) = io.option("video_signal_type_present_flag", &mut self.video_signal_type)? {
            io.u(3, "video_format", &mut signal.video_format, 0..=5)?;
            io.flag("video_full_range_flag", &mut signal.video_full_range_flag)?;
            if let Some(colour) = io.option("colour_description_present_flag", &mut signal.colour_description)? {
                io.bits(8, "colour_primaries", &mut colour.colour_primaries)?;
                io.bits(8, "transfer_characteristics", &mut colour.transfer_characteristics)?;
                io.bits(8, "matrix_coefficients", &mut colour.matrix_coefficients)?;
            }
        }
        if let Some(location) = io.option("chroma_loc_info_present_flag", &mut self.chroma_location)? {
            io.ue("chroma_sample_loc_type_top_field", &mut location.top_field, 0..=5)?;
            io.ue("chroma_sample_loc_type_bottom_field", &mut location.bottom_field, 0..=5)?;
        }
        if let Some(timing) = io.option("timing_info_present_flag", &mut self.timing)? {
            let most = u32::MAX.into();
            io.u(32, "num_units_in_tick", &mut timing.num_units_in_tick, 1..=most)?;
            io.u(32, "time_scale", &mut timing.time_scale, 1..=most)?;
            io.flag("fixed_frame_rate_flag", &mut timing.fixed_frame_rate_flag)?;
        }
        if let Some(hrd) = io.option("nal_hrd_parameters_present_flag", &mut self.nal_hrd)? {
            hrd.fields(io)?;
        }
        if let Some(hrd) = io.option("vcl_hrd_parameters_present_flag", &mut self.vcl_hrd)? {
            hrd.fields(io)?;
        }
        match self.hrd() {
            Some(_) => io.flag("low_delay_hrd_flag", &mut self.low_delay_hrd_flag)?,
            None => io.absent_flag("low_delay_hrd_flag", &mut self.low_delay_hrd_flag, false)?,
        }
        io.flag("pic_struct_present_flag", &mut self.pic_struct_present_flag)?;
        if let Some(restriction) = io.option("bitstream_restriction_flag", &mut self.bitstream_restriction)? {
            restriction.fields(io, max_num_ref_frames)?;
        }
        Ok(())
    }

    /// Returns the NAL or else the VCL parameters. `CpbDpbDelaysPresentFlag` is 1 if either is present; both have the
    /// same lengths of delays.
    pub fn hrd(&self) -> Option<&Hrd> {
        self.nal_hrd.as_ref().or(self.vcl_hrd.as_ref())
    }
}
