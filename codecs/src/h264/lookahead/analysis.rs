//! [`Lookahead`]: the pictures to come, with their estimated costs.
//!
//! One thread computes what is asked for. Several compute what is going to be asked for, each picture by one thread; the results
//! depend on the pictures alone, not on the order in which they are computed.

use super::adaptive;
use super::brightness::{Brightness, Fit};
use super::costs::Costs;
use super::cuts;
use super::half::HalfPicture;
use super::helpers::Helpers;
use super::kinds;
use super::search::{self, Found};
use super::seen::{Seen, SeenPicture};
use super::tree::Received;
use super::weighted::{Spare, WEIGHTED};
use crate::h264::code::picture::Picture;
use crate::h264::options::{AdaptiveQuant, DirectMode, Options};
use crate::spaces::Mbs;
use fearless_simd::Level;
use std::collections::VecDeque;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use unite::{Block, Dyn};

/// The pictures to come and some before them, with their estimated costs. Pictures have their indices in display order.
#[derive(Debug)]
pub(in crate::h264) struct Lookahead {
    pub(super) level: Level,
    size: [usize; 2],
    adaptive: AdaptiveQuant,
    helpers: Helpers,
    pub(super) seen: Seen,
    pictures: VecDeque<Analysed>,
    /// The pictures after those, which are not read yet.
    unread: VecDeque<Arc<Picture>>,
    /// The memory of pictures that were dropped.
    spare: Vec<Analysed>,
    /// The memory of weighted references; `None` if pictures are not predicted with weights.
    weighted: Option<Spare>,
}

/// A picture with the costs that were asked for.
#[derive(Debug)]
pub(super) struct Analysed {
    pub(super) intra: Costs,
    pub(super) received: Received,
    /// The offsets of QP by energy, in 256ths.
    pub(super) adaptive: Block<Mbs, i16>,
    /// By list and distance, from 1; then those into weighted references.
    pub(super) vectors: [Vec<Memo<Block<Mbs, Found>>>; 4],
    /// By the distances of the references; 0 for none.
    costs: Vec<([u64; 2], Memo<Costs>)>,
}

/// A result that is computed when it is asked for, in memory that is kept.
#[derive(Debug)]
pub(super) struct Memo<T> {
    pub(super) value: Option<T>,
    pub(super) is_known: bool,
}

impl<T> Memo<T> {
    pub(super) const EMPTY: Self = Memo { value: None, is_known: false };
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
    /// The direct mode of a B picture, if it is [chosen by picture](DirectMode::Auto).
    pub(in crate::h264) direct: Option<DirectMode>,
    /// The weight of the luma samples of the first reference, if the picture costs less with it.
    pub(in crate::h264) weight: Option<Fit>,
    /// The brightness of the picture; empty if pictures are not predicted with weights.
    pub(in crate::h264) brightness: Arc<Brightness>,
}

pub(super) const KNOWN: &str = "it was computed";

impl Lookahead {
    pub(in crate::h264) fn new(level: Level, options: &Options) -> Self {
        // Those of two runs, and those that tell cuts from flashes.
        let most = 2 * (usize::from(options.most_b_frames()) + 1) + cuts::FLASH as usize + 2;
        Lookahead {
            level,
            size: options.size_in_mbs(),
            adaptive: options.adaptive,
            helpers: Helpers::default(),
            seen: Seen::new(level, options.size_in_mbs(), most),
            pictures: VecDeque::new(),
            unread: VecDeque::new(),
            spare: Vec::new(),
            weighted: options.weighted_p.then(Spare::default),
        }
    }

    /// Starts threads for all pictures to come, the calling one among them.
    ///
    /// # Errors
    /// The system's error if a thread cannot be started.
    pub(in crate::h264) fn with_threads(mut self, threads: NonZeroUsize) -> io::Result<Self> {
        if threads.get() > 1 {
            self.seen.keep_all();
        }
        Ok(Lookahead { helpers: Helpers::new(threads)?, ..self })
    }

    /// Sets the number of threads that share the work with the calling one, at most those that were started.
    pub(in crate::h264) fn set_helpers(&mut self, threads: usize) {
        self.helpers.set_used(threads);
    }

    /// Takes the next picture. It is [read](Lookahead::read) before it is asked for.
    pub(in crate::h264) fn push(&mut self, picture: Arc<Picture>) {
        self.unread.push_back(picture);
    }

    /// Reads the pictures that were taken.
    pub(in crate::h264) fn read(&mut self, options: &Options) {
        let (level, adaptive, is_weighted) = (self.level, self.adaptive, self.weighted.is_some());
        let look_at = |seen: &mut SeenPicture, analysed: &mut Analysed| {
            if is_weighted {
                seen.brightness = Arc::new(Brightness::of(level, &seen.source));
            }
            analysed.intra.intra(level, seen.half.as_ref().expect(KNOWN));
            adaptive::offsets(level, adaptive, &seen.source, &mut analysed.adaptive);
            analysed.forget();
        };
        if self.helpers.are_none() {
            while let Some(source) = self.unread.pop_front() {
                let picture = self.add(source);
                self.seen.make(picture..=picture);
                look_at(self.seen.at_mut(picture), self.pictures.back_mut().expect(KNOWN));
                // Cuts will ask for it, and the half pictures of both are in memory now.
                if options.lookahead.scene_cut > 0 && picture > self.seen.first() {
                    self.compute(picture, Anchors { before: picture - 1, after: None });
                }
            }
            return;
        }
        let before = self.pictures.len();
        while let Some(source) = self.unread.pop_front() {
            self.add(source);
        }
        let seen = self.seen.prepare(before);
        self.helpers.each(seen.zip(self.pictures.iter_mut().skip(before)), |(seen, analysed)| {
            if let Some(half) = &mut seen.half {
                half.fill(level, &seen.source.luma);
            }
            look_at(seen, analysed);
        });
    }

    /// Adds a picture that is not looked at yet. Returns its index.
    fn add(&mut self, source: Arc<Picture>) -> u64 {
        self.seen.push(source);
        self.pictures.push_back(self.spare.pop().unwrap_or_else(|| Analysed::new(self.size)));
        self.seen.first() + self.pictures.len() as u64 - 1
    }

    /// Forgets the pictures before one.
    pub(in crate::h264) fn drop_before(&mut self, picture: u64) {
        let count = picture.saturating_sub(self.seen.first()) as usize;
        self.spare.extend(self.pictures.drain(..count.min(self.pictures.len())));
        self.seen.drop_before(picture);
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
            let mut offsets = self.at(picture).adaptive.clone();
            if by_tree && wanted.contains(&picture) {
                self.add_tree(picture, strength, &mut offsets);
            }
            let brightness = Arc::clone(self.seen.brightness(picture));
            let direct = from.and_then(|from| {
                let after = from.after.filter(|_| options.direct == DirectMode::Auto)?;
                let &(_, of_after) = pictures.iter().find(|(at, _)| *at == after)?;
                Some(self.direct_mode(picture, from, (after, of_after?)))
            });
            Outlook { cost, offsets, direct, weight, brightness }
        };
        pictures.iter().map(outlook).collect()
    }

    pub(super) fn at(&self, picture: u64) -> &Analysed {
        &self.pictures[(picture - self.seen.first()) as usize]
    }

    pub(super) fn at_mut(&mut self, picture: u64) -> &mut Analysed {
        &mut self.pictures[(picture - self.seen.first()) as usize]
    }

    /// Returns the costs of a picture by intra prediction.
    pub(super) fn intra(&self, picture: u64) -> &Costs {
        &self.at(picture).intra
    }

    /// Computes the costs of a picture that is predicted from others.
    pub(super) fn compute(&mut self, picture: u64, from: Anchors) {
        if self.at(picture).knows(picture, from) {
            return;
        }
        self.seen.make(from.before..=from.after.unwrap_or(picture));
        let (halves, pictures) = self.halves();
        pictures[(picture - halves.seen.first()) as usize].compute(&halves, picture, from);
    }

    /// Computes the costs of pictures that are going to be asked for, if there are several threads.
    pub(in crate::h264) fn compute_ahead(&mut self, wanted: impl Iterator<Item = (u64, Anchors)>) {
        if self.helpers.are_none() {
            return;
        }
        let mut by_picture = vec![Vec::new(); self.pictures.len()];
        for (picture, from) in wanted {
            if !self.at(picture).knows(picture, from) {
                by_picture[(picture - self.seen.first()) as usize].push(from);
            }
        }
        let helpers = core::mem::take(&mut self.helpers);
        let (halves, pictures) = self.halves();
        let pictures = (halves.seen.first()..).zip(pictures).zip(&by_picture).filter(|(_, wanted)| !wanted.is_empty());
        helpers.each(pictures, |((number, picture), wanted)| {
            wanted.iter().for_each(|&from| picture.compute(&halves, number, from));
        });
        self.helpers = helpers;
    }

    /// Returns the samples of the pictures, and the costs that follow from them.
    fn halves(&mut self) -> (Halves<'_>, &mut VecDeque<Analysed>) {
        let Lookahead { level, size, seen, weighted, .. } = self;
        let halves = Halves { level: *level, size: *size, seen, weighted: weighted.as_ref() };
        (halves, &mut self.pictures)
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

/// The pictures at half resolution, as far as they are in memory.
pub(super) struct Halves<'a> {
    pub(super) level: Level,
    pub(super) size: [usize; 2],
    seen: &'a Seen,
    /// The memory of weighted references; `None` if pictures are not predicted with weights.
    pub(super) weighted: Option<&'a Spare>,
}

impl Halves<'_> {
    pub(super) fn at(&self, picture: u64) -> &HalfPicture {
        self.seen.half(picture)
    }

    pub(super) fn brightness(&self, picture: u64) -> &Brightness {
        self.seen.brightness(picture)
    }
}

impl Analysed {
    /// Returns memory for a picture.
    fn new(size: [usize; 2]) -> Self {
        Analysed {
            intra: Costs::new(size),
            received: Block::new([0, 0], Dyn(size)),
            adaptive: Block::new([0, 0], Dyn(size)),
            vectors: [const { Vec::new() }; 4],
            costs: Vec::new(),
        }
    }

    /// Forgets vectors and costs, and keeps their memory.
    fn forget(&mut self) {
        self.vectors.iter_mut().flatten().for_each(|memo| memo.is_known = false);
        self.costs.iter_mut().for_each(|(_, memo)| memo.is_known = false);
    }

    /// Returns whether costs are known.
    fn knows(&self, picture: u64, from: Anchors) -> bool {
        let distances = from.distances(picture);
        self.costs.iter().any(|(of, memo)| *of == distances && memo.is_known)
    }

    /// Computes the costs by prediction from other pictures.
    fn compute(&mut self, halves: &Halves<'_>, picture: u64, from: Anchors) {
        let distances = from.distances(picture);
        let slot = self.costs.iter().position(|(of, _)| *of == distances).unwrap_or_else(|| {
            self.costs.push((distances, Memo::EMPTY));
            self.costs.len() - 1
        });
        if self.costs[slot].1.is_known {
            return;
        }
        let mut value = self.costs[slot].1.value.take().unwrap_or_else(|| Costs::new(halves.size));
        for (list, distance) in distances.into_iter().enumerate().filter(|(_, distance)| *distance > 0) {
            self.search(halves, picture, list, distance);
        }
        let reference = |list: usize, other: u64| (halves.at(other), self.found(list, distances[list]));
        let references = [Some(reference(0, from.before)), from.after.map(|after| reference(1, after))];
        value.inter(halves.level, halves.at(picture), &self.intra, references);
        self.weigh(halves, picture, from, &mut value);
        self.costs[slot].1 = Memo { value: Some(value), is_known: true };
    }

    /// Returns vectors that were found, by list and distance.
    pub(super) fn found(&self, list: usize, distance: u64) -> &Block<Mbs, Found> {
        self.vectors[list][distance as usize - 1].value.as_ref().expect(KNOWN)
    }

    /// Finds the vectors into a picture at a distance. The search begins at those into the next nearer picture, but not at the distances
    /// at which cuts are told from flashes: pictures of two scenes would look more alike.
    fn search(&mut self, halves: &Halves<'_>, picture: u64, list: usize, distance: u64) {
        let slot = distance as usize - 1;
        if self.vectors[list].get(slot).is_some_and(|memo| memo.is_known) {
            return;
        }
        let unseeded = if list == 0 { 1 + cuts::FLASH } else { 1 };
        let nearer = (distance > unseeded).then(|| distance - 1);
        nearer.into_iter().for_each(|nearer| self.search(halves, picture, list, nearer));
        let vectors = &mut self.vectors[list];
        let mut found = memory(vectors, slot, halves.size);
        let other = if list == 0 { picture - distance } else { picture + distance };
        let nearer = nearer.map(|nearer| {
            let vectors = vectors[nearer as usize - 1].value.as_ref().expect(KNOWN);
            (vectors, [nearer as i32, distance as i32])
        });
        search::search(halves.level, [halves.at(picture), halves.at(other)], nearer, &mut found);
        vectors[slot] = Memo { value: Some(found), is_known: true };
    }
}

/// Returns the memory for vectors in a slot.
pub(super) fn memory(vectors: &mut Vec<Memo<Block<Mbs, Found>>>, slot: usize, size: [usize; 2]) -> Block<Mbs, Found> {
    while vectors.len() <= slot {
        vectors.push(Memo::EMPTY);
    }
    vectors[slot].value.take().unwrap_or_else(|| search::vectors(size))
}

impl Anchors {
    /// Returns the distances of the references in lists 0 and 1; 0 for none.
    fn distances(self, picture: u64) -> [u64; 2] {
        [picture - self.before, self.after.map_or(0, |after| after - picture)]
    }
}
