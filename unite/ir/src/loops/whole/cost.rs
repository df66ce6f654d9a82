//! The cost of an order of loops, estimated from the sizes of tensors; the order that costs least.
//!
//! ```text
//!  for i, k, j  z[i, j] += a[i, k] * b[k, j]        a and b of 1000 rows with 10 entries each
//!
//!       visited before    entries of each, on average       visited after
//!  i    1                 a: 1000                           1000
//!  k    1000              a: 10, b: 1000   the fewer: 10    10 000
//!  j    10 000            b: 10                             100 000
//! ```

use super::{Meet, Outline, Sizes};

/// The cost of entering a loop, in pieces that a loop visits.
const ENTERED: f64 = 4.0;
/// The cost of converting an entry.
const CONVERTED: f64 = 8.0;
/// The cost of adding to an element of the result: in order; row by row; in any other order.
const WRITTEN: [f64; 3] = [1.0, 1.0, 8.0];
/// The same of a result that is an array.
const WRITTEN_TO_ARRAY: [f64; 3] = [1.0, 1.0, 2.0];

/// The number of places of an index that no tensor tells.
const PLACES: f64 = 1000.0;

/// The estimated cost of an order of loops, in pieces that are visited.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Cost {
    /// The cost of the loops.
    pub loops: f64,
    /// The cost of the conversions.
    pub converted: f64,
}

impl Cost {
    /// Returns the whole cost.
    pub fn total(self) -> f64 {
        self.loops + self.converted
    }
}

impl Outline<'_> {
    /// Estimates the cost of an order of the loops, the outermost first, for tensors of these sizes.
    ///
    /// Returns `None` if a tensor that is never converted cannot be read in this order.
    pub fn cost(&self, order: &[usize], stored: &[Sizes]) -> Option<Cost> {
        let mut cost = Cost::default();
        for (part, sizes) in self.parts.iter().zip(stored) {
            if part.fixed {
                if !part.in_order(false, order) {
                    return None;
                }
            } else if !part.in_order(sizes.last_index_first, order) {
                cost.converted += CONVERTED * sizes.entries();
            }
        }
        let last_of_result = order.iter().rposition(|index| self.result.contains(index));
        let (mut bound, mut visited) = (0, 1.0);
        for (depth, &index) in order.iter().enumerate() {
            let pieces = self.pieces(index, bound, stored);
            cost.loops += visited * (ENTERED + pieces);
            visited *= pieces;
            bound |= 1 << index;
            if last_of_result == Some(depth) {
                let written = if self.into_array { WRITTEN_TO_ARRAY } else { WRITTEN };
                cost.loops += visited * written[self.disorder(order, depth)];
            }
        }
        Some(cost)
    }

    /// Returns the number among `orders` of the one that costs least; the first of several. `None` if none is possible.
    pub fn cheapest<'o>(&self, orders: impl IntoIterator<Item = &'o [usize]>, stored: &[Sizes]) -> Option<usize> {
        let costs = orders.into_iter().enumerate();
        let costs = costs.filter_map(|(number, order)| Some((number, self.cost(order, stored)?.total())));
        costs.reduce(|least, other| if other.1 < least.1 { other } else { least }).map(|(number, _)| number)
    }

    /// Returns how far from its own order the result is written, 0 to 2.
    ///
    /// It is 1 if one row after the other is completed, in any order of its places.
    fn disorder(&self, order: &[usize], last_of_result: usize) -> usize {
        let places = self.result.iter().filter_map(|index| order.iter().position(|other| other == index));
        let sums = |index: &usize| !self.result.contains(index);
        if !places.is_sorted() || self.result.len() > 1 && sums(&order[0]) {
            2
        } else {
            usize::from(order[..last_of_result].iter().any(sums))
        }
    }

    /// Estimates the number of pieces that a loop over `index` visits each time that it is entered.
    ///
    /// The loops around it are over the indices `bound`.
    fn pieces(&self, index: usize, bound: u32, stored: &[Sizes]) -> f64 {
        let with = bound | 1 << index;
        let of_tensor = |number: usize| -> Option<f64> {
            let (part, sizes) = (self.parts.get(number)?, stored.get(number)?);
            let axes = |bound: u32| {
                let is_bound = move |axis: u32| axis & !bound == 0;
                sizes.places(|axis| part.stored(sizes.last_index_first).nth(axis).is_some_and(is_bound))
            };
            let moves = |axis: u32| axis & !with == 0 && axis & !bound != 0;
            part.axes.iter().any(|axis| moves(*axis)).then(|| match axes(bound) {
                0.0 => 0.0,
                places => axes(with) / places,
            })
        };
        let mut values: Vec<Option<f64>> = Vec::new();
        for meet in self.value {
            let value = match *meet {
                Meet::Read(number) => of_tensor(number),
                Meet::Number => None,
                Meet::Product | Meet::Sum => {
                    let (right, left) = (values.pop().flatten(), values.pop().flatten());
                    match (left, right) {
                        (Some(left), Some(right)) if *meet == Meet::Product => Some(left.min(right)),
                        (Some(left), Some(right)) => Some(left + right),
                        (one, other) => one.or(other),
                    }
                }
            };
            values.push(value);
        }
        values.pop().flatten().unwrap_or_else(|| self.size(index, stored))
    }

    /// Returns the number of places of an index.
    fn size(&self, index: usize, stored: &[Sizes]) -> f64 {
        let sizes = self.parts.iter().zip(stored).flat_map(|(part, sizes)| {
            let axes = part.stored(sizes.last_index_first).enumerate();
            axes.filter(move |(_, axis)| *axis == 1 << index).map(|(axis, _)| sizes.size(axis))
        });
        sizes.filter(|size| size.is_finite()).reduce(f64::max).unwrap_or(PLACES)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Part;
    use super::*;

    const PRODUCT: Outline<'_> = Outline {
        indices: &["i", "j", "k"],
        parts: &[Part { tensor: "a", axes: &[1, 4], fixed: false }, Part { tensor: "b", axes: &[4, 2], fixed: false }],
        result: &[0, 1],
        into_array: false,
        value: &[Meet::Read(0), Meet::Read(1), Meet::Product],
    };

    fn rows(last_index_first: bool) -> Sizes {
        let mut stored = Sizes::new(last_index_first);
        stored.push(1000.0, 1000.0);
        stored.push(1000.0, 10_000.0);
        stored
    }

    #[test]
    fn a_product_of_sparse_matrices_goes_through_the_rows_of_both() {
        let by_rows = PRODUCT.cost(&[0, 2, 1], &[rows(false); 2]).unwrap();
        assert_eq!(by_rows.converted, 0.0);
        let written = WRITTEN[1] * 100_000.0;
        assert_eq!(by_rows.loops, (4.0 + 1000.0) + 1000.0 * (4.0 + 10.0) + 10_000.0 * (4.0 + 10.0) + written);
        let inner = PRODUCT.cost(&[0, 1, 2], &[rows(false); 2]).unwrap();
        assert_eq!(inner.converted, CONVERTED * 10_000.0);
        assert!(inner.total() > 5.0 * by_rows.total());
    }

    #[test]
    fn the_smaller_one_of_two_matrices_is_converted() {
        let few = |last_index_first| {
            let mut stored = Sizes::new(last_index_first);
            stored.push(1000.0, 1000.0);
            stored.push(1000.0, 2000.0);
            stored
        };
        let orders = [&[0, 2, 1][..], &[1, 2, 0]];
        let array = Outline { into_array: true, ..PRODUCT };
        assert_eq!(array.cheapest(orders, &[rows(false), few(true)]), Some(0));
        assert_eq!(array.cheapest(orders, &[few(false), rows(true)]), Some(1));
    }

    #[test]
    fn nothing_costs_no_more_than_entering_a_loop() {
        let mut empty = Sizes::default();
        empty.push(f64::INFINITY, 0.0);
        empty.push(f64::INFINITY, 0.0);
        assert_eq!(PRODUCT.cost(&[0, 2, 1], &[empty; 2]).unwrap().total(), ENTERED);
    }
}
