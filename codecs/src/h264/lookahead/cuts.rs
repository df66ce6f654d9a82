//! Scene cuts: pictures that no earlier picture predicts.

use super::{Anchors, Lookahead};
use crate::h264::options::Options;

/// The longest flash: pictures unlike those on both sides, which are alike.
pub(in crate::h264) const FLASH: u64 = 2;

/// Returns the share of a picture's intra cost, in 256ths, from which its inter cost tells a cut: the nearer the next key picture,
/// the less is asked. `since_key` is the number of pictures since the last key picture.
fn threshold(options: &Options, since_key: u32) -> u64 {
    let (least, most) = (options.min_keyint(), options.keyint.max(2));
    let greatest = u64::from(options.lookahead.scene_cut) * 256 / 100;
    let rise = u64::from(since_key.saturating_sub(least).min(most - least.min(most)));
    let over = u64::from(most.saturating_sub(least)).max(1);
    // From a quarter of the greatest to all of it.
    256 - (greatest / 4 + greatest * 3 / 4 * rise / over).min(256)
}

impl Lookahead {
    /// Returns whether a picture begins a scene: neither it nor one soon after it is like a picture before it. The pictures from the
    /// last key picture, `since_key` before it, up to `end` are asked.
    pub(in crate::h264) fn is_cut(&mut self, options: &Options, picture: u64, since_key: u32, end: u64) -> bool {
        if options.lookahead.scene_cut == 0 || since_key < options.min_keyint() || since_key == 0 {
            return false;
        }
        let threshold = threshold(options, since_key);
        let first =
            self.seen.first().max(picture.saturating_sub(since_key.into())).max(picture.saturating_sub(1 + FLASH));
        // A pair that is alike has a flash between, unless they are neighbours, which are asked first.
        let pairs = (picture..end.min(picture + 1 + FLASH))
            .flat_map(|after| (first..picture).rev().map(move |before| (before, after)));
        !pairs.filter(|(before, after)| after - before <= 1 + FLASH).any(|(before, after)| {
            let inter = self.costs(after, Anchors { before, after: None }).sum;
            256 * inter < threshold * self.intra(after).sum
        })
    }
}
