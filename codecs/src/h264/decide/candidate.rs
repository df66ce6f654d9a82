//! [`Candidate`]: a macroblock as it could be coded, with its reconstruction.

use crate::h264::macroblock::Macroblock;
use crate::h264::residual::CodedChroma;

/// The samples of a macroblock. The chroma samples are not used in a monochrome picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MbSamples {
    /// The luma samples, `[y][x]`.
    pub luma: [[u8; 16]; 16],
    /// The samples of Cb and Cr, `[y][x]`.
    pub chroma: [[[u8; 8]; 8]; 2],
}

/// A macroblock as it could be coded, and its samples before the loop filter.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The macroblock to be written.
    pub macroblock: Macroblock,
    /// The reconstruction, before the loop filter.
    pub samples: MbSamples,
}

impl Candidate {
    /// Sets the chroma levels, samples and coded block pattern.
    #[inline(always)]
    pub(super) fn put_chroma(&mut self, coded: &[CodedChroma; 2]) {
        let residual = &mut self.macroblock.residual;
        let (mut dc, mut ac) = (false, false);
        for (c, coded) in coded.iter().enumerate() {
            residual.chroma_dc[c] = coded.dc;
            residual.chroma_ac[c] = coded.ac;
            self.samples.chroma[c] = coded.recon;
            dc |= coded.dc_count > 0;
            ac |= coded.ac_counts != [0; 4];
        }
        self.macroblock.cbp_chroma = if ac { 2 } else { u8::from(dc) };
    }
}
