//! Temporary tensors: on the stack while they are small, on the heap where they are not.

/// Bytes of a tensor that lies on the stack.
const ON_STACK: usize = 64 << 10;

/// A number, or an array of them, or an array of those.
pub trait Nested: Copy {
    /// The numbers.
    type Element;
    /// All zeros.
    const ZERO: Self;
    /// The number of elements.
    const ELEMENTS: usize;

    /// Returns zeros on the heap, without a copy on the stack.
    fn zeros() -> Box<Self>;

    /// Returns the numbers of several, in row-major order.
    fn flatten(several: &[Self]) -> &[Self::Element];

    /// Returns the numbers of several, to be changed.
    fn flatten_mut(several: &mut [Self]) -> &mut [Self::Element];

    /// Returns the numbers in row-major order.
    fn flat(one: &Self) -> &[Self::Element] {
        Self::flatten(std::slice::from_ref(one))
    }

    /// Returns the numbers in row-major order, to be changed.
    fn flat_mut(one: &mut Self) -> &mut [Self::Element] {
        Self::flatten_mut(std::slice::from_mut(one))
    }
}

macro_rules! nested {
    ($($number:ident: $zero:expr;)*) => {$(
        impl Nested for $number {
            type Element = Self;
            const ZERO: Self = $zero;
            const ELEMENTS: usize = 1;

            fn zeros() -> Box<Self> {
                Box::new(Self::ZERO)
            }

            fn flatten(several: &[Self]) -> &[Self] {
                several
            }

            fn flatten_mut(several: &mut [Self]) -> &mut [Self] {
                several
            }
        }
    )*};
}
nested! {
    i32: 0;
    i64: 0;
    f32: 0.0;
    f64: 0.0;
}

impl<T: Nested, const N: usize> Nested for [T; N] {
    type Element = T::Element;
    const ZERO: Self = [T::ZERO; N];
    const ELEMENTS: usize = N * T::ELEMENTS;

    fn zeros() -> Box<Self> {
        let zeros = vec![T::ZERO; N].into_boxed_slice();
        zeros.try_into().unwrap_or_else(|_| unreachable!("a vector of {N}"))
    }

    fn flatten(several: &[Self]) -> &[T::Element] {
        T::flatten(several.as_flattened())
    }

    fn flatten_mut(several: &mut [Self]) -> &mut [T::Element] {
        T::flatten_mut(several.as_flattened_mut())
    }
}

/// Calls a function with a temporary tensor of zeros.
///
/// ```
/// use unite::program::with_scratch;
/// let sum = with_scratch(|t: &mut [[f64; 1000]; 1000]| {
///     t[3][4] = 2.5;
///     t.as_flattened().iter().sum::<f64>()
/// });
/// assert_eq!(sum, 2.5);
/// ```
#[inline(always)]
pub fn with_scratch<S: Nested, R>(work: impl FnOnce(&mut S) -> R) -> R {
    if size_of::<S>() <= ON_STACK { on_stack(work) } else { on_heap(work) }
}

#[inline(always)]
fn on_stack<S: Nested, R>(work: impl FnOnce(&mut S) -> R) -> R {
    let mut zeros = S::ZERO;
    work(&mut zeros)
}

#[inline(never)]
fn on_heap<S: Nested, R>(work: impl FnOnce(&mut S) -> R) -> R {
    work(&mut S::zeros())
}
