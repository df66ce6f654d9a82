//! Giants: the few intervals of a fiber that are much longer than all others. They are kept aside, so that the search
//! to the left of a query extends only by the length of the other intervals.
//!
//! ```text
//!   giants     [------------------------------)          each is examined, or searched by peaks if there are many
//!   others  [-) [--)[-) [-)  [--) [-)   [-)  [--)[-)     scanned from lo - longest on
//!                               lo |===| hi
//! ```

use std::ops::Range;

use crate::continuous::Coord;
use crate::level::format::overlapping::index::Class;
use crate::level::format::overlapping::peaks::Peaks;

/// The cost of consulting the giants, in intervals that are scanned in vain.
const WORTH_ASIDE: f64 = 16.0;
/// Up to this many giants are examined one by one; more are searched by peaks.
const ASKED: usize = 16;
/// At most one interval in this many is a giant.
const RARE: usize = 16;

/// The giants of all fibers, sorted within each fiber.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Giants<C> {
    /// The indices of their starts in the ranks.
    indices: Vec<u32>,
    /// The coordinates of their stops.
    until: Vec<C>,
    peaks: Peaks<C>,
}

/// The giants of a fiber, as a range.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Aside {
    first: u32,
    end: u32,
}

impl Aside {
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.first == self.end
    }
}

impl<C: Coord> Giants<C> {
    /// Adds the giants of a fiber: the intervals with indices in `part` that are longer than `longest`.
    pub(super) fn push(&mut self, longest: C, part: Range<usize>, starts: &[C], until: &[C]) -> Aside {
        let first = self.indices.len() as u32;
        for p in part {
            if until[p].reach_from(starts[p]) > longest {
                self.indices.push(p as u32);
                self.until.push(until[p]);
            }
        }
        Aside { first, end: self.indices.len() as u32 }
    }

    /// Completes the giants after all fibers.
    pub(super) fn close(&mut self) {
        self.peaks = Peaks::of(&self.until);
    }

    /// Visits the indices of giants, below `from`, that stop above `lo`, in order.
    #[inline]
    pub(super) fn each_before(&self, aside: Aside, from: usize, lo: C, mut visit: impl FnMut(usize)) {
        let first = aside.first as usize;
        let indices = &self.indices[first..aside.end as usize];
        if indices.len() <= ASKED {
            for (&p, &until) in indices.iter().zip(&self.until[first..]) {
                if (p as usize) < from && until > lo {
                    visit(p as usize);
                }
            }
        } else {
            let end = first + indices.partition_point(|&p| (p as usize) < from);
            self.peaks.each(&self.until, first..end, |until| until > lo, |k| visit(self.indices[k] as usize));
        }
    }
}

/// Returns the length above which intervals are giants: the greatest length of one of the `classes`, chosen for the
/// least estimated cost of a query. The classes are sorted by length, and their starts span a line of the given
/// `width`.
pub(super) fn usual<C: Coord>(classes: &[Class<C>], width: f64) -> C {
    let count: usize = classes.iter().map(|class| class.end - class.first).sum();
    let mut best = (f64::INFINITY, C::default());
    let mut giants = 0;
    for class in classes.iter().rev() {
        let long = class.longest.to_f64();
        let within = count as f64 * if class.longest < C::HIGHEST && long < width { long / width } else { 1.0 };
        let cost = within + if giants > 0 { WORTH_ASIDE + giants.min(ASKED) as f64 } else { 0.0 };
        if cost < best.0 {
            best = (cost, class.longest);
        }
        giants += class.end - class.first;
        if giants > count / RARE {
            break;
        }
    }
    best.1
}
