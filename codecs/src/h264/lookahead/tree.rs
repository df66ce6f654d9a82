//! The macroblock tree: finer quantisation of what later pictures build upon.
//!
//! A macroblock tells its own intra cost, weighted by its adaptive quantisation, and passes on what it received from those that
//! build upon it. Of both, prediction spares the part `1 - inter / intra`, which comes from where the vectors lead:
//!
//! ```text
//!   passed = (told + received) * (1 - inter / intra)        to up to four macroblocks, by the overlap; half to each list
//!   offset = -strength * log2(1 + received / told)          of QP
//! ```

use super::costs::{Costs, Way};
use super::search::Found;
use super::{Anchors, Lookahead};
use crate::h264::code::macroblock::Mv;
use crate::shared::fixed::{exp2, log2};
use crate::spaces::{Mb, Mbs, macroblock};
use unite::{Block, Dyn, Fixed, Place};

/// What macroblocks received, by macroblock.
pub(super) type Received = Block<Mbs, u32>;

/// Returns what a macroblock tells, given its intra cost and its offset of QP by energy, in 256ths: finer macroblocks tell more.
fn told(intra: u16, offset: i16) -> u64 {
    let weight = exp2(i32::from(offset) * -256 / 6);
    ((u64::from(intra.max(1)) * weight) >> 16).max(1)
}

/// Returns the part that a macroblock passes on.
fn passed(told: u64, intra: u16, inter: u16) -> u32 {
    let (intra, inter) = (u64::from(intra.max(1)), u64::from(inter));
    (told * intra.saturating_sub(inter) / intra).min(u32::MAX.into()) as u32
}

/// Adds an amount to the macroblocks that a macroblock overlaps when a vector moves it.
fn scatter(amount: u32, mb: &Mb, mv: Mv, to: &mut Received) {
    let Dyn([rows, columns]) = to.extent();
    let [y, x] = mb.origin();
    let (y, x) = (y + isize::from(mv.y), x + isize::from(mv.x));
    let ([row, column], [down, right]) = ([y, x].map(|n| n.div_euclid(64)), [y, x].map(|n| n.rem_euclid(64) as u64));
    for (dy, dx, area) in [
        (0, 0, (64 - down) * (64 - right)),
        (0, 1, (64 - down) * right),
        (1, 0, down * (64 - right)),
        (1, 1, down * right),
    ] {
        let (row, column) = (row + dy, column + dx);
        if area > 0 && (0..rows as isize).contains(&row) && (0..columns as isize).contains(&column) {
            let mut cell = to.view_mut().colocate(&macroblock([row, column]));
            let share = (u64::from(amount) * area + 2048) >> 12;
            // Still clips reach the limit.
            let sum = cell.at([0, 0]).saturating_add(share.min(u32::MAX.into()) as u32);
            cell.set([0, 0], sum);
        }
    }
}

/// Passes on what the macroblocks of a picture received, to the pictures of lists 0 and 1.
fn propagate(
    (intra, adaptive): (&Costs, &Block<Mbs, i16>),
    (costs, vectors): (&Costs, [Option<&Block<Mbs, Found>>; 2]),
    received: &Received,
    to: [Option<&mut Received>; 2],
) {
    let [mut to_0, mut to_1] = to;
    for mb in costs.mbs.spot().tiles(Fixed::<1, 1>) {
        let least = costs.mbs.view().colocate(&mb).at([0, 0]);
        let intra = intra.mbs.view().colocate(&mb).at([0, 0]).cost;
        let told = told(intra, adaptive.view().colocate(&mb).at([0, 0]));
        let amount = passed(told + u64::from(received.view().colocate(&mb).at([0, 0])), intra, least.cost);
        let shares = match least.way {
            Way::Intra => continue,
            Way::List0 => [amount, 0],
            Way::List1 => [0, amount],
            Way::Both => [amount / 2, amount - amount / 2],
        };
        for ((share, vectors), to) in shares.into_iter().zip(vectors).zip([&mut to_0, &mut to_1]) {
            if let (1.., Some(vectors), Some(to)) = (share, vectors, to) {
                scatter(share, &mb, vectors.view().colocate(&mb).at([0, 0]).mv, to);
            }
        }
    }
}

impl Lookahead {
    /// Computes what the macroblocks of some pictures receive. `order` has the pictures that may build upon them, in coding order,
    /// with what each is predicted from.
    pub(super) fn receive(&mut self, order: &[(u64, Anchors)], wanted: &[u64]) {
        let ends = order.iter().flat_map(|(picture, from)| [Some(*picture), Some(from.before), from.after]);
        for picture in ends.flatten().chain(wanted.iter().copied()) {
            self.at_mut(picture).received.view_mut().fill_with(|_| 0);
        }
        for &(picture, from) in order.iter().rev() {
            self.compute(picture, from);
            // The tensors that are written leave their pictures meanwhile.
            let mut to = [Some(from.before), from.after].map(|at| at.map(|at| self.take_received(at)));
            let [to_0, to_1] = &mut to;
            let current = self.at(picture);
            propagate(
                (&current.intra, &current.adaptive),
                self.known(picture, from),
                &current.received,
                [to_0.as_mut().map(|(_, to)| to), to_1.as_mut().map(|(_, to)| to)],
            );
            to.into_iter().flatten().for_each(|(at, received)| self.at_mut(at).received = received);
        }
    }

    fn take_received(&mut self, picture: u64) -> (u64, Received) {
        let none = Block::new([0, 0], Dyn([0, 0]));
        (picture, core::mem::replace(&mut self.at_mut(picture).received, none))
    }

    /// Adds to the offsets of QP of a picture, in 256ths, for what it [received](Lookahead::receive); `strength` is in 256ths of a QP
    /// for each doubling. The differences within a picture count more than its mean.
    pub(super) fn add_tree(&self, picture: u64, strength: i32, offsets: &mut Block<Mbs, i16>) {
        let current = self.at(picture);
        let by_tree = |mb: &Mb| {
            let adaptive = current.adaptive.view().colocate(mb).at([0, 0]);
            let told = told(current.intra.mbs.view().colocate(mb).at([0, 0]).cost, adaptive);
            let received = u64::from(current.received.view().colocate(mb).at([0, 0]));
            -(i64::from(log2(told + received) - log2(told)) * i64::from(strength)) >> 16
        };
        let mbs = offsets.spot();
        let mbs = || mbs.tiles(Fixed::<1, 1>);
        let mean = mbs().map(|mb| by_tree(&mb)).sum::<i64>() / mbs().len().max(1) as i64;
        for mb in mbs() {
            let mut offset = offsets.view_mut().colocate(&mb);
            let sum = i64::from(offset.at([0, 0])) + mean + (((by_tree(&mb) - mean) * WITHIN) >> 8);
            offset.set([0, 0], sum.clamp(-51 << 8, 51 << 8) as i16);
        }
    }
}

/// The factor of the differences of offsets from their mean, in 256ths.
const WITHIN: i64 = 307;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::row_and_column;
    use noise::Noise;

    #[test]
    fn shares_are_the_overlap_of_the_moved_macroblock() {
        let mut noise = Noise::new(9);
        for _ in 0..300 {
            let at = [noise.below(4) as isize, noise.below(5) as isize];
            let mv = Mv { x: noise.below(300) as i16 - 150, y: noise.below(300) as i16 - 150 };
            let mut to = Received::new([0, 0], Dyn([4, 5]));
            scatter(1 << 20, &macroblock(at), mv, &mut to);
            // By counting: points of the universe in both.
            let mut counts = [[0_u32; 5]; 4];
            for (y, x) in (0..64).flat_map(|y| (0..64).map(move |x| (y, x))) {
                let y = (at[0] * 64 + y + isize::from(mv.y)).div_euclid(64);
                let x = (at[1] * 64 + x + isize::from(mv.x)).div_euclid(64);
                if (0..4).contains(&y) && (0..5).contains(&x) {
                    counts[y as usize][x as usize] += 1;
                }
            }
            for mb in to.spot().tiles(Fixed::<1, 1>) {
                let [row, column] = row_and_column(&mb);
                let exact = counts[row as usize][column as usize] << 8;
                assert_eq!(to.view().colocate(&mb).at([0, 0]), exact);
            }
        }
    }

    #[test]
    fn nothing_is_passed_on_where_prediction_spares_nothing() {
        assert_eq!(
            [passed(107, 100, 100), passed(107, 100, 0), passed(200, 100, 50), passed(10, 0, 0)],
            [0, 107, 100, 10]
        );
        assert_eq!(passed(1 << 32, 1, 0), u32::MAX);
        // Six QPs finer is twice as much.
        assert_eq!([told(100, 0), told(100, -6 << 8), told(100, 6 << 8), told(0, 0)], [100, 200, 50, 1]);
    }
}
