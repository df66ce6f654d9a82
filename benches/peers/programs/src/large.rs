//! Large products of f64: `tensor!` with the feature `gemm` beside faer, and their errors.

use crate::peers::by_faer;
use crate::turns::{Random, Side, medians};
use std::hint::black_box;
use std::time::Duration;
use unite::program::{Nested, tensor};

tensor! {
    fn product<const N: usize>:
    var input a : [N N]   var input b : [N N]   var output c : [N N]
    c = (a # b) . [2 3]
}

type Square<const N: usize> = Box<[[f64; N]; N]>;

/// A matrix of multiples of 2^-52 in [-1, 1), and their numerators.
fn matrix<const N: usize>(random: &mut Random) -> (Square<N>, Vec<i64>) {
    let mut matrix = <[[f64; N]; N]>::zeros();
    let numerators: Vec<i64> = (0..N * N).map(|_| random.mantissa()).collect();
    for (element, &numerator) in matrix.as_flattened_mut().iter_mut().zip(&numerators) {
        *element = numerator as f64 / 2_f64.powi(52);
    }
    (matrix, numerators)
}

/// The greatest error of an element, as a part of the bound `K u / (1 - K u)` times the sum of absolute products, where `u`
/// is 2^-53. Products of numerators are exact in 128 bits, and so are their sums; rounding leaves multiples of 2^-104.
fn error(a: &[i64], b: &[i64], c: &[f64], extent: usize) -> f64 {
    let mut greatest = 0_f64;
    let rounding = extent as f64 * 2_f64.powi(-53);
    let bound = rounding / (1.0 - rounding);
    let (mut sums, mut magnitudes) = (vec![0_i128; extent], vec![0_i128; extent]);
    for (row, elements) in a.chunks_exact(extent).zip(c.chunks_exact(extent)) {
        sums.fill(0);
        magnitudes.fill(0);
        for (&factor, others) in row.iter().zip(b.chunks_exact(extent)) {
            for ((&other, sum), magnitude) in others.iter().zip(&mut sums).zip(&mut magnitudes) {
                let product = i128::from(factor) * i128::from(other);
                *sum += product;
                *magnitude += product.abs();
            }
        }
        for ((&element, sum), magnitude) in elements.iter().zip(&sums).zip(&magnitudes) {
            let difference = ((element * 2_f64.powi(104)) as i128 - sum).unsigned_abs();
            greatest = greatest.max(difference as f64 / (*magnitude as f64 * bound));
        }
    }
    greatest
}

fn row<const N: usize>(rounds: usize) {
    let random = &mut Random(N as u64);
    let ((a, a_numerators), (b, b_numerators)) = (matrix::<N>(random), matrix::<N>(random));
    let (mut ours, mut faer) = (<[[f64; N]; N]>::zeros(), <[[f64; N]; N]>::zeros());
    let mut sides = [
        Side::new("tensor!", |calls| {
            for _ in 0..calls {
                product_into(black_box(&*a), black_box(&*b), black_box(&mut *ours));
            }
        }),
        Side::new("faer", |calls| {
            for _ in 0..calls {
                let (a, b) = (black_box(a.as_flattened()), black_box(b.as_flattened()));
                by_faer(a, b, black_box(faer.as_flattened_mut()), [N; 3]);
            }
        }),
    ];
    let times = medians(&mut sides, rounds, Duration::from_millis(2));
    drop(sides);
    let errors = [&ours, &faer].map(|c| error(&a_numerators, &b_numerators, c.as_flattened(), N));
    let billions = 2.0 * (N * N * N) as f64;
    println!(
        "| {N} | {:.3} | {:.3} | {:.3} | {:.1} | {:.4} | {:.4} |",
        times[0] / 1e6,
        times[1] / 1e6,
        times[1] / times[0],
        billions / times[0],
        errors[0],
        errors[1],
    );
    assert!(errors[0] <= 1.0, "the error is beyond its bound");
}

/// Prints the table of large products.
pub fn report() {
    println!("\nLarge products, f64, one thread\n");
    println!(
        "| extent | tensor!, ms | faer, ms | speed of tensor! to faer's | GFlop/s | error of tensor! to its bound | of faer |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    row::<256>(101);
    row::<512>(41);
    row::<1024>(21);
}
