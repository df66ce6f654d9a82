//! The order and the kinds of pictures: where key pictures lie, and the numbers of the pictures.

use super::PicturePlan;
use crate::h264::H264Error;
use crate::h264::options::Options;

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(in crate::h264) enum PictureKind {
    /// An IDR picture: all macroblocks intra, and no later picture refers to one before it.
    Key,
    /// A P picture, predicted from pictures before it.
    P,
}

impl PictureKind {
    /// Returns whether it is a key picture, where decoding can begin.
    pub(in crate::h264) fn is_key(self) -> bool {
        self == PictureKind::Key
    }
}

/// The order of the pictures of a session: that in which they come.
#[derive(Debug)]
pub(super) struct Order {
    first: u64,
    keyint: u32,
    /// The number of pictures encoded.
    count: u64,
    /// The number of pictures since the last key picture, including it.
    since_key: u32,
}

impl Order {
    pub(super) fn new(options: &Options) -> Self {
        Order { first: options.first_picture, keyint: options.keyint, count: 0, since_key: 0 }
    }

    /// Returns the number of pictures encoded.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns number, kind, and distance from the last key picture of the next picture.
    pub(super) fn next(&self, is_key_wanted: bool) -> Result<(u64, PictureKind, u32), H264Error> {
        let (first, count) = (self.first, self.count);
        let number = first.checked_add(count).ok_or(H264Error::PictureNumber { first, count })?;
        let is_key = is_key_wanted || count == 0 || self.since_key >= self.keyint;
        Ok(if is_key { (number, PictureKind::Key, 0) } else { (number, PictureKind::P, self.since_key) })
    }

    /// Counts a picture.
    pub(super) fn take(&mut self, plan: &PicturePlan) {
        self.count += 1;
        self.since_key = plan.since_key + 1;
    }
}
