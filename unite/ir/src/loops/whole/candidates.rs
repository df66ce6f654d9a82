//! Candidates: the few orders of loops of which one is best for the formats that tensors may have.
//!
//! The text of a program shows no formats. So all orders are compared for typical tensors, in each order of storage; the
//! candidates are those that leave the least to be gained. Types choose among them where they can.
//!
//! ```text
//!  "ik,kj->ij"        a, b by rows    a, b by columns    one by rows, one by columns
//!  for i, k, j        best                               best if b is converted
//!  for j, k, i                        best               best if a is converted
//! ```

use super::{Outline, Sizes};

/// The most candidates.
const MOST: usize = 3;
/// The most indices of which all orders are compared.
const MOST_PERMUTED: usize = 5;
/// The most tensors whose order of storage selects a candidate.
pub const MOST_TURNED: usize = 3;
/// The factor that makes another order worth code of its own.
const WORTH: f64 = 1.5;
/// The number of places of each axis of a typical tensor.
const SIZE: f64 = 1000.0;

/// Orders of the loops of a nest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// The orders, from the outermost loop to the innermost; at least one.
    pub orders: Vec<Vec<usize>>,
    /// The tensors whose order of storage matters, at most [`MOST_TURNED`].
    pub turned: Vec<usize>,
    /// The numbers of the orders that may be best, for each set of tensors that are stored column-major.
    ///
    /// Bit `k` of the number of a set stands for tensor `turned[k]`. The first order is best for most formats. There is
    /// none if no order is possible.
    pub best: Vec<Vec<usize>>,
}

impl Candidates {
    /// Returns the candidates of a nest; `None` if there is no order in which all tensors can be read.
    pub fn of(outline: &Outline<'_>) -> Option<Candidates> {
        let all = orders(outline);
        let turns = |part: &usize| !outline.parts[*part].fixed && !outline.parts[*part].is_symmetric();
        let turned: Vec<usize> = (0..outline.parts.len()).filter(turns).take(MOST_TURNED).collect();
        let sets = 1usize << turned.len();
        let cases: Vec<Vec<Vec<f64>>> = (0..sets)
            .map(|set| {
                let last_first =
                    |part: usize| turned.iter().position(|of| *of == part).is_some_and(|bit| set >> bit & 1 == 1);
                let cases = typical(outline, &last_first).into_iter();
                cases.map(|stored| all.iter().map(|order| total(outline, order, &stored)).collect()).collect()
            })
            .collect();
        let chosen = chosen(&cases, all.len())?;
        let best = cases.iter().map(|cases| worthwhile(cases, &chosen)).collect();
        Some(Candidates { orders: chosen.into_iter().map(|number| all[number].clone()).collect(), turned, best })
    }
}

fn total(outline: &Outline<'_>, order: &[usize], stored: &[Sizes]) -> f64 {
    outline.cost(order, stored).map_or(f64::INFINITY, super::Cost::total)
}

/// Returns the orders to be compared.
///
/// The first one reads all tensors from their first index on, if that is possible.
fn orders(outline: &Outline<'_>) -> Vec<Vec<usize>> {
    let count = outline.indices.len();
    let mut all = vec![as_stored(outline, false), as_stored(outline, true)];
    if count <= MOST_PERMUTED {
        let mut order: Vec<usize> = (0..count).collect();
        permute(&mut order, 0, &mut all);
    }
    let mut seen: Vec<Vec<usize>> = Vec::new();
    for order in all {
        if !seen.contains(&order) {
            seen.push(order);
        }
    }
    seen
}

fn permute(order: &mut Vec<usize>, fixed: usize, all: &mut Vec<Vec<usize>>) {
    if fixed == order.len() {
        all.push(order.clone());
    }
    for next in fixed..order.len() {
        order[fixed..=next].rotate_right(1);
        permute(order, fixed + 1, all);
        order[fixed..=next].rotate_left(1);
    }
}

/// Returns an order in which all tensors are read as they are stored, if there is one.
///
/// Among several, the indices of the result come first.
fn as_stored(outline: &Outline<'_>, last_index_first: bool) -> Vec<usize> {
    let mut rest: Vec<usize> = outline.result.to_vec();
    rest.extend((0..outline.indices.len()).filter(|index| !outline.result.contains(index)));
    let mut order = Vec::new();
    while !rest.is_empty() {
        let waits = |index: usize| {
            outline.parts.iter().any(|part| {
                let axes: Vec<u32> = part.stored(last_index_first).collect();
                let own = axes.iter().position(|axis| axis >> index & 1 == 1);
                own.is_some_and(|own| {
                    axes[..own].iter().any(|axis| rest.iter().any(|other| *other != index && axis >> other & 1 == 1))
                })
            })
        };
        let next = rest.iter().position(|index| !waits(*index)).unwrap_or(0);
        order.push(rest.remove(next));
    }
    order
}

/// Returns typical sizes of all tensors: each one dense, sparse, or almost empty.
fn typical(outline: &Outline<'_>, last_index_first: &dyn Fn(usize) -> bool) -> Vec<Vec<Sizes>> {
    let mut cases = vec![Vec::new()];
    for (number, part) in outline.parts.iter().enumerate() {
        let kinds: &[[f64; 2]] = match part.axes.len() {
            0 => &[[1.0, 1.0]],
            1 => &[[SIZE, 1.0], [30.0, 1.0], [3.0, 1.0]],
            // Entries along the root, and along each axis below.
            _ => &[[SIZE, SIZE], [SIZE, 10.0], [10.0, 2.0]],
        };
        let stored = kinds.iter().map(|[root, below]| {
            let mut stored = Sizes::new(last_index_first(number));
            let mut count = *root;
            for _ in part.axes {
                stored.push(SIZE, count);
                count *= below;
            }
            stored
        });
        // The first tensors are varied, which are more than a text usually has.
        let stored: Vec<Sizes> = if number < 4 { stored.collect() } else { stored.take(1).collect() };
        cases = cases
            .iter()
            .flat_map(|case: &Vec<Sizes>| {
                stored.iter().map(|stored| {
                    let mut case = case.clone();
                    case.push(*stored);
                    case
                })
            })
            .collect();
    }
    cases
}

/// Returns the numbers of the orders that leave the least to be gained; `None` if none is possible.
///
/// Takes the costs of all orders in each case of each set. The first order is best for tensors that are stored row by row.
fn chosen(sets: &[Vec<Vec<f64>>], orders: usize) -> Option<Vec<usize>> {
    // Tensors that are stored alike are more frequent than others.
    let weight = |set: usize| if set == 0 || set + 1 == sets.len() { 3.0 } else { 1.0 };
    let cases: Vec<(f64, &Vec<f64>)> =
        sets.iter().enumerate().flat_map(|(set, cases)| cases.iter().map(move |case| (weight(set), case))).collect();
    let least: Vec<f64> = cases.iter().map(|(_, costs)| costs.iter().copied().fold(f64::INFINITY, f64::min)).collect();
    let rows = sets.first().map_or(0, Vec::len);
    if !least[..rows].iter().any(|least| least.is_finite()) {
        return None;
    }
    // What is lost in a case: the logarithm of the factor, of an order that is impossible 100.
    let loss = |cost: f64, least: f64| if cost.is_finite() { (cost / least).ln() } else { 100.0 };
    let with = |lost: &[f64], order: usize| -> Vec<f64> {
        let each = cases.iter().zip(&least).zip(lost);
        each.map(|(((weight, costs), least), lost)| lost.min(weight * loss(costs[order], *least))).collect()
    };
    let best = |lost: &[f64], first: usize| {
        let all = (0..orders).map(|order| (order, with(lost, order)[..first].iter().sum::<f64>()));
        all.reduce(|best, other| if other.1 < best.1 - 1e-9 { other } else { best })
    };
    let none = vec![f64::INFINITY; cases.len()];
    let mut chosen = vec![best(&none, rows)?.0];
    let mut lost = with(&none, chosen[0]);
    while chosen.len() < MOST {
        let (order, left) = best(&lost, cases.len())?;
        // Worth it if the cost falls by a third in each case, on average.
        if lost.iter().sum::<f64>() - left < 0.4 * cases.len() as f64 {
            break;
        }
        lost = with(&lost, order);
        chosen.push(order);
    }
    Some(chosen)
}

/// Returns the numbers among the chosen orders that may be best in some of these cases.
fn worthwhile(cases: &[Vec<f64>], chosen: &[usize]) -> Vec<usize> {
    let usual = (0..chosen.len())
        .map(|number| (number, cases.iter().map(|costs| costs[chosen[number]].min(f64::MAX).ln()).sum::<f64>()));
    let Some((usual, sum)) = usual.reduce(|best, other| if other.1 < best.1 - 1e-9 { other } else { best }) else {
        return Vec::new();
    };
    if sum >= f64::MAX.ln() * cases.len() as f64 {
        return Vec::new();
    }
    let gains = |number: &usize| {
        let cost = |costs: &Vec<f64>, number: usize| costs[chosen[number]];
        *number != usual && cases.iter().any(|costs| WORTH * cost(costs, *number) < cost(costs, usual))
    };
    std::iter::once(usual).chain((0..chosen.len()).filter(gains)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{TermNest, terms};
    use super::*;
    use crate::loops::{Stmt, parse_text};

    /// Returns the nest of an assignment, and its candidates into an array, each as the indices of its loops.
    fn candidates(text: &str) -> (TermNest, Candidates, Vec<String>) {
        let program = parse_text(text).unwrap();
        let [Stmt::Assign(assign)] = &program.nests[..] else { panic!("{text}") };
        let nest = terms(assign).unwrap().remove(0);
        let candidates = nest.outlined(true, Candidates::of).unwrap();
        let name = |order: &Vec<usize>| order.iter().map(|index| &nest.indices[*index].text[..]).collect::<String>();
        let names = candidates.orders.iter().map(name).collect();
        (nest, candidates, names)
    }

    #[test]
    fn matrices_that_are_stored_alike_are_multiplied_as_they_are() {
        let (_, candidates, names) = candidates("z[i, j] = a[i, k] * b[k, j]");
        assert_eq!(names[..2], ["ikj", "jki"]);
        assert_eq!(candidates.best[0], [0]);
        assert_eq!(candidates.best[3][0], 1);
        assert!(
            candidates.best[1].len() > 1 && candidates.best[2].len() > 1,
            "one of them is converted: the smaller one"
        );
    }

    #[test]
    fn types_select_the_order_where_there_is_one_matrix() {
        for text in ["z[i] = a[i, j] * x[j]", "s = x[i] * a[i, j] * y[j]", "z[j] = a[i, j]", "z[j, i] = a[i, j]"] {
            let (_, candidates, names) = candidates(text);
            assert_eq!((names.len(), candidates.best.len()), (2, 2), "{text}");
            let [by_rows, by_columns] = [0, 1].map(|set: usize| &names[candidates.best[set][0]][..]);
            assert!(candidates.best.iter().all(|best| best.len() == 1), "{text}");
            assert_eq!((by_rows, by_columns), ("ij", "ji"), "{text}");
        }
    }

    #[test]
    fn one_order_is_enough_where_no_other_is_better() {
        for text in ["z[i] = x[i] + y[i]", "z[i, j] = x[i] * y[j]", "z[i] = x[i + 1] - x[i]", "s = 1.0"] {
            assert_eq!(candidates(text).1.best, [[0]], "{text}");
        }
    }

    #[test]
    fn tensors_that_are_not_converted_forbid_orders() {
        let program = parse_text("s = a[i, j + 1] * a[j, i + 1] + a[i, j] * a[j, i]").unwrap();
        let [Stmt::Assign(assign)] = &program.nests[..] else { unreachable!() };
        let nests = terms(assign).unwrap();
        assert_eq!(nests[0].outlined(true, Candidates::of), None);
        assert!(nests[1].outlined(true, Candidates::of).is_some());
        let (_, candidates, names) = candidates("z[i] = a[j, i + 0] * b[i, j]");
        assert!(names.iter().all(|name| name == "ji"), "{names:?} {candidates:?}");
    }

    #[test]
    fn the_program_reads_tensors_in_the_order_of_the_loops() {
        let (nest, ..) = candidates("z[i, j] = a[i, k] * b[j, k] * a[i, k]");
        let name = |text: &str| crate::syntax::Name { text: text.to_owned(), span: Default::default() };
        let program = nest.program(&[2, 0, 1], name("r"), |number| name(["p", "q"][number]));
        let text = program.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text, "for k for i for j r[i, j] += p[k, i] * q[k, j] * p[k, i]");
    }
}
