//! The order in which the factors of a product are multiplied. The best order of many factors is NP-hard to find
//! (Lam, Sadayappan, Wenger, "On optimizing a class of multi-dimensional loops with reduction for parallel execution");
//! up to eight factors all orders are tried, up to 64 the pair that leaves the least data is taken at each step, and beyond
//! that the order stays as it is written.

/// Most factors whose best order is found by trying all.
const MOST_EXACT: usize = 8;
/// Most factors whose pairs are compared at each step.
const MOST_COMPARED: usize = 64;

/// A factor of a product: the labels of its dimensions. Dimensions with one label run together; a label that is none of
/// the result's is summed over.
pub type Factor = Vec<usize>;

/// The order of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractionOrder {
    /// The two that each step multiplies. Factors count from 0; the result of step `k` is number
    /// `factors + k`.
    pub steps: Vec<(usize, usize)>,
    /// Multiplications and additions: for each step the places of all its labels, twice where it sums.
    pub operations: u128,
}

/// Returns the order of a product with the fewest operations; beyond eight factors an order with few.
///
/// `result` has the labels of the result, `sizes` the extent of each label.
///
/// ```
/// use unite_ir::programs::analysis::{contraction_order, written_order};
/// // A B v: the vector first.
/// let factors = [vec![0, 1], vec![1, 2], vec![2]];
/// let sizes = [512, 512, 512];
/// let best = contraction_order(&factors, &[0], &sizes);
/// assert_eq!(best.steps, [(1, 2), (0, 3)]);
/// assert_eq!(best.operations, 2 * 2 * 512 * 512);
/// assert_eq!(written_order(&factors, &[0], &sizes).operations, 2 * 512 * 512 * (512 + 1));
/// ```
///
/// # Panics
/// If a label is not below the number of sizes.
pub fn contraction_order(factors: &[Factor], result: &[usize], sizes: &[usize]) -> ContractionOrder {
    let problem = Problem { factors, result, sizes };
    if factors.len() <= MOST_EXACT {
        problem.best()
    } else if factors.len() <= MOST_COMPARED {
        problem.greedy()
    } else {
        written_order(factors, result, sizes)
    }
}

/// Returns the order from the left to the right.
///
/// # Panics
/// If a label is not below the number of sizes.
pub fn written_order(factors: &[Factor], result: &[usize], sizes: &[usize]) -> ContractionOrder {
    Problem { factors, result, sizes }.steps_by(|_| (0, 1))
}

struct Problem<'p> {
    factors: &'p [Factor],
    result: &'p [usize],
    sizes: &'p [usize],
}

/// Factors that are multiplied already.
#[derive(Clone)]
struct Part {
    /// The number that [`ContractionOrder::steps`] uses.
    number: usize,
    factors: Vec<usize>,
    /// The labels that are left: of the result, and of other factors.
    labels: Vec<usize>,
}

impl Problem<'_> {
    fn part(&self, number: usize, factors: Vec<usize>) -> Part {
        let is_left = |label: usize| {
            let mut others = (0..self.factors.len()).filter(|factor| !factors.contains(factor));
            self.result.contains(&label) || others.any(|other| self.factors[other].contains(&label))
        };
        let mut labels: Vec<usize> = factors.iter().flat_map(|&factor| self.factors[factor].iter().copied()).collect();
        labels.retain(|&label| is_left(label));
        labels.sort_unstable();
        labels.dedup();
        Part { number, factors, labels }
    }

    fn places(&self, labels: &[usize]) -> u128 {
        labels.iter().fold(1, |places: u128, &label| places.saturating_mul(self.sizes[label] as u128))
    }

    /// The product of two parts, and its operations.
    fn product(&self, number: usize, left: &Part, right: &Part) -> (Part, u128) {
        let mut labels = [left.labels.as_slice(), &right.labels].concat();
        labels.sort_unstable();
        labels.dedup();
        let product = self.part(number, [left.factors.as_slice(), &right.factors].concat());
        let is_sum = product.labels.len() < labels.len();
        let operations = self.places(&labels).saturating_mul(1 + u128::from(is_sum));
        (product, operations)
    }

    /// The order in which each step takes the two parts that are chosen, by their positions, the lower one first.
    fn steps_by(&self, choose: impl Fn(&[Part]) -> (usize, usize)) -> ContractionOrder {
        let mut parts: Vec<Part> = (0..self.factors.len()).map(|factor| self.part(factor, vec![factor])).collect();
        let mut order = ContractionOrder { steps: Vec::new(), operations: 0 };
        while parts.len() > 1 {
            let (first, second) = choose(&parts);
            let (right, left) = (parts.remove(second), parts.remove(first));
            let (product, operations) = self.product(self.factors.len() + order.steps.len(), &left, &right);
            order.operations = order.operations.saturating_add(operations);
            order.steps.push((left.number, right.number));
            parts.insert(first, product);
        }
        order
    }

    /// The pair whose product has the least data beyond that of its operands.
    fn greedy(&self) -> ContractionOrder {
        self.steps_by(|parts| {
            let growth = |&(first, second): &(usize, usize)| {
                let (left, right) = (&parts[first], &parts[second]);
                let places = |part: &Part| self.places(&part.labels).min(i128::MAX as u128 / 4) as i128;
                places(&self.product(0, left, right).0) - places(left) - places(right)
            };
            let pairs = (0..parts.len()).flat_map(|first| (first + 1..parts.len()).map(move |second| (first, second)));
            pairs.min_by_key(growth).expect("two parts at least")
        })
    }

    /// The fewest operations of each set of factors, from the small sets to the large ones. A set is a number with a bit a
    /// factor.
    fn best(&self) -> ContractionOrder {
        let count = self.factors.len();
        let factors_of = |set: usize| (0..count).filter(move |factor| set >> factor & 1 == 1).collect::<Vec<_>>();
        let parts: Vec<Part> = (0..1 << count).map(|set| self.part(0, factors_of(set))).collect();
        // Operations, and one half of the last product.
        let mut best: Vec<(u128, usize)> = vec![(0, 0); 1 << count];
        for set in (1_usize..1 << count).filter(|set| set.count_ones() > 1) {
            best[set] = (u128::MAX, 0);
            // Half of the halves: those with the lowest factor.
            let lowest = set & set.wrapping_neg();
            let mut half = (set - 1) & set;
            while half > 0 {
                if half & lowest != 0 {
                    let rest = set & !half;
                    let product = self.product(0, &parts[half], &parts[rest]).1;
                    let operations = best[half].0.saturating_add(best[rest].0).saturating_add(product);
                    if operations < best[set].0 {
                        best[set] = (operations, half);
                    }
                }
                half = (half - 1) & set;
            }
        }
        let whole = (1 << count) - 1;
        let mut order = ContractionOrder { steps: Vec::new(), operations: best[whole].0 };
        if count > 1 {
            self.write_steps(whole, &best, &mut order);
        }
        order
    }

    /// Writes the steps of a set, and returns the number of its product.
    fn write_steps(&self, set: usize, best: &[(u128, usize)], order: &mut ContractionOrder) -> usize {
        if set.count_ones() == 1 {
            return set.trailing_zeros() as usize;
        }
        let half = best[set].1;
        let left = self.write_steps(half, best, order);
        let right = self.write_steps(set & !half, best, order);
        order.steps.push((left, right));
        self.factors.len() + order.steps.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noise::Noise;

    #[test]
    fn no_order_of_a_random_chain_is_better_than_the_best() {
        let mut noise = Noise::new(7);
        for _ in 0..200 {
            let count = 2 + noise.below(5);
            let factors: Vec<Factor> = (0..count).map(|factor| vec![factor, factor + 1]).collect();
            let sizes: Vec<usize> = (0..=count).map(|_| 1 + noise.below(9)).collect();
            let result = [0, count];
            let best = contraction_order(&factors, &result, &sizes);
            let problem = Problem { factors: &factors, result: &result, sizes: &sizes };
            let greedy = problem.greedy();
            assert!(best.operations <= greedy.operations.min(written_order(&factors, &result, &sizes).operations));
            // Random orders, of which some are the best one.
            let noise = std::cell::RefCell::new(&mut noise);
            for _ in 0..50 {
                let order = problem.steps_by(|parts| {
                    let first = noise.borrow_mut().below(parts.len() - 1);
                    (first, first + 1 + noise.borrow_mut().below(parts.len() - first - 1))
                });
                assert!(best.operations <= order.operations, "{best:?} {order:?}");
            }
            // The steps have the operations that are promised.
            let steps = std::cell::RefCell::new(best.steps.iter());
            let again = problem.steps_by(|parts| {
                let (left, right) = *steps.borrow_mut().next().expect("a step");
                let position = |number| parts.iter().position(|part| part.number == number).expect("a part");
                let (first, second) = (position(left), position(right));
                (first.min(second), first.max(second))
            });
            assert_eq!(again.operations, best.operations);
        }
    }

    #[test]
    fn a_product_of_one_factor_or_none_has_no_steps() {
        for factors in [vec![], vec![vec![0, 1]]] {
            let order = contraction_order(&factors, &[0, 1], &[2, 3]);
            assert_eq!(order, ContractionOrder { steps: Vec::new(), operations: 0 });
        }
    }
}
