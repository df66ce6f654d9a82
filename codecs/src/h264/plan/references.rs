//! The decoded picture buffer: which coded pictures the next one may refer to (8.2.4, 8.2.5.3).

use super::PictureKind;
use crate::h264::code::predict::inter::Reference;
use std::collections::VecDeque;
use std::sync::Arc;

/// The reference pictures, newest first: the order of list 0 of P pictures (8.2.4.2.1). The oldest leaves first
/// (sliding window, 8.2.5.3).
#[derive(Debug)]
pub(super) struct References {
    pictures: VecDeque<Arc<Reference>>,
    most: usize,
}

impl References {
    /// Creates a buffer of at most `most` pictures, 1 or more.
    pub(super) fn new(most: u8) -> Self {
        References { pictures: VecDeque::with_capacity(most.into()), most: most.into() }
    }

    /// Returns list 0 of the next P picture, with at most `most` entries.
    pub(super) fn list_0(&self, most: u8) -> Vec<Arc<Reference>> {
        self.pictures.iter().take(most.into()).cloned().collect()
    }

    /// Takes a coded picture; a key picture removes all others.
    pub(super) fn take(&mut self, kind: PictureKind, reference: Arc<Reference>) {
        self.pictures.truncate(if kind.is_key() { 0 } else { self.most - 1 });
        self.pictures.push_front(reference);
    }
}
