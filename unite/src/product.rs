//! Products of matrices.
//!
//! ```text
//! for each row r, column c      product[r, c] = sum over j of left[r, j] * right[j, c]
//! ```
//!
//! With the feature `gemm` the product is computed by `faer`, on one thread, with the widest vectors of the processor.
//! Without it, by the loop nest above; the two differ in rounding.

#[cfg(any(test, not(feature = "gemm")))]
use std::ops::{AddAssign, Mul};

/// Numbers whose matrices can be multiplied. The trait is private to the crate, so other crates cannot implement it.
pub trait Product: Sized {
    /// Computes `product = left * right` for row-major matrices with `inner` columns on the left and `columns` on the
    /// right.
    ///
    /// # Panics
    /// If the lengths do not match.
    fn multiply(left: &[Self], right: &[Self], inner: usize, columns: usize, product: &mut [Self]);
}

macro_rules! product {
    ($($real:ident)*) => {$(
        impl Product for $real {
            fn multiply(left: &[Self], right: &[Self], inner: usize, columns: usize, product: &mut [Self]) {
                assert_eq!(right.len(), inner * columns, "the right side has as many rows as the left side has columns");
                let rows = product.len() / columns;
                assert_eq!((left.len(), product.len()), (rows * inner, rows * columns), "as many rows as the left side");
                #[cfg(feature = "gemm")]
                faer::linalg::matmul::matmul(
                    faer::MatMut::from_row_major_slice_mut(product, rows, columns),
                    faer::Accum::Replace,
                    faer::MatRef::from_row_major_slice(left, rows, inner),
                    faer::MatRef::from_row_major_slice(right, inner, columns),
                    1.0,
                    faer::Par::Seq,
                );
                #[cfg(not(feature = "gemm"))]
                multiply_plainly(left, right, inner, columns, product);
            }
        }
    )*};
}
product!(f32 f64);

/// Computes the product by its definition, except that factors of zero are skipped.
#[cfg(any(test, not(feature = "gemm")))]
fn multiply_plainly<T>(left: &[T], right: &[T], inner: usize, columns: usize, product: &mut [T])
where
    T: Copy + Default + PartialEq + Mul<Output = T> + AddAssign,
{
    for (row, sums) in left.chunks_exact(inner).zip(product.chunks_exact_mut(columns)) {
        sums.fill(T::default());
        for (&factor, others) in row.iter().zip(right.chunks_exact(columns)) {
            if factor != T::default() {
                sums.iter_mut().zip(others).for_each(|(sum, &other)| *sum += factor * other);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_is_the_plain_one_but_for_rounding() {
        for (rows, inner, columns) in [(1, 1, 1), (3, 5, 2), (17, 45, 16), (64, 240, 16), (5, 300, 33), (0, 4, 4)] {
            let left: Vec<f64> = (0..rows * inner).map(|i| f64::from((i * 7 % 23) as u8) - 11.0).collect();
            let right: Vec<f64> = (0..inner * columns).map(|i| f64::from((i * 5 % 19) as u8) - 9.0).collect();
            let (mut fast, mut plain) = (vec![1.0; rows * columns], vec![2.0; rows * columns]);
            f64::multiply(&left, &right, inner, columns, &mut fast);
            multiply_plainly(&left, &right, inner, columns, &mut plain);
            assert_eq!(fast, plain, "integers, which are exact");
        }
    }
}
