//! Going through the points of a span: some of them pass a test, and all of a span that needs none.

use std::ops::Range;

use super::RadiusIndex;
use super::tensors::values;
use crate::kernel::Real;

/// How many points are tested before those that pass are handed on.
const BATCH: usize = 64;

/// Who is told what a query finds.
pub(super) trait Sink<C, const D: usize> {
    /// All points at these positions.
    fn all(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>);
    /// Those points at these positions whose coordinates pass.
    fn some(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>, test: impl Fn([C; D]) -> bool);
}

/// Calls a function with identifiers, some at a time.
pub(super) struct Visit<F>(pub(super) F);

impl<C: Real, const D: usize, F: FnMut(&[u32])> Sink<C, D> for Visit<F> {
    #[inline(always)]
    fn all(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>) {
        if !span.is_empty() {
            self.0(&values(&index.ids)[span]);
        }
    }

    #[inline(always)]
    fn some(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>, test: impl Fn([C; D]) -> bool) {
        let mut start = span.start;
        while start < span.end {
            let batch = start..span.end.min(start + BATCH);
            start = batch.end;
            let ids = &values(&index.ids)[batch.clone()];
            let mut passed = [0; BATCH];
            let mut count = 0;
            // Each identifier is written behind those that passed, and stays if it passes too: no branch to guess.
            each(index, batch, |k, place| {
                passed[count % BATCH] = ids[k];
                count += usize::from(test(place));
            });
            if count > 0 {
                self.0(&passed[..count]);
            }
        }
    }
}

/// Counts.
pub(super) struct Count(pub(super) usize);

impl<C: Real, const D: usize> Sink<C, D> for Count {
    #[inline(always)]
    fn all(&mut self, _index: &RadiusIndex<C, D>, span: Range<usize>) {
        self.0 += span.len();
    }

    #[inline(always)]
    fn some(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>, test: impl Fn([C; D]) -> bool) {
        let mut count = 0;
        each(index, span, |_, place| count += usize::from(test(place)));
        self.0 += count;
    }
}

/// Calls `each` with the coordinates of the points of a span, which are counted from 0.
#[inline(always)]
pub(super) fn each<C: Real, const D: usize>(
    index: &RadiusIndex<C, D>,
    span: Range<usize>,
    mut each: impl FnMut(usize, [C; D]),
) {
    let len = span.end - span.start;
    let coordinates: [&[C]; D] = std::array::from_fn(|axis| &values(&index.coordinates[axis])[span.clone()][..len]);
    (0..len).for_each(|k| each(k, coordinates.map(|along| along[k])));
}
