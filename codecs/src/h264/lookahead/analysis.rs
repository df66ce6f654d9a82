//! [`Lookahead`]: the pictures to come, with their estimated costs. They are computed when they are asked for.

use super::adaptive;
use super::brightness::{Brightness, Scale};
use super::costs::Costs;
use super::half::HalfPicture;
use super::kinds;
use super::search::{self, Found};
use super::tree::Received;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::direct::temporal::dist_scale_factor;
use crate::h264::code::predict::inter::BiWeights;
use crate::h264::options::{AdaptiveQuant, Options};
use crate::spaces::Mbs;
use fearless_simd::Level;
use std::collections::VecDeque;
use std::sync::Arc;
use unite::{Block, Dyn};

/// The pictures to come and some before them, with their estimated costs. Pictures have their indices in display order.
#[derive(Debug)]
pub(in crate::h264) struct Lookahead {
    level: Level,
    size: [usize; 2],
    adaptive: AdaptiveQuant,
    /// The index of the first picture that is kept.
    pub(super) first: u64,
    pictures: VecDeque<Analysed>,
    /// The memory of pictures that were dropped.
    spare: Vec<Analysed>,
    /// The memory of a weighted reference and of costs with it; `None` if pictures are not predicted with weights.
    weighted: Option<Box<(HalfPicture, Costs)>>,
}

/// A picture with the costs that were asked for.
#[derive(Debug)]
pub(super) struct Analysed {
    half: HalfPicture,
    pub(super) intra: Costs,
    pub(super) received: Received,
    /// The offsets of QP by energy, in 256ths.
    pub(super) adaptive: Block<Mbs, i16>,
    brightness: Arc<Brightness>,
    /// By list and distance, from 1; then those into weighted references.
    vectors: [Vec<Memo<Block<Mbs, Found>>>; 4],
    /// By the distances of the references; 0 for none.
    costs: Vec<([u64; 2], Memo<Costs>)>,
}

/// A result that is computed when it is asked for, in memory that is kept.
#[derive(Debug)]
struct Memo<T> {
    value: Option<T>,
    is_known: bool,
}

impl<T> Memo<T> {
    const EMPTY: Self = Memo { value: None, is_known: false };
}

/// The pictures that a picture is predicted from, by index: one of list 0, and for B pictures one of list 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::h264) struct Anchors {
    pub(in crate::h264) before: u64,
    pub(in crate::h264) after: Option<u64>,
}

/// The estimates for a picture before it is coded.
#[derive(Clone, Debug)]
pub(in crate::h264) struct Outlook {
    /// The mean cost of a macroblock, in 256ths.
    pub(in crate::h264) cost: u64,
    /// The offsets of QP of the macroblocks, in 256ths.
    pub(in crate::h264) offsets: Block<Mbs, i16>,
    /// The weight of the luma samples of the first reference, if the picture costs less with it.
    pub(in crate::h264) weight: Option<Scale>,
    /// The brightness of the picture; empty if pictures are not predicted with weights.
    pub(in crate::h264) brightness: Arc<Brightness>,
}

/// The vectors of list 0 into weighted references; those of list 1 follow.
const WEIGHTED: usize = 2;

const KNOWN: &str = "it was computed";

impl Lookahead {
    pub(in crate::h264) fn new(level: Level, options: &Options) -> Self {
        let (size, adaptive) = (options.size_in_mbs(), options.adaptive);
        let weighted = options.weighted_p.then(|| Box::new((HalfPicture::new(size), Costs::new(size))));
        Lookahead { level, size, adaptive, first: 0, pictures: VecDeque::new(), spare: Vec::new(), weighted }
    }

    /// Takes the next picture.
    pub(in crate::h264) fn push(&mut self, picture: &Picture) {
        let new = || Analysed {
            half: HalfPicture::new(self.size),
            intra: Costs::new(self.size),
            received: Block::new([0, 0], Dyn(self.size)),
            adaptive: Block::new([0, 0], Dyn(self.size)),
            brightness: Arc::default(),
            vectors: [const { Vec::new() }; 4],
            costs: Vec::new(),
        };
        let mut analysed = self.spare.pop().unwrap_or_else(new);
        analysed.half.fill(self.level, &picture.luma);
        analysed.intra.intra(self.level, &analysed.half);
        if self.weighted.is_some() {
            analysed.brightness = Arc::new(Brightness::of(self.level, picture));
        }
        adaptive::offsets(self.level, self.adaptive, picture, &mut analysed.adaptive);
        analysed.vectors.iter_mut().flatten().for_each(|memo| memo.is_known = false);
        analysed.costs.iter_mut().for_each(|(_, memo)| memo.is_known = false);
        self.pictures.push_back(analysed);
    }

    /// Forgets the pictures before one.
    pub(in crate::h264) fn drop_before(&mut self, picture: u64) {
        while self.first < picture
            && let Some(dropped) = self.pictures.pop_front()
        {
            self.spare.push(dropped);
            self.first += 1;
        }
    }

    /// Returns the coding order of the `count` pictures after one, with the references of each: the runs that cost least.
    pub(in crate::h264) fn order(&mut self, options: &Options, start: u64, count: u64) -> Vec<(u64, Anchors)> {
        let (mut order, mut at) = (Vec::new(), start);
        for length in self.runs(options, start, count) {
            order.extend(kinds::run(at, at + length, options.b_pyramid));
            at += length;
        }
        order
    }

    /// Returns the estimates for some pictures, given the references of each. `order` has the pictures that may build upon those
    /// `wanted`, whose offsets follow from the macroblock tree.
    pub(in crate::h264) fn outlooks(
        &mut self,
        options: &Options,
        order: &[(u64, Anchors)],
        pictures: &[(u64, Option<Anchors>)],
        wanted: &[u64],
    ) -> Vec<Outlook> {
        let by_tree = options.uses_mb_tree();
        if by_tree {
            self.receive(order, wanted);
        }
        let strength = (5.0 * 256.0 * (1.0 - options.qcomp)) as i32;
        let outlook = |&(picture, from): &(u64, Option<Anchors>)| {
            let costs = match from {
                Some(from) => self.costs(picture, from),
                None => self.intra(picture),
            };
            let (cost, weight) = (256 * costs.sum / u64::from(costs.counted.max(1)), costs.weight);
            let Analysed { adaptive, brightness, .. } = self.at(picture);
            let (mut offsets, brightness) = (adaptive.clone(), Arc::clone(brightness));
            if by_tree && wanted.contains(&picture) {
                self.add_tree(picture, strength, &mut offsets);
            }
            Outlook { cost, offsets, weight, brightness }
        };
        pictures.iter().map(outlook).collect()
    }

    pub(super) fn at(&self, picture: u64) -> &Analysed {
        &self.pictures[(picture - self.first) as usize]
    }

    pub(super) fn at_mut(&mut self, picture: u64) -> &mut Analysed {
        &mut self.pictures[(picture - self.first) as usize]
    }

    /// Returns the costs of a picture by intra prediction.
    pub(super) fn intra(&self, picture: u64) -> &Costs {
        &self.at(picture).intra
    }

    /// Finds the vectors from a picture into another; by list, from [`WEIGHTED`] on into the weighted reference.
    fn search(&mut self, picture: u64, list: usize, distance: u64) {
        let slot = distance as usize - 1;
        let vectors = &mut self.at_mut(picture).vectors[list];
        while vectors.len() <= slot {
            vectors.push(Memo::EMPTY);
        }
        if vectors[slot].is_known {
            return;
        }
        let mut found = vectors[slot].value.take().unwrap_or_else(|| search::vectors(self.size));
        let other = if list % 2 == 1 { picture + distance } else { picture - distance };
        let reference = match &self.weighted {
            Some(weighted) if list >= WEIGHTED => &weighted.0,
            _ => &self.at(other).half,
        };
        let current = self.at(picture);
        // Vectors into the next nearer picture whose vectors are known.
        let nearer = current.vectors[list][..slot].iter().rposition(|memo| memo.is_known).and_then(|nearer| {
            let vectors = current.vectors[list][nearer].value.as_ref()?;
            Some((vectors, [nearer as i32 + 1, distance as i32]))
        });
        search::search(self.level, [&current.half, reference], nearer, &mut found);
        self.at_mut(picture).vectors[list][slot] = Memo { value: Some(found), is_known: true };
    }

    /// Computes the costs of a picture that is predicted from others.
    pub(super) fn compute(&mut self, picture: u64, from: Anchors) {
        let distances = from.distances(picture);
        let costs = &mut self.at_mut(picture).costs;
        let slot = costs.iter().position(|(of, _)| *of == distances).unwrap_or_else(|| {
            costs.push((distances, Memo::EMPTY));
            costs.len() - 1
        });
        if costs[slot].1.is_known {
            return;
        }
        let mut value = costs[slot].1.value.take().unwrap_or_else(|| Costs::new(self.size));
        for (list, distance) in distances.into_iter().enumerate().filter(|(_, distance)| *distance > 0) {
            self.search(picture, list, distance);
        }
        let current = self.at(picture);
        let reference = |list: usize, other: u64| {
            let vectors = current.vectors[list][distances[list] as usize - 1].value.as_ref().expect(KNOWN);
            (&self.at(other).half, vectors)
        };
        let references = [Some(reference(0, from.before)), from.after.map(|after| reference(1, after))];
        value.inter(self.level, &current.half, &current.intra, references);
        if self.weighted.is_some() {
            match from.after {
                None => self.weigh(picture, from.before, &mut value),
                Some(after) => self.weigh_both(picture, [from.before, after], &mut value),
            }
        }
        self.at_mut(picture).costs[slot].1 = Memo { value: Some(value), is_known: true };
    }

    /// Finds the vectors from a picture into one of a list, whose samples are weighted; `None` if no weight makes them alike.
    fn search_weighted(&mut self, picture: u64, other: u64, list: usize) -> Option<Scale> {
        let scale = self.at(picture).brightness.weight_of(&self.at(other).brightness, 0)?;
        let mut weighted = self.weighted.take()?;
        weighted.0.weigh(self.level, &self.at(other).half, &scale.into());
        self.weighted = Some(weighted);
        self.search(picture, WEIGHTED + list, picture.abs_diff(other));
        Some(scale)
    }

    /// Replaces the costs of a picture that is predicted from one before it by those with a weight, if they are less by 1 / 64 at least.
    fn weigh(&mut self, picture: u64, before: u64, costs: &mut Costs) {
        let Some(scale) = self.search_weighted(picture, before, 0) else { return };
        let Some(mut weighted) = self.weighted.take() else { return };
        let (reference, with_weight) = &mut *weighted;
        with_weight.inter(
            self.level,
            &self.at(picture).half,
            self.intra(picture),
            [Some((reference, self.vectors(picture, WEIGHTED, picture - before))), None],
        );
        if 64 * with_weight.sum < 63 * costs.sum {
            core::mem::swap(costs, with_weight);
            (costs.weight, costs.by_weighted) = (Some(scale), [true, false]);
        }
        self.weighted = Some(weighted);
    }

    /// Replaces the costs of a picture that is predicted from two by those with the vectors into weighted references, if they are less:
    /// two predictions together are as bright as the picture, but vectors into one of them alone are not found without weights.
    fn weigh_both(&mut self, picture: u64, others: [u64; 2], costs: &mut Costs) {
        let is_weighted = [0, 1].map(|list: usize| self.search_weighted(picture, others[list], list).is_some());
        if is_weighted == [false; 2] {
            return;
        }
        let Some(mut weighted) = self.weighted.take() else { return };
        let references = [0, 1].map(|list: usize| {
            let slot = if is_weighted[list] { WEIGHTED + list } else { list };
            (&self.at(others[list]).half, self.vectors(picture, slot, picture.abs_diff(others[list])))
        });
        let count = |other: u64| 2 * other.wrapping_sub(picture) as i32;
        let weights = BiWeights::implicit(dist_scale_factor(0, count(others[0]), count(others[1])));
        let found = &mut weighted.1;
        found.inter_in_fade(self.level, &self.at(picture).half, self.intra(picture), references, weights);
        if found.sum < costs.sum {
            core::mem::swap(costs, found);
            costs.by_weighted = is_weighted;
        }
        self.weighted = Some(weighted);
    }

    /// Returns vectors that were found.
    fn vectors(&self, picture: u64, list: usize, distance: u64) -> &Block<Mbs, Found> {
        self.at(picture).vectors[list][distance as usize - 1].value.as_ref().expect(KNOWN)
    }

    /// Returns the costs of a picture that is predicted from others, computed if they are not known.
    pub(super) fn costs(&mut self, picture: u64, from: Anchors) -> &Costs {
        self.compute(picture, from);
        self.known(picture, from).0
    }

    /// Returns the costs of a picture, and the vectors of each list, as far as they were computed.
    pub(super) fn known(&self, picture: u64, from: Anchors) -> (&Costs, [Option<&Block<Mbs, Found>>; 2]) {
        let (current, distances) = (self.at(picture), from.distances(picture));
        let costs = current.costs.iter().find(|(of, memo)| *of == distances && memo.is_known);
        let costs = costs.and_then(|(_, memo)| memo.value.as_ref()).expect(KNOWN);
        let vectors = [0, 1].map(|list: usize| {
            let slot = distances[list].checked_sub(1)?;
            let list = if costs.by_weighted[list] { WEIGHTED + list } else { list };
            current.vectors[list].get(slot as usize)?.value.as_ref()
        });
        (costs, vectors)
    }
}

impl Anchors {
    /// Returns the distances of the references in lists 0 and 1; 0 for none.
    fn distances(self, picture: u64) -> [u64; 2] {
        [picture - self.before, self.after.map_or(0, |after| after - picture)]
    }
}
