//! The sums of contractions: many elements at once, each in the order of its terms.
//!
//! ```text
//! for each row i, column j     rows[i][j]  = sum over k of term(i, k, j)      sum_rows, sum_row: terms side by side along j
//! for each i                   places[i]   = sum over k of term(i, k)         sum_places: terms side by side along k
//! ```
//!
//! Matrices of 64 elements or more are computed with the widest vectors of the processor, which are found at run time. No bit
//! depends on them: each element is summed in the order of its terms, and products are rounded before they are added.

#![allow(clippy::needless_range_loop, reason = "an index is one of the term's, too")]

use super::Number;
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch};

/// Most elements of a row of which two are summed at once: as many as registers hold twice.
const SHORT: usize = 8;

/// Most bytes of a row that is summed apart from its place.
const ON_STACK: usize = 8 << 10;

/// The number of places that are summed at once, and of terms of each that are turned into columns.
const AT_ONCE: usize = 4;

/// Fewest elements of a matrix that is computed with the widest vectors of the processor.
const WIDE: usize = 64;

/// Writes sums into the rows of a matrix.
#[inline(always)]
pub fn sum_rows<T: Number, const N: usize, const M: usize>(
    rows: &mut [[T; M]; N],
    inner: usize,
    term: impl Fn(usize, usize, usize) -> T,
) {
    if const { N * M >= WIDE } && inner >= 8 {
        dispatch!(Level::new(), simd => simd.vectorize(
            #[inline(always)]
            || wide_rows(rows, inner, &term)
        ));
    } else {
        narrow_rows(rows, inner, term);
    }
}

/// Writes sums into the rows of a matrix, by tiles whose sums lie in vectors.
#[inline(always)]
fn wide_rows<T: Number, const N: usize, const M: usize>(
    rows: &mut [[T; M]; N],
    inner: usize,
    term: &impl Fn(usize, usize, usize) -> T,
) {
    let mut row = 0;
    while row + 4 <= N {
        wide_row::<T, 4, N, M>(rows, row, inner, term);
        row += 4;
    }
    while row < N {
        wide_row::<T, 1, N, M>(rows, row, inner, term);
        row += 1;
    }
}

/// Writes sums into `R` rows from one on.
#[inline(always)]
fn wide_row<T: Number, const R: usize, const N: usize, const M: usize>(
    rows: &mut [[T; M]; N],
    row: usize,
    inner: usize,
    term: &impl Fn(usize, usize, usize) -> T,
) {
    let mut column = 0;
    while column + 8 <= M {
        tile::<T, R, 8, N, M>(rows, [row, column], inner, term);
        column += 8;
    }
    while column + 4 <= M {
        tile::<T, R, 4, N, M>(rows, [row, column], inner, term);
        column += 4;
    }
    while column < M {
        tile::<T, R, 1, N, M>(rows, [row, column], inner, term);
        column += 1;
    }
}

/// Writes the sums of `R` rows and `C` columns from a place on.
#[inline(always)]
fn tile<T: Number, const R: usize, const C: usize, const N: usize, const M: usize>(
    rows: &mut [[T; M]; N],
    [row, column]: [usize; 2],
    inner: usize,
    term: &impl Fn(usize, usize, usize) -> T,
) {
    let mut sums = [[T::EMPTY_SUM; C]; R];
    for k in 0..inner {
        for i in 0..R {
            for j in 0..C {
                sums[i][j] += term(row + i, k, column + j);
            }
        }
    }
    for i in 0..R {
        rows[row + i][column..column + C].copy_from_slice(&sums[i]);
    }
}

/// Writes sums into the rows of a matrix.
#[inline(always)]
fn narrow_rows<T: Number, const N: usize, const M: usize>(
    rows: &mut [[T; M]; N],
    inner: usize,
    term: impl Fn(usize, usize, usize) -> T,
) {
    let mut first = 0;
    if M <= SHORT {
        while first + 2 <= N {
            tile::<T, 2, M, N, M>(rows, [first, 0], inner, &term);
            first += 2;
        }
    }
    for row in first..N {
        sum_row(&mut rows[row], inner, |k, column| term(row, k, column));
    }
}

/// Writes sums into a row.
#[inline(always)]
pub fn sum_row<T: Number, const M: usize>(row: &mut [T; M], inner: usize, term: impl Fn(usize, usize) -> T) {
    // In an array of their own the sums may lie in registers.
    if size_of::<[T; M]>() <= ON_STACK {
        let mut sums = [T::EMPTY_SUM; M];
        add_to_row(&mut sums, inner, term);
        *row = sums;
    } else {
        row.fill(T::EMPTY_SUM);
        add_to_row(row, inner, term);
    }
}

#[inline(always)]
fn add_to_row<T: Number, const M: usize>(sums: &mut [T; M], inner: usize, term: impl Fn(usize, usize) -> T) {
    for k in 0..inner {
        for column in 0..M {
            sums[column] += term(k, column);
        }
    }
}

/// Writes a sum into each place.
#[inline(always)]
pub fn sum_places<T: Number, const N: usize>(places: &mut [T; N], inner: usize, term: impl Fn(usize, usize) -> T) {
    let mut first = 0;
    while first + AT_ONCE <= N {
        let mut sums = [T::EMPTY_SUM; AT_ONCE];
        let mut k = 0;
        while k + AT_ONCE <= inner {
            let mut terms = [[T::ZERO; AT_ONCE]; AT_ONCE];
            for place in 0..AT_ONCE {
                for column in 0..AT_ONCE {
                    terms[place][column] = term(first + place, k + column);
                }
            }
            for column in 0..AT_ONCE {
                for place in 0..AT_ONCE {
                    sums[place] += terms[place][column];
                }
            }
            k += AT_ONCE;
        }
        while k < inner {
            for place in 0..AT_ONCE {
                sums[place] += term(first + place, k);
            }
            k += 1;
        }
        places[first..first + AT_ONCE].copy_from_slice(&sums);
        first += AT_ONCE;
    }
    for place in first..N {
        let mut sum = T::EMPTY_SUM;
        for k in 0..inner {
            sum += term(place, k);
        }
        places[place] = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sum in its order, from the first term on.
    fn sum(inner: usize, term: impl Fn(usize) -> f64) -> f64 {
        (1..inner).fold(term(0), |sum, k| sum + term(k))
    }

    fn term(i: usize, k: usize, j: usize) -> f64 {
        // Zeros of either sign, and numbers whose sums are rounded.
        let hash = (i * 31 + k * 17 + j * 7 + i * j * k) % 23;
        if hash < 12 { -0.0 } else { hash as f64 / 7.0 - 2.0 }
    }

    fn holds<const N: usize, const M: usize>() {
        for inner in [1, 2, 3, 4, 5, 8, 11, 16] {
            let mut rows = [[7.0; M]; N];
            sum_rows(&mut rows, inner, term);
            for (i, row) in rows.iter().enumerate() {
                for (j, element) in row.iter().enumerate() {
                    let expected = sum(inner, |k| term(i, k, j));
                    assert_eq!(
                        element.to_bits(),
                        expected.to_bits(),
                        "row {i} of {N}, column {j} of {M}, {inner} terms"
                    );
                }
            }
            let mut places = [7.0; N];
            sum_places(&mut places, inner, |i, k| term(i, k, 3));
            for (i, element) in places.iter().enumerate() {
                assert_eq!(element.to_bits(), sum(inner, |k| term(i, k, 3)).to_bits(), "{i} of {N}, {inner} terms");
            }
        }
    }

    #[test]
    fn each_sum_begins_with_its_first_term_and_keeps_the_order() {
        holds::<1, 1>();
        holds::<2, 3>();
        holds::<3, 2>();
        holds::<5, 8>();
        holds::<9, 9>();
        holds::<6, 1030>();
    }
}
