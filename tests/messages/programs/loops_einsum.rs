//! An `einsum!` whose indices make no sense, or whose tensors no order of loops can read.

use unite::level::{Csr, Dense, DenseVector, Element, Piecewise};
use unite::loops::einsum;

fn main() {
    let a = Csr::from_rows(0, &[[1.0, 2.0], [3.0, 4.0]]).unwrap();
    let x = DenseVector::from_values(0, vec![1.0, 2.0]).unwrap();
    let _ = einsum!(a, "ij->i");
    let _ = einsum!("ij,j", a, x);
    let _ = einsum!("iJ->i", a);
    let _ = einsum!("ij,j->i", a);
    let _ = einsum!("ij->ii", a);
    let _ = einsum!("ij->ik", a);
    let _ = einsum!([i, i] = a[i, j]);
    let _ = einsum!([i + 1] = x[i]);
    let _ = einsum!([i, k] = a[i, j]);
    let _ = einsum!(2.0);
    let _ = einsum!(a[i, j + 1] * a[j, i + 1]);
    let _ = einsum!(for i s += x[i]);
    let _ = einsum!();
    let _ = einsum!("ij->", x);
    let mut z = Piecewise::declare(Dense::new(0..2i64, Element::new(0.0)).unwrap());
    let _ = einsum!(z[i] = z[i] + x[i]);
    let _ = einsum!(z[i] = 2.0 * z);
    let _ = einsum!([i] = [1.0, 2.0][i]);
}
