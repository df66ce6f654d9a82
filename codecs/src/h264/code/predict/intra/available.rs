//! [`Available`]: the neighbours that intra prediction of a block may use, and the possible modes. Clauses 6.4.11,
//! 8.3.1.2, 8.3.2.2, 8.3.3, 8.3.4; modes: 8.3.1.2.1 to 8.3.4.4.
//!
//! A neighbour is available if it is coded already, in the same slice and, with `constrained_intra_pred_flag`, not inter.

use super::super::super::coding_order::{BLOCKS_4X4, BLOCKS_8X8, above_right_is_coded};
use super::super::super::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode, ModeSet};
use super::super::super::map::{MbInfo, MbMap};
use crate::spaces::QuarterSample;
use unite::{Around, Fixed, Of, Place, Space};

/// The samples around a block that may be used: A, B, D and C of the standard's figures.
///
/// ```
/// use codecs::h264::map::{MbKind, MbMap};
/// use codecs::h264::predict::intra::Available;
/// use codecs::spaces::Luma;
/// use unite::{Dyn, Fixed, Spot};
/// let mut map = MbMap::new([2, 2]);
/// let mb = Spot::<Luma, _>::new([0, 0], Dyn([32, 32])).partition([0, 16], Fixed::<16, 16>); // the second of the first row
/// assert_eq!(Available::of_macroblock(&map, &mb, false), Available::NONE);
///
/// let mut left = map.mbs.view().at([0, 0]);
/// left.kind = MbKind::Inter;
/// map.mbs.view_mut().set([0, 0], left);
/// assert_eq!(Available::of_macroblock(&map, &mb, false), Available { left: true, ..Available::NONE });
/// assert_eq!(Available::of_macroblock(&map, &mb, true), Available::NONE);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Available {
    /// A: `p(-1, 0..)`.
    pub left: bool,
    /// B: `p(0.., -1)`.
    pub above: bool,
    /// D: `p(-1, -1)`.
    pub above_left: bool,
    /// C: `p(N.., -1)` of a block of `N` columns.
    pub above_right: bool,
}

impl Available {
    /// No neighbours, as for the first macroblock. See [`Available`] for an example.
    pub const NONE: Self = Available { left: false, above: false, above_left: false, above_right: false };
    /// All neighbours.
    pub const ALL: Self = Available { left: true, above: true, above_left: true, above_right: true };

    /// Returns the neighbours of a macroblock, for the prediction of its chroma and of its 16 x 16 luma samples. `mb`
    /// is any tensor or place whose first sample is the macroblock's; outside of the map nothing is available. See
    /// [`Available`] for an example.
    #[inline]
    pub fn of_macroblock<P>(map: &MbMap, mb: &P, constrained_intra: bool) -> Self
    where
        P: Place<Space: Of<QuarterSample> + Space<Universe = QuarterSample>>,
    {
        let Some(mbs) = map.mbs.view().under_fixed::<Fixed<1, 1>, _>(mb).window::<Around<1, 1, 0, 1>>() else {
            return Available::NONE;
        };
        let usable = |at| {
            let MbInfo { kind, .. } = mbs[at];
            if constrained_intra { kind.is_intra() } else { kind.is_available() }
        };
        Available {
            left: usable([0, -1]),
            above: usable([-1, 0]),
            above_left: usable([-1, -1]),
            above_right: usable([-1, 1]),
        }
    }

    /// Returns the neighbours of 4 x 4 luma block `n` of a macroblock with these neighbours, 0 to 15
    /// in the order of 6.4.3.
    ///
    /// ```
    /// use codecs::h264::predict::intra::Available;
    /// let above = Available { above: true, ..Available::NONE };
    /// assert_eq!(above.of_4x4(0), Available { above: true, above_right: true, ..Available::NONE });
    /// assert_eq!(above.of_4x4(3), Available { above_right: false, ..Available::ALL }); // block 6 comes later
    /// assert!(!above.of_4x4(5).above_right); // it lies in the macroblock above and to the right
    /// ```
    ///
    /// # Panics
    /// If `n` is above 15.
    #[inline(always)]
    pub const fn of_4x4(self, n: usize) -> Self {
        const CODED: [bool; 16] = above_right(&BLOCKS_4X4, 1);
        self.of_block(BLOCKS_4X4[n], 4, CODED[n])
    }

    /// Returns the neighbours of 8 x 8 luma block `n` of a macroblock with these neighbours, 0 to 3: top left, top
    /// right, bottom left, bottom right.
    ///
    /// ```
    /// use codecs::h264::predict::intra::Available;
    /// assert_eq!(Available::ALL.of_8x8(2), Available::ALL);
    /// assert_eq!(Available::ALL.of_8x8(3), Available { above_right: false, ..Available::ALL });
    /// ```
    ///
    /// # Panics
    /// If `n` is above 3.
    #[inline(always)]
    pub const fn of_8x8(self, n: usize) -> Self {
        const CODED: [bool; 4] = above_right(&BLOCKS_8X8, 2);
        self.of_block(BLOCKS_8X8[n], 2, CODED[n])
    }

    /// Returns the neighbours of the block at `[y, x]` of `side` by `side` blocks.
    #[inline(always)]
    const fn of_block(self, [y, x]: [isize; 2], side: isize, above_right_is_coded: bool) -> Self {
        Available {
            left: x > 0 || self.left,
            above: y > 0 || self.above,
            above_left: match (x, y) {
                (0, 0) => self.above_left,
                (0, _) => self.left,
                (_, 0) => self.above,
                _ => true,
            },
            above_right: match y {
                0 if x + 1 == side => self.above_right,
                0 => self.above,
                _ => above_right_is_coded,
            },
        }
    }
}

/// Returns for each block of an order whether the block above and to its right is in the same macroblock and coded before
/// it; blocks have `side` by `side` 4 x 4 blocks.
const fn above_right<const N: usize>(order: &[[isize; 2]; N], side: usize) -> [bool; N] {
    let mut coded = [false; N];
    let mut n = 0;
    while n < N {
        coded[n] = above_right_is_coded(order[n], side);
        n += 1;
    }
    coded
}

impl IntraNxNMode {
    /// Returns whether a block with these neighbours can be predicted in this mode. Missing samples above and to the
    /// right exclude no mode, since the last sample above is repeated.
    ///
    /// ```
    /// use codecs::h264::{macroblock::IntraNxNMode, predict::intra::Available};
    /// let left = Available { left: true, ..Available::NONE };
    /// let possible: Vec<_> = IntraNxNMode::ALL.into_iter().filter(|mode| mode.is_possible(left)).collect();
    /// assert_eq!(possible, [IntraNxNMode::Horizontal, IntraNxNMode::Dc, IntraNxNMode::HorizontalUp]);
    /// ```
    #[inline(always)]
    pub const fn is_possible(self, available: Available) -> bool {
        match self {
            IntraNxNMode::Dc => true,
            IntraNxNMode::Vertical | IntraNxNMode::DiagonalDownLeft | IntraNxNMode::VerticalLeft => available.above,
            IntraNxNMode::Horizontal | IntraNxNMode::HorizontalUp => available.left,
            IntraNxNMode::DiagonalDownRight | IntraNxNMode::VerticalRight | IntraNxNMode::HorizontalDown => {
                available.left && available.above && available.above_left
            }
        }
    }
}

impl ModeSet {
    /// Returns whether a mode of the set is possible.
    #[inline(always)]
    pub const fn has_possible(self, available: Available) -> bool {
        let mut n = 0;
        while n < IntraNxNMode::ALL.len() {
            if self.contains(IntraNxNMode::ALL[n]) && IntraNxNMode::ALL[n].is_possible(available) {
                return true;
            }
            n += 1;
        }
        false
    }
}

impl Intra16x16Mode {
    /// All four modes.
    pub const ALL: [Intra16x16Mode; 4] =
        [Intra16x16Mode::Vertical, Intra16x16Mode::Horizontal, Intra16x16Mode::Dc, Intra16x16Mode::Plane];

    /// Returns whether a macroblock with these neighbours can be predicted in this mode. See
    /// [`IntraNxNMode::is_possible`] for an example.
    #[inline(always)]
    pub const fn is_possible(self, available: Available) -> bool {
        match self {
            Intra16x16Mode::Dc => true,
            Intra16x16Mode::Vertical => available.above,
            Intra16x16Mode::Horizontal => available.left,
            Intra16x16Mode::Plane => available.left && available.above && available.above_left,
        }
    }
}

impl IntraChromaMode {
    /// All four modes.
    pub const ALL: [IntraChromaMode; 4] =
        [IntraChromaMode::Dc, IntraChromaMode::Horizontal, IntraChromaMode::Vertical, IntraChromaMode::Plane];

    /// Returns whether a macroblock with these neighbours can be predicted in this mode. See
    /// [`IntraNxNMode::is_possible`] for an example.
    #[inline(always)]
    pub const fn is_possible(self, available: Available) -> bool {
        match self {
            IntraChromaMode::Dc => true,
            IntraChromaMode::Vertical => available.above,
            IntraChromaMode::Horizontal => available.left,
            IntraChromaMode::Plane => available.left && available.above && available.above_left,
        }
    }
}
