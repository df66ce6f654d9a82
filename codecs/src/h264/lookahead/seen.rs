//! [`Seen`]: the source pictures that are looked at, and their half pictures, as far as they are needed.
//!
//! Searches go along the pictures and seldom return, and 40 half pictures of 1080p take 100 MB. So the few that were made last are kept, and
//! others are made anew from their sources.

use super::brightness::Brightness;
use super::half::HalfPicture;
use crate::h264::code::picture::Picture;
use core::ops::RangeInclusive;
use fearless_simd::Level;
use std::collections::VecDeque;
use std::sync::Arc;

/// Pictures that are looked at, by their indices in display order.
#[derive(Debug)]
pub(super) struct Seen {
    level: Level,
    size: [usize; 2],
    /// The index of the first picture.
    first: u64,
    pictures: VecDeque<SeenPicture>,
    /// The pictures whose half pictures are in memory; those that were made last are the last.
    made: VecDeque<u64>,
    /// The most half pictures in memory.
    most: usize,
    /// The memory of half pictures.
    spare: Vec<HalfPicture>,
}

/// A picture that is looked at.
#[derive(Debug)]
pub(super) struct SeenPicture {
    pub(super) source: Arc<Picture>,
    /// `None` until it is needed.
    pub(super) half: Option<HalfPicture>,
    /// Empty if pictures are not predicted with weights.
    pub(super) brightness: Arc<Brightness>,
}

const MADE: &str = "a half picture is made before it is used";

impl Seen {
    /// Creates a list of pictures of a size in macroblocks, without any; at most `most` of their half pictures are kept in memory.
    pub(super) fn new(level: Level, size: [usize; 2], most: usize) -> Self {
        Seen { level, size, first: 0, pictures: VecDeque::new(), made: VecDeque::new(), most, spare: Vec::new() }
    }

    /// Keeps all half pictures in memory from now on.
    pub(super) fn keep_all(&mut self) {
        self.most = usize::MAX;
    }

    /// Returns the index of the first picture.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    /// Adds the next picture.
    pub(super) fn push(&mut self, source: Arc<Picture>) {
        self.pictures.push_back(SeenPicture { source, half: None, brightness: Arc::default() });
    }

    /// Forgets the pictures before one.
    pub(super) fn drop_before(&mut self, picture: u64) {
        while self.first < picture
            && let Some(SeenPicture { half, .. }) = self.pictures.pop_front()
        {
            self.spare.extend(half);
            self.first += 1;
        }
        self.made.retain(|&made| made >= picture);
    }

    /// Makes the half pictures of some pictures, unless they are in memory. If there are too many, others leave it: those that were made
    /// first.
    pub(super) fn make(&mut self, wanted: RangeInclusive<u64>) {
        for picture in wanted.clone() {
            let at = (picture - self.first) as usize;
            if self.pictures[at].half.is_some() {
                continue;
            }
            let unused =
                self.made.iter().position(|made| !wanted.contains(made)).filter(|_| self.made.len() >= self.most);
            if let Some(unused) = unused.and_then(|unused| self.made.remove(unused)) {
                let half = self.pictures[(unused - self.first) as usize].half.take();
                self.spare.extend(half);
            }
            let mut half = self.memory();
            half.fill(self.level, &self.pictures[at].source.luma);
            self.pictures[at].half = Some(half);
            self.made.push_back(picture);
        }
    }

    /// Gives the pictures after some the memory of their half pictures, to be filled by the caller, and returns them.
    pub(super) fn prepare(&mut self, after: usize) -> impl Iterator<Item = &mut SeenPicture> {
        for at in after..self.pictures.len() {
            self.pictures[at].half = Some(self.memory());
            self.made.push_back(self.first + at as u64);
        }
        self.pictures.iter_mut().skip(after)
    }

    /// Returns memory for a half picture.
    fn memory(&mut self) -> HalfPicture {
        self.spare.pop().unwrap_or_else(|| HalfPicture::new(self.size))
    }

    /// Returns the half picture of a picture, which is [made](Seen::make).
    pub(super) fn half(&self, picture: u64) -> &HalfPicture {
        self.pictures[(picture - self.first) as usize].half.as_ref().expect(MADE)
    }

    /// Returns a picture.
    pub(super) fn at_mut(&mut self, picture: u64) -> &mut SeenPicture {
        &mut self.pictures[(picture - self.first) as usize]
    }

    /// Returns the brightness of a picture.
    pub(super) fn brightness(&self, picture: u64) -> &Arc<Brightness> {
        &self.pictures[(picture - self.first) as usize].brightness
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    #[test]
    fn half_pictures_are_those_of_their_sources_and_few_are_in_memory() {
        let mut noise = Noise::new(8);
        let level = Level::baseline();
        let mut pictures: Vec<Picture> = (0..30).map(|_| Picture::source([1, 1], true)).collect();
        for picture in &mut pictures {
            picture.luma.view_mut().fill_with(|_| noise.below(256) as u8);
        }
        for most in [4, 7, usize::MAX] {
            let mut seen = Seen::new(level, [1, 1], most);
            pictures.iter().for_each(|picture| seen.push(Arc::new(picture.clone())));
            for n in 0..200_u64 {
                seen.drop_before(n / 10);
                let from = seen.first() + noise.below(30 - n as usize / 10) as u64;
                let wanted = from..=(from + noise.below(4) as u64).min(29);
                seen.make(wanted.clone());
                for picture in wanted {
                    let mut half = HalfPicture::new([1, 1]);
                    half.fill(level, &pictures[picture as usize].luma);
                    let [expected, found] =
                        [&half, seen.half(picture)].map(|half| half.block([4, 4]).expect("padding").load());
                    assert_eq!(found, expected, "picture {picture}");
                }
                let made = seen.pictures.iter().filter(|picture| picture.half.is_some()).count();
                assert!(made <= most && made == seen.made.len(), "{made} half pictures");
                assert!(made + seen.spare.len() <= most);
            }
        }
    }
}
