//! [`BSlice`]: the properties of a B slice that prediction depends on.

use super::direct::temporal::dist_scale_factor;
use super::direct::{Colocated, TemporalReferences};
use super::inter::motion_field::MotionField;
use super::inter::{BiWeights, MOST_REFERENCES, Reference};
use crate::h264::options::{DirectMode, Options};
use std::sync::Arc;

/// The properties of a B slice that prediction depends on, besides its reference lists: direct mode and weights.
#[derive(Clone, Debug)]
pub struct BSlice {
    /// What temporal direct prediction needs to know; `None` for spatial direct prediction.
    pub temporal: Option<TemporalReferences>,
    /// The weights of the references by index in list 0 and in list 1; `None` if both have the same.
    pub weights: [[Option<BiWeights>; MOST_REFERENCES]; MOST_REFERENCES],
}

impl BSlice {
    /// Returns the properties of picture `display`, in display order, with references in two lists and a direct mode: spatial, unless it
    /// is temporal.
    pub fn new(options: &Options, direct: DirectMode, display: u64, lists: &[Vec<Arc<Reference>>; 2]) -> Self {
        let count = |reference: &Arc<Reference>| {
            let of_reference = reference.motion().map_or(display, MotionField::display);
            2 * of_reference.wrapping_sub(display) as i32
        };
        let mut all = [[0; MOST_REFERENCES]; 2];
        for (counts, list) in all.iter_mut().zip(lists) {
            counts.iter_mut().zip(list).for_each(|(slot, reference)| *slot = count(reference));
        }
        let counts = [0, 1].map(|list: usize| &all[list][..lists[list].len()]);
        let mut weights = [[None; MOST_REFERENCES]; MOST_REFERENCES];
        if options.weighted_b {
            for (row, &first) in weights.iter_mut().zip(counts[0]) {
                for (weight, &second) in row.iter_mut().zip(counts[1]) {
                    let implicit = BiWeights::implicit(dist_scale_factor(0, first, second));
                    *weight = (implicit.weights != [32; 2]).then_some(implicit);
                }
            }
        }
        let temporal = (direct == DirectMode::Temporal).then(|| temporal(display, counts, lists));
        BSlice { temporal, weights }
    }
}

/// Returns what temporal direct prediction needs to know of the references of picture `display`, with their order counts.
fn temporal(display: u64, counts: [&[i32]; 2], lists: &[Vec<Arc<Reference>>; 2]) -> TemporalReferences {
    let mut found = TemporalReferences { of_colocated: [[None; MOST_REFERENCES]; 2], scales: [None; MOST_REFERENCES] };
    for (scale, &count) in found.scales.iter_mut().zip(counts[0]) {
        *scale = dist_scale_factor(0, count, counts[1].first().copied().unwrap_or(0));
    }
    let field = lists[1].first().and_then(|reference| reference.motion());
    for (list, of_list) in found.of_colocated.iter_mut().enumerate() {
        for (ref_idx, index) in of_list.iter_mut().enumerate() {
            let referred = field.and_then(|field| field.referred(list, ref_idx));
            let referred = referred.map(|referred| 2 * referred.wrapping_sub(display) as i32);
            *index = referred
                .and_then(|referred| counts[0].iter().position(|&count| count == referred))
                .map(|index| index as u8);
        }
    }
    found
}

/// Returns the motion of a picture as the colocated picture of direct prediction; `None` if it is not known.
pub(in crate::h264::code) fn colocated(reference: &Reference) -> Option<Colocated<'_>> {
    Some(Colocated { field: reference.motion()?, is_long_term: false })
}
