//! [`Explicit`]: the explicit weights of a P slice (8.4.2.3), and the samples that a search compares.
//!
//! A decoder interpolates, then weighs:
//!
//! ```text
//!   Reference ── luma, chroma ──▶ samples ── UniWeight ──▶ prediction    what is coded
//!             └─ weighed once ──▶ Reference ── search                    what vectors are compared by
//! ```
//!
//! The planes of the half-sample grid that a search reads are weighed once a picture, for the first reference. The mean of two weighed samples differs by at
//! most 1 from the weighed mean of the two, so costs of vectors at quarter samples are not quite those of the prediction.

use super::{Reference, UniWeight};
use crate::h264::syntax::{PredWeightTable, Weight};
use fearless_simd::Level;
use std::sync::Arc;

/// The weights of the samples of a reference; `None` for samples as they are.
///
/// ```
/// use codecs::h264::predict::inter::SampleWeights;
/// use codecs::h264::syntax::{PredWeightTable, ReferenceWeights, Weight};
/// let half = ReferenceWeights { luma: Some(Weight { weight: 32, offset: 8 }), chroma: None };
/// let table = PredWeightTable { luma_log2_weight_denom: 6, lists: [vec![half], vec![]], ..Default::default() };
/// let weights = SampleWeights::of(&table, 0);
/// assert_eq!(weights.luma.expect("a weight").row(&[16, 235]), [16, 126]);
/// assert_eq!((weights.chroma, SampleWeights::of(&table, 1)), (None, SampleWeights::default()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampleWeights {
    /// The weight of luma.
    pub luma: Option<UniWeight>,
    /// The weights of Cb and Cr.
    pub chroma: Option<[UniWeight; 2]>,
}

impl SampleWeights {
    /// Returns the weights of an index in list 0; none if the table has no such index.
    pub fn of(table: &PredWeightTable, ref_idx: usize) -> Self {
        let weights = table.lists[0].get(ref_idx).copied().unwrap_or_default();
        let of = |log_wd: u8| {
            move |Weight { weight, offset }| UniWeight { weight: weight.into(), log_wd, offset: offset.into() }
        };
        SampleWeights {
            luma: weights.luma.map(of(table.luma_log2_weight_denom)),
            chroma: weights.chroma.map(|both| both.map(of(table.chroma_log2_weight_denom))),
        }
    }
}

/// The explicit weights of a P slice.
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    /// By index in list 0.
    weights: Vec<SampleWeights>,
    /// The references with weighed luma samples, or as they are if they are not searched so.
    searched: Vec<Arc<Reference>>,
    /// The memory of weighed references.
    spare: Vec<Arc<Reference>>,
}

/// Returns whether the search compares weighed samples of an index in list 0. Weighed samples take as much memory as a reference and
/// time for each picture, and most vectors of a fade lead into the nearest picture.
const fn is_searched_weighed(ref_idx: usize) -> bool {
    ref_idx == 0
}

impl Explicit {
    /// Creates the weights of the references of list 0.
    pub fn new(level: Level, table: &PredWeightTable, references: &[Arc<Reference>]) -> Self {
        let mut explicit = Explicit::default();
        explicit.replace(level, table, references);
        explicit
    }

    /// Makes these the weights of another slice, in the same memory.
    pub(in crate::h264) fn replace(&mut self, level: Level, table: &PredWeightTable, references: &[Arc<Reference>]) {
        self.clear();
        for (ref_idx, reference) in references.iter().enumerate() {
            let weights = SampleWeights::of(table, ref_idx);
            self.weights.push(weights);
            self.searched.push(match weights.luma {
                Some(weight) if is_searched_weighed(ref_idx) => {
                    let mut weighed = self.spare.pop().unwrap_or_else(|| Arc::new(reference.empty_of_luma()));
                    Arc::make_mut(&mut weighed).weigh(level, reference, &weight);
                    weighed
                }
                _ => Arc::clone(reference),
            });
        }
    }

    /// Lets go of the references.
    pub(in crate::h264) fn clear(&mut self) {
        for (ref_idx, (reference, weights)) in self.searched.drain(..).zip(&self.weights).enumerate() {
            if weights.luma.is_some() && is_searched_weighed(ref_idx) {
                self.spare.push(reference);
            }
        }
        self.weights.clear();
    }

    /// Returns the weights of an index in list 0.
    #[inline(always)]
    pub fn weights(&self, ref_idx: usize) -> Option<&SampleWeights> {
        self.weights.get(ref_idx)
    }

    /// Returns the references of list 0 as a search compares them: the first with weighed luma samples, others as they are.
    pub fn searched(&self) -> &[Arc<Reference>] {
        &self.searched
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::h264::code::picture::Picture;
    use crate::h264::code::predict::inter::{Planes, interpolation};
    use crate::h264::syntax::ReferenceWeights;
    use noise::Noise;

    /// Returns the sample at a position of the searched planes.
    fn at(reference: &Reference, at: [isize; 2]) -> u8 {
        match Planes::of(reference).at::<4, 4>(at) {
            interpolation::Prediction::Samples(samples) => samples[[0, 0]],
            interpolation::Prediction::Mean(samples) => samples[0][0],
        }
    }

    #[test]
    fn searched_samples_are_weighed_ones_up_to_the_rounding_of_means() {
        let mut noise = Noise::new(77);
        for level in crate::h264::levels() {
            let mut picture = Picture::new([2, 3], false);
            picture.luma.view_mut().fill_with(|_| noise.below(256) as u8);
            let reference = Arc::new(Reference::new(level, picture));
            let weights = |weight, offset| ReferenceWeights { luma: Some(Weight { weight, offset }), chroma: None };
            let mut explicit = Explicit::default();
            // The second time in the memory of the first.
            for (factor, offset) in [(40, 13), (-9, 100)] {
                let lists = [vec![weights(factor, offset), weights(50, 0)], Vec::new()];
                let table = PredWeightTable { luma_log2_weight_denom: 6, lists, ..PredWeightTable::default() };
                explicit.replace(level, &table, &[(); 2].map(|()| Arc::clone(&reference)));
                assert!(Arc::ptr_eq(&explicit.searched()[1], &reference));
                let weight = explicit.weights(0).and_then(|weights| weights.luma).expect("it has one");
                for (y, x) in (-90..180).flat_map(|y| (-90..260).map(move |x| (y, x))) {
                    let [found] = [at(&explicit.searched()[0], [y, x])];
                    let [exact] = weight.row(&[at(&reference, [y, x])]);
                    let is_mean = (y | x) & 1 != 0;
                    assert!(found.abs_diff(exact) <= u8::from(is_mean), "({y}, {x}): {found} and {exact}");
                }
            }
        }
    }
}
