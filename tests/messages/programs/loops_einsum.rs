//! An `einsum!` whose indices make no sense, or no order of loops: the compiler says which, at the text.

use unite::level::{Csr, DenseVector};
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
    let _ = einsum!("ij,ji->", a, a);
}
