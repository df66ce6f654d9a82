//! [`Profile`]: the coding tools of a profile (A.2).

use super::sps::Sps;

/// A profile that the encoder can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// Constrained Baseline (A.2.1.1): I and P slices, CAVLC.
    ConstrainedBaseline,
    /// Main (A.2.2): B slices, CABAC, explicit weights, fields.
    Main,
    /// High (A.2.4): also the 8 x 8 transform, scaling matrices, luma alone.
    High,
}

/// The coding tools that a stream uses.
///
/// ```
/// use codecs::h264::syntax::{Profile, Tools};
/// assert_eq!(Tools::default().profile(), Profile::ConstrainedBaseline);
/// assert_eq!(Tools { cabac: true, ..Default::default() }.profile(), Profile::Main);
/// assert_eq!(Tools { monochrome: true, ..Default::default() }.profile(), Profile::High);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tools {
    /// `true` if `entropy_coding_mode_flag` is 1.
    pub cabac: bool,
    /// `true` if the stream has B slices.
    pub b_slices: bool,
    /// `true` if `weighted_pred_flag` or `weighted_bipred_idc` is not 0.
    pub weighted_prediction: bool,
    /// `true` if `frame_mbs_only_flag` is 0.
    pub interlaced: bool,
    /// `true` if `transform_8x8_mode_flag` is 1.
    pub transform_8x8: bool,
    /// `true` if `seq_scaling_matrix_present_flag` or `pic_scaling_matrix_present_flag` is 1.
    pub scaling_matrix: bool,
    /// `true` if `second_chroma_qp_index_offset` differs from `chroma_qp_index_offset`.
    pub second_chroma_qp_offset: bool,
    /// `true` if `chroma_format_idc` is 0.
    pub monochrome: bool,
}

impl Tools {
    /// Returns the lowest profile that has all of these tools.
    pub fn profile(&self) -> Profile {
        if self.transform_8x8 || self.scaling_matrix || self.second_chroma_qp_offset || self.monochrome {
            Profile::High
        } else if self.cabac || self.b_slices || self.weighted_prediction || self.interlaced {
            Profile::Main
        } else {
            Profile::ConstrainedBaseline
        }
    }
}

impl Profile {
    /// Returns `profile_idc`.
    pub const fn profile_idc(self) -> u8 {
        match self {
            Profile::ConstrainedBaseline => 66,
            Profile::Main => 77,
            Profile::High => 100,
        }
    }

    /// Returns `constraint_set0_flag` to `constraint_set5_flag`, which state the other profiles that the stream
    /// conforms to. Constrained Baseline conforms to Main.
    pub const fn constraint_set_flags(self) -> [bool; 6] {
        match self {
            Profile::ConstrainedBaseline => [true, true, false, false, false, false],
            Profile::Main => [false, true, false, false, false, false],
            Profile::High => [false; 6],
        }
    }

    /// Sets `profile_idc` and the constraint flags of a sequence parameter set to this profile.
    ///
    /// ```
    /// use codecs::h264::syntax::{Profile, Sps, profile_name};
    /// let mut sps = Sps::default();
    /// Profile::ConstrainedBaseline.state(&mut sps);
    /// assert_eq!(profile_name(&sps), "Constrained Baseline");
    /// ```
    pub fn state(self, sps: &mut Sps) {
        (sps.profile_idc, sps.constraint_set_flags) = (self.profile_idc(), self.constraint_set_flags());
    }

    /// Returns `cpbBrVclFactor` (Table A-2).
    pub const fn cpb_br_vcl_factor(self) -> u64 {
        match self {
            Profile::High => 1250,
            _ => 1000,
        }
    }

    /// Returns the name of the profile.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::ConstrainedBaseline => "Constrained Baseline",
            Profile::Main => "Main",
            Profile::High => "High",
        }
    }
}

impl core::fmt::Display for Profile {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the name of the profile that a sequence parameter set states, or "unknown profile". See [`Profile::state`]
/// for an example.
pub fn profile_name(sps: &Sps) -> &'static str {
    let [_, set1, _, set3, set4, set5] = sps.constraint_set_flags;
    match sps.profile_idc {
        66 if set1 => "Constrained Baseline",
        66 => "Baseline",
        77 => "Main",
        88 => "Extended",
        100 if set4 && set5 => "Constrained High",
        100 if set4 => "Progressive High",
        100 => "High",
        110 if set3 => "High 10 Intra",
        110 if set4 => "Progressive High 10",
        110 => "High 10",
        122 if set3 => "High 4:2:2 Intra",
        122 => "High 4:2:2",
        244 if set3 => "High 4:4:4 Intra",
        244 => "High 4:4:4 Predictive",
        44 => "CAVLC 4:4:4 Intra",
        83 => "Scalable Baseline",
        86 => "Scalable High",
        118 => "Multiview High",
        128 => "Stereo High",
        134 => "MFC High",
        135 => "MFC Depth High",
        138 => "Multiview Depth High",
        139 => "Enhanced Multiview Depth High",
        _ => "unknown profile",
    }
}
