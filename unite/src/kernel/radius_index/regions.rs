//! Balls and boxes as regions of a walk.

use super::Grid;
use super::walk::Region;
use crate::kernel::real::{Real, offset, squared};

/// The closed ball of the places whose squared distance from `center`, computed axis by axis, is at most `squared`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ball<C, const D: usize> {
    center: [C; D],
    radius: C,
    squared: C,
    /// The rounding error of a place at the rim, along each axis.
    slack: [C; D],
}

impl<C: Real, const D: usize> Ball<C, D> {
    /// Creates the ball; `None` if it contains no place, as with a radius that is negative or NaN.
    #[inline(always)]
    pub(super) fn new(center: [C; D], radius: C) -> Option<Self> {
        let small = C::EPSILON * C::from_f64(8.0);
        let slack = center.map(|place| small * (place.magnitude() + radius) + C::TINY);
        let finite = center.iter().all(|place| place.finite());
        (finite && radius >= C::ZERO).then_some(Ball { center, radius, squared: radius * radius, slack })
    }

    /// Returns the squared distance between two places.
    #[inline(always)]
    pub(super) fn distance(center: [C; D], place: [C; D]) -> C {
        squared(offset(center, place))
    }
}

impl<C: Real, const D: usize> Region<C, D> for Ball<C, D> {
    /// The least and the greatest squared distance of a slab along the axes visited so far. Both are bounds in spite of
    /// rounding.
    type Part = (C, C);

    #[inline(always)]
    fn whole(&self) -> (C, C) {
        (C::ZERO, C::ZERO)
    }

    #[inline(always)]
    fn meeting(&self, axis: usize, grid: &Grid<C, D>) -> (usize, usize) {
        let (center, reach) = (self.center[axis], self.radius + self.slack[axis]);
        grid.frame[axis].meeting(center - reach, center + reach)
    }

    #[inline(always)]
    fn cut(&self, (near, far): (C, C), axis: usize, grid: &Grid<C, D>, cell: usize) -> Option<(C, C)> {
        let ((low, high), center) = (grid.frame[axis].slab(cell), self.center[axis]);
        let (below, above) = (low - center, center - high);
        let nearest = below.greatest(above).greatest(C::ZERO);
        let farthest = (C::ZERO - below).greatest(C::ZERO - above);
        let (near, far) = (near + nearest * nearest, far + farthest * farthest);
        (near <= self.squared).then_some((near, far))
    }

    #[inline(always)]
    fn columns(&self, (near, far): (C, C), grid: &Grid<C, D>) -> ((usize, usize), (usize, usize)) {
        let (frame, center, slack) = (&grid.frame[0], self.center[0], self.slack[0]);
        let rounding = self.squared * C::EPSILON * C::from_f64(16.0);
        let reach = ((self.squared - near) + rounding).root() + slack;
        let meeting = frame.meeting(center - reach, center + reach);
        // With fewer than three columns, none lies between two others.
        let rest = (self.squared - far) - rounding;
        if meeting.1 < meeting.0 + 2 || rest <= C::ZERO {
            return (meeting, (0, 0));
        }
        let reach = rest.root() - slack - slack;
        if reach <= C::ZERO {
            return (meeting, (0, 0));
        }
        (meeting, frame.inside(center - reach, center + reach))
    }

    #[inline(always)]
    fn has(&self, place: [C; D]) -> bool {
        Self::distance(self.center, place) <= self.squared
    }
}

/// The closed box of the places from `low` to `high` along each axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cuboid<C, const D: usize> {
    pub(super) low: [C; D],
    pub(super) high: [C; D],
}

impl<C: Real, const D: usize> Region<C, D> for Cuboid<C, D> {
    /// `true` if all points of the slabs lie inside along the axes visited so far.
    type Part = bool;

    #[inline(always)]
    fn whole(&self) -> bool {
        true
    }

    #[inline(always)]
    fn meeting(&self, axis: usize, grid: &Grid<C, D>) -> (usize, usize) {
        grid.frame[axis].meeting(self.low[axis], self.high[axis])
    }

    #[inline(always)]
    fn cut(&self, inside: bool, axis: usize, grid: &Grid<C, D>, cell: usize) -> Option<bool> {
        let (first, end) = grid.frame[axis].inside(self.low[axis], self.high[axis]);
        Some(inside && first <= cell && cell < end)
    }

    #[inline(always)]
    fn columns(&self, inside: bool, grid: &Grid<C, D>) -> ((usize, usize), (usize, usize)) {
        let (frame, low, high) = (&grid.frame[0], self.low[0], self.high[0]);
        (frame.meeting(low, high), if inside { frame.inside(low, high) } else { (0, 0) })
    }

    #[inline(always)]
    fn has(&self, place: [C; D]) -> bool {
        (0..D).fold(true, |has, axis| has & (self.low[axis] <= place[axis]) & (place[axis] <= self.high[axis]))
    }
}
