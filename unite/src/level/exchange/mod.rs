//! Conversion of tensors from and to other data. There are plain arrays, matrices under their usual names, tuples of
//! indices in either order, and text.

pub(super) mod arrays;
#[cfg(feature = "sprs")]
mod interop_sprs;
mod named;
mod nest;
mod order;
pub(super) mod print;

pub use arrays::{Layout, Part, Tabulated, indices};
pub use named::{
    CompressedParts, Coo, CoordinateParts, Csc, Csr, Dcsc, Dcsr, DenseMatrix, DenseVector, DoublyCompressedParts,
    MatrixFormat, SparseVector,
};
pub use nest::{Nested, PerAxis};
pub use order::{ColumnMajor, IndexOrder, Indexing, RowMajor, TensorRef};
pub use print::{Labelled, Slice, SubFiber};
