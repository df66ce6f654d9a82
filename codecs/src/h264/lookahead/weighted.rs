//! Costs with weighted references: in fades, pictures are like those before them only after a weight.

use super::analysis::{Analysed, Anchors, Halves, Memo, memory};
use super::brightness::Fit;
use super::costs::Costs;
use super::half::HalfPicture;
use super::search;
use crate::h264::code::predict::direct::temporal::dist_scale_factor;
use crate::h264::code::predict::inter::BiWeights;
use std::sync::{Mutex, PoisonError};

/// The vectors of list 0 into weighted references; those of list 1 follow.
pub(super) const WEIGHTED: usize = 2;

/// The memory of weighted references and of costs with them: one for each thread that needs it at the same time.
pub(super) type Spare = Mutex<Vec<Weighted>>;

/// A weighted reference, and the costs with it.
#[derive(Debug)]
pub(super) struct Weighted {
    half: HalfPicture,
    costs: Costs,
}

impl Analysed {
    /// Replaces the costs of a picture by those with weights, if they are less.
    pub(super) fn weigh(&mut self, halves: &Halves<'_>, picture: u64, from: Anchors, costs: &mut Costs) {
        let Some(spare) = halves.weighted else { return };
        let memory = || spare.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Weighted { half: HalfPicture::new(halves.size), costs: Costs::new(halves.size) };
        let unused = memory().pop();
        let mut weighted = unused.unwrap_or_else(new);
        match from.after {
            None => self.weigh_one(halves, picture, from.before, costs, &mut weighted),
            Some(after) => self.weigh_both(halves, picture, [from.before, after], costs, &mut weighted),
        }
        memory().push(weighted);
    }

    /// Finds the vectors from a picture into one of a list, whose samples are weighted; `None` if no weight makes them alike. The search
    /// begins at the vectors without a weight.
    fn search_weighted(
        &mut self,
        halves: &Halves<'_>,
        picture: u64,
        (list, other): (usize, u64),
        half: &mut HalfPicture,
    ) -> Option<Fit> {
        let fit = halves.brightness(picture).weight_of(halves.brightness(other), 0)?;
        let scale = fit.scale(halves.brightness(other).mean(0), 0)?;
        half.weigh(halves.level, halves.at(other), &scale.into());
        let distance = picture.abs_diff(other);
        let slot = distance as usize - 1;
        if !self.vectors[WEIGHTED + list].get(slot).is_some_and(|memo| memo.is_known) {
            let mut found = memory(&mut self.vectors[WEIGHTED + list], slot, halves.size);
            let unweighted = Some((self.found(list, distance), [1, 1]));
            search::search(halves.level, [halves.at(picture), half], unweighted, &mut found);
            self.vectors[WEIGHTED + list][slot] = Memo { value: Some(found), is_known: true };
        }
        Some(fit)
    }

    /// Replaces the costs of a picture that is predicted from one before it by those with a weight, if they are less: with the weight by
    /// which it was searched, or with the one that the vectors tell.
    fn weigh_one(
        &mut self,
        halves: &Halves<'_>,
        picture: u64,
        before: u64,
        costs: &mut Costs,
        Weighted { half, costs: with_weight }: &mut Weighted,
    ) {
        let Some(fit) = self.search_weighted(halves, picture, (0, before), half) else { return };
        let found = self.found(WEIGHTED, picture - before);
        with_weight.inter(halves.level, halves.at(picture), &self.intra, [Some((&*half, found)), None]);
        costs.offer_weighted(with_weight, fit);
        // The moments of whole pictures tell what moves into them, too.
        let Some([this, other]) = costs.moments_along(halves.at(picture), (halves.at(before), found)) else { return };
        let brightness = halves.brightness(before);
        let along = this.fit(other).for_all(other, brightness);
        let Some(scale) = along.scale(brightness.mean(0), 0) else { return };
        half.weigh(halves.level, halves.at(before), &scale.into());
        with_weight.inter_in_fade(
            halves.level,
            halves.at(picture),
            &self.intra,
            [Some((&*half, found)), None],
            BiWeights::implicit(None),
        );
        costs.offer_weighted(with_weight, along);
    }

    /// Replaces the costs of a picture that is predicted from two by those with the vectors into weighted references, if they are less:
    /// two predictions together are as bright as the picture, but vectors into one of them alone are not found without weights.
    fn weigh_both(
        &mut self,
        halves: &Halves<'_>,
        picture: u64,
        others: [u64; 2],
        costs: &mut Costs,
        Weighted { half, costs: found }: &mut Weighted,
    ) {
        let is_weighted =
            [0, 1].map(|list: usize| self.search_weighted(halves, picture, (list, others[list]), half).is_some());
        if is_weighted == [false; 2] {
            return;
        }
        let references = [0, 1].map(|list: usize| {
            let slot = if is_weighted[list] { WEIGHTED + list } else { list };
            (halves.at(others[list]), self.found(slot, picture.abs_diff(others[list])))
        });
        let count = |other: u64| 2 * other.wrapping_sub(picture) as i32;
        let weights = BiWeights::implicit(dist_scale_factor(0, count(others[0]), count(others[1])));
        found.inter_in_fade(halves.level, halves.at(picture), &self.intra, references.map(Some), weights);
        if found.sum < costs.sum {
            core::mem::swap(costs, found);
            costs.by_weighted = is_weighted;
        }
    }
}
