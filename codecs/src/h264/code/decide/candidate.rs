//! [`Candidate`]: a macroblock as it could be coded, with its reconstruction.

use crate::h264::code::macroblock::{Macroblock, Prediction};
use crate::h264::code::picture::{ChromaTile, LumaTile, Picture, put_samples, samples_at};
use crate::h264::code::residual::CodedChroma;
use crate::spaces::Mb;
use unite::Place;

/// The samples of a macroblock. The chroma samples are not used in a monochrome picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MbSamples {
    /// The luma samples.
    pub luma: LumaTile<16>,
    /// The samples of Cb and Cr.
    pub chroma: [ChromaTile<8>; 2],
}

impl MbSamples {
    /// Returns samples that are all 0 at the place of a macroblock.
    #[inline(always)]
    pub fn at(mb: &Mb) -> Self {
        let origin = mb.origin();
        MbSamples { luma: LumaTile::at(origin), chroma: [ChromaTile::at(origin); 2] }
    }

    /// Returns the samples of a macroblock of a picture.
    #[inline(always)]
    pub(super) fn of(picture: &Picture, mb: &Mb) -> Self {
        let chroma = match &picture.chroma {
            Some([cb, cr]) => [samples_at(&cb.view(), mb), samples_at(&cr.view(), mb)],
            None => [ChromaTile::at(mb.origin()); 2],
        };
        MbSamples { luma: samples_at(&picture.luma.view(), mb), chroma }
    }

    /// Copies the samples to their place in a picture.
    #[inline(always)]
    pub(super) fn put(&self, picture: &mut Picture) {
        put_samples(picture.luma.view_mut(), &self.luma);
        if let Some([cb, cr]) = &mut picture.chroma {
            put_samples(cb.view_mut(), &self.chroma[0]);
            put_samples(cr.view_mut(), &self.chroma[1]);
        }
    }
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
    /// Replaces the macroblock by one without levels, at a place. Its samples are not set.
    #[inline(always)]
    pub(super) fn begin(&mut self, mb: &Mb, prediction: Prediction, qp: u8) {
        let Candidate { macroblock, samples: MbSamples { luma, chroma: [cb, cr] } } = self;
        macroblock.begin(prediction, qp);
        luma.origin = mb.origin();
        (cb.origin, cr.origin) = (luma.origin, luma.origin);
    }

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

/// Returns `CodedBlockPatternLuma` of blocks with these numbers, or masks, of nonzero levels, in the order of coding.
#[inline(always)]
pub(super) fn cbp_luma<T: Default + Copy + PartialEq>(levels: &[T; 16]) -> u8 {
    let (eights, _) = levels.as_chunks::<4>();
    eights.iter().enumerate().fold(0, |pattern, (n, eight)| pattern | u8::from(*eight != [T::default(); 4]) << n)
}
