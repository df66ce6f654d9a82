//! The samples of inter prediction of a macroblock (8.4.2), from one reference or from two.

use super::candidate::{Candidate, MbSamples};
use super::context::MbContext;
use super::inter::parts;
use crate::h264::code::coding_order::EIGHT_OF;
use crate::h264::code::macroblock::{Macroblock, MbPart, Motion, Mv, Prediction};
use crate::h264::code::predict::inter::{self, BiWeights, Reference, SampleWeights, UniWeight, mean};
use crate::h264::code::predict::motion_vectors::Part;
use crate::shared::dispatch::dispatch;
use crate::spaces::Luma;
use unite::{Fixed, Home, Inside, Space, Spot, Window, WindowMut, sizes};

const IN_MACROBLOCK: &str = "a part lies in its macroblock";

impl MbContext<'_> {
    /// Sets the samples of a candidate to those that its motion predicts.
    pub(super) fn put_samples(&self, candidate: &mut Candidate) {
        if let Candidate { macroblock: Macroblock { prediction: Prediction::Inter(motion), .. }, samples } = candidate {
            self.predict_motion(motion, samples);
        }
    }

    /// Writes the samples that a motion predicts.
    fn predict_motion(&self, motion: &Motion, samples: &mut MbSamples) {
        if motion.part == MbPart::P16x16 && motion.lists[1].ref_idx[0] < 0 {
            return self.predict_whole(motion.lists[0].ref_idx[0] as u8, motion.lists[0].mv[0][0], samples);
        }
        let is_whole = motion.part == MbPart::Direct && has_one_vector(motion);
        let shape = if is_whole { MbPart::P16x16 } else { motion.part };
        dispatch!(self.slice.level, _simd => self.predict_parts(shape, motion, samples));
    }

    /// Writes the samples that a vector of the whole macroblock in list 0 predicts.
    #[inline(never)]
    pub(super) fn predict_whole(&self, ref_idx: u8, mv: Mv, samples: &mut MbSamples) {
        dispatch!(self.slice.level, _simd => {
            self.predict_whole_luma_at_level(ref_idx, mv, samples);
            self.predict_whole_chroma_at_level(ref_idx, mv, samples);
        });
    }

    #[inline(always)]
    pub(super) fn predict_whole_luma_at_level(&self, ref_idx: u8, mv: Mv, samples: &mut MbSamples) {
        let ref_idx = usize::from(ref_idx);
        inter::luma(&self.slice.references[0][ref_idx], mv, &mut samples.luma);
        if let Some(weight) = self.slice.explicit_weights(ref_idx).and_then(|weights| weights.luma) {
            weigh(&weight, samples.luma.view_mut().window::<Inside>().expect(IN_MACROBLOCK));
        }
    }

    #[inline(always)]
    pub(super) fn predict_whole_chroma_at_level(&self, ref_idx: u8, mv: Mv, samples: &mut MbSamples) {
        let ref_idx = usize::from(ref_idx);
        let planes = &self.slice.references[0][ref_idx].picture().chroma;
        let weights = self.slice.explicit_weights(ref_idx).and_then(|weights| weights.chroma);
        for (n, (tile, plane)) in samples.chroma.iter_mut().zip(planes.iter().flatten()).enumerate() {
            inter::chroma(plane, mv, tile);
            if let Some(weights) = &weights {
                weigh(&weights[n], tile.view_mut().window::<Inside>().expect(IN_MACROBLOCK));
            }
        }
    }

    /// Writes the samples that a motion predicts, by the parts of a shape.
    #[inline(always)]
    fn predict_parts(&self, shape: MbPart, motion: &Motion, samples: &mut MbSamples) {
        let mut second = None;
        for part in parts(shape) {
            let ref_idx = [0, 1].map(|list: usize| motion.lists[list].ref_idx[EIGHT_OF[part.y][part.x]]);
            let uses_both = ref_idx[0] >= 0 && ref_idx[1] >= 0;
            // One call for both lists, since it is compiled for each size.
            for (list, index) in ref_idx.into_iter().enumerate() {
                let Ok(index) = usize::try_from(index) else { continue };
                let out = match uses_both && list == 1 {
                    true => second.get_or_insert_with(|| MbSamples::at(&self.place)),
                    false => &mut *samples,
                };
                let (reference, mv) = (&self.slice.references[list][index], motion.lists[list].mv[part.y][part.x]);
                // P slices alone have explicit weights.
                let weights = self.slice.explicit_weights(index);
                let place = part.luma(&self.place);
                sizes!(place, place: 16 x 16, 8 x 16, 16 x 8, 8 x 8, 4 x 8, 8 x 4, 4 x 4
                    => predict_luma_at((reference, weights), mv, place, out),
                    else unreachable!("a part has one of these sizes"));
                predict_chroma_at((reference, weights), mv, &place, out);
            }
            if let (true, Some(second)) = (uses_both, &second) {
                self.combine_part(self.weights(ref_idx), part, samples, second);
            }
        }
    }

    /// Returns the weights of two references; `None` if they weigh the same.
    #[inline(always)]
    pub(super) fn weights(&self, ref_idx: [i8; 2]) -> Option<&BiWeights> {
        let [first, second] = ref_idx.map(|ref_idx| usize::try_from(ref_idx).ok());
        self.slice.b?.weights.get(first?)?.get(second?)?.as_ref()
    }

    /// Replaces the samples of a part by their combination with those of a second reference. Parts with two references have 8 x 8
    /// samples or more.
    #[inline(always)]
    fn combine_part(&self, weights: Option<&BiWeights>, part: Part, samples: &mut MbSamples, second: &MbSamples) {
        let place = part.luma(&self.place);
        sizes!(place, place: 16 x 16, 8 x 16, 16 x 8, 8 x 8 => {
            let first = samples.luma.view_mut().colocate(&place).window::<Inside>().expect(IN_MACROBLOCK);
            combine(weights, first, second.luma.view().colocate(&place).window::<Inside>().expect(IN_MACROBLOCK));
        }, else unreachable!("a part with two references has one of these sizes"));
        for (tile, second) in samples.chroma.iter_mut().zip(&second.chroma) {
            sizes!(tile.view_mut().under(&place), chroma: 8 x 8, 4 x 8, 8 x 4, 4 x 4 => {
                let second = second.view().colocate(&chroma).window::<Inside>().expect(IN_MACROBLOCK);
                combine(weights, { chroma }.window::<Inside>().expect(IN_MACROBLOCK), second);
            }, else unreachable!("the chroma of a part has half its size"));
        }
    }
}

/// Returns whether all blocks of a macroblock have the same motion.
fn has_one_vector(motion: &Motion) -> bool {
    let same = |list: usize| {
        let list = &motion.lists[list];
        list.ref_idx == [list.ref_idx[0]; 4] && [list.mv[0][3], list.mv[3][0], list.mv[3][3]] == [list.mv[0][0]; 3]
    };
    same(0) && same(1)
}

/// Writes the luma samples that a vector predicts for a part at its place, given the reference and its weights.
#[inline(always)]
fn predict_luma_at<const H: usize, const W: usize>(
    (reference, weights): (&Reference, Option<&SampleWeights>),
    mv: Mv,
    place: Spot<Luma, Fixed<H, W>>,
    samples: &mut MbSamples,
) {
    inter::luma(reference, mv, &mut samples.luma.view_mut().colocate(&place));
    if let Some(weight) = weights.and_then(|weights| weights.luma) {
        weigh(&weight, samples.luma.view_mut().colocate(&place).window::<Inside>().expect(IN_MACROBLOCK));
    }
}

/// Writes the chroma samples that a vector predicts for a part, under the place of its luma.
#[inline(always)]
fn predict_chroma_at(
    (reference, weights): (&Reference, Option<&SampleWeights>),
    mv: Mv,
    place: &Spot<Luma>,
    samples: &mut MbSamples,
) {
    let Some(planes) = &reference.picture().chroma else { return };
    let weights = weights.and_then(|weights| weights.chroma);
    for (n, (tile, plane)) in samples.chroma.iter_mut().zip(planes).enumerate() {
        sizes!(tile.view_mut().under(place), chroma: 8 x 8, 4 x 8, 8 x 4, 4 x 4, 2 x 4, 4 x 2, 2 x 2 => {
            let mut chroma = chroma;
            inter::chroma(plane, mv, &mut chroma);
            if let Some(weights) = &weights {
                weigh(&weights[n], chroma.window::<Inside>().expect(IN_MACROBLOCK));
            }
        }, else unreachable!("the chroma of a part has half its size"));
    }
}

/// Weighs interpolated samples.
#[inline(always)]
fn weigh<S: Space<Ix = [isize; 2]>, M: Home, const H: usize, const W: usize>(
    weight: &UniWeight,
    mut samples: WindowMut<'_, S, u8, Fixed<H, W>, Inside, M>,
) {
    for y in 0..H as isize {
        let row = samples.row_mut(y);
        *row = weight.row(row);
    }
}

/// Replaces samples by their combination with those of a second reference.
#[inline(always)]
fn combine<S: Space<Ix = [isize; 2]>, M: Home, N: Home, const H: usize, const W: usize>(
    weights: Option<&BiWeights>,
    mut first: WindowMut<'_, S, u8, Fixed<H, W>, Inside, M>,
    second: Window<'_, S, u8, Fixed<H, W>, Inside, N>,
) {
    for y in 0..H as isize {
        let row = first.row_mut(y);
        *row = match weights {
            None => mean(row, second.row(y)),
            Some(weights) => weights.row(row, second.row(y)),
        };
    }
}
