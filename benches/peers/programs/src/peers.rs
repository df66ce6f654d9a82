//! The sides of a product. Each is a function that is not inlined, with operands and result in memory.

use faer::{Accum, MatMut, MatRef, Par, linalg::matmul::matmul};
use nalgebra::{SMatrix, SVector};
use ndarray::{Array1, Array2, ArrayD};
use unite::program::tensor;

/// The numbers of all libraries.
pub trait Real: unite::program::Number + nalgebra::RealField + ndarray::NdFloat + faer::traits::ComplexField {
    const NAME: &'static str;
    /// The distance from 1 to the next number above.
    const EPSILON: f64;
    fn of(number: f64) -> Self;
    fn into_f64(self) -> f64;
}

macro_rules! reals {
    ($($real:ident)*) => {$(
        impl Real for $real {
            const NAME: &'static str = stringify!($real);
            const EPSILON: f64 = $real::EPSILON as f64;
            fn of(number: f64) -> Self {
                number as $real
            }
            fn into_f64(self) -> f64 {
                f64::from(self)
            }
        }
    )*};
}
reals!(f32 f64);

type Rows<R, const N: usize, const M: usize> = [[R; M]; N];

/// The three products over names of extents.
macro_rules! products {
    () => {
        tensor! {
            fn product<const N: usize, const K: usize, const M: usize>:
            var input a : [N K]   var input b : [K M]   var output c : [N M]
            c = (a # b) . [2 3]
        }

        tensor! {
            fn matrix_vector<const N: usize, const K: usize>:
            var input a : [N K]   var input x : [K]   var output y : [N]
            y = (a # x) . [2 3]
        }

        tensor! {
            fn vector_matrix<const K: usize, const M: usize>:
            var input x : [K]   var input a : [K M]   var output y : [M]
            y = (x # a) . [1 2]
        }
    };
}

/// `tensor!` over names of extents.
pub mod named {
    use super::{Real, Rows, tensor};

    products!();

    #[inline(never)]
    pub fn to_matrix<R: Real, const N: usize, const K: usize, const M: usize>(
        a: &Rows<R, N, K>,
        b: &Rows<R, K, M>,
        c: &mut Rows<R, N, M>,
    ) {
        product_into(a, b, c);
    }

    #[inline(never)]
    pub fn to_matrix_vector<R: Real, const N: usize, const K: usize>(a: &Rows<R, N, K>, x: &[R; K], y: &mut [R; N]) {
        matrix_vector_into(a, x, y);
    }

    #[inline(never)]
    pub fn to_vector_matrix<R: Real, const K: usize, const M: usize>(x: &[R; K], a: &Rows<R, K, M>, y: &mut [R; M]) {
        vector_matrix_into(x, a, y);
    }
}

/// The same programs, whose functions return: a module of its own, so that they are inlined as where nothing else calls them.
pub mod returned {
    use super::{Real, Rows, tensor};

    products!();

    #[inline(never)]
    pub fn matrix_of<R: Real, const N: usize, const K: usize, const M: usize>(
        a: &Rows<R, N, K>,
        b: &Rows<R, K, M>,
        c: &mut Rows<R, N, M>,
    ) {
        *c = product(a, b);
    }

    #[inline(never)]
    pub fn matrix_vector_of<R: Real, const N: usize, const K: usize>(a: &Rows<R, N, K>, x: &[R; K], y: &mut [R; N]) {
        *y = matrix_vector(a, x);
    }

    #[inline(never)]
    pub fn vector_matrix_of<R: Real, const K: usize, const M: usize>(x: &[R; K], a: &Rows<R, K, M>, y: &mut [R; M]) {
        *y = vector_matrix(x, a);
    }
}

/// `tensor!` over extents that are numbers: a module a shape.
macro_rules! known {
    ($($module:ident: $n:tt $k:tt $m:tt;)*) => {$(
        #[allow(dead_code, reason = "of both functions of a program the one with `_into` is called")]
        pub mod $module {
            use crate::peers::{Real, Rows, tensor};

            tensor! {
                fn product:
                var input a : [$n $k]   var input b : [$k $m]   var output c : [$n $m]
                c = (a # b) . [2 3]
            }

            tensor! {
                fn matrix_vector:
                var input a : [$n $k]   var input x : [$k]   var output y : [$n]
                y = (a # x) . [2 3]
            }

            tensor! {
                fn vector_matrix:
                var input x : [$k]   var input a : [$k $m]   var output y : [$m]
                y = (x # a) . [1 2]
            }

            #[inline(never)]
            pub fn matrix<R: Real>(a: &Rows<R, $n, $k>, b: &Rows<R, $k, $m>, c: &mut Rows<R, $n, $m>) {
                product_into(a, b, c);
            }

            #[inline(never)]
            pub fn on_the_left<R: Real>(a: &Rows<R, $n, $k>, x: &[R; $k], y: &mut [R; $n]) {
                matrix_vector_into(a, x, y);
            }

            #[inline(never)]
            pub fn on_the_right<R: Real>(x: &[R; $k], a: &Rows<R, $k, $m>, y: &mut [R; $m]) {
                vector_matrix_into(x, a, y);
            }
        }
    )*};
}
pub mod shapes {
    known! {
        s2x3: 2 3 2;
        s2: 2 2 2;
        s3: 3 3 3;
        s4: 4 4 4;
        s6: 6 6 6;
        s8: 8 8 8;
        s12: 12 12 12;
        s16: 16 16 16;
    }
}

/// Loops over arrays, as they are written without a thought.
pub mod loops {
    use super::{Real, Rows};

    #[inline(never)]
    pub fn matrix<R: Real, const N: usize, const K: usize, const M: usize>(
        a: &Rows<R, N, K>,
        b: &Rows<R, K, M>,
        c: &mut Rows<R, N, M>,
    ) {
        for i in 0..N {
            for j in 0..M {
                let mut sum = R::of(0.0);
                for k in 0..K {
                    sum += a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
    }

    #[inline(never)]
    pub fn matrix_vector<R: Real, const N: usize, const K: usize>(a: &Rows<R, N, K>, x: &[R; K], y: &mut [R; N]) {
        for i in 0..N {
            let mut sum = R::of(0.0);
            for k in 0..K {
                sum += a[i][k] * x[k];
            }
            y[i] = sum;
        }
    }

    #[inline(never)]
    pub fn vector_matrix<R: Real, const K: usize, const M: usize>(x: &[R; K], a: &Rows<R, K, M>, y: &mut [R; M]) {
        for j in 0..M {
            let mut sum = R::of(0.0);
            for k in 0..K {
                sum += x[k] * a[k][j];
            }
            y[j] = sum;
        }
    }
}

/// `SMatrix`: the shape is in the type, elements lie column after column.
pub mod algebra {
    use super::{Real, SMatrix, SVector};

    #[inline(never)]
    pub fn to<R: Real, const N: usize, const K: usize, const M: usize>(
        a: &SMatrix<R, N, K>,
        b: &SMatrix<R, K, M>,
        c: &mut SMatrix<R, N, M>,
    ) {
        a.mul_to(b, c);
    }

    #[inline(never)]
    pub fn times<R: Real, const N: usize, const K: usize, const M: usize>(
        a: &SMatrix<R, N, K>,
        b: &SMatrix<R, K, M>,
        c: &mut SMatrix<R, N, M>,
    ) {
        *c = a * b;
    }

    /// The rows of a matrix as its columns: the same bytes as an array of rows.
    #[inline(never)]
    pub fn transposed<R: Real, const N: usize, const K: usize>(
        a: &SMatrix<R, K, N>,
        x: &SVector<R, K>,
        y: &mut SVector<R, N>,
    ) {
        a.tr_mul_to(x, y);
    }
}

/// ndarray: shapes at run time.
pub mod arrays {
    use super::{Array1, Array2, ArrayD, Real};
    use ndarray::linalg::{general_mat_mul, general_mat_vec_mul};

    #[inline(never)]
    pub fn matrix<R: Real>(a: &Array2<R>, b: &Array2<R>, c: &mut Array2<R>) {
        *c = a.dot(b);
    }

    #[inline(never)]
    pub fn matrix_into<R: Real>(a: &Array2<R>, b: &Array2<R>, c: &mut Array2<R>) {
        general_mat_mul(R::of(1.0), a, b, R::of(0.0), c);
    }

    #[inline(never)]
    pub fn matrix_vector<R: Real>(a: &Array2<R>, x: &Array1<R>, y: &mut Array1<R>) {
        *y = a.dot(x);
    }

    #[inline(never)]
    pub fn matrix_vector_into<R: Real>(a: &Array2<R>, x: &Array1<R>, y: &mut Array1<R>) {
        general_mat_vec_mul(R::of(1.0), a, x, R::of(0.0), y);
    }

    #[inline(never)]
    pub fn vector_matrix<R: Real>(x: &Array1<R>, a: &Array2<R>, y: &mut Array1<R>) {
        *y = x.dot(a);
    }

    #[inline(never)]
    pub fn einsum<R: Real>(formula: &str, a: &ArrayD<R>, b: &ArrayD<R>, c: &mut ArrayD<R>) {
        *c = ndarray_einsum::einsum(formula, &[a, b]).expect("a formula of two operands");
    }
}

/// faer on one thread: `c = a b`, row after row.
#[inline(never)]
pub fn by_faer<R: Real>(a: &[R], b: &[R], c: &mut [R], [rows, inner, columns]: [usize; 3]) {
    matmul(
        MatMut::from_row_major_slice_mut(c, rows, columns),
        Accum::Replace,
        MatRef::from_row_major_slice(a, rows, inner),
        MatRef::from_row_major_slice(b, inner, columns),
        R::of(1.0),
        Par::Seq,
    );
}
