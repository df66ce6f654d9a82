//! Runs that cover all of an axis, each stored by its end. Each run starts at the stop of the previous one. Coordinates
//! are integers or real numbers.
//!
//! Places that were not written are runs of fill. Neighbouring runs are joined if they are equal and this is cheap to
//! see: runs of values always; runs of subtensors only if both are the same subtensor, so that runs that were written
//! separately stay separate.
//!
//! ```text
//!  extent     [0, 10]
//!  pointers   0                2          3
//!  stops      3-      10+      | 10+      |     run k goes from stops[k - 1], or for the first of a fiber from the
//!  child      a       b          c              start of the extent, to stops[k]; c- is before c, c+ after it
//!
//!  fiber 0    [aaaaaa)[bbbbbbbbbb]
//! ```

use std::ops::Range;

use super::points::{check_count, check_pointers, unordered};
use crate::continuous::{Coord, Cut, Interval, PlaceError};
use crate::level::{AxisLevel, Level, LevelError, Lists, PieceColumns, PieceUpdate, PieceView, Update, Workspace};
use crate::looplet::{Arrays, End, Mixed};

/// Runs that cover all of an axis, each stored by its end.
///
/// ```
/// use unite::continuous::{Coord, Interval};
/// use unite::level::{AxisLevel, Element, Piecewise, RunList};
///
/// let mut tensor = Piecewise::declare(RunList::new(Interval::closed(0.0, 10.0)?, Element::new(0)));
/// tensor.set(2.0..4.0, 5)?;
/// tensor.set(4.0..7.0, 5)?;
/// let tensor = tensor.freeze()?;
/// assert_eq!(tensor.level().stops(), [f64::before(2.0), f64::before(7.0), f64::after(10.0)]); // both are one run
/// assert_eq!(tensor.level().child().values(), [0, 5, 0]);
/// assert_eq!([tensor.at(1.9), tensor.at(2.0), tensor.at(7.0)], [0, 5, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RunList<L, C = i64> = Lists<StopColumn<C>, L>;

/// Runs as a column of their stops.
#[derive(Debug, Clone, PartialEq)]
pub struct StopColumn<C: Coord> {
    stops: Vec<Cut<C>>,
}

impl<L: Level, C: Coord> RunList<L, C> {
    /// Creates the format, from the extent of the axis and the child level.
    pub fn new(extent: Interval<C>, child: L) -> Self {
        Lists::format(extent, StopColumn { stops: Vec::new() }, child)
    }

    /// Creates the level from the stops of the runs: fiber `p` has those from `pointers[p]` up to but excluding
    /// `pointers[p + 1]`, at least one, and the contents of run `k` are at position `k` of `child`. The last run of
    /// each fiber stops where the extent does.
    ///
    /// # Errors
    /// [`LevelError`]: the lengths of pointers, stops and child do not match; a stop is NaN or not above the previous
    /// one; the runs of a fiber do not cover the extent or leave it.
    pub fn from_parts(
        extent: Interval<C>,
        pointers: Vec<usize>,
        mut stops: Vec<Cut<C>>,
        child: L,
    ) -> Result<Self, LevelError> {
        check_pointers(Self::NAME, &pointers, stops.len())?;
        check_count(Self::NAME, "positions of the child", child.positions(), stops.len())?;
        for (element, stop) in stops.iter_mut().enumerate() {
            if stop.value.partial_cmp(&stop.value).is_none() {
                return Err(LevelError::Place { element, source: PlaceError::NotANumber });
            }
            if C::DISCRETE && stop.after {
                *stop = stop.value.after();
            }
        }
        for fiber in 0..pointers.len() - 1 {
            check_runs(extent, fiber, pointers[fiber], &stops[pointers[fiber]..pointers[fiber + 1]])?;
        }
        Ok(Lists { extent, pointers, columns: StopColumn { stops }, child })
    }

    /// Returns the stops of the runs, fiber after fiber.
    pub fn stops(&self) -> &[Cut<C>] {
        &self.columns.stops
    }
}

/// Checks that the runs of a fiber, the first of which has number `first`, cover the extent.
fn check_runs<C: Coord>(extent: Interval<C>, fiber: usize, first: usize, stops: &[Cut<C>]) -> Result<(), LevelError> {
    let mut start = extent.lo();
    for (element, &stop) in (first..).zip(stops) {
        if stop <= start {
            let (place, start) = (format!("stop {}", told(stop)), format!("the start of the run, {}", told(start)));
            return Err(unordered(element, place, start));
        }
        if stop > extent.hi() {
            let (place, extent) = (format!("stop {}", told(stop)), extent.to_string());
            return Err(LevelError::ElementOutside { element, place, extent });
        }
        start = stop;
    }
    if start < extent.hi() {
        return Err(LevelError::Uncovered { fiber, stop: told(start), end: told(extent.hi()) });
    }
    Ok(())
}

/// Formats a cut in words.
fn told<C: Coord>(cut: Cut<C>) -> String {
    format!("{} {}", if cut.after { "after" } else { "before" }, cut.value)
}

impl<C: Coord> PieceColumns for StopColumn<C> {
    type Coord = C;
    type Kind = Mixed;
    type View<'a> = StopView<'a, C>;
    type Update<U: Update> = Workspace<C, U>;

    const NAME: &'static str = "RunList";

    fn emptied(&self) -> Self {
        StopColumn { stops: Vec::new() }
    }

    #[inline(always)]
    fn view(&self, extent: Interval<C>, fiber: Range<usize>) -> StopView<'_, C> {
        StopView { stops: &self.stops[..fiber.end], first: fiber.start, lo: extent.lo() }
    }

    fn push(&mut self, _start: Cut<C>, stop: Cut<C>) -> Result<(), LevelError> {
        self.stops.push(stop);
        Ok(())
    }

    fn declare<U: Update>(extent: Interval<C>, child: U) -> Workspace<C, U> {
        Workspace::of_runs(extent, child)
    }

    fn append<U: Update>(&mut self, update: &mut Workspace<C, U>, root: usize, next: usize) -> Option<usize> {
        update.move_runs(root, next, &mut self.stops)
    }

    fn gather<U: Update>(
        &mut self,
        extent: Interval<C>,
        update: &mut Workspace<C, U>,
        root: Option<usize>,
        children: &mut Vec<Option<usize>>,
    ) -> Result<(), LevelError> {
        let (first, stops) = (self.stops.len(), &mut self.stops);
        let mut run = |stop: Cut<C>, child: Option<usize>| {
            let last = stops.len().checked_sub(1).filter(|&last| last >= first);
            match last {
                Some(last) if update.child.same(children[last], child) => stops[last] = stop,
                _ => {
                    stops.push(stop);
                    children.push(child);
                }
            }
        };
        let mut at = extent.lo();
        for (lo, hi, child) in root.iter().flat_map(|&root| update.pieces(root)) {
            if at < lo {
                run(lo, None);
            }
            run(hi, Some(child));
            at = hi;
        }
        if at < extent.hi() {
            run(extent.hi(), None);
        }
        Ok(())
    }
}

/// The stops of the runs up to the end of a fiber.
#[derive(Debug, Clone, Copy)]
pub struct StopView<'a, C> {
    stops: &'a [Cut<C>],
    first: usize,
    lo: Cut<C>,
}

impl<C: Coord> PieceView<C> for StopView<'_, C> {
    const ADJACENT: bool = true;

    #[inline(always)]
    fn start(&self, p: usize) -> Cut<C> {
        if p == self.first { self.lo } else { self.stops[p - 1] }
    }

    #[inline(always)]
    fn stop(&self, p: usize) -> Cut<C> {
        self.stops[p]
    }

    fn arrays(&self) -> Arrays {
        let left = if self.lo == Cut::FIRST { End::Previous } else { End::At("left") };
        Arrays { left, ..Arrays::closed("left", "right") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{AxisLevel, AxisUpdate, Element, LeafUpdate, Piecewise, SparseList};

    fn extent(lo: i64, hi: i64) -> Interval<i64> {
        Interval::closed(lo, hi).expect("an interval")
    }

    #[test]
    fn what_is_not_written_is_a_run_of_fill() {
        let mut tensor = Piecewise::declare(RunList::new(Interval::<f64>::EVERYWHERE, Element::new(7)));
        let untouched = tensor.clone().freeze().expect("fill");
        assert_eq!(untouched.level().entries(0).collect::<Vec<_>>(), [(Cut::FIRST, Cut::LAST, 0)]);
        assert_eq!(untouched.level().child().values(), [7]);
        let (update, root) = tensor.parts();
        let written = update.cover(root, f64::after(1.0), f64::after(2.0), |values, p| {
            *values.value(p) = 3;
            Ok(())
        });
        assert_eq!(written, Ok(()));
        let tensor = tensor.freeze().expect("runs");
        assert_eq!(tensor.level().stops(), [f64::after(1.0), f64::after(2.0), Cut::LAST]);
        assert_eq!(tensor.level().child().values(), [7, 3, 7]);
    }

    #[test]
    fn equal_values_are_joined_and_equal_subtensors_are_not() {
        let mut values = Piecewise::declare(RunList::new(extent(0, 9), Element::new(0)));
        let inner = SparseList::new(extent(0, 9), Element::new(0));
        let mut rows = Piecewise::declare(RunList::new(extent(0, 9), inner));
        for (lo, hi) in [(2, 3), (4, 6)] {
            let (update, root) = values.parts();
            let written = update.cover(root, i64::before(lo), i64::after(hi), |values, p| {
                *values.value(p) = 4;
                Ok(())
            });
            assert_eq!(written, Ok(()));
            let (update, root) = rows.parts();
            let written = update.cover(root, i64::before(lo), i64::after(hi), |row, p| {
                row.cover(p, 5i64.before(), 5i64.after(), |values, p| {
                    *values.value(p) = 4;
                    Ok(())
                })
            });
            assert_eq!(written, Ok(()));
        }
        let stops = |cuts: &[Cut<i64>]| cuts.iter().map(|cut| cut.value).collect::<Vec<_>>();
        let (values, rows) = (values.freeze().expect("runs"), rows.freeze().expect("runs"));
        assert_eq!(stops(values.level().stops()), [2, 7, 10]);
        assert_eq!(stops(rows.level().stops()), [2, 4, 7, 10]);
    }

    #[test]
    fn runs_of_neighbouring_fibers_are_not_joined() {
        let format = SparseList::new(extent(0, 9), RunList::new(extent(0, 9), Element::new(0)));
        let mut tensor = Piecewise::declare(format);
        let (update, root) = tensor.parts();
        let written = update.cover(root, 3i64.before(), 3i64.after(), |_, _| Ok(()));
        assert_eq!(written, Ok(()));
        let written = update.cover(root, 4i64.before(), 4i64.after(), |_, _| Ok(()));
        assert_eq!(written, Ok(()));
        let tensor = tensor.freeze().expect("runs");
        assert_eq!(tensor.level().child().pointers(), [0, 1, 2]);
    }

    #[test]
    fn parts_must_cover_the_extent_in_order() {
        let parts = |pointers: &[usize], stops: &[Cut<i64>]| {
            let child = Element::from_values(0, vec![1; stops.len()]);
            RunList::from_parts(extent(0, 9), pointers.to_vec(), stops.to_vec(), child).map(|level| level.columns.stops)
        };
        let (three, end) = (3i64.before(), 9i64.after());
        assert_eq!(parts(&[0, 2, 3], &[three, end, end]), Ok(vec![three, end, end]));
        let after = Cut { value: 9, after: true };
        assert_eq!(parts(&[0, 1], &[after]), Ok(vec![end]));
        let open = LevelError::Uncovered { fiber: 1, stop: "before 3".into(), end: "before 10".into() };
        assert_eq!(parts(&[0, 2, 3], &[three, end, three]), Err(open));
        assert!(matches!(parts(&[0, 0, 1], &[end]), Err(LevelError::Uncovered { fiber: 0, .. })));
        assert!(matches!(parts(&[0, 3], &[three, three, end]), Err(LevelError::Unordered { element: 1, .. })));
        assert!(matches!(parts(&[0, 1], &[0i64.before()]), Err(LevelError::Unordered { element: 0, .. })));
        assert!(matches!(parts(&[0, 1], &[10i64.after()]), Err(LevelError::ElementOutside { element: 0, .. })));
        let nan = vec![f64::NAN.before()];
        let nan = RunList::from_parts(Interval::EVERYWHERE, vec![0, 1], nan, Element::from_values(0, vec![1]));
        assert!(matches!(nan, Err(LevelError::Place { element: 0, .. })));
    }
}
