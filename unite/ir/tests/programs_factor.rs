//! Constant matrices as few additions. The butterflies of known transforms are found, and laws hold over random
//! matrices.

use noise::Noise;
use std::time::{Duration, Instant};
use unite_ir::programs::factor::{Factored, MOST_SHARED, Step, StepCounts, factor};

type Matrix = Vec<Vec<i64>>;

/// Each step as the matrix of one row that it is.
fn steps_as_rows(factored: &Factored) -> Vec<Vec<i128>> {
    let unit = |operand: usize| (0..factored.operands).map(|column| i128::from(column == operand)).collect();
    let mut values: Vec<Vec<i128>> = (0..factored.operands).map(unit).collect();
    for step in &factored.steps {
        let zip = |left: usize, right: usize, by: i128| {
            let pairs = values[left].iter().zip(&values[right]);
            pairs.map(|(left, right)| left + by * right).collect()
        };
        let scale = |value: usize, by: i128| values[value].iter().map(|factor| by * factor).collect();
        values.push(match *step {
            Step::Add(left, right) => zip(left, right, 1),
            Step::Sub(left, right) => zip(left, right, -1),
            Step::Double(value) => scale(value, 2),
            Step::Negate(value) => scale(value, -1),
            Step::Scale(by, value) => scale(value, by.into()),
        });
    }
    values
}

/// Runs the steps over wrapping integers.
fn evaluate(factored: &Factored, x: &[i64]) -> Vec<i64> {
    let mut values = x.to_vec();
    for step in &factored.steps {
        values.push(match *step {
            Step::Add(left, right) => values[left].wrapping_add(values[right]),
            Step::Sub(left, right) => values[left].wrapping_sub(values[right]),
            Step::Double(value) => values[value].wrapping_add(values[value]),
            Step::Negate(value) => values[value].wrapping_neg(),
            Step::Scale(by, value) => values[value].wrapping_mul(by),
        });
    }
    factored.results.iter().map(|result| result.map_or(0, |value| values[value])).collect()
}

fn product(matrix: &Matrix, x: &[i64]) -> Vec<i64> {
    let row = |row: &Vec<i64>| row.iter().zip(x).fold(0_i64, |sum, (c, x)| sum.wrapping_add(c.wrapping_mul(*x)));
    matrix.iter().map(row).collect()
}

/// Additions, and multiplications by other factors than 1 and -1, of the rows by themselves.
fn plain(matrix: &Matrix) -> (usize, usize) {
    let terms = |row: &Vec<i64>| row.iter().filter(|&&entry| entry != 0).count();
    let additions = matrix.iter().map(|row| terms(row).saturating_sub(1)).sum();
    (additions, matrix.iter().flatten().filter(|entry| !matches!(entry, -1..=1)).count())
}

/// Additions, and doublings; nothing else may occur.
fn butterflies(matrix: &Matrix) -> (usize, usize) {
    let factored = factor(matrix[0].len(), matrix);
    let StepCounts { additions, doublings, negations, scalings } = factored.counts();
    assert_eq!((negations, scalings), (0, 0), "{factored}");
    check(matrix[0].len(), matrix);
    (additions, doublings)
}

/// Holds a factored matrix against all that is promised of it.
fn check(columns: usize, matrix: &Matrix) -> Factored {
    let factored = factor(columns, matrix);
    let rows = steps_as_rows(&factored);
    // The steps are the matrix.
    assert_eq!(factored.results.len(), matrix.len());
    for (row, result) in matrix.iter().zip(&factored.results) {
        let wide: Vec<i128> = row.iter().map(|&entry| entry.into()).collect();
        match result {
            Some(value) => assert_eq!(rows[*value], wide, "{matrix:?}\n{factored}"),
            None => assert!(row.iter().all(|&entry| entry == 0), "{matrix:?}\n{factored}"),
        }
    }
    // No step is repeated, none is idle, and none is more than a row is.
    let mut is_used = vec![false; rows.len()];
    factored.results.iter().flatten().for_each(|&value| is_used[value] = true);
    for (number, step) in factored.steps.iter().enumerate().rev() {
        let number = columns + number;
        assert!(is_used[number], "%{number}: {matrix:?}\n{factored}");
        assert!(!factored.steps[..number - columns].contains(step), "%{number}: {matrix:?}\n{factored}");
        let (left, right) = match *step {
            Step::Add(left, right) | Step::Sub(left, right) => (left, right),
            Step::Double(value) | Step::Negate(value) | Step::Scale(_, value) => (value, value),
        };
        assert!(left < number && right < number, "%{number}: {factored}");
        (is_used[left], is_used[right]) = (true, true);
        let is_part = |row: &Vec<i64>| {
            let mut factors = rows[number].iter().zip(row);
            factors.all(|(step, &row)| step.abs() <= i128::from(row).abs())
        };
        assert!(matrix.iter().any(is_part), "%{number}: {matrix:?}\n{factored}");
    }
    // Nothing costs more than the rows by themselves.
    let (counts, (additions, multiplications)) = (factored.counts(), plain(matrix));
    assert!(counts.additions <= additions, "{matrix:?}\n{factored}");
    assert!(counts.doublings + counts.scalings <= multiplications, "{matrix:?}\n{factored}");
    assert!(counts.negations <= matrix.len(), "{matrix:?}\n{factored}");
    factored
}

fn hadamard(size: usize) -> Matrix {
    let sign = |row: usize, column: usize| if (row & column).count_ones().is_multiple_of(2) { 1 } else { -1 };
    (0..size).map(|row| (0..size).map(|column| sign(row, column)).collect()).collect()
}

fn random_matrix(noise: &mut Noise, rows: usize, columns: usize, most: i64) -> Matrix {
    let mut entry = || noise.below(2 * most as usize + 1) as i64 - most;
    (0..rows).map(|_| (0..columns).map(|_| entry()).collect()).collect()
}

fn shuffled(noise: &mut Noise, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|last| order.swap(last, noise.below(last + 1)));
    order
}

#[test]
fn the_forward_transform_of_h264_is_two_butterflies() {
    let forward = vec![vec![1, 1, 1, 1], vec![2, 1, -1, -2], vec![1, -1, -1, 1], vec![1, -2, 2, -1]];
    assert_eq!(plain(&forward).0, 12);
    assert_eq!(butterflies(&forward), (8, 2));
    // The inverse of it times 2, and the transform backwards.
    let inverse = vec![vec![2, 2, 2, 1], vec![2, 1, -2, -2], vec![2, -1, -2, 2], vec![2, -2, 2, -1]];
    assert_eq!(butterflies(&inverse).0, 8);
    let backwards: Matrix = forward.iter().map(|row| row.iter().rev().copied().collect()).collect();
    assert_eq!(butterflies(&backwards).0, 8);
}

#[test]
fn hadamard_transforms_are_butterflies() {
    let natural = vec![vec![1, 1, 1, 1], vec![1, 1, -1, -1], vec![1, -1, -1, 1], vec![1, -1, 1, -1]];
    assert_eq!((plain(&natural).0, butterflies(&natural)), (12, (8, 0)));
    assert_eq!(butterflies(&vec![vec![1, 1], vec![1, -1]]), (2, 0));
    assert_eq!((plain(&hadamard(8)).0, butterflies(&hadamard(8))), (56, (24, 0)));
    for (size, additions) in [(1, 0), (4, 8), (16, 64), (32, 160), (64, 384)] {
        assert_eq!(butterflies(&hadamard(size)), (additions, 0));
    }
}

#[test]
fn hadamard_transforms_are_butterflies_in_any_order_of_rows_and_columns_and_with_any_signs() {
    let mut noise = Noise::new(3);
    for (size, additions) in [(4, 8), (8, 24), (16, 64)] {
        for _ in 0..100 {
            let (rows, columns) = (shuffled(&mut noise, size), shuffled(&mut noise, size));
            let signs: Vec<i64> = (0..size).map(|_| *noise.pick(&[1, -1])).collect();
            let natural = hadamard(size);
            let mut matrix: Matrix = Vec::new();
            for row in rows {
                let sign = *noise.pick(&[1, -1]);
                matrix.push(columns.iter().map(|&column| sign * signs[column] * natural[row][column]).collect());
            }
            assert_eq!(check(size, &matrix).counts().additions, additions, "{matrix:?}");
        }
    }
}

#[test]
fn symmetric_rows_share_sums_and_differences_whatever_their_factors() {
    // The 4-point cosine transform of HEVC: two butterflies, and three factors twice.
    let cosine = vec![vec![64, 64, 64, 64], vec![83, 36, -36, -83], vec![64, -64, -64, 64], vec![36, -83, 83, -36]];
    let counts = check(4, &cosine).counts();
    assert_eq!(counts, StepCounts { additions: 8, doublings: 0, negations: 0, scalings: 6 });
}

#[test]
fn steps_give_the_product_for_random_matrices() {
    let mut noise = Noise::new(15);
    let mut saved = 0;
    for case in 0..4000 {
        let (rows, columns) = (noise.below(9), noise.below(9));
        let mut matrix = random_matrix(&mut noise, rows, columns, 1 + case % 3);
        // Rows of zeros, equal rows, negated and multiplied ones.
        for _ in 0..noise.below(4).min(rows) {
            let (from, to) = (noise.below(rows), noise.below(rows));
            let by = *noise.pick(&[0, 1, -1, 2, -3]);
            matrix[to] = matrix[from].iter().map(|entry| by * entry).collect();
        }
        let factored = check(columns, &matrix);
        saved += plain(&matrix).0 - factored.counts().additions;
        let x: Vec<i64> = (0..columns).map(|_| noise.below(1 << 20) as i64 - (1 << 19)).collect();
        assert_eq!(evaluate(&factored, &x), product(&matrix, &x), "{matrix:?}\n{factored}");
        assert_eq!(factor(columns, &matrix), factored, "twice the same");
    }
    assert!(saved > 10_000, "{saved} additions saved");
}

#[test]
fn rows_that_are_multiples_of_each_other_are_computed_once() {
    let factored = factor(3, &[[1, 2, 3], [1, 2, 3], [-1, -2, -3], [0, 0, 0], [5, 10, 15]]);
    let StepCounts { additions, doublings, negations, scalings } = factored.counts();
    assert_eq!((additions, doublings, negations, scalings), (2, 1, 1, 2), "{factored}");
    assert_eq!((factored.results[0], factored.results[3]), (factored.results[1], None));
}

#[test]
fn an_empty_matrix_has_no_steps() {
    let none: [[i64; 0]; 0] = [];
    assert_eq!(factor(0, &none).to_string(), "y =\n");
    assert_eq!(factor(3, &none).operands, 3);
    assert_eq!(factor(0, &[[], []]).to_string(), "y = 0 0\n");
    assert_eq!(factor(1, &[[1], [0], [1]]).to_string(), "y = %0 0 %0\n");
}

#[test]
fn a_row_is_negated_only_if_all_its_terms_are_negative_and_none_is_multiplied() {
    let text = |row: [i64; 2]| factor(2, &[row]).to_string();
    assert_eq!(text([-1, 1]), "%2 = %1 - %0\ny = %2\n");
    assert_eq!(text([-1, -1]), "%2 = %0 + %1\n%3 = -%2\ny = %3\n");
    assert_eq!(text([-3, -1]), "%2 = -3 * %0\n%3 = %2 - %1\ny = %3\n");
    assert_eq!(text([-3, 0]), "%2 = -3 * %0\ny = %2\n");
    assert_eq!(text([-2, 0]), "%2 = %0 + %0\n%3 = -%2\ny = %3\n");
    // Most rows want x1 - x0.
    let factored = factor(3, &[[1, -1, 0], [-1, 1, 0], [-2, 2, 0], [-1, 1, 1]]);
    assert_eq!(factored.counts().negations, 1, "{factored}");
    assert_eq!(factored.steps[0], Step::Sub(1, 0));
}

#[test]
fn twice_a_factor_is_a_doubling_of_what_has_the_factor() {
    assert_eq!(factor(3, &[[4, 2, 1]]).counts(), StepCounts { additions: 2, doublings: 2, ..StepCounts::default() });
    assert_eq!(factor(3, &[[6, 3, 1]]).to_string(), "%3 = %0 + %0\n%4 = %1 + %3\n%5 = 3 * %4\n%6 = %2 + %5\ny = %6\n");
    assert_eq!(factor(2, &[[6, 10]]).to_string(), "%2 = 10 * %1\n%3 = 6 * %0\n%4 = %2 + %3\ny = %4\n");
}

#[test]
fn the_greatest_factors_are_exact() {
    let extreme = [i64::MIN, i64::MAX, i64::MIN + 1, 1 << 62, -(1 << 62), 1, -1, 0, 3];
    let mut noise = Noise::new(64);
    for _ in 0..2000 {
        let (rows, columns) = (1 + noise.below(5), 1 + noise.below(5));
        let mut entry = || *noise.pick(&extreme);
        let matrix: Matrix = (0..rows).map(|_| (0..columns).map(|_| entry()).collect()).collect();
        let factored = check(columns, &matrix);
        let x: Vec<i64> = (0..columns).map(|_| noise.below(1 << 31) as i64 - (1 << 30)).collect();
        assert_eq!(evaluate(&factored, &x), product(&matrix, &x), "{matrix:?}\n{factored}");
    }
}

#[test]
fn large_matrices_are_factored_in_bounded_time_and_larger_ones_row_by_row() {
    let mut noise = Noise::new(100);
    for most in [1, 3, 1000] {
        let matrix = random_matrix(&mut noise, MOST_SHARED, MOST_SHARED, most);
        let start = Instant::now();
        let factored = factor(MOST_SHARED, &matrix);
        let took = start.elapsed();
        println!("{most}: {:?} of {:?}, {took:?}", factored.counts(), plain(&matrix));
        assert!(took < Duration::from_secs(20), "{took:?}");
        assert_eq!(check(MOST_SHARED, &matrix), factored);
    }
    let beyond = MOST_SHARED + 1;
    for (rows, columns) in [(beyond, 3), (3, beyond), (beyond, beyond)] {
        let matrix = random_matrix(&mut noise, rows, columns, 2);
        check(columns, &matrix);
    }
    let ones = vec![vec![1; beyond], [vec![0], vec![1; beyond - 1]].concat()];
    assert_eq!(factor(beyond, &ones).counts().additions, beyond - 1 + beyond - 2);
}

#[test]
#[should_panic(expected = "a row of another length")]
fn a_row_has_an_entry_a_column() {
    factor(2, &[vec![1, 2], vec![1]]);
}
