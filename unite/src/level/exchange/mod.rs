//! Conversion of tensors from and to plain arrays, matrices under their usual names, and text.

mod arrays;
#[cfg(feature = "sprs")]
mod interop_sprs;
mod named;
mod print;
mod sparse_coo;

pub use arrays::{Layout, Part, Tabulated, indices};
pub use named::{
    CompressedParts, Coo, CoordinateParts, Csc, Csr, Dcsc, Dcsr, DenseMatrix, DenseVector, DoublyCompressedParts,
    MatrixFormat, SparseVector,
};
pub use print::{Labelled, Slice, SubFiber};
pub use sparse_coo::Indices;
