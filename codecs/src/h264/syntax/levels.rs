//! [`Level`]: the limits of a level (A.3).

use super::error::SyntaxError;
use super::level_tables::LEVELS;
use super::profile::Profile;
use super::sps::Sps;
use crate::bitstream::BitPosition;

/// The limits of a level: a row of Table A-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name, such as `4.1` or `1b`.
    pub name: &'static str,
    /// `level_idc`: ten times the level; 11 for level 1b.
    pub level_idc: u8,
    /// `MaxMBPS`: the maximum macroblocks per second.
    pub max_mbps: u64,
    /// `MaxFS`: the maximum macroblocks in a frame.
    pub max_fs: u64,
    /// `MaxDpbMbs`: the maximum macroblocks in the decoded picture buffer.
    pub max_dpb_mbs: u64,
    /// `MaxBR`: the maximum bit rate, in units of [`Profile::cpb_br_vcl_factor`] bits per second.
    pub max_br: u64,
    /// `MaxCPB`: the maximum size of the coded picture buffer, in units of [`Profile::cpb_br_vcl_factor`] bits.
    pub max_cpb: u64,
    /// `MaxVmvR`: the vertical vector range of frames, -n to n - 0.25 luma samples.
    pub max_vmv_r: u16,
    /// `MinCR`: the minimum compression ratio of a picture.
    pub min_cr: u8,
    /// `MaxMvsPer2Mb`: the maximum number of vectors in two consecutive macroblocks.
    pub max_mvs_per_2mb: Option<u8>,
}

/// The requirements of a stream on its decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The profile, which scales the bit rate.
    pub profile: Profile,
    /// The rows and columns of macroblocks in a frame.
    pub frame_in_mbs: [u32; 2],
    /// A number of frames and the seconds that they take; 0 seconds if the rate is not known.
    pub frame_rate: (u32, u32),
    /// The number of frames in the decoded picture buffer: `max_num_ref_frames`, or more for reordering.
    pub dpb_frames: u32,
    /// The maximum bits per second, or `None` without a limit.
    pub bit_rate: Option<u64>,
    /// The largest vertical vector component, in luma samples.
    pub vertical_mv: u16,
}

impl Level {
    /// All levels, lowest first.
    pub const ALL: &'static [Level] = &LEVELS;

    /// Returns the lowest level that meets a demand.
    ///
    /// ```
    /// use codecs::h264::syntax::{Demand, Level, Profile};
    /// let demand = Demand {
    ///     profile: Profile::High,
    ///     frame_in_mbs: [68, 120],
    ///     frame_rate: (30, 1),
    ///     dpb_frames: 4,
    ///     bit_rate: None,
    ///     vertical_mv: 64,
    /// };
    /// assert_eq!(Level::lowest(&demand)?.name, "4");
    /// assert_eq!(Level::lowest(&Demand { frame_rate: (60, 1), ..demand })?.name, "4.2");
    /// assert_eq!(Level::lowest(&Demand { bit_rate: Some(30_000_000), ..demand })?.name, "4.1");
    /// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
    /// ```
    ///
    /// # Errors
    /// [`SyntaxError::NoLevel`] if the highest level does not meet the demand.
    pub fn lowest(demand: &Demand) -> Result<&'static Level, SyntaxError> {
        let mut refused = None;
        for level in Self::ALL {
            match level.refuses(demand) {
                None => return Ok(level),
                reason => refused = reason,
            }
        }
        let (what, value, most) = refused.unwrap_or(("nothing", 0, 0));
        Err(SyntaxError::NoLevel { what, value, most })
    }

    /// Returns the first requirement that exceeds the level: the name of the quantity, the required value and the
    /// limit.
    pub fn refuses(&self, demand: &Demand) -> Option<(&'static str, u64, u64)> {
        let [height, width] = demand.frame_in_mbs.map(u64::from);
        let mbs = height.saturating_mul(width);
        let (frames, seconds) = demand.frame_rate;
        let rate = mbs.saturating_mul(frames.into()).checked_div(seconds.into()).unwrap_or(0);
        // A rate that is not a whole number is rounded up.
        let fraction = seconds > 0 && !mbs.saturating_mul(frames.into()).is_multiple_of(seconds.into());
        let max_bit_rate = self.max_br * demand.profile.cpb_br_vcl_factor();
        let limits = [
            ("macroblocks a frame", mbs, self.max_fs),
            ("macroblocks of width", width, self.max_side()),
            ("macroblocks of height", height, self.max_side()),
            ("macroblocks a second", rate + u64::from(fraction), self.max_mbps),
            ("frames of the decoded picture buffer", demand.dpb_frames.into(), self.max_dpb_frames(mbs)),
            ("bits a second", demand.bit_rate.unwrap_or(0), max_bit_rate),
            ("samples of vertical motion", demand.vertical_mv.into(), self.max_vmv_r.into()),
        ];
        limits.into_iter().find(|(_, value, most)| value > most)
    }

    /// Returns the maximum number of macroblocks in a row or a column: Sqrt(8 MaxFS).
    pub fn max_side(&self) -> u64 {
        (8 * self.max_fs).isqrt()
    }

    /// Returns `MaxDpbFrames` for frames of `frame_mbs` macroblocks: 16 at most.
    pub fn max_dpb_frames(&self, frame_mbs: u64) -> u64 {
        self.max_dpb_mbs.checked_div(frame_mbs).unwrap_or(16).min(16)
    }

    /// Returns the level that a sequence parameter set states; `None` if it is not in Table A-1.
    ///
    /// ```
    /// use codecs::h264::syntax::{Level, Sps};
    /// let baseline = Sps { level_idc: 11, ..Default::default() };
    /// assert_eq!(Level::of(&baseline).unwrap().name, "1.1");
    /// let constraint_set_flags = [true, true, false, true, false, false];
    /// assert_eq!(Level::of(&Sps { constraint_set_flags, ..baseline }).unwrap().name, "1b");
    /// ```
    pub fn of(sps: &Sps) -> Option<&'static Level> {
        let is_1b = match sps.profile_idc {
            66 | 77 | 88 => sps.level_idc == 11 && sps.constraint_set_flags[3],
            _ => sps.level_idc == 9,
        };
        let named = |level: &&Level| level.name == "1b";
        match is_1b {
            true => Self::ALL.iter().find(named),
            false => Self::ALL.iter().find(|level| level.level_idc == sps.level_idc && !named(level)),
        }
    }

    /// Sets `level_idc` of a sequence parameter set to this level, and `constraint_set3_flag` in profiles that mark
    /// level 1b by it.
    pub fn state(&self, sps: &mut Sps) {
        let is_1b = self.name == "1b";
        let by_flag = matches!(sps.profile_idc, 66 | 77 | 88);
        sps.level_idc = if is_1b && !by_flag { 9 } else { self.level_idc };
        if by_flag {
            sps.constraint_set_flags[3] = is_1b;
        }
    }

    /// Returns the first value of a sequence parameter set, including its VUI, that exceeds the level. The frame rate
    /// is checked only if it is fixed.
    pub fn excess(&self, sps: &Sps, position: BitPosition) -> Option<SyntaxError> {
        let vui = sps.vui.as_ref();
        let timing = vui.and_then(|vui| vui.timing).filter(|timing| timing.fixed_frame_rate_flag);
        let buffering = vui.and_then(|vui| vui.bitstream_restriction).map_or(0, |r| r.max_dec_frame_buffering);
        let [height, width] = sps.frame_in_mbs().map(u64::from);
        let mbs = height * width;
        let rate = timing.map_or(0, |timing| {
            let ticks = 2 * u64::from(timing.num_units_in_tick);
            (mbs * u64::from(timing.time_scale)).checked_div(ticks).unwrap_or(0)
        });
        let limits = [
            ("PicSizeInMbs", mbs, self.max_fs),
            ("PicWidthInMbs", width, self.max_side()),
            ("FrameHeightInMbs", height, self.max_side()),
            ("macroblocks a second", rate, self.max_mbps),
            ("max_num_ref_frames", sps.max_num_ref_frames.into(), self.max_dpb_frames(mbs)),
            ("max_dec_frame_buffering", buffering.into(), self.max_dpb_frames(mbs)),
        ];
        let (what, value, most) = limits.into_iter().find(|(_, value, most)| value > most)?;
        Some(SyntaxError::Level { position, what, value, most, level: self.name })
    }
}
