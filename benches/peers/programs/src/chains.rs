//! Chains of products: what the order is worth, and whether the one that is chosen is the best.

use crate::numpy;
use crate::turns::{Random, Side, medians};
use std::hint::black_box;
use std::time::Duration;
use unite::program::{Nested, tensor};
use unite_ir::programs::analysis::{ContractionOrder, Factor, contraction_order, written_order};

const EXTENT: usize = 512;
const CHAINS: usize = 200;

tensor! {
    /// `A B C v`, from the left to the right.
    fn as_written<const N: usize>:
    var input a : [N N]   var input b : [N N]   var input c : [N N]   var input v : [N]   var output y : [N]
    y = ((((((a # b) . [2 3]) # c) . [2 3]) # v) . [2 3])
}

tensor! {
    /// `A (B (C v))`.
    fn vector_first<const N: usize>:
    var input a : [N N]   var input b : [N N]   var input c : [N N]   var input v : [N]   var output y : [N]
    y = (a # ((b # ((c # v) . [2 3])) . [2 3])) . [2 3]
}

/// The operations and times of `A B C v` in both orders.
fn times() {
    let factors = [vec![0, 1], vec![1, 2], vec![2, 3], vec![3]];
    let sizes = [EXTENT; 4];
    let (best, written) = (contraction_order(&factors, &[0], &sizes), written_order(&factors, &[0], &sizes));
    assert_eq!(best.steps, [(2, 3), (1, 4), (0, 5)], "the vector first");
    let random = &mut Random(4);
    let [a, b, c] = [(); 3].map(|()| {
        let mut matrix = <[[f64; EXTENT]; EXTENT]>::zeros();
        matrix.as_flattened_mut().iter_mut().for_each(|element| *element = random.real());
        matrix
    });
    let v: [f64; EXTENT] = std::array::from_fn(|_| random.real());
    let (mut y_written, mut y_best) = ([0.0; EXTENT], [0.0; EXTENT]);
    let mut sides = [
        Side::new("as written", |calls| {
            for _ in 0..calls {
                as_written_into(
                    black_box(&*a),
                    black_box(&*b),
                    black_box(&*c),
                    black_box(&v),
                    black_box(&mut y_written),
                );
            }
        }),
        Side::new("vector first", |calls| {
            for _ in 0..calls {
                vector_first_into(
                    black_box(&*a),
                    black_box(&*b),
                    black_box(&*c),
                    black_box(&v),
                    black_box(&mut y_best),
                );
            }
        }),
    ];
    let times = medians(&mut sides, 21, Duration::from_millis(5));
    drop(sides);
    let greatest = y_best.iter().fold(0_f64, |greatest, element| greatest.max(element.abs()));
    for (one, other) in y_written.iter().zip(&y_best) {
        assert!((one - other).abs() <= 1e-10 * greatest, "{one} in the order as written, {other} in the best one");
    }
    let products = if cfg!(feature = "gemm") { "faer" } else { "loop nests" };
    println!("\nA B C v, extents of {EXTENT}, f64, large products by {products}\n");
    println!("| | as written | vector first | ratio |\n|---|---:|---:|---:|");
    let ratio = written.operations as f64 / best.operations as f64;
    println!("| operations | {} | {} | {ratio:.1} |", written.operations, best.operations);
    println!("| ms | {:.3} | {:.4} | {:.1} |", times[0] / 1e6, times[1] / 1e6, times[0] / times[1]);
}

/// A chain: which labels are left at the end, and the extents.
struct Chain {
    factors: Vec<Factor>,
    result: Vec<usize>,
    sizes: Vec<usize>,
}

impl Chain {
    /// A chain of three to eight factors: matrices, at either end perhaps a vector.
    fn random(random: &mut Random) -> Chain {
        let count = 3 + random.below(6);
        let mut factors: Vec<Factor> = (0..count).map(|factor| vec![factor, factor + 1]).collect();
        let mut result = vec![0, count];
        if random.below(3) == 0 {
            factors[count - 1].pop();
            result.pop();
        }
        if random.below(3) == 0 {
            factors[0].remove(0);
            result.remove(0);
        }
        let mut size = || {
            let below = [16, 512][random.below(2)];
            1 + random.below(below)
        };
        let sizes = (0..=count).map(|_| size()).collect();
        Chain { factors, result, sizes }
    }

    fn order(&self) -> ContractionOrder {
        contraction_order(&self.factors, &self.result, &self.sizes)
    }

    /// `ab,bc->ac 2x3 3x4`.
    fn line(&self) -> String {
        let letters = |labels: &[usize]| labels.iter().map(|&label| char::from(b'a' + label as u8)).collect::<String>();
        let shape =
            |factor: &Factor| factor.iter().map(|&label| self.sizes[label].to_string()).collect::<Vec<_>>().join("x");
        let factors: Vec<String> = self.factors.iter().map(|factor| letters(factor)).collect();
        let shapes: Vec<String> = self.factors.iter().map(shape).collect();
        format!("{}->{} {}\n", factors.join(","), letters(&self.result), shapes.join(" "))
    }

    /// The fewest operations over all orders, each followed until it has as many as the best one: sets of labels, any two of
    /// which are multiplied, also such that are no neighbours.
    fn exhaustive(&self) -> u128 {
        let bits = |labels: &[usize]| labels.iter().fold(0_u32, |set, label| set | 1 << label);
        let parts: Vec<u32> = self.factors.iter().map(|factor| bits(factor)).collect();
        let mut least = u128::MAX;
        self.search(&parts, bits(&self.result), 0, &mut least);
        least
    }

    fn search(&self, parts: &[u32], result: u32, spent: u128, least: &mut u128) {
        if spent >= *least {
            return;
        }
        if parts.len() == 1 {
            *least = spent;
            return;
        }
        for first in 0..parts.len() {
            for second in first + 1..parts.len() {
                let others = (0..parts.len()).filter(|&part| part != first && part != second);
                let mut rest: Vec<u32> = others.map(|part| parts[part]).collect();
                let labels = parts[first] | parts[second];
                let left = labels & rest.iter().fold(result, |used, part| used | part);
                let places = (0..32).filter(|label| labels >> label & 1 == 1).map(|label| self.sizes[label] as u128);
                let operations = places.product::<u128>() * if left == labels { 1 } else { 2 };
                rest.push(left);
                self.search(&rest, result, spent + operations, least);
            }
        }
    }
}

/// Random chains: the costs of the orders that are chosen, by an exhaustive search and by `opt_einsum`.
fn orders() {
    let random = &mut Random(5);
    let chains: Vec<Chain> = (0..CHAINS).map(|_| Chain::random(random)).collect();
    let costs: Vec<u128> = chains.iter().map(|chain| chain.order().operations).collect();
    let equal = |others: &[u128]| costs.iter().zip(others).filter(|(cost, other)| cost == other).count();
    let exhaustive: Vec<u128> = chains.iter().map(Chain::exhaustive).collect();
    println!("\n{CHAINS} random chains of 3 to 8 factors: orders that cost as much as");
    println!("- the best one of an exhaustive search: {}", equal(&exhaustive));
    match numpy::optimal_costs(&chains.iter().map(Chain::line).collect::<String>()) {
        Some(optimal) => println!("- the optimal one of opt_einsum: {}", equal(&optimal)),
        None => println!("- the optimal one of opt_einsum: Python has no opt_einsum"),
    }
    let written = chains.iter().map(|chain| written_order(&chain.factors, &chain.result, &chain.sizes).operations);
    let mut ratios: Vec<f64> = written.zip(&costs).map(|(written, &cost)| written as f64 / cost as f64).collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "As written they cost {:.2} times as much in the median, {:.0} at most.",
        ratios[CHAINS / 2],
        ratios[CHAINS - 1]
    );
}

/// Prints the table of times, and how many orders are the best.
pub fn report() {
    times();
    orders();
}
