//! The lag of a wavefront: how far a row is ahead of the row below it, from the window types of stages.
//!
//! A picture is often computed point by point of a coarse grid, such as its macroblocks, where each point reads what its
//! neighbours wrote. Rows of such a grid can be computed at the same time, each some points behind the row above:
//!
//! ```text
//!   row 0   # # # # # # # o        #  computed
//!   row 1   # # # # # o .          o  in work: it reads the row above up to one point to its right,
//!   row 2   # # # o . . .             so the row above is 2 points ahead, the lag
//! ```
//!
//! The type of a [`Window`] says how far a stage reads: its space, its extent, its reach. [`Wavefront::LAG`] is computed
//! from these types when a program is compiled, so a stage that reaches further changes the lag without anybody's help.
//!
//! ```
//! use unite::locate::wavefront::{Stage, Wavefront};
//! use unite::{Around, By, Coarse, Fixed, Window};
//!
//! unite::universe! { pub struct Luma: 2; }
//! type Mbs = Coarse<Luma, By<16, 16>>;
//! type Luma4x4 = Coarse<Luma, By<4, 4>>;
//!
//! /// Intra prediction: a row of samples above, to 8 samples beyond the macroblock.
//! struct Intra;
//! impl Stage for Intra {
//!     type Window<'a> = Window<'a, Luma, u8, Fixed<16, 16>, Around<1, 1, 0, 8>>;
//! }
//! /// Numbers of levels: the blocks to the left and above.
//! struct TotalCoeff;
//! impl Stage for TotalCoeff {
//!     type Window<'a> = Window<'a, Luma4x4, u8, Fixed<4, 4>, Around<1, 1>>;
//! }
//! /// A stage of a user: 17 samples beyond the macroblock.
//! struct Wide;
//! impl Stage for Wide {
//!     type Window<'a> = Window<'a, Luma, u8, Fixed<16, 16>, Around<1, 0, 0, 17>>;
//! }
//!
//! const LAG: usize = Wavefront::<(Intra, TotalCoeff), Mbs>::LAG;
//! assert_eq!(LAG, 2);
//! assert_eq!(Wavefront::<(TotalCoeff,), Mbs>::LAG, 1);
//! assert_eq!(Wavefront::<(Intra, TotalCoeff, Wide), Mbs>::LAG, 3);
//! ```
//!
//! These stages do not compile, wherever `LAG` is used: one that reads the row below, which is computed later; one that
//! reads more than one row above; one whose points are coarser than the grid, since such a point covers rows below; one
//! whose window has no constant extent, is larger than a point of the grid, or lacks one of its dimensions.
//! (`cargo check` evaluates `LAG` in constants only, `cargo build` everywhere.)
//!
//! # What is not protected
//! - A stage may read only through `Self::Window<'_>`. If it gets other data of its neighbours, no type knows.
//! - A window is a rectangle. `Around<1, 1, 0, 8>` also proves memory to the right of the point in its own row, where nothing
//!   is computed yet; which of its samples are *available* is data of the codec.

use super::proven::Proven;
use crate::frame::{Extent, Home, MAX_RANK, Of, Space};
use crate::tensor::{Reach, Window, after, before};
use core::marker::PhantomData;

/// A type of windows: a [`Window`], or a [`Proven`] one. Sealed.
///
/// ```
/// use unite::locate::wavefront::Reads;
/// use unite::{Along, Fixed, Reach, Window};
/// unite::universe! { pub struct Line: 1; }
/// type Near = Window<'static, Line, u8, Fixed<4>, Along<2, 0>>;
/// assert_eq!(<Near as Reads>::Reach::BEFORE, [2, 0]);
/// ```
pub trait Reads: private::Sealed {
    /// The space that the window counts in.
    type Space: Space;
    /// The extent, without the reach.
    type Extent: Extent;
    /// The reach outside of the extent.
    type Reach: Reach;
}

mod private {
    #[diagnostic::on_unimplemented(message = "`{Self}` is not a type of windows: use `Window` or `Proven`")]
    pub trait Sealed {}
    impl<S: super::Space, T, E, R, H: super::Home> Sealed for super::Window<'_, S, T, E, R, H> {}
    impl<S: super::Space, T, E, R, H: super::Home> Sealed for super::Proven<'_, S, T, E, R, H> {}
}

impl<S: Space, T, E: Extent, R: Reach, H: Home> Reads for Window<'_, S, T, E, R, H> {
    type Space = S;
    type Extent = E;
    type Reach = R;
}

impl<S: Space, T, E: Extent, R: Reach, H: Home> Reads for Proven<'_, S, T, E, R, H> {
    type Space = S;
    type Extent = E;
    type Reach = R;
}

/// A stage that is computed at each point of a grid, and what it reads of the neighbours. See the
/// [module](self) for an example.
///
/// A stage that reads several tensors is declared as several stages.
pub trait Stage {
    /// The window at a point of the grid. Its extent lies inside of that point, anywhere; its reach may leave it.
    type Window<'a>: Reads;
}

/// The reach of a window beyond the point of a grid that it lies in, in points of the grid.
///
/// ```
/// use unite::locate::wavefront::Reached;
/// use unite::{Around, By, Coarse, Fixed, Window};
/// unite::universe! { pub struct Luma: 2; }
/// type Mbs = Coarse<Luma, By<16, 16>>;
/// type Near = Window<'static, Luma, u8, Fixed<16, 16>, Around<1, 16, 0, 17>>;
/// assert_eq!(Reached::of::<Near, Mbs>(), Reached { above: 1, left: 1, below: 0, right: 2 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The number of rows above.
    pub above: usize,
    /// The number of columns to the left.
    pub left: usize,
    /// The number of rows below.
    pub below: usize,
    /// The number of columns to the right.
    pub right: usize,
}

impl Reached {
    /// Returns how far windows of type `W` reach beyond a point of `M`, whose last two dimensions are rows and columns.
    ///
    /// # Panics
    /// If `M` has rank 1, if a point of `M` is not a whole number of points of the window's space, or if the extent of the
    /// window is not constant, larger than a point of `M`, or without one of its dimensions (a compile error in constants).
    pub const fn of<W: Reads, M: Space>() -> Reached
    where
        W::Space: Of<M::Universe>,
    {
        let rank = M::FRAME.rank();
        assert!(rank >= 2, "wavefront: the grid has rows and columns");
        let [above, below] = beyond::<W, M>(M::FRAME.axis(rank - 2));
        let [left, right] = beyond::<W, M>(M::FRAME.axis(rank - 1));
        Reached { above, left, below, right }
    }

    /// Returns by how many points the row above must be ahead: one more than the columns to the right, or 0 if nothing
    /// above is read.
    ///
    /// ```
    /// use unite::locate::wavefront::Reached;
    /// let reached = Reached { above: 1, left: 1, below: 0, right: 0 };
    /// assert_eq!((reached.lag(), Reached { above: 0, ..reached }.lag()), (1, 0));
    /// ```
    ///
    /// # Panics
    /// If a row below or more than one row above is reached (a compile error in constants).
    pub const fn lag(self) -> usize {
        assert!(self.below == 0, "wavefront: this stage reads the row below, which is computed later");
        assert!(self.above <= 1, "wavefront: this stage reads more than one row above; a row waits for one only");
        if self.above == 0 { 0 } else { self.right + 1 }
    }
}

/// Returns the points of `M` that a window reaches before and after its own, along a root axis of `M`.
const fn beyond<W: Reads, M: Space>(axis: usize) -> [usize; 2] {
    let frame = <W::Space as Space>::FRAME;
    let k = frame.dimension_of(axis);
    assert!(k < MAX_RANK, "wavefront: the window of a stage has all dimensions of the grid");
    let points = M::FRAME.steps_in(&frame)[axis] as usize;
    assert!(
        points > 0,
        "wavefront: a point of the grid is a whole number of points of the stage's space; a coarser one covers rows below"
    );
    let extent = W::Extent::STATIC[k];
    assert!(extent > 0, "wavefront: the window of a stage has a constant extent");
    assert!(
        extent <= points,
        "wavefront: the window of a stage is not larger than a point of the grid, without its reach"
    );
    let (before, after) = (before::<W::Reach>(frame.rank())[k], after::<W::Reach>(frame.rank())[k]);
    // The window may lie at either edge of the point.
    [(before as usize).div_ceil(points), (after as usize).div_ceil(points)]
}

/// The lag of one stage. It is a constant of each stage, so that the compiler names the stage that breaks a rule.
struct Lag<G, M>(PhantomData<fn() -> (G, M)>);

impl<G: Stage, M: Space> Lag<G, M>
where
    <G::Window<'static> as Reads>::Space: Of<M::Universe>,
{
    const LAG: usize = Reached::of::<G::Window<'static>, M>().lag();
}

/// Stages that are computed one after the other at each point of the grid `M`: a tuple of one to six. See the
/// [module](self) for an example.
pub trait Stages<M> {
    /// The largest lag of the stages.
    const LAG: usize;
}

macro_rules! stages {
    ($($($g:ident)+;)*) => { $(
        impl<M: Space, $($g: Stage),+> Stages<M> for ($($g,)+)
        where
            $(<$g::Window<'static> as Reads>::Space: Of<M::Universe>,)+
        {
            const LAG: usize = {
                let (lags, mut most, mut n) = ([$(Lag::<$g, M>::LAG),+], 0, 0);
                while n < lags.len() {
                    if lags[n] > most {
                        most = lags[n];
                    }
                    n += 1;
                }
                most
            };
        }
    )* };
}

stages! { A; A B; A B C; A B C D; A B C D E; A B C D E F; }

/// The wavefront of the stages `G` over the grid `M`. See the [module](self) for an example.
pub struct Wavefront<G, M>(PhantomData<fn() -> (G, M)>);

impl<G: Stages<M>, M: Space> Wavefront<G, M> {
    /// By how many points a row must be ahead of the row below it; 0 if the rows do not read each other.
    pub const LAG: usize = G::LAG;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{Axes, By, Coarse, Dyn, Fine, Fixed, Permuted, Sliced};
    use crate::tensor::{Around, Inside};

    crate::universe! { struct Luma: 2; struct Interleaved: 3; }
    type Mbs = Coarse<Luma, By<16, 16>>;
    type Blocks = Coarse<Luma, By<4, 4>>;
    type Quarter = Fine<Luma, By<4, 4>>;
    type Turned = Permuted<Quarter, Axes<1, 0>>;
    type Samples<const H: usize, const W: usize, R> = Window<'static, Luma, u8, Fixed<H, W>, R>;

    /// Each window of the extent that lies in a point of the grid, sample by sample: how far it leaves that point.
    fn definition<W: Reads, M: Space>() -> Reached {
        let (grid, frame) = (M::FRAME, <W::Space as Space>::FRAME);
        let along = |axis: usize| {
            let k = (0..frame.rank()).find(|&k| frame.axis(k) == axis).expect("a dimension of the grid");
            let last = frame.rank() - 1 - k;
            let (before, after) = if last < 2 { (W::Reach::BEFORE[last], W::Reach::AFTER[last]) } else { (0, 0) };
            // Both in units of 1 / (product of the refinements) of a root point.
            let (size, unit) =
                (grid.coarsening(axis) * frame.refinement(axis), frame.coarsening(axis) * grid.refinement(axis));
            let (extent, mut reached) = (W::Extent::STATIC[k] as isize, [0; 2]);
            for first in (0..).take_while(|first| (first + extent) * unit <= size) {
                for point in first - before as isize..first + extent + after as isize {
                    let (from, to) = ((point * unit).div_euclid(size), ((point + 1) * unit - 1).div_euclid(size));
                    reached = [reached[0].max(-from), reached[1].max(to)];
                }
            }
            reached.map(|points| points as usize)
        };
        let rank = grid.rank();
        let ([above, below], [left, right]) = (along(grid.axis(rank - 2)), along(grid.axis(rank - 1)));
        Reached { above, left, below, right }
    }

    #[test]
    fn the_rule_is_that_of_every_sample_of_every_window() {
        macro_rules! agree {
            ($grid:ty: $($window:ty),+ $(,)?) => {
                $(assert_eq!(Reached::of::<$window, $grid>(), definition::<$window, $grid>(), stringify!($window));)+
            };
        }
        agree!(
            Mbs: Samples<16, 16, Inside>, Samples<16, 16, Around<1, 1, 0, 8>>, Samples<16, 16, Around<1, 0, 0, 16>>,
            Samples<16, 16, Around<1, 0, 0, 17>>, Samples<4, 4, Around<1, 1, 2, 4>>, Samples<1, 1, Around<33, 16, 17, 0>>,
            Window<'static, Blocks, u8, Fixed<4, 4>, Around<1, 1, 0, 5>>,
            Window<'static, Mbs, u8, Fixed<1, 1>, Around<2, 3, 4, 5>>,
            Window<'static, Quarter, u8, Fixed<64, 64>, Around<1, 65, 0, 64>>,
            Window<'static, Turned, u8, Fixed<64, 4>, Around<65, 1, 0, 0>>,
            Window<'static, Fine<Coarse<Luma, By<2, 8>>, By<2, 2>>, u8, Fixed<16, 4>, Around<17, 5, 16, 9>>,
        );
        // The grid itself may be refined, turned, or two of three dimensions.
        agree!(
            Permuted<Fine<Mbs, By<2, 4>>, Axes<1, 0>>: Samples<8, 4, Around<1, 5, 8, 9>>,
            Window<'static, Blocks, u8, Fixed<2, 1>, Around<3, 4, 5, 6>>,
        );
        type Planes = Permuted<Interleaved, Axes<2, 0, 1>>;
        agree!(
            Coarse<Planes, By<3, 8, 8>>: Window<'static, Planes, u8, Fixed<3, 8, 8>, Around<1, 8, 0, 9>>,
            Window<'static, Interleaved, u8, Fixed<8, 8, 3>, Around<0, 7>>, // the reach is across components
        );
    }

    struct Reads8;
    struct Reads17;
    struct ReadsAbove;
    struct ReadsLeft;
    struct ReadsTurned;
    struct ReadsProven;
    impl Stage for Reads8 {
        type Window<'a> = Samples<16, 16, Around<1, 1, 0, 8>>;
    }
    impl Stage for Reads17 {
        type Window<'a> = Samples<16, 16, Around<1, 1, 0, 17>>;
    }
    impl Stage for ReadsAbove {
        type Window<'a> = Window<'a, Blocks, u8, Fixed<4, 4>, Around<1, 1>>;
    }
    impl Stage for ReadsLeft {
        type Window<'a> = Samples<16, 16, Around<0, 1, 0, 40>>;
    }
    impl Stage for ReadsTurned {
        type Window<'a> = Window<'a, Turned, u8, Fixed<64, 64>, Around<0, 1, 129, 0>>;
    }
    impl Stage for ReadsProven {
        type Window<'a> = Proven<'a, Mbs, u8, Fixed<1, 1>, Around<1, 1, 0, 3>>;
    }

    #[test]
    fn the_lag_is_one_more_than_the_points_to_the_right_if_the_row_above_is_read() {
        assert_eq!(Wavefront::<(Reads8,), Mbs>::LAG, 2);
        assert_eq!(Wavefront::<(Reads17,), Mbs>::LAG, 3);
        assert_eq!(Wavefront::<(ReadsAbove,), Mbs>::LAG, 1);
        assert_eq!(Wavefront::<(ReadsLeft,), Mbs>::LAG, 0);
        assert_eq!(Wavefront::<(ReadsTurned,), Mbs>::LAG, 4);
        assert_eq!(Wavefront::<(ReadsProven,), Mbs>::LAG, 4);
    }

    #[test]
    fn a_tuple_has_the_largest_lag_of_its_stages() {
        assert_eq!(Wavefront::<(Reads8, ReadsAbove), Mbs>::LAG, 2);
        assert_eq!(Wavefront::<(ReadsLeft, ReadsAbove, ReadsLeft), Mbs>::LAG, 1);
        assert_eq!(Wavefront::<(Reads17, Reads8, ReadsAbove, ReadsLeft), Mbs>::LAG, 3);
        assert_eq!(Wavefront::<(Reads8, Reads8, Reads17, ReadsAbove, ReadsLeft), Mbs>::LAG, 3);
        assert_eq!(Wavefront::<(Reads8, Reads8, Reads17, ReadsAbove, ReadsLeft, ReadsTurned), Mbs>::LAG, 4);
    }

    /// Returns the message with which a computation ends.
    fn message(run: impl FnOnce() -> Reached + std::panic::UnwindSafe) -> String {
        let panic = std::panic::catch_unwind(run).expect_err("a panic");
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        text.or_else(|| panic.downcast_ref().cloned()).expect("a text")
    }

    #[test]
    fn windows_that_do_not_lie_in_a_point_of_the_grid_are_refused() {
        let coarser = message(Reached::of::<Window<'static, Coarse<Mbs, By<2, 1>>, u8, Fixed<1, 1>>, Mbs>);
        assert!(coarser.contains("a whole number of points of the stage's space"), "{coarser}");
        let thirds = message(Reached::of::<Window<'static, Coarse<Luma, By<4, 3>>, u8, Fixed<1, 1>>, Mbs>);
        assert!(thirds.contains("a whole number of points of the stage's space"), "{thirds}");
        let larger = message(Reached::of::<Samples<16, 17, Inside>, Mbs>);
        assert!(larger.contains("not larger than a point of the grid"), "{larger}");
        let unknown = message(Reached::of::<Window<'static, Luma, u8, Dyn<2>>, Mbs>);
        assert!(unknown.contains("a constant extent"), "{unknown}");
        let line = message(Reached::of::<Window<'static, Sliced<Luma, 0>, u8, Fixed<16>>, Mbs>);
        assert!(line.contains("all dimensions of the grid"), "{line}");
        let rank_1 = message(Reached::of::<Window<'static, Sliced<Luma, 0>, u8, Fixed<16>>, Sliced<Mbs, 0>>);
        assert!(rank_1.contains("rows and columns"), "{rank_1}");
    }
}
