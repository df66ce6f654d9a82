//! Accumulators: the inner loops of an assignment reduce into one. It is then written to the target once.

use std::hint::cold_path;
use std::ops::{Add, ControlFlow};

use crate::level::{Ordered, Value};
use crate::looplet::{Flow, Stop};

/// The accumulator of `+=`.
#[derive(Debug, Clone, Copy)]
pub struct Sum<T>(pub T);

impl<T: Value + Add<Output = T>> Sum<T> {
    /// Creates an empty accumulator.
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "made by the macro alone")]
    pub fn new() -> Self {
        Sum(T::ZERO)
    }

    /// Adds a value.
    #[inline(always)]
    pub fn put(&mut self, value: T) -> Flow {
        self.0 = self.0 + value;
        ControlFlow::Continue(())
    }

    /// Returns the result, `None` if it would not change the target.
    #[inline(always)]
    pub fn take(self) -> Option<T> {
        if self.0 == T::ZERO { None } else { Some(self.0) }
    }
}

macro_rules! chosen {
    ($(#[$doc:meta] $name:ident $neutral:ident $choose:ident;)*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy)]
        pub struct $name<T>(T);

        // Each method has the bound, so that the compiler names what the type lacks.
        impl<T> $name<T> {
            /// Creates an empty accumulator.
            #[inline(always)]
            #[expect(clippy::new_without_default, reason = "made by the macro alone")]
            pub fn new() -> Self
            where
                T: Ordered,
            {
                $name(T::$neutral)
            }

            /// Adds a value.
            #[inline(always)]
            pub fn put(&mut self, value: T) -> Flow
            where
                T: Ordered,
            {
                self.0 = self.0.$choose(value);
                ControlFlow::Continue(())
            }

            /// Returns the result, `None` if it would not change the target.
            #[inline(always)]
            pub fn take(self) -> Option<T>
            where
                T: Ordered,
            {
                if self.0 == T::$neutral { None } else { Some(self.0) }
            }
        }
    )*};
}
chosen! {
    /// The accumulator of `max=`.
    Max LOWEST greatest;
    /// The accumulator of `min=`.
    Min HIGHEST least;
}

/// The accumulator of `=`, which keeps the last value.
#[derive(Debug, Clone, Copy)]
pub struct Last<T>(Option<T>);

impl<T: Value> Last<T> {
    /// Creates an empty accumulator.
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "made by the macro alone")]
    pub fn new() -> Self {
        Last(None)
    }

    /// Replaces the value.
    #[inline(always)]
    pub fn put(&mut self, value: T) -> Flow {
        self.0 = Some(value);
        ControlFlow::Continue(())
    }

    /// Returns the last value, `None` if there was none.
    #[inline(always)]
    pub fn take(self) -> Option<T> {
        self.0
    }
}

/// The accumulator of `*=` and `<<f>>=`, which combines values in the order of the loop.
#[derive(Debug, Clone, Copy)]
pub struct Fold<T, F> {
    total: Option<T>,
    combine: F,
}

/// A function of two values for `s <<f>>= e`, which must be associative. Functions and closures are such functions.
///
/// Values are combined in the order of the loop. A fold has no value to begin with, and leaves its target as it is if there
/// is no value. Each place counts, as in a sum and a product: over `n` integers with the same value it is combined `n` times
/// with itself, in about `log n` steps. Over infinitely many places this is
/// [`LoopError::FoldOverInterval`](crate::looplet::LoopError::FoldOverInterval), unless the value combined with itself
/// is itself, as all values are under a minimum, and 1 is in a product.
///
/// # The identity
/// `s <<f, e>>= x` gives the identity of `f`: a value with `f(y, e) == y` for all `y`. Then places are passed over where `x`
/// is known to be `e` because tensors are fill there, as `+=` passes over zeros, so that a fold of sparse tensors takes time
/// for their entries alone. Without an identity, all places are visited, those at fill too. Known are
/// - a value that is read, `x[i]`, if its fill is `e`;
/// - a product, and whatever else `+=` takes for zero, if `e` is zero; likewise a product of ones, if `e` is one;
/// - `min(..)` and `max(..)` that are an extreme of their type, if that is `e`;
/// - a tuple all of whose parts are known to be the parts of `e`, and a value by case if each case is.
///
/// If fills are other values, the loops visit all places, with the same result. The program evaluates `e` once, before the
/// loops: an identity that reads a tensor, an index or a name of a `let` does not compile. If `f(y, e)` is not `y`, the result
/// depends on how tensors are stored.
///
/// ```
/// use unite::level::{Csr, Dense, Element, Piecewise};
/// use unite::loops;
///
/// let a = Csr::from_slice(0, 2, 2, &[0.5, 0.0, 0.25, 0.5])?;
/// let likelier = |old: f64, new: f64| if new > old { new } else { old };
/// let mut best = Piecewise::declare(Dense::new(0..2i64, Dense::new(0..2i64, Element::new(0.0))?)?);
/// loops! { for i, k, j  best[i, j] <<likelier, 0.0>>= a[i, k] * a[k, j] }?;
/// assert_eq!(best.freeze()?.to_dense()?, [0.25, 0.0, 0.125, 0.25]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Pairs
/// The place of the least value is a fold of pairs:
///
/// ```
/// use unite::level::{Dense, Element, Piecewise};
/// use unite::loops;
///
/// let x = Piecewise::from_level(Dense::from_parts(0..4i64, Element::from_values(0.0, vec![4.0, 2.0, 7.0, 2.0]))?)?;
/// let smaller = |old: (f64, i64), new: (f64, i64)| if new.0 < old.0 { new } else { old };
/// let (mut least, mut above, mut below) = ((f64::INFINITY, 0), 1.0, 0);
/// loops! {
///     for i least <<smaller>>= (x[i], i);
///     for i if x[i] > 3.0 { above *= x[i] } else { below += 1 }
/// }?;
/// assert_eq!((least, above, below), ((2.0, 1), 28.0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`<<f>>=` needs a function of two values of type `{T}` that returns such a value",
    label = "no such function",
    note = "write one before the loops: `let f = |old: {T}, new: {T}| ..`"
)]
pub trait Combine<T> {
    /// Combines two values.
    fn combine(&self, old: T, new: T) -> T;
}

#[diagnostic::do_not_recommend]
impl<T, F: Fn(T, T) -> T> Combine<T> for F {
    #[inline(always)]
    fn combine(&self, old: T, new: T) -> T {
        self(old, new)
    }
}

impl<T: Copy, F> Fold<T, F> {
    /// Creates an empty accumulator of a function.
    #[inline(always)]
    pub fn new(combine: F) -> Self {
        Fold { total: None, combine }
    }

    /// Combines the total with a value.
    #[inline(always)]
    pub fn put(&mut self, value: T) -> Flow
    where
        F: Combine<T>,
    {
        self.total = Some(match self.total {
            Some(total) => self.combine.combine(total, value),
            None => value,
        });
        ControlFlow::Continue(())
    }

    /// Returns the result, `None` if there was no value.
    #[inline(always)]
    pub fn take(self) -> Option<T> {
        self.total
    }
}

macro_rules! logical {
    ($(#[$doc:meta] $name:ident $decided:literal;)*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy)]
        pub struct $name(bool);

        impl $name {
            /// Creates an empty accumulator.
            #[inline(always)]
            #[expect(clippy::new_without_default, reason = "made by the macro alone")]
            pub fn new() -> Self {
                $name(!$decided)
            }

            /// Adds a value. Breaks off the loop if it decides the result.
            #[inline(always)]
            pub fn put(&mut self, value: bool) -> Flow {
                if value == $decided {
                    self.0 = $decided;
                    ControlFlow::Break(Stop::satisfied())
                } else {
                    ControlFlow::Continue(())
                }
            }

            /// Returns the result, `None` if it would not change the target.
            #[inline(always)]
            pub fn take(self) -> Option<bool> {
                if self.0 == $decided { Some($decided) } else { None }
            }
        }
    )*};
}
logical! {
    /// The accumulator of `|=`: the first `true` decides.
    Any true;
    /// The accumulator of `&=`: the first `false` decides.
    All false;
}

/// Maps an early exit because of a decided result to normal completion; an error stays an error.
#[inline(always)]
pub fn settled(flow: Flow) -> Flow {
    match flow {
        ControlFlow::Break(stop) if stop.is_satisfied() => {
            cold_path();
            // It holds no memory. A call that drops it would have the loop keep its sum in memory.
            std::mem::forget(stop);
            ControlFlow::Continue(())
        }
        flow => flow,
    }
}

/// Goes on after a value was put into an accumulator, also if it decides the result.
#[inline(always)]
pub fn go_on(flow: Flow) {
    // It holds no memory, as in `settled`. A call that drops it would be made for each value.
    std::mem::forget(flow);
}
