//! [`BufferingPeriod`] and [`PicTiming`]: the times at which pictures are decoded and shown. D.1.2, D.1.3, D.2.2,
//! D.2.3.

use super::error::SyntaxError;
use super::parameter_sets::ParameterSets;
use super::sps::Sps;
use super::structure::Syntax;
use super::vui::Vui;
use crate::bitstream::{Signed, Violation};

/// The initial removal delay of a coded picture buffer at a buffering period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InitialDelay {
    /// `initial_cpb_removal_delay`, in 1/90000 s.
    pub initial_cpb_removal_delay: u32,
    /// `initial_cpb_removal_delay_offset`, in 1/90000 s.
    pub initial_cpb_removal_delay_offset: u32,
}

/// A buffering period message, `buffering_period`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferingPeriod {
    /// `seq_parameter_set_id`: 0 to 31.
    pub seq_parameter_set_id: u8,
    /// The delays of each buffer of the NAL HRD parameters.
    pub nal: Vec<InitialDelay>,
    /// The delays of each buffer of the VCL HRD parameters.
    pub vcl: Vec<InitialDelay>,
}

impl BufferingPeriod {
    pub(super) fn fields<S: Syntax>(&mut self, io: &mut S, sets: &ParameterSets) -> Result<(), SyntaxError> {
        io.ue("seq_parameter_set_id", &mut self.seq_parameter_set_id, 0..=31)?;
        let (position, id) = (io.position(), self.seq_parameter_set_id);
        let sps = sets.sps(id).ok_or(SyntaxError::NoParameterSet { position, kind: "SPS", id })?;
        let vui = sps.vui.as_ref();
        for (delays, hrd) in [
            (&mut self.nal, vui.and_then(|vui| vui.nal_hrd.as_ref())),
            (&mut self.vcl, vui.and_then(|vui| vui.vcl_hrd.as_ref())),
        ] {
            io.follows("initial_cpb_removal_delay", delays, hrd.map_or(0, |hrd| hrd.buffers.len()))?;
            let bits = hrd.map_or(0, |hrd| u32::from(hrd.initial_cpb_removal_delay_length_minus1.min(31)) + 1);
            for (i, delay) in delays.iter_mut().enumerate() {
                let most = (1 << bits) - 1;
                io.u(bits, ("initial_cpb_removal_delay", i), &mut delay.initial_cpb_removal_delay, 1..=most)?;
                let offset = &mut delay.initial_cpb_removal_delay_offset;
                io.bits(bits, ("initial_cpb_removal_delay_offset", i), offset)?;
            }
        }
        Ok(())
    }
}

/// The times at which a picture leaves the buffers; present with HRD parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureDelays {
    /// `cpb_removal_delay`, in clock ticks.
    pub cpb_removal_delay: u32,
    /// `dpb_output_delay`, in clock ticks.
    pub dpb_output_delay: u32,
}

/// The time of a clock: minutes are present only with seconds, hours only with minutes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTime {
    /// `seconds_value`: 0 to 59.
    pub seconds: Option<u8>,
    /// `minutes_value`: 0 to 59.
    pub minutes: Option<u8>,
    /// `hours_value`: 0 to 23.
    pub hours: Option<u8>,
}

/// A clock time stamp of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockTimestamp {
    /// `ct_type`: 0 progressive, 1 interlaced, 2 unknown.
    pub ct_type: u8,
    /// `nuit_field_based_flag`: 1 bit.
    pub nuit_field_based_flag: bool,
    /// `counting_type`: 0 to 6.
    pub counting_type: u8,
    /// `full_timestamp_flag`: all parts of `time` are coded.
    pub full_timestamp_flag: bool,
    /// `discontinuity_flag`: 1 bit.
    pub discontinuity_flag: bool,
    /// `cnt_dropped_flag`: 1 bit.
    pub cnt_dropped_flag: bool,
    /// `n_frames`: 0 to 255.
    pub n_frames: u8,
    /// The seconds, minutes and hours.
    pub time: ClockTime,
    /// `time_offset`, of `time_offset_length` bits; 0 if that length is 0.
    pub time_offset: i32,
}

/// The fields or frames shown for a picture, and their time stamps; present if `pic_struct_present_flag` is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureStructure {
    /// `pic_struct` (Table D-1): 0 frame, 1 and 2 one field, 3 and 4 two fields, 5 and 6 three fields, 7 and 8 a frame
    /// shown two and three times.
    pub pic_struct: u8,
    /// The `NumClockTS` time stamps; `clock_timestamp_flag` is 1 for those present.
    pub clock_timestamps: Vec<Option<ClockTimestamp>>,
}

/// A picture timing message, `pic_timing`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PicTiming {
    /// The delays; present if `CpbDpbDelaysPresentFlag` is 1.
    pub delays: Option<PictureDelays>,
    /// The picture structure; present if `pic_struct_present_flag` is 1.
    pub structure: Option<PictureStructure>,
}

impl PicTiming {
    pub(super) fn fields<S: Syntax>(&mut self, io: &mut S, sets: &ParameterSets) -> Result<(), SyntaxError> {
        let vui = sets.active_sps().and_then(|sps: &Sps| sps.vui.as_ref());
        let hrd = vui.and_then(Vui::hrd);
        let has_structure = vui.is_some_and(|vui| vui.pic_struct_present_flag);
        if S::READS {
            self.delays = hrd.map(|_| PictureDelays::default());
            self.structure = has_structure.then(PictureStructure::default);
        }
        let (delays, structure) = (self.delays.is_some(), self.structure.is_some());
        if (delays, structure) != (hrd.is_some(), has_structure) {
            let (given, needed) = (delays as usize + structure as usize, hrd.iter().len() + has_structure as usize);
            return Err(Violation::Size { given, needed }.at(io.position(), "pic_timing"));
        }
        if let (Some(delays), Some(hrd)) = (&mut self.delays, hrd) {
            let bits = |minus1: u8| u32::from(minus1.min(31)) + 1;
            let (removal, output) = (hrd.cpb_removal_delay_length_minus1, hrd.dpb_output_delay_length_minus1);
            io.bits(bits(removal), "cpb_removal_delay", &mut delays.cpb_removal_delay)?;
            io.bits(bits(output), "dpb_output_delay", &mut delays.dpb_output_delay)?;
        }
        let offset_bits = hrd.map_or(24, |hrd| u32::from(hrd.time_offset_length.min(31)));
        self.structure.as_mut().map_or(Ok(()), |structure| structure.fields(io, offset_bits))
    }
}

impl PictureStructure {
    fn fields<S: Syntax>(&mut self, io: &mut S, offset_bits: u32) -> Result<(), SyntaxError> {
        io.u(4, "pic_struct", &mut self.pic_struct, 0..=8)?;
        // Table D-1, NumClockTS.
        let timestamps = match self.pic_struct {
            0..=2 => 1,
            3 | 4 | 7 => 2,
            5 | 6 | 8 => 3,
            _ => 0,
        };
        io.follows("clock_timestamp_flag", &mut self.clock_timestamps, timestamps)?;
        for (i, timestamp) in self.clock_timestamps.iter_mut().enumerate() {
            if let Some(timestamp) = io.option(("clock_timestamp_flag", i), timestamp)? {
                timestamp.fields(io, offset_bits)?;
            }
        }
        Ok(())
    }
}

impl ClockTimestamp {
    fn fields<S: Syntax>(&mut self, io: &mut S, offset_bits: u32) -> Result<(), SyntaxError> {
        io.u(2, "ct_type", &mut self.ct_type, 0..=2)?;
        io.flag("nuit_field_based_flag", &mut self.nuit_field_based_flag)?;
        io.u(5, "counting_type", &mut self.counting_type, 0..=6)?;
        io.flag("full_timestamp_flag", &mut self.full_timestamp_flag)?;
        io.flag("discontinuity_flag", &mut self.discontinuity_flag)?;
        io.flag("cnt_dropped_flag", &mut self.cnt_dropped_flag)?;
        io.bits(8, "n_frames", &mut self.n_frames)?;
        self.time.fields(io, self.full_timestamp_flag)?;
        match offset_bits {
            0 => io.absent("time_offset", &mut self.time_offset, 0),
            bits => {
                let most = (1_i64 << (bits - 1)) - 1;
                io.coded(Signed(bits), "time_offset", &mut self.time_offset, -most - 1..=most)
            }
        }
    }
}

impl ClockTime {
    fn fields<S: Syntax>(&mut self, io: &mut S, full: bool) -> Result<(), SyntaxError> {
        let parts = [
            ("seconds_flag", "seconds_value", 6, 59, &mut self.seconds),
            ("minutes_flag", "minutes_value", 6, 59, &mut self.minutes),
            ("hours_flag", "hours_value", 5, 23, &mut self.hours),
        ];
        let mut coded = true;
        for (flag, name, bits, most, part) in parts {
            if full && S::READS {
                *part = Some(0);
            }
            let value = match (full, coded) {
                (true, _) => part.as_mut(),
                (false, true) => io.option(flag, part)?,
                (false, false) => {
                    io.absent_flag(flag, &mut part.is_some(), false)?;
                    None
                }
            };
            match value {
                Some(value) => io.u(bits, name, value, 0..=most)?,
                None if full => return Err(Violation::Size { given: 0, needed: 1 }.at(io.position(), name)),
                None => coded = false,
            }
        }
        Ok(())
    }
}
