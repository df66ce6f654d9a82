//! Bounds of loops that specify none. They are the common extent of the tensors that are indexed by the loop's index
//! alone.
//!
//! ```text
//!  for i  z[i] = x[i] + y[i + 1]         z and x count, y does not
//!  z      everywhere                     an extent without any end bounds nothing
//!  x      [0, 3]                         i goes from 0 to 3
//! ```

use std::any::Any;
use std::ops::ControlFlow;

use crate::continuous::{Coord, Cut, Interval};
use crate::level::{AllAxes, Level};
use crate::looplet::{Between, Flow, LoopError, Stop, Within};

/// Returns the extents of a tensor that is read, as a nested tuple with one level per axis.
#[inline(always)]
pub fn extents<L: Level<Update: AllAxes>>(level: &L) -> <L::Update as AllAxes>::Extents {
    level.declare().extents()
}

/// Returns the extents of a target, as a nested tuple with one level per axis.
#[inline(always)]
pub fn extents_of_target<U: AllAxes>(update: &U) -> U::Extents {
    update.extents()
}

/// Returns the bounds of a loop inside of others, and the error with which the loop fails, so that nothing of it is
/// computed anew each time that the loop is entered.
#[inline(always)]
pub fn bounded<C: Coord>(bounds: Result<Bounds<C>, LoopError>) -> (Bounds<C>, Option<LoopError>) {
    match bounds {
        Ok(bounds) => (bounds, None),
        Err(error) => (Bounds::new(), Some(error)),
    }
}

/// Breaks off where a loop has no bounds.
#[inline(always)]
pub fn unless_differ(error: Option<&LoopError>) -> Flow {
    match error {
        None => ControlFlow::Continue(()),
        Some(error) => ControlFlow::Break(failed(error)),
    }
}

#[cold]
#[inline(never)]
fn failed(error: &LoopError) -> Stop {
    error.clone().into()
}

/// The extents of a tensor, as a list of axes. The list continues without extents after the last axis, so that a wrong
/// number of indices is reported once, where the tensor is accessed, and not here.
pub trait Extents: Copy {
    /// The coordinates of the first axis.
    type Coord: Coord;
    /// The extents of all axes but the first.
    type Rest: Extents;

    /// Returns the extents of all axes but the first.
    fn rest(self) -> Self::Rest;

    /// Adds the extent of the first axis to the bounds of a loop.
    ///
    /// # Errors
    /// [`LoopError::Extents`]: the extent differs from that of the previous tensors.
    fn bound<C: Coord>(
        self,
        bounds: Bounds<C>,
        index: &'static str,
        tensor: &'static str,
    ) -> Result<Bounds<C>, LoopError>;
}

impl Extents for () {
    type Coord = i64;
    type Rest = ();

    #[inline(always)]
    fn rest(self) {}

    #[inline(always)]
    fn bound<C: Coord>(
        self,
        bounds: Bounds<C>,
        _index: &'static str,
        _tensor: &'static str,
    ) -> Result<Bounds<C>, LoopError> {
        Ok(bounds)
    }
}

impl<D: Coord, R: Extents> Extents for (Interval<D>, R) {
    type Coord = D;
    type Rest = R;

    #[inline(always)]
    fn rest(self) -> R {
        self.1
    }

    #[inline(always)]
    fn bound<C: Coord>(
        self,
        bounds: Bounds<C>,
        index: &'static str,
        tensor: &'static str,
    ) -> Result<Bounds<C>, LoopError> {
        bounds.with(index, tensor, self.0)
    }
}

/// The bounds of a loop, from the extents seen so far.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<C: Coord> {
    tensor: &'static str,
    extent: Interval<C>,
}

impl<C: Coord> Bounds<C> {
    /// Returns bounds without any extent.
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "made by the macro alone")]
    pub fn new() -> Self {
        Bounds { tensor: "", extent: Interval::EVERYWHERE }
    }

    /// Adds the extent of another tensor. An extent of a different coordinate type is ignored: such operands cannot be
    /// combined, and the compiler reports this where they are.
    ///
    /// # Errors
    /// [`LoopError::Extents`]: the extent differs from that of the previous tensors.
    #[inline(always)]
    pub fn with<D: Coord>(
        self,
        index: &'static str,
        tensor: &'static str,
        extent: Interval<D>,
    ) -> Result<Self, LoopError> {
        let Some(&extent) = (&extent as &dyn Any).downcast_ref::<Interval<C>>() else { return Ok(self) };
        if extent == Interval::EVERYWHERE {
            Ok(self)
        } else if self.extent == Interval::EVERYWHERE {
            Ok(Bounds { tensor, extent })
        } else if self.extent == extent {
            Ok(self)
        } else {
            Err(self.differ(index, tensor, extent))
        }
    }

    #[cold]
    #[inline(never)]
    fn differ(self, index: &'static str, other: &'static str, another: Interval<C>) -> LoopError {
        let (lo, hi) = (self.extent.lo(), self.extent.hi());
        let first = if lo == Cut::FIRST { "-inf".to_owned() } else { lo.value.to_string() };
        let last = if hi == Cut::LAST { "inf".to_owned() } else { hi.value.last_below().to_string() };
        LoopError::Extents {
            index,
            one: self.tensor,
            extent: self.extent.to_string(),
            other,
            another: another.to_string(),
            bounds: format!("{first}:{last}"),
        }
    }

    /// Returns the common extent.
    pub(super) fn extent(self) -> Interval<C> {
        self.extent
    }

    /// Returns the range of a loop whose operands, indexed by its index alone, all have these extents.
    #[inline(always)]
    pub fn of_operands(self) -> Within<C> {
        Within { lo: self.extent.lo(), hi: self.extent.hi() }
    }

    /// Returns the range of a loop.
    #[inline(always)]
    pub fn range(self) -> Between<C> {
        Between { lo: self.extent.lo(), hi: self.extent.hi() }
    }
}
