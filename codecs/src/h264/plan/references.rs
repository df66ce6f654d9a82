//! The decoded picture buffer: the references of the next picture and their order (8.2.4, 8.2.5.3).

use super::PictureKind;
use crate::h264::code::predict::inter::Reference;
use crate::h264::lookahead::Brightness;
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
    /// The index of the picture in the session, in display order.
    display: u64,
    /// The coded picture; `None` until it is coded.
    reference: Option<Arc<Reference>>,
    frame_num: u32,
    pic_order_cnt: i32,
    /// `None` without a lookahead.
    brightness: Option<Arc<Brightness>>,
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

    /// Appends the next picture's references to the empty lists 0 and 1; list 0 gets at most `most`. Returns the modification of
    /// list 0, if its order is not the initial one. `None` if a reference is not coded; the lists are then of no use.
    pub(super) fn lists(
        &self,
        kind: PictureKind,
        pic_order_cnt: i32,
        most: u8,
        [list_0, list_1]: &mut [Vec<Arc<Reference>>; 2],
    ) -> Option<Option<RefPicListModification>> {
        let before = |held: &Held| (held.pic_order_cnt < pic_order_cnt).then_some(-held.pic_order_cnt);
        let after = |held: &Held| (held.pic_order_cnt > pic_order_cnt).then_some(held.pic_order_cnt);
        let nearest_before = || self.ascending(before).take(most.into());
        let modification = match kind {
            PictureKind::Key => None,
            // The pictures nearest in display order. They are not always those coded last, which the initial list has first
            // (8.2.4.2.1).
            PictureKind::P => {
                fill(list_0, nearest_before())?;
                let initial = self.pictures.iter().rev();
                let is_initial = initial.zip(nearest_before()).all(|(a, b)| a.frame_num == b.frame_num);
                (!is_initial).then(|| self.modification(nearest_before()))
            }
            // List 0 has the pictures before it and list 1 those after it, the nearest first. These are the beginnings of the
            // initial lists (8.2.4.2.3), since there are pictures on both sides: the lists differ.
            PictureKind::B => {
                fill(list_0, nearest_before())?;
                fill(list_1, self.ascending(after))?;
                None
            }
        };
        Some(modification)
    }

    /// Returns the pictures that have a key, in its order; the keys differ.
    fn ascending(&self, key: impl Fn(&Held) -> Option<i32>) -> impl Iterator<Item = &Held> {
        let mut last = None;
        core::iter::from_fn(move || {
            let next = self.pictures.iter().filter(|held| key(held) > last).min_by_key(|held| key(held))?;
            last = key(next);
            Some(next)
        })
    }

    /// Returns the modification that makes a list of pictures (8.2.4.3.1).
    fn modification<'a>(&self, wanted: impl Iterator<Item = &'a Held>) -> RefPicListModification {
        let mut predicted = self.frame_num;
        let step = |held: &Held| {
            let before = core::mem::replace(&mut predicted, held.frame_num);
            match held.frame_num < before {
                true => PicNumModification::Subtract { abs_diff_pic_num_minus1: before - held.frame_num - 1 },
                false => PicNumModification::Add { abs_diff_pic_num_minus1: held.frame_num - before - 1 },
            }
        };
        RefPicListModification { steps: wanted.map(step).collect() }
    }

    /// Returns the brightness of the first picture in list 0 of a P picture: the nearest before it.
    pub(super) fn brightness_before(&self, pic_order_cnt: i32) -> Option<&Brightness> {
        let before = self.pictures.iter().filter(|held| held.pic_order_cnt < pic_order_cnt);
        before.max_by_key(|held| held.pic_order_cnt)?.brightness.as_deref()
    }

    /// Takes the next picture in coding order, which later pictures may refer to; a key picture removes all others.
    pub(super) fn mark(
        &mut self,
        kind: PictureKind,
        pic_order_cnt: i32,
        display: u64,
        brightness: Option<Arc<Brightness>>,
    ) {
        if kind.is_key() {
            self.pictures.clear();
            self.frame_num = 0;
        }
        if self.pictures.len() == self.most {
            // The lowest FrameNumWrap is that of the picture coded first.
            self.pictures.remove(0);
        }
        self.pictures.push(Held { display, reference: None, frame_num: self.frame_num, pic_order_cnt, brightness });
        self.frame_num += 1;
    }

    /// Takes a picture of the buffer when it is coded.
    pub(super) fn coded(&mut self, display: u64, reference: Arc<Reference>) {
        // Those that were planned with it may have removed it.
        if let Some(held) = self.pictures.iter_mut().find(|held| held.display == display) {
            held.reference = Some(reference);
        }
    }
}

/// Appends pictures to a list; `None` if one is not coded.
fn fill<'a>(list: &mut Vec<Arc<Reference>>, mut pictures: impl Iterator<Item = &'a Held>) -> Option<()> {
    pictures.try_for_each(|held| {
        list.push(Arc::clone(held.reference.as_ref()?));
        Some(())
    })
}
