//! The residual of inter predictions, coded.

use super::candidate::{Candidate, MbSamples, cbp_luma};
use super::context::MbContext;
use crate::h264::code::picture::LumaTile;
use crate::h264::code::residual::{
    CodedMacroblock, chroma_8x8, decimate, decimate_chroma, leaves_chroma_levels, leaves_levels, macroblock_4x4,
    macroblock_8x8,
};
use crate::h264::options::{EntropyCoding, Options};
use crate::shared::counters::Event;
use crate::shared::dispatch::dispatch;
use fearless_simd::Simd;

impl MbContext<'_> {
    /// Returns whether [`decimate`] drops all luma levels of a prediction.
    pub(super) fn drops_luma(&self, prediction: &MbSamples) -> bool {
        let (mut levels, mut recon) = ([[0; 16]; 16], prediction.luma);
        let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
        self.code_luma(&prediction.luma, false, true, &mut coded);
        coded.masks == [0; 16]
    }

    /// Returns whether levels that are not worth their bits are dropped: single levels of ±1 are dear with CAVLC alone.
    pub(super) fn decimates(&self) -> bool {
        let Options { trellis, entropy_coding, .. } = *self.slice.options;
        !trellis && entropy_coding == EntropyCoding::Cavlc
    }

    /// Returns whether the residual of a prediction would have levels, with the 4 x 4 transform.
    pub(super) fn leaves_residual(&self, prediction: &MbSamples) -> bool {
        dispatch!(self.slice.level, simd => {
            self.luma_leaves_levels(simd, prediction) || self.chroma_leaves_levels(simd, prediction)
        })
    }

    #[inline(always)]
    pub(super) fn luma_leaves_levels<S: Simd>(&self, simd: S, prediction: &MbSamples) -> bool {
        leaves_levels(simd, &self.source.luma, &prediction.luma, &self.luma_quantization(false))
    }

    #[inline(always)]
    pub(super) fn chroma_leaves_levels<S: Simd>(&self, simd: S, prediction: &MbSamples) -> bool {
        let quantization = self.chroma_quantization(false, 0);
        if self.picture.chroma.is_some() {
            for (source, pred) in self.source.chroma.iter().zip(&prediction.chroma) {
                if leaves_chroma_levels(simd, source, pred, &quantization) {
                    return true;
                }
            }
        }
        false
    }

    /// Codes the residual of a candidate whose samples are its prediction; without blocks that are not worth their bits if
    /// `decimates`.
    pub(super) fn code_as(&self, candidate: &mut Candidate, transform_8x8: bool, decimates: bool) {
        Event::Trial.count();
        candidate.macroblock.qp = self.qp;
        let pred = candidate.samples.luma;
        self.put_luma(&pred, transform_8x8, decimates, candidate);
        if self.picture.chroma.is_some() {
            dispatch!(self.slice.level, simd => self.put_chroma(simd, candidate, decimates));
        }
    }

    /// Codes the luma of a candidate without luma levels, whose samples are an inter prediction.
    pub(super) fn put_luma(
        &self,
        pred: &LumaTile<16>,
        transform_8x8: bool,
        decimates: bool,
        Candidate { macroblock, samples }: &mut Candidate,
    ) {
        let mut coded = CodedMacroblock::new(&mut macroblock.residual.luma, &mut samples.luma);
        self.code_luma(pred, transform_8x8, decimates, &mut coded);
        macroblock.cbp_luma = cbp_luma(&coded.masks);
        macroblock.transform_8x8 = transform_8x8 && macroblock.cbp_luma != 0;
    }

    /// Codes the luma of an inter prediction; without blocks that are not worth their bits if `decimates`.
    ///
    /// It is compiled once, whoever calls it: all ways to quantise at each SIMD level are much code.
    #[inline(never)]
    fn code_luma(&self, pred: &LumaTile<16>, transform_8x8: bool, decimates: bool, coded: &mut CodedMacroblock<'_>) {
        let (source, quantization) = (&self.source.luma, self.luma_quantization(false));
        dispatch!(self.slice.level, simd => {
            match transform_8x8 {
                true => macroblock_8x8(simd, source, pred, &quantization, coded),
                false => macroblock_4x4(simd, source, pred, &quantization, coded),
            }
            if decimates {
                decimate(pred, transform_8x8, coded);
            }
        });
    }

    /// Codes the chroma of a candidate whose samples are an inter prediction.
    #[inline(always)]
    fn put_chroma<S: Simd>(&self, simd: S, candidate: &mut Candidate, decimates: bool) {
        let [source_cb, source_cr] = &self.source.chroma;
        let [cb, cr] = &candidate.samples.chroma;
        let [of_cb, of_cr] = [0, 1].map(|component| self.chroma_quantization(false, component));
        let mut coded = [chroma_8x8(simd, source_cb, cb, &of_cb), chroma_8x8(simd, source_cr, cr, &of_cr)];
        if decimates {
            decimate_chroma(simd, cb, of_cb.qp, &mut coded[0]);
            decimate_chroma(simd, cr, of_cr.qp, &mut coded[1]);
        }
        candidate.put_chroma(&coded);
    }
}
