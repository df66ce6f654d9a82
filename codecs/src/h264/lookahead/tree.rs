//! The macroblock tree: finer quantisation of what later pictures build upon.
//!
//! The information of a macroblock is its intra cost, weighted by its adaptive quantisation. Of that and of what later macroblocks
//! propagated to it, inter prediction supplies the part `1 - inter / intra`, which is propagated to where the vectors lead:
//!
//! ```text
//!   propagated = (information + received) * (1 - inter / intra)     to up to four macroblocks, by the overlap; half to each list
//!   offset     = -strength * log2(1 + received / information)       of QP
//! ```

use super::costs::{Costs, Way};
use super::search::Found;
use super::{Anchors, Lookahead};
use crate::h264::code::macroblock::Mv;
use crate::shared::fixed::{exp2, log2};
use crate::spaces::{Mb, Mbs, macroblock};
use unite::{Block, Dyn, Fixed, Place};

/// The amounts that later macroblocks propagated to the macroblocks of a picture.
pub(super) type Received = Block<Mbs, u32>;

/// The factor of the differences of a picture's offsets from their mean, in 256ths.
const WITHIN: i64 = 307;

/// Returns the information of a macroblock, given its intra cost and its offset of QP by energy, in 256ths: finer ones have more.
fn information(intra: u16, offset: i16) -> u64 {
    let weight = exp2(i32::from(offset) * -256 / 6);
    ((u64::from(intra.max(1)) * weight) >> 16).max(1)
}

/// Returns the part of a sum of information that inter prediction supplies.
fn supplied(sum: u64, intra: u16, inter: u16) -> u32 {
    let (intra, inter) = (u64::from(intra.max(1)), u64::from(inter));
    (sum * intra.saturating_sub(inter) / intra).min(u32::MAX.into()) as u32
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

/// Propagates from the macroblocks of a picture to the pictures of lists 0 and 1.
fn propagate(
    (intra, adaptive): (&Costs, &Block<Mbs, i16>),
    (costs, vectors): (&Costs, [Option<&Block<Mbs, Found>>; 2]),
    received: &Received,
    to: [Option<&mut Received>; 2],
) {
    let [mut to_0, mut to_1] = to;
    for mb in costs.mbs.spot().tiles(Fixed::<1, 1>) {
        let least = costs.mbs.view().colocate(&mb).at([0, 0]);
        let intra = intra.mbs.view().colocate(&mb).at([0, 0]).cost();
        let information = information(intra, adaptive.view().colocate(&mb).at([0, 0]));
        let amount = supplied(information + u64::from(received.view().colocate(&mb).at([0, 0])), intra, least.cost());
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
    /// Computes the amounts that the macroblocks of some pictures receive. `order` has the pictures that may build upon them, in
    /// coding order, with their references.
    pub(super) fn receive(&mut self, order: &[(u64, Anchors)], wanted: &[u64]) {
        let ends = order.iter().flat_map(|(picture, from)| [Some(*picture), Some(from.before), from.after]);
        for picture in ends.flatten().chain(wanted.iter().copied()) {
            self.at_mut(picture).received.view_mut().fill_with(|_| 0);
        }
        self.compute_ahead(order.iter().copied());
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

    /// Adds to the offsets of QP of a picture, in 256ths, for the amounts that it [received](Lookahead::receive); `strength` is in
    /// 256ths of a QP for each doubling. The differences within a picture count more than its mean.
    pub(super) fn add_tree(&self, picture: u64, strength: i32, offsets: &mut Block<Mbs, i16>) {
        let current = self.at(picture);
        let by_tree = |mb: Mb| {
            let adaptive = current.adaptive.view().colocate(&mb).at([0, 0]);
            let information = information(current.intra.mbs.view().colocate(&mb).at([0, 0]).cost(), adaptive);
            let received = u64::from(current.received.view().colocate(&mb).at([0, 0]));
            -(i64::from(log2(information + received) - log2(information)) * i64::from(strength)) >> 16
        };
        let mbs = offsets.spot();
        let found: Vec<i64> = mbs.tiles(Fixed::<1, 1>).map(by_tree).collect();
        let mean = found.iter().sum::<i64>() / found.len().max(1) as i64;
        for (mb, by_tree) in mbs.tiles(Fixed::<1, 1>).zip(found) {
            let mut offset = offsets.view_mut().colocate(&mb);
            let sum = i64::from(offset.at([0, 0])) + mean + (((by_tree - mean) * WITHIN) >> 8);
            offset.set([0, 0], sum.clamp(-51 << 8, 51 << 8) as i16);
        }
    }
}

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
    fn nothing_is_propagated_where_prediction_supplies_nothing() {
        assert_eq!(
            [supplied(107, 100, 100), supplied(107, 100, 0), supplied(200, 100, 50), supplied(10, 0, 0)],
            [0, 107, 100, 10]
        );
        assert_eq!(supplied(1 << 32, 1, 0), u32::MAX);
        // Six QPs finer is twice as much.
        assert_eq!(
            [information(100, 0), information(100, -6 << 8), information(100, 6 << 8), information(0, 0)],
            [100, 200, 50, 1]
        );
    }
}
