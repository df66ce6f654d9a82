//! [`DecRefPicMarking`]: the marking of reference pictures. 7.3.3.3, 7.4.3.3.

use super::error::SyntaxError;
use super::nal::NalHeader;
use super::structure::Syntax;

/// A memory management control operation: `memory_management_control_operation` 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryOperation {
    /// 1: removes a short-term reference picture.
    ForgetShortTerm {
        /// `difference_of_pic_nums_minus1`: 0 to 2^17 - 1.
        difference_of_pic_nums_minus1: u32,
    },
    /// 2: removes a long-term reference picture.
    ForgetLongTerm {
        /// `long_term_pic_num`: 0 to 31.
        long_term_pic_num: u32,
    },
    /// 3: makes a short-term reference picture a long-term one.
    ToLongTerm {
        /// `difference_of_pic_nums_minus1`: 0 to 2^17 - 1.
        difference_of_pic_nums_minus1: u32,
        /// `long_term_frame_idx`: 0 to 15.
        long_term_frame_idx: u32,
    },
    /// 4: sets the maximum number of long-term frames.
    LongTermFrames {
        /// `max_long_term_frame_idx_plus1`: 0 to 16.
        max_long_term_frame_idx_plus1: u32,
    },
    /// 5: removes all reference pictures.
    ForgetAll,
    /// 6: makes the current picture a long-term reference picture.
    CurrentToLongTerm {
        /// `long_term_frame_idx`: 0 to 15.
        long_term_frame_idx: u32,
    },
}

impl MemoryOperation {
    fn code(&self) -> u8 {
        match self {
            MemoryOperation::ForgetShortTerm { .. } => 1,
            MemoryOperation::ForgetLongTerm { .. } => 2,
            MemoryOperation::ToLongTerm { .. } => 3,
            MemoryOperation::LongTermFrames { .. } => 4,
            MemoryOperation::ForgetAll => 5,
            MemoryOperation::CurrentToLongTerm { .. } => 6,
        }
    }

    fn new(code: u8) -> Self {
        let (difference_of_pic_nums_minus1, long_term_frame_idx) = (0, 0);
        match code {
            1 => MemoryOperation::ForgetShortTerm { difference_of_pic_nums_minus1 },
            2 => MemoryOperation::ForgetLongTerm { long_term_pic_num: 0 },
            3 => MemoryOperation::ToLongTerm { difference_of_pic_nums_minus1, long_term_frame_idx },
            4 => MemoryOperation::LongTermFrames { max_long_term_frame_idx_plus1: 0 },
            5 => MemoryOperation::ForgetAll,
            _ => MemoryOperation::CurrentToLongTerm { long_term_frame_idx },
        }
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), SyntaxError> {
        const DIFFERENCE: &str = "difference_of_pic_nums_minus1";
        const LONG_TERM: &str = "long_term_frame_idx";
        match self {
            MemoryOperation::ForgetShortTerm { difference_of_pic_nums_minus1 } => {
                io.ue(DIFFERENCE, difference_of_pic_nums_minus1, 0..=(1 << 17) - 1)
            }
            MemoryOperation::ForgetLongTerm { long_term_pic_num } => {
                io.ue("long_term_pic_num", long_term_pic_num, 0..=31)
            }
            MemoryOperation::ToLongTerm { difference_of_pic_nums_minus1, long_term_frame_idx } => {
                io.ue(DIFFERENCE, difference_of_pic_nums_minus1, 0..=(1 << 17) - 1)?;
                io.ue(LONG_TERM, long_term_frame_idx, 0..=15)
            }
            MemoryOperation::LongTermFrames { max_long_term_frame_idx_plus1 } => {
                io.ue("max_long_term_frame_idx_plus1", max_long_term_frame_idx_plus1, 0..=16)
            }
            MemoryOperation::ForgetAll => Ok(()),
            MemoryOperation::CurrentToLongTerm { long_term_frame_idx } => io.ue(LONG_TERM, long_term_frame_idx, 0..=15),
        }
    }
}

/// The marking of reference pictures after a reference picture is decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DecRefPicMarking {
    /// `adaptive_ref_pic_marking_mode_flag` 0: removes the oldest picture when there are too many (8.2.5.3). Also the
    /// value for non-reference pictures, whose slice headers do not code it.
    #[default]
    SlidingWindow,
    /// `adaptive_ref_pic_marking_mode_flag` 1: a list of operations; `memory_management_control_operation` 0 follows
    /// the last.
    Adaptive(Vec<MemoryOperation>),
    /// The marking of an IDR picture; IDR pictures have this variant only.
    Idr {
        /// `no_output_of_prior_pics_flag`: pictures decoded before are not output.
        no_output_of_prior_pics_flag: bool,
        /// `long_term_reference_flag`: the picture becomes a long-term reference picture.
        long_term_reference_flag: bool,
    },
}

/// The maximum number of operations of a picture: each of 32 fields is removed or becomes a long-term one, and
/// operations 4, 5 and 6 occur once each.
const MOST: usize = 66;

impl DecRefPicMarking {
    /// The marking of an IDR picture with both flags 0.
    pub const IDR: DecRefPicMarking =
        DecRefPicMarking::Idr { no_output_of_prior_pics_flag: false, long_term_reference_flag: false };

    pub(super) fn fields<S: Syntax>(&mut self, io: &mut S, nal: NalHeader) -> Result<(), SyntaxError> {
        if nal.nal_ref_idc == 0 {
            let name = "adaptive_ref_pic_marking_mode_flag";
            return io.absent_flag(name, &mut (*self != DecRefPicMarking::SlidingWindow), false);
        }
        if S::READS && nal.is_idr() {
            *self = Self::IDR;
        }
        if let DecRefPicMarking::Idr { no_output_of_prior_pics_flag, long_term_reference_flag } = self {
            if !nal.is_idr() {
                let (position, name) = (io.position(), "no_output_of_prior_pics_flag".into());
                return Err(SyntaxError::Combination { position, name, reason: "only IDR pictures have it" });
            }
            io.flag("no_output_of_prior_pics_flag", no_output_of_prior_pics_flag)?;
            return io.flag("long_term_reference_flag", long_term_reference_flag);
        }
        if nal.is_idr() {
            let (position, name) = (io.position(), "adaptive_ref_pic_marking_mode_flag".into());
            return Err(SyntaxError::Combination { position, name, reason: "IDR pictures do not have it" });
        }
        let mut adaptive = matches!(self, DecRefPicMarking::Adaptive(_));
        io.flag("adaptive_ref_pic_marking_mode_flag", &mut adaptive)?;
        if S::READS && adaptive {
            *self = DecRefPicMarking::Adaptive(Vec::new());
        }
        let DecRefPicMarking::Adaptive(operations) = self else { return Ok(()) };
        let mut done = 0;
        loop {
            let (position, name) = (io.position(), "memory_management_control_operation".into());
            let code = operations.get(done).map_or(0, MemoryOperation::code);
            let code = io.selector(name, code, 0..=6)?;
            match code {
                0 => return Ok(()),
                _ if done == MOST => return Err(SyntaxError::TooMany { position, name, most: MOST }),
                _ => {}
            }
            if S::READS {
                operations.push(MemoryOperation::new(code));
            }
            operations[done].fields(io)?;
            done += 1;
        }
    }
}
