//! [`RefPicListModification`]: the modification of a reference picture list. 7.3.3.1, 7.4.3.1.

use super::error::SyntaxError;
use super::structure::Syntax;

/// A step of a modification: the picture that comes next in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PicNumModification {
    /// `modification_of_pic_nums_idc` 0: the predicted picture number minus `abs_diff_pic_num_minus1` + 1.
    Subtract {
        /// `abs_diff_pic_num_minus1`: 0 to 2^17 - 1.
        abs_diff_pic_num_minus1: u32,
    },
    /// 1: the predicted picture number plus `abs_diff_pic_num_minus1` + 1.
    Add {
        /// `abs_diff_pic_num_minus1`: 0 to 2^17 - 1.
        abs_diff_pic_num_minus1: u32,
    },
    /// 2: a long-term reference picture.
    LongTerm {
        /// `long_term_pic_num`: 0 to 31.
        long_term_pic_num: u32,
    },
}

impl PicNumModification {
    fn idc(&self) -> u8 {
        match self {
            PicNumModification::Subtract { .. } => 0,
            PicNumModification::Add { .. } => 1,
            PicNumModification::LongTerm { .. } => 2,
        }
    }

    fn new(idc: u8) -> Self {
        match idc {
            0 => PicNumModification::Subtract { abs_diff_pic_num_minus1: 0 },
            1 => PicNumModification::Add { abs_diff_pic_num_minus1: 0 },
            _ => PicNumModification::LongTerm { long_term_pic_num: 0 },
        }
    }
}

/// The modification of a list, of one step or more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefPicListModification {
    /// The steps, at most one per reference of the list; `modification_of_pic_nums_idc` 3 follows the last one.
    pub steps: Vec<PicNumModification>,
}

impl RefPicListModification {
    /// Codes the flag of list 0 or 1, and the steps if it is 1.
    pub(super) fn fields<S: Syntax>(
        modification: &mut Option<Self>,
        io: &mut S,
        list: usize,
        used: bool,
        num_ref_idx_active_minus1: u8,
    ) -> Result<(), SyntaxError> {
        let flag = ["ref_pic_list_modification_flag_l0", "ref_pic_list_modification_flag_l1"][list];
        if !used {
            return io.absent_flag(flag, &mut modification.is_some(), false);
        }
        let Some(modification) = io.option(flag, modification)? else { return Ok(()) };
        let most = usize::from(num_ref_idx_active_minus1) + 1;
        let mut done = 0;
        loop {
            let (position, name) = (io.position(), "modification_of_pic_nums_idc".into());
            let idc = modification.steps.get(done).map_or(3, PicNumModification::idc);
            // 4 and 5 occur in NAL units of type 20 only; the elements after other values are not known.
            let idc = io.selector(name, idc, 0..=3)?;
            match idc {
                3 => break,
                _ if done == most => return Err(SyntaxError::TooMany { position, name, most }),
                _ => {}
            }
            if S::READS {
                modification.steps.push(PicNumModification::new(idc));
            }
            match &mut modification.steps[done] {
                PicNumModification::Subtract { abs_diff_pic_num_minus1 }
                | PicNumModification::Add { abs_diff_pic_num_minus1 } => {
                    // MaxPicNum - 1 is at most 2^17 - 1, for fields.
                    io.ue("abs_diff_pic_num_minus1", abs_diff_pic_num_minus1, 0..=(1 << 17) - 1)?;
                }
                PicNumModification::LongTerm { long_term_pic_num } => {
                    io.ue("long_term_pic_num", long_term_pic_num, 0..=31)?;
                }
            }
            done += 1;
        }
        if done == 0 {
            let (position, name) = (io.position(), flag.into());
            let reason = "the first modification_of_pic_nums_idc is not 3";
            io.complain(SyntaxError::Combination { position, name, reason })?;
        }
        Ok(())
    }
}
