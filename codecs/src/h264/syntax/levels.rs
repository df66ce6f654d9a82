//! [`Level`]: what decoders of a level can do (A.3).

use super::error::SyntaxError;
use super::level_tables::LEVELS;
use super::position::BitPosition;
use super::profile::Profile;
use super::sps::Sps;

/// A row of Table A-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name: `4.1`, `1b`.
    pub name: &'static str,
    /// `level_idc`: ten times the level; of level 1b 11.
    pub level_idc: u8,
    /// `MaxMBPS`: macroblocks a second.
    pub max_mbps: u64,
    /// `MaxFS`: macroblocks of a frame.
    pub max_fs: u64,
    /// `MaxDpbMbs`: macroblocks of the decoded picture buffer.
    pub max_dpb_mbs: u64,
    /// `MaxBR`: bit rate, in units of [`Profile::cpb_br_vcl_factor`] bits a second.
    pub max_br: u64,
    /// `MaxCPB`: coded picture buffer, in the same units.
    pub max_cpb: u64,
    /// `MaxVmvR`: vertical vector components of frames are -n to n - 0.25 luma samples.
    pub max_vmv_r: u16,
    /// `MinCR`: how much smaller than its samples a picture is at least.
    pub min_cr: u8,
    /// `MaxMvsPer2Mb`: vectors of two macroblocks that follow each other.
    pub max_mvs_per_2mb: Option<u8>,
}

/// What a stream asks of its decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The profile: it scales the bit rate.
    pub profile: Profile,
    /// Macroblocks of a frame: rows, columns.
    pub frame_in_mbs: [u32; 2],
    /// Frames, and the seconds that they take. 0 seconds: the rate is not known.
    pub frame_rate: (u32, u32),
    /// Frames of the decoded picture buffer: `max_num_ref_frames`, or more for reordering.
    pub dpb_frames: u32,
    /// Bits a second, where there is a limit.
    pub bit_rate: Option<u64>,
    /// Vertical vector components reach so many luma samples.
    pub vertical_mv: u16,
}

impl Level {
    /// All levels, from the lowest.
    pub const ALL: &'static [Level] = &LEVELS;

    /// The lowest level that gives what is asked for.
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
    /// [`SyntaxError::NoLevel`]: what the highest level does not give.
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

    /// The first thing that is asked for and that the level does not give: what, how much, and how much it gives.
    pub fn refuses(&self, demand: &Demand) -> Option<(&'static str, u64, u64)> {
        let [height, width] = demand.frame_in_mbs.map(u64::from);
        let mbs = height.saturating_mul(width);
        let (frames, seconds) = demand.frame_rate;
        let rate = mbs.saturating_mul(frames.into()).checked_div(seconds.into()).unwrap_or(0);
        // Not a whole number of them is above the whole number.
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

    /// The most macroblocks of a row or of a column: Sqrt(8 MaxFS).
    pub fn max_side(&self) -> u64 {
        (8 * self.max_fs).isqrt()
    }

    /// `MaxDpbFrames` of frames of so many macroblocks: 16 at most.
    pub fn max_dpb_frames(&self, frame_mbs: u64) -> u64 {
        self.max_dpb_mbs.checked_div(frame_mbs).unwrap_or(16).min(16)
    }

    /// The level that a sequence parameter set states.
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

    /// Has a sequence parameter set state this level: `level_idc`, and of level 1b `constraint_set3_flag`.
    pub fn state(&self, sps: &mut Sps) {
        let is_1b = self.name == "1b";
        let by_flag = matches!(sps.profile_idc, 66 | 77 | 88);
        sps.level_idc = if is_1b && !by_flag { 9 } else { self.level_idc };
        if by_flag {
            sps.constraint_set_flags[3] = is_1b;
        }
    }

    /// What of a sequence parameter set, its VUI included, is above what the level allows: the first thing. A rate is held
    /// against it where it is fixed.
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
