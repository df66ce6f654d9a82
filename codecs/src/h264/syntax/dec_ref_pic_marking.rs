//! [`DecRefPicMarking`]: which pictures stay references. 7.3.3.3, 7.4.3.3.

use super::error::SyntaxError;
use super::nal::NalHeader;
use super::structure::Syntax;

/// A `memory_management_control_operation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryOperation {
    /// 1: a short-term picture is no reference any more.
    ForgetShortTerm {
        /// `difference_of_pic_nums_minus1`.
        difference_of_pic_nums_minus1: u32,
    },
    /// 2: a long-term picture is no reference any more.
    ForgetLongTerm {
        /// `long_term_pic_num`.
        long_term_pic_num: u32,
    },
    /// 3: a short-term picture becomes a long-term one.
    ToLongTerm {
        /// `difference_of_pic_nums_minus1`.
        difference_of_pic_nums_minus1: u32,
        /// `long_term_frame_idx`.
        long_term_frame_idx: u32,
    },
    /// 4: how many long-term frames there can be.
    LongTermFrames {
        /// `max_long_term_frame_idx_plus1`.
        max_long_term_frame_idx_plus1: u32,
    },
    /// 5: no picture is a reference any more.
    ForgetAll,
    /// 6: the picture itself becomes a long-term one.
    CurrentToLongTerm {
        /// `long_term_frame_idx`.
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

/// How reference pictures are marked, behind a reference picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DecRefPicMarking {
    /// `adaptive_ref_pic_marking_mode_flag` 0: the oldest one goes when there are too many (8.2.5.3). Also what a picture has
    /// that is no reference, whose slice headers do not say.
    #[default]
    SlidingWindow,
    /// `adaptive_ref_pic_marking_mode_flag` 1: operations one by one; `memory_management_control_operation` 0 follows the last.
    Adaptive(Vec<MemoryOperation>),
    /// Of an IDR picture; the other two are of no IDR picture.
    Idr {
        /// `no_output_of_prior_pics_flag`.
        no_output_of_prior_pics_flag: bool,
        /// `long_term_reference_flag`: it is a long-term reference picture.
        long_term_reference_flag: bool,
    },
}

/// Operations that a picture can have: each of 32 fields is forgotten or becomes a long-term one, and one of 4, 5, 6 each.
const MOST: usize = 66;

impl DecRefPicMarking {
    /// Of an IDR picture that says nothing in particular.
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
            let mut code = operations.get(done).map_or(0, MemoryOperation::code);
            io.ue(name, &mut code, 0..=6)?;
            match code {
                0 => return Ok(()),
                7.. => return Err(SyntaxError::Range { position, name, value: code.into(), least: 0, most: 6 }),
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
