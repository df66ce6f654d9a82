//! Scans over the points of a span, with a test for each point or without.

use std::ops::Range;

use super::RadiusIndex;
use super::tensors::values;
use crate::kernel::Real;

/// The number of points that are tested before the passing ones are reported.
const BATCH: usize = 64;

/// A receiver of the points that a query finds.
pub(super) trait Sink<C, const D: usize> {
    /// Receives all points at these positions.
    fn all(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>);
    /// Receives the points at these positions whose coordinates pass a test.
    fn some(&mut self, index: &RadiusIndex<C, D>, span: Range<usize>, test: impl Fn([C; D]) -> bool);
}

/// A receiver that calls a function with batches of identifiers.
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
            // Each identifier is written after the passing ones, and kept if it passes too. This avoids unpredictable
            // branches.
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

/// A receiver that counts points.
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

/// Calls `each` for each point of a span, with its index in the span and its coordinates.
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
