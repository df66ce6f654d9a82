//! The decoded picture buffer: the references of the next picture and their order (8.2.4, 8.2.5.3).

use super::PictureKind;
use crate::h264::code::predict::inter::Reference;
use crate::h264::syntax::{PicNumModification, RefPicListModification};
use std::sync::Arc;

/// The reference pictures of a session. The oldest leaves first (sliding window, 8.2.5.3).
#[derive(Debug)]
pub(super) struct References {
    /// In coding order, the oldest first.
    pictures: Vec<Held>,
    most: usize,
    /// The number of reference pictures since the last key picture, including it: `frame_num` of the next picture, before the
    /// remainder by `MaxFrameNum`.
    frame_num: u32,
}

/// A reference picture.
#[derive(Clone, Debug)]
struct Held {
    reference: Arc<Reference>,
    frame_num: u32,
    pic_order_cnt: i32,
}

/// The reference lists of a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    /// `RefPicList0` and `RefPicList1`.
    pub(super) pictures: [Vec<Arc<Reference>>; 2],
    /// The modification of list 0; `None` for the initial order.
    pub(super) modification: Option<RefPicListModification>,
}

impl References {
    /// Creates a buffer of at most `most` pictures, 1 or more.
    pub(super) fn new(most: u8) -> Self {
        References { pictures: Vec::with_capacity(most.into()), most: most.into(), frame_num: 0 }
    }

    /// Returns `frame_num` of the next picture of a kind, before the remainder by `MaxFrameNum`.
    pub(super) fn frame_num(&self, kind: PictureKind) -> u32 {
        if kind.is_key() { 0 } else { self.frame_num }
    }

    /// Returns the lists of the next picture; list 0 has at most `most` pictures.
    pub(super) fn lists(&self, kind: PictureKind, pic_order_cnt: i32, most: u8) -> Lists {
        match kind {
            PictureKind::Key => Lists::default(),
            PictureKind::P => self.list_of_p(most.into()),
            PictureKind::B => self.lists_of_b(pic_order_cnt, most.into()),
        }
    }

    /// Returns the list of a P picture: the nearest pictures in display order. They are not always those coded last, which the
    /// initial list has first (8.2.4.2.1).
    fn list_of_p(&self, most: usize) -> Lists {
        let initial: Vec<_> = self.pictures.iter().rev().take(most).collect();
        let mut wanted: Vec<_> = self.pictures.iter().collect();
        wanted.sort_by_key(|held| -held.pic_order_cnt);
        wanted.truncate(most);
        let is_initial = initial.iter().zip(&wanted).all(|(a, b)| a.frame_num == b.frame_num);
        let modification = (!is_initial).then(|| self.modification(&wanted));
        Lists {
            pictures: [wanted.into_iter().map(|held| Arc::clone(&held.reference)).collect(), Vec::new()],
            modification,
        }
    }

    /// Returns the modification that makes a list of pictures (8.2.4.3.1).
    fn modification(&self, wanted: &[&Held]) -> RefPicListModification {
        let mut predicted = self.frame_num;
        let step = |held: &&Held| {
            let before = core::mem::replace(&mut predicted, held.frame_num);
            match held.frame_num < before {
                true => PicNumModification::Subtract { abs_diff_pic_num_minus1: before - held.frame_num - 1 },
                false => PicNumModification::Add { abs_diff_pic_num_minus1: held.frame_num - before - 1 },
            }
        };
        RefPicListModification { steps: wanted.iter().map(step).collect() }
    }

    /// Returns the lists of a B picture: in list 0 the pictures before it, in list 1 those after it, the nearest first. They are
    /// the beginnings of the initial lists (8.2.4.2.3), since there are pictures on both sides: the lists differ.
    fn lists_of_b(&self, pic_order_cnt: i32, most: usize) -> Lists {
        let (mut before, mut after): (Vec<_>, Vec<_>) =
            self.pictures.iter().partition(|held| held.pic_order_cnt < pic_order_cnt);
        before.sort_by_key(|held| -held.pic_order_cnt);
        after.sort_by_key(|held| held.pic_order_cnt);
        before.truncate(most);
        let pictures = |list: Vec<&Held>| list.into_iter().map(|held| Arc::clone(&held.reference)).collect();
        Lists { pictures: [pictures(before), pictures(after)], modification: None }
    }

    /// Takes a coded picture that later pictures may refer to; a key picture removes all others.
    pub(super) fn take(&mut self, kind: PictureKind, pic_order_cnt: i32, reference: Arc<Reference>) {
        if kind.is_key() {
            self.pictures.clear();
            self.frame_num = 0;
        }
        if self.pictures.len() == self.most {
            // The lowest FrameNumWrap is that of the picture coded first.
            self.pictures.remove(0);
        }
        self.pictures.push(Held { reference, frame_num: self.frame_num, pic_order_cnt });
        self.frame_num += 1;
    }
}
