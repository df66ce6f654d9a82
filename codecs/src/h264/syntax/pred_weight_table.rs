//! [`PredWeightTable`]: explicit weights of reference pictures. 7.3.3.2, 7.4.3.2.

use super::error::SyntaxError;
use super::structure::Syntax;

/// A factor for predicted samples, and an offset added afterwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// `luma_weight` or `chroma_weight`: -128 to 127, in units of 2^-denominator.
    pub weight: i8,
    /// `luma_offset` or `chroma_offset`: -128 to 127.
    pub offset: i8,
}

/// The weights of a reference picture; `None` for weight 1 and offset 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReferenceWeights {
    /// `luma_weight_flag`, weight and offset.
    pub luma: Option<Weight>,
    /// `chroma_weight_flag`, weights and offsets of Cb and Cr.
    pub chroma: Option<[Weight; 2]>,
}

/// The element names of list 0 or 1: flag, weight, offset.
struct Names {
    luma: [&'static str; 3],
    chroma: [&'static str; 3],
}

const NAMES: [Names; 2] = [
    Names {
        luma: ["luma_weight_l0_flag", "luma_weight_l0", "luma_offset_l0"],
        chroma: ["chroma_weight_l0_flag", "chroma_weight_l0", "chroma_offset_l0"],
    },
    Names {
        luma: ["luma_weight_l1_flag", "luma_weight_l1", "luma_offset_l1"],
        chroma: ["chroma_weight_l1_flag", "chroma_weight_l1", "chroma_offset_l1"],
    },
];

/// The explicit weights of a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PredWeightTable {
    /// `luma_log2_weight_denom`: 0 to 7.
    pub luma_log2_weight_denom: u8,
    /// `chroma_log2_weight_denom`: 0 to 7; 0 without chroma.
    pub chroma_log2_weight_denom: u8,
    /// The weights of each reference of list 0, and in B slices of list 1.
    pub lists: [Vec<ReferenceWeights>; 2],
}

impl PredWeightTable {
    pub(super) fn fields<S: Syntax>(
        &mut self,
        io: &mut S,
        has_chroma: bool,
        num_ref_idx_active_minus1: [u8; 2],
        is_b: bool,
    ) -> Result<(), SyntaxError> {
        io.ue("luma_log2_weight_denom", &mut self.luma_log2_weight_denom, 0..=7)?;
        match has_chroma {
            true => io.ue("chroma_log2_weight_denom", &mut self.chroma_log2_weight_denom, 0..=7)?,
            false => io.absent("chroma_log2_weight_denom", &mut self.chroma_log2_weight_denom, 0)?,
        }
        for (list, (weights, names)) in self.lists.iter_mut().zip(&NAMES).enumerate() {
            let used = list == 0 || is_b;
            let needed = if used { usize::from(num_ref_idx_active_minus1[list].min(31)) + 1 } else { 0 };
            io.follows(names.luma[0], weights, needed)?;
            for (i, reference) in weights.iter_mut().enumerate() {
                reference.fields(io, i, names, has_chroma)?;
            }
        }
        Ok(())
    }
}

impl ReferenceWeights {
    fn fields<S: Syntax>(&mut self, io: &mut S, i: usize, names: &Names, has_chroma: bool) -> Result<(), SyntaxError> {
        let [flag, weight, offset] = names.luma;
        if let Some(luma) = io.option((flag, i), &mut self.luma)? {
            io.se((weight, i), &mut luma.weight, -128..=127)?;
            io.se((offset, i), &mut luma.offset, -128..=127)?;
        }
        let [flag, weight, offset] = names.chroma;
        if !has_chroma {
            return io.absent_flag(flag, &mut self.chroma.is_some(), false);
        }
        if let Some(chroma) = io.option((flag, i), &mut self.chroma)? {
            for (j, chroma) in chroma.iter_mut().enumerate() {
                io.se((weight, i, j), &mut chroma.weight, -128..=127)?;
                io.se((offset, i, j), &mut chroma.offset, -128..=127)?;
            }
        }
        Ok(())
    }
}
