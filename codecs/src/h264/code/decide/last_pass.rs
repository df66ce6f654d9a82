//! The last pass over a macroblock: what was chosen is coded again with trellis quantisation.

use super::candidate::Candidate;
use super::context::MbContext;
use super::quantizer::Trellis;
use crate::h264::code::coding_order::BLOCKS_4X4;
use crate::h264::code::entropy::Neighbours;
use crate::h264::code::macroblock::{Motion, Prediction};
use crate::h264::code::map::MbKind;
use crate::h264::code::residual::{DeadZone, chroma_qp};
use crate::h264::code::trellis::ErrorPrices;

/// The weight of a bit in the trellis, in eighths of [`Lambda::squared`](super::Lambda::squared). Errors of intra macroblocks are
/// copied to later blocks, so they weigh more.
const EIGHTHS: [u64; 2] = [9, 5];

impl MbContext<'_> {
    /// Codes a candidate again with the levels of the least rate-distortion cost, in its modes and with its vectors. Skipped
    /// macroblocks, `I_PCM` and inter macroblocks without a residual stay as they are, and so does everything in a session with a
    /// quantiser of its own.
    pub fn with_trellis(&mut self, candidate: &mut Candidate) {
        let macroblock = &candidate.macroblock;
        let is_coded = match macroblock.prediction {
            Prediction::Skip(_) | Prediction::Pcm => false,
            Prediction::Inter(_) => macroblock.cbp_luma | macroblock.cbp_chroma != 0,
            _ => true,
        };
        if !is_coded || self.slice.quantizer.is_some() {
            return;
        }
        let intra = macroblock.prediction.is_intra();
        *candidate = self.by_trellis(intra, DeadZone::NEAREST, |pass| pass.again(candidate));
    }

    /// Codes something of an intra or inter macroblock by the trellis; as ever in a session with a quantiser of its own. Coefficients
    /// within a dead zone become 0 where a group of blocks has no others.
    pub(super) fn by_trellis<R>(
        &mut self,
        intra: bool,
        zeros: DeadZone,
        code: impl FnOnce(&mut MbContext<'_>) -> R,
    ) -> R {
        if self.slice.quantizer.is_some() {
            return code(self);
        }
        let weight = u64::from(self.lambda.squared) * EIGHTHS[usize::from(intra)] / 8;
        let weight = weight.min(u32::MAX.into()) as u32;
        let most = self.max_level();
        let prices = [self.qp, chroma_qp(self.qp, 0)].map(|qp| ErrorPrices::new(qp, weight, most));
        let mut around = Neighbours::of(self.map, &self.place);
        around.current.kind = if intra { MbKind::Intra16x16 } else { MbKind::Inter };
        let trellis = Trellis::new(self.contexts, zeros, prices, &around);
        code(&mut MbContext { trellis: Some(&trellis), map: &mut *self.map, picture: &mut *self.picture, ..*self })
    }

    /// Codes a candidate again with the quantiser of the context.
    fn again(&mut self, candidate: &Candidate) -> Candidate {
        let macroblock = &candidate.macroblock;
        if let Prediction::Inter(motion) = &macroblock.prediction {
            return self.inter_again(motion, macroblock.transform_8x8);
        }
        let chroma = self.intra_chroma(Some(macroblock.intra_chroma_mode));
        match &macroblock.prediction {
            Prediction::Intra16x16(mode) => self.intra_16x16(Some(*mode), &chroma),
            Prediction::Intra4x4(modes) => {
                self.intra_4x4(|n| Some(modes[BLOCKS_4X4[n][0] as usize][BLOCKS_4X4[n][1] as usize]), &chroma)
            }
            Prediction::Intra8x8(modes) => self.intra_8x8(|n| Some(modes.as_flattened()[n]), &chroma),
            Prediction::Inter(_) | Prediction::Skip(_) | Prediction::Pcm => unreachable!("it has no intra modes"),
        }
    }

    /// Codes an inter macroblock again; as `P_Skip` if nothing is left of its residual and its motion is the inferred one.
    fn inter_again(&mut self, motion: &Motion, transform_8x8: bool) -> Candidate {
        let mut prediction = self.empty(Prediction::Inter(*motion));
        self.put_samples(&mut prediction);
        let mut coded = self.with_residual(&prediction, transform_8x8);
        self.or_skip(&mut coded);
        coded
    }
}
